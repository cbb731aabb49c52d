"""What README shows runs as it is printed, with fewer games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardstats as bs

TEXT = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_snippets_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    assert len(SNIPPETS) == 5
    for snippet in SNIPPETS:
        exec(re.sub(r"\d+_000", "2_000", snippet), known)
    assert len(bs.read_run("run.csv").frame) == 8_000
    assert (tmp_path / "my_box" / "recipes.csv").exists()


def test_every_file_it_names_exists() -> None:
    root = Path(__file__).parent.parent
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (root / target).exists(), target
