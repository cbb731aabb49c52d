"""Make anew all that follows from the rules and from the defaults of the built-in strategies.

    python -m tests.remake [playthroughs] [readme [WORD …]] [notebooks [WORD …]]

Without arguments all of it, which takes about an hour on two cores; with words only those blocks and notebooks whose
command or name holds one. In README each block after `<!-- $ command -->` is what the command prints. Then read what has
changed: `git diff`. Notebooks assert the figures of their prose, so that one that is no longer true stops there.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from tests.playthroughs import write

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(
    r"(?P<mark><!-- \$ (?P<command>.+?) -->\n)(?P<fence>```\w*\n)?(?P<printed>.*?)(?P<end>```\n)?<!-- end -->", re.DOTALL
)


def printed_by(command: str) -> str:
    """Return what a command of README prints, played by the Python that runs this."""
    name, *arguments = shlex.split(command)
    module = {"boardstats": ["boardstats"], "python": arguments[1:2]}[name]
    rest = arguments[2:] if name == "python" else arguments
    done = subprocess.run([sys.executable, "-m", *module, *rest], cwd=ROOT, capture_output=True, text=True, check=True)
    if not done.stdout.strip():
        raise SystemExit(f"nothing was printed by: {command}")
    return done.stdout.strip("\n") + "\n"


def readme(words: list[str]) -> None:
    """Write anew the blocks of README that commands print."""

    def again(found: re.Match[str]) -> str:
        if words and not any(word in found["command"] for word in words):
            return found[0]
        print(f"$ {found['command']}", flush=True)
        return f"{found['mark']}{found['fence'] or ''}{printed_by(found['command'])}{found['end'] or ''}<!-- end -->"

    README.write_text(BLOCK.sub(again, README.read_text(encoding="utf-8")), encoding="utf-8")


def notebooks(words: list[str]) -> None:
    """Execute the notebooks, with as many games as they say themselves."""
    for path in sorted(ROOT.glob("notebooks/*.ipynb")):
        if words and not any(word in path.name for word in words):
            continue
        print(path.name, flush=True)
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=3600, resources={"metadata": {"path": str(path.parent)}}).execute()
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # holds the time of day
        nbformat.write(notebook, path)


def main(arguments: list[str]) -> None:
    parts: dict[str, list[str]] = {}
    for word in arguments or ["playthroughs", "readme", "notebooks"]:
        if word in ("playthroughs", "readme", "notebooks"):
            parts[word] = []
        elif parts:
            parts[[*parts][-1]].append(word)
        else:
            raise SystemExit(f"{word!r}: begin with playthroughs, readme or notebooks")
    for part, words in parts.items():
        if part == "playthroughs":
            write.main()
        elif part == "readme":
            readme(words)
        else:
            notebooks(words)


if __name__ == "__main__":
    main(sys.argv[1:])
