"""Playthroughs: for each game, whole games told turn by turn, as a text that a change of the rules cannot but change.

`tests/test_contract.py` compares them letter by letter. Where the difference is meant, write them anew with

    python -m tests.playthroughs.write

and read what has changed: `git diff tests/playthroughs`.
"""

from __future__ import annotations

from pathlib import Path

import boardstats as bs
from boardstats.game import GAMES, load
from tests.support import line_up

FOLDER = Path(__file__).parent


def text_of(game: str) -> str:
    """Return the playthrough of a game: its first variant and its last one, played by temperaments of all kinds."""
    variants = load(game).variants()
    parts = []
    for i, variant in enumerate(dict.fromkeys([next(iter(variants)), list(variants)[-1]])):
        told = bs.replay(
            game, game=i, players=3, seed=2026, strategies=line_up(game, 3, i), rotate=False, edition=variants[variant]
        )
        parts.append(f"== {variant} ==\n\n{told}\n")
    return "\n".join(parts)


def main() -> None:
    """Write the playthroughs of all games."""
    for game in GAMES:
        path = FOLDER / f"{game}.txt"
        path.write_text(text_of(game), encoding="utf-8")
        print(f"Wrote {path}")


if __name__ == "__main__":
    main()
