"""Phraya: scoring what a user types in.

Rulebook: End of the Game, Card Icons Reference. How each category is counted stands in `counting`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...edition import check_edition, whole_number
from ...errors import BoardstatsError, one_of
from .counting import CARD, COIN, ITEMS, KING, PAD, STALL, TEMPLE, TOTAL, total_up_each
from .edition import BONUSES, GOODS, KING_ROWS, MAX_PLAYERS, MIN_PLAYERS, Edition
from .scoring import rank

if TYPE_CHECKING:
    import pandas as pd

MOST = 9999  # of anything on a score pad


def score(
    *,
    coins: npt.ArrayLike = 0,
    offerings: npt.ArrayLike = 0,
    section_disks: npt.ArrayLike = 0,
    orders: npt.ArrayLike = 0,
    order_vp: npt.ArrayLike = 0,
    tithes: npt.ArrayLike = 0,
    stalls: npt.ArrayLike = 0,
    bonuses: npt.ArrayLike = 0,
    flowers: npt.ArrayLike = 0,
    favors: npt.ArrayLike = 0,
    edition: Edition | None = None,
) -> npt.NDArray[np.int64]:
    """Score the players of a game, itemised by category (rulebook, End of the Game).

    Parameters
    ----------
    coins, orders, order_vp, flowers, favors : int array_like, shape (..., players)
        Coins (all goods sold), orders filled, their points, flowers and Royal Favors left.
    offerings : int array_like, shape (..., players, 4)
        Disks on the Temple Chart by good: vegetable, fruit, fish, meat.
    section_disks : int array_like, shape (..., players, sections)
        The same disks by section, 3 in the standard edition.
    tithes : int array_like, shape (..., players, 3)
        Disks in each row of the King's Chart: coins, flowers, goods.
    stalls : int array_like, shape (..., players, 4)
        Stalls on the board by good, without the cards that count as one.
    bonuses : int array_like, shape (..., players, 15)
        Market cards owned by their bonus, in the order of `BONUSES`; see `bonus_cards`.
    edition : Edition, optional
        What is printed; left out: the standard edition.

    Returns
    -------
    int array, shape (..., players, 7)
        In the order of `ITEMS`: coins, temple, orders, cards, King, stalls, total.

    Raises
    ------
    BoardstatsError
        If something is no whole number from 0 to 9999, shapes do not go together, there are not 2 to 4 players, or a
        player's `offerings` and `section_disks` are different numbers of disks.

    Examples
    --------
    >>> score(coins=[17, 4], tithes=[[2, 1, 1], [0, 2, 1]], order_vp=[12, 3]).tolist()
    [[3, -13, 12, 0, 20, 0, 22], [0, -13, 3, 0, 6, 0, -4]]
    """
    return _items(
        _box(edition), coins=coins, offerings=offerings, section_disks=section_disks, orders=orders, order_vp=order_vp,
        tithes=tithes, stalls=stalls, bonuses=bonuses, flowers=flowers, favors=favors,
    )  # fmt: skip


def coin_points(coins: npt.ArrayLike, *, edition: Edition | None = None) -> npt.NDArray[np.int64]:
    """Return the points for coins (int array_like, of any shape).

    Examples
    --------
    >>> coin_points([17, 4, 20]).tolist()
    [3, 0, 4]
    """
    return _items(_box(edition), alone=True, coins=coins)[..., COIN]


def temple_points(
    offerings: npt.ArrayLike, section_disks: npt.ArrayLike, *, edition: Edition | None = None
) -> npt.NDArray[np.int64]:
    """Return the points of the Temple Chart, penalties included; arguments as for `score`, shape (..., players).

    Examples
    --------
    >>> temple_points([[1, 2, 0, 2], [1, 1, 2, 0]], [[3, 2, 0], [1, 3, 0]]).tolist()
    [26, 18]
    """
    return _items(_box(edition), offerings=offerings, section_disks=section_disks)[..., TEMPLE]


def king_points(tithes: npt.ArrayLike, *, edition: Edition | None = None) -> npt.NDArray[np.int64]:
    """Return the points of the King's Chart: most disks, and sets; argument as for `score`, shape (..., players).

    Examples
    --------
    >>> king_points([[2, 1, 1], [0, 1, 3], [1, 0, 1]]).tolist()
    [17, 9, 0]
    """
    return _items(_box(edition), tithes=tithes)[..., KING]


def stall_points(stalls: npt.ArrayLike, bonuses: npt.ArrayLike = 0, *, edition: Edition | None = None) -> npt.NDArray[np.int64]:
    """Return the points of the stall majorities; arguments as for `score`, shape (..., players).

    Examples
    --------
    >>> stall_points([[0, 2, 0, 1], [0, 2, 0, 2]], [bonus_cards("as_fruit_stall"), bonus_cards()]).tolist()
    [16, 14]
    """
    return _items(_box(edition), stalls=stalls, bonuses=bonuses)[..., STALL]


def card_points(
    bonuses: npt.ArrayLike,
    *,
    coins: npt.ArrayLike = 0,
    offerings: npt.ArrayLike = 0,
    orders: npt.ArrayLike = 0,
    tithes: npt.ArrayLike = 0,
    stalls: npt.ArrayLike = 0,
    flowers: npt.ArrayLike = 0,
    favors: npt.ArrayLike = 0,
    edition: Edition | None = None,
) -> npt.NDArray[np.int64]:
    """Return the points of market cards; arguments as for `score`, of any leading shape: each player counts alone.

    Examples
    --------
    >>> int(card_points(bonus_cards("king_disks", "coins"), coins=17, tithes=[2, 1, 1]))
    11
    """
    return _items(
        _box(edition), alone=True, bonuses=bonuses, coins=coins, offerings=offerings, orders=orders, tithes=tithes,
        stalls=stalls, flowers=flowers, favors=favors,
    )[..., CARD]  # fmt: skip


def bonus_cards(*names: str) -> npt.NDArray[np.int64]:
    """Return the market cards of a player by bonus, shape (15,), from the names of their bonuses (`BONUSES`).

    Examples
    --------
    >>> bonus_cards("as_fruit_stall", "coins").tolist()
    [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    for name in names:
        if name not in BONUSES:
            raise one_of("bonus", name, BONUSES)
    return np.array([names.count(bonus) for bonus in BONUSES], np.int64)


def blank_pad(players: int = MAX_PLAYERS, *, edition: Edition | None = None) -> pd.DataFrame:
    """Return a score pad to fill in for `score_pad`: a row for each player, all zero.

    Examples
    --------
    >>> blank_pad(2).shape
    (2, 34)
    """
    import pandas as pd

    if not isinstance(players, int) or players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise BoardstatsError(f"a score pad is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players!r}")
    return pd.DataFrame(0, index=range(players), columns=list(_places(_box(edition))))


def score_pad(frame: pd.DataFrame | Mapping[str, Any], *, edition: Edition | None = None) -> pd.DataFrame:
    """Score a filled-in score pad, and rank the players.

    Parameters
    ----------
    frame : DataFrame, or what makes one
        A row for each player, by any index. The columns, all of them optional (0), are those of `blank_pad`: `coins`,
        `flowers`, `favors` (left, the goods sold); `orders`, `order_vp` (orders filled, their points);
        `vegetable_offerings` … `meat_offerings`, and the same disks as `section_1_disks`, … (Temple Chart);
        `coins_tithes`, `flowers_tithes`, `goods_tithes` (disks in the rows of the King's Chart); `vegetable_stalls` …
        `meat_stalls` (on the board); and the number of market cards by bonus, `bonus_as_vegetable_stall` …
        `bonus_coins`.
    edition : Edition, optional
        What is printed; left out: the standard edition.

    Returns
    -------
    DataFrame
        By the same index: the columns `ITEMS` (six categories and `total`) and `rank`.

    Raises
    ------
    BoardstatsError
        If a column is unknown or a cell is no whole number from 0 to 9999, and as `score` does.

    Examples
    --------
    >>> score_pad({"coins": [17, 9], "fish_stalls": [1, 1], "favors": [0, 1], "bonus_favors": [0, 1]})["total"].tolist()
    [-2, 0]
    """
    import pandas as pd

    try:
        table = pd.DataFrame(frame)
    except (TypeError, ValueError) as error:
        raise BoardstatsError(f"score pad: cannot be made a table ({error})") from None
    if len(table) not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise BoardstatsError(f"score pad: a row for each of {MIN_PLAYERS} to {MAX_PLAYERS} players, not {len(table)} rows")
    box = _box(edition)
    places = _places(box)
    given: dict[str, Any] = {name: np.zeros((len(table), *PAD[name].shape), np.int64) for name in PAD.names or ()}
    given["section_disks"] = given["section_disks"][:, : box["sections"]]
    for i, column in enumerate(table.columns):
        if column not in places:
            raise one_of("column of the score pad", column, places)
        if column in table.columns[:i]:
            raise BoardstatsError(f"score pad: column {column!r} stands there twice")
        field, at = places[column]
        for row, cell in enumerate(table.iloc[:, i]):
            text = int(cell) if isinstance(cell, float | np.floating) and cell.is_integer() else cell
            given[field][row, *at] = whole_number(text, 0, MOST, f"score pad, row {table.index[row]!r}, column {column!r}")
    items = _items(box, **given)
    found = pd.DataFrame(items, index=table.index, columns=list(ITEMS))
    return found.assign(rank=rank(items[:, TOTAL], given["favors"], given["flowers"]))


def _places(box: Any) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return the columns of the score pad, each with its field of PAD and the place in it."""
    places: dict[str, tuple[str, tuple[int, ...]]] = {name: (name, ()) for name in ("coins", "flowers", "favors")}
    places |= {name: (name, ()) for name in ("orders", "order_vp")}
    places |= {f"{good}_offerings": ("offerings", (i,)) for i, good in enumerate(GOODS)}
    places |= {f"section_{i + 1}_disks": ("section_disks", (i,)) for i in range(box["sections"])}
    places |= {f"{row}_tithes": ("tithes", (i,)) for i, row in enumerate(KING_ROWS)}
    places |= {f"{good}_stalls": ("stalls", (i,)) for i, good in enumerate(GOODS)}
    return places | {f"bonus_{bonus}": ("bonuses", (i,)) for i, bonus in enumerate(BONUSES)}


@functools.cache
def _standard_box() -> Any:
    return Edition().box(MIN_PLAYERS)


def _box(edition: Edition | None) -> Any:
    if edition is None:
        return _standard_box()
    check_edition("phraya", Edition, edition)
    return edition.box(MIN_PLAYERS)


def _items(box: Any, *, alone: bool = False, **given: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the points of pads filled with what is given; `alone`: the last axis need not be the players."""
    pads = _pads(box, given)
    shape = (*pads.shape, 1) if alone else pads.shape
    if not alone and (pads.ndim == 0 or pads.shape[-1] not in range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        raise BoardstatsError(f"{MIN_PLAYERS} to {MAX_PLAYERS} players are scored together; here (..., players) is {pads.shape}")
    rows = pads.reshape(-1, shape[-1])
    items = np.zeros((*rows.shape, len(ITEMS)), np.int64)
    total_up_each(rows, box, items)
    return items.reshape(*pads.shape, len(ITEMS))


def _pads(box: Any, given: Mapping[str, npt.ArrayLike]) -> npt.NDArray[Any]:
    """Return the records of PAD that arrays fill, of their common leading shape."""
    parts = {name: _part(box, name, value) for name, value in given.items()}
    try:
        leading = np.broadcast_shapes(*(part.shape[: part.ndim - len(PAD[name].shape)] for name, part in parts.items()))
    except ValueError:
        shapes = ", ".join(f"{name} {part.shape}" for name, part in parts.items() if part.ndim > len(PAD[name].shape))
        raise BoardstatsError(f"the shapes do not go together: {shapes}") from None
    pads = np.zeros(leading, PAD)
    for name, part in parts.items():
        if PAD[name].shape:
            pads[name][..., : part.shape[-1]] = part
        else:
            pads[name][...] = part
    if "section_disks" in given:
        by_good, by_section = pads["offerings"].sum(axis=-1), pads["section_disks"].sum(axis=-1)
        if (by_good != by_section).any():
            at = tuple(int(i) for i in np.argwhere(by_good != by_section)[0])
            raise BoardstatsError(
                f"offerings and section_disks count the same disks: {by_good[at]} and {by_section[at]} differ (player {at})"
            )
    return pads


def _part(box: Any, name: str, value: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return one of the arrays that fill pads, checked; a plain 0 fills whatever it stands for."""
    width = {"section_disks": (int(box["sections"]),)}.get(name, PAD[name].shape)
    try:
        part = np.asarray(value)
    except ValueError:
        part = np.zeros(0)
    if part.dtype.kind not in "iu":
        raise BoardstatsError(f"{name} must be an array of whole numbers")
    if ((part < 0) | (part > MOST)).any():
        raise BoardstatsError(f"{name} must be from 0 to {MOST}")
    if width and part.ndim == 0 and part == 0:
        return np.zeros(width, np.int64)
    if width and part.shape[-1:] != width:
        raise BoardstatsError(f"{name} must have the shape (..., {width[0]}), not {part.shape}")
    return part
