"""What README shows runs as it is printed, with fewer games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardstats as bs
from boardstats.cli import main
from tests.remake import BLOCK, printed_by

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


def test_what_commands_print_stands_under_them() -> None:
    """`python -m tests.remake readme` fills the blocks; here one is made again, and all are there and say what they claim."""
    blocks = list(BLOCK.finditer(TEXT))
    assert len(blocks) == TEXT.count("<!-- $ ") == TEXT.count("<!-- end -->") == 9
    for block in blocks:
        assert len(block["printed"].splitlines()) >= 4, block["command"]
        head = block["command"].split()[:2]
        assert head == ["python", "-m"] or (head[0] == "boardstats" and head[1] in main.commands), block["command"]
    (searched,) = (block for block in blocks if "strength sardines --searcher" in block["command"])
    fewer = printed_by(searched["command"].replace("400", "4"))
    assert [line.count("|") for line in fewer.splitlines()] == [line.count("|") for line in searched["printed"].splitlines()]


def test_every_file_it_names_exists() -> None:
    root = Path(__file__).parent.parent
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (root / target).exists(), target
