"""The findings of a report in sentences, made from its tables; nothing is said to differ that cannot be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..drawing import spoken
from ..stats import Floats, normal_quantile
from .exhibits import gap, listed, number, plain, share, signed
from .surviving import CHANGES, FOUND, SURVIVES, UNKNOWN, Measure

if TYPE_CHECKING:
    import pandas as pd


def of_seats(measures: Sequence[Measure], strategy: str) -> str:
    """Tell which seats win more or less than an even share.

    Examples
    --------
    >>> of_seats([Measure(0.1, 0.05, 0.15), Measure(-0.1, -0.15, -0.05)], "careful").split(": ", 1)[1]
    'seat 0, which begins, wins more (60.0 %, 55.0–65.0); seat 1 wins less (40.0 %, 35.0–45.0).'
    """
    even, parts = 1 / len(measures), []
    for sign, word in ((1, "more"), (-1, "less")):
        for seat, measure in enumerate(measures):
            if measure.sign == sign:
                told = share(measure.value + even, measure.low + even, measure.high + even).replace(" (", ", ")
                parts.append(f"seat {seat}{', which begins,' if seat == 0 else ''} wins {word} ({told}")
    same = [seat for seat, measure in enumerate(measures) if measure.sign == 0]
    if same:
        widest = max(max(abs(measures[seat].low), abs(measures[seat].high)) for seat in same)
        whose = "any seat" if not parts else f"seat{'s' * (len(same) > 1)} {listed(same)}"
        parts.append(f"for {whose} no difference can be told (any there is lies within {100 * widest:.1f} points)")
    return f"Seats, all played by {strategy}, against an even share of {100 * even:.1f} %: {'; '.join(parts)}."


def of_strategies(best: str, rival: str, duel: Measure, separated: str, ranking: Any) -> str:
    """Tell which strategy is best, and by how much it beats the next."""
    top = ranking.iloc[0]
    won = share(top["win_share"], top["win_share_low"], top["win_share_high"])
    told = f"Strategies: against all line-ups of the built-in ones, a seat of {top['strategy']} wins {won}. {separated} "
    points = f"{gap(*duel[:3])} points"
    if duel.sign > 0:
        return f"{told}With the seats shared between the two, {best} wins {points} more per seat than {rival}."
    if duel.sign < 0:
        return f"{told}Yet with the seats shared between the two, {best} wins less than {rival}: {points} per seat."
    return f"{told}With the seats shared between the two, no difference between {best} and {rival} can be told: {points}."


def of_winners(effects: Mapping[str, Floats], first: str, ahead: Measure, meaning: str) -> str:
    """Tell in which category winners differ most from others."""
    if not first:
        return "Winners: no category but the score tells them from others."
    mean = effects[first].mean()
    more = "more" if mean > 0 else "less"
    named = spoken(first) if meaning == spoken(first) else f"{spoken(first)} – {meaning}"
    told = (
        f"Winners: what sets them apart most, the score aside, is {named}; they have {abs(mean):.2f} standard deviations {more}."
    )
    if not ahead.beside:
        return told
    beside = f"{spoken(ahead.beside)}, the nearest to it ({signed(*ahead[:3])})"
    if ahead.sign > 0:
        return f"{told} That is a clearer difference than in {beside}."
    return f"{told} Whether it is clearer than in {beside}, cannot be told."


def of_length(table: Any) -> str:
    """Tell how long games are."""
    turns, made = table.loc["turns"], table.loc["decisions"]
    if turns["min"] == turns["max"]:
        always = f"Length: always {plain(turns['min'])} turns of all seats; "
        return f"{always}{number(*_figures(made, 'mean'))} decisions with more than one legal move on average."
    return (
        f"Length: {number(turns['mean'], turns['mean_low'], turns['mean_high'])} turns of all seats on average, nine games in "
        f"ten {turns['q05']:.0f} to {turns['q95']:.0f}; {number(made['mean'], made['mean_low'], made['mean_high'])} "
        "decisions with more than one legal move."
    )


def of_leads(table: pd.DataFrame) -> str:
    """Tell how often the lead changes, and when the winner takes it."""
    half, late, changes = (_figures(table.loc[name], "mean") for name in ("led_at_half", "led_from_share", "lead_changes"))
    return (
        f"Lead: it passes to another seat {number(*changes)} times a game; the winner takes it for good after {share(*late)} of "
        f"the turns on average, and leads at half in {share(*half)} of the games."
    )


def of_margins(table: pd.DataFrame, score: str) -> str:
    """Tell by how much games are won."""
    mean, tie_break, shared = (table.attrs[name] for name in ("mean", "tie_break", "shared"))
    return (
        f"Margin: winner and best other lie {number(*mean)} apart on average ({score}); {share(*tie_break)} of games are won by "
        f"a tie-break, {share(*shared)} are shared."
    )


def of_endings(table: Any) -> str:
    """Tell how games end, where that varies."""
    told = []
    for condition, rows in table.groupby(level="condition", sort=False):
        if (rows["games"] > 0).sum() > 1 and condition != "king":
            for (_, value), row in rows.iterrows():
                if value != "no":
                    what = spoken(condition if value == "yes" else value if condition == "ended" else f"{condition} {value}")
                    told.append(f"{what} in {share(*_figures(row, 'share'))}")
    return f"Ends: {listed(told)}." if told else "Ends: all games ended in the same way."


def of_components(table: Any, component: str) -> str:
    """Tell what is taken most, and what goes with winning most and least."""
    most = table["per_game"].idxmax()
    told = f"Components: {_named(component, most)} is taken most, {number(*_figures(table.loc[most], 'per_game'))} times a game."
    rows = table[table["difference"].notna()]
    wider = float(normal_quantile(1 - 0.05 / max(len(rows), 1)) / normal_quantile())
    for word, sign, order in (("most", 1, "idxmax"), ("least", -1, "idxmin")):
        half = wider * sign * (rows["difference"] - rows["difference_low" if sign > 0 else "difference_high"])
        clear = rows[rows["difference"] * sign > half]
        if len(clear):
            name = getattr(clear["difference"], order)()
            value = gap(*_figures(clear.loc[name], "difference"))
            told += f" Beside others in the same game, seats that took {_named(component, name)} won {word}: {value} points."
        else:
            told += f" No {component} can be told to go with {'winning' if sign > 0 else 'losing'}."
    return f"{told} That is a correlation: who is ahead may take more."


def of_survival(table: pd.DataFrame) -> str:
    """Tell which findings survive in all the other editions."""
    first = table["edition"].iloc[0]
    found = table.loc[(table["edition"] == first) & (table["status"] == FOUND), "finding"].tolist()
    others = table[(table["edition"] != first) & table["finding"].isin(found)]
    editions, told = others["edition"].nunique(), []
    if not found or not editions:
        return "Other boxes: nothing was found that could be tested in other editions."
    by_finding: Any = others.groupby("finding", sort=False)
    firm = [finding for finding, rows in by_finding if (rows["status"] == SURVIVES).all()]
    if firm:
        told.append(f"{listed(f'“{finding}”' for finding in firm)} {'survive' if len(firm) > 1 else 'survives'} in all of them")
    for finding, rows in by_finding:
        where = {which: rows.loc[rows["status"] == which, "edition"].tolist() for which in (CHANGES, UNKNOWN)}
        parts = [f"{which} with {listed(labels)}" for which, labels in where.items() if labels]
        if parts:
            told.append(f"“{finding}” {', and '.join(parts)}")
    return f"Other boxes, {editions} of them: {'; '.join(told)}."


def of_unfinished(studies: pd.DataFrame) -> str:
    """Tell how many games were stopped by a turn limit."""
    n, games = int(studies["unfinished"].sum()), int(studies["games"].sum())
    if not n:
        return f"Unfinished games: none of the {games:,} that were played."
    where = studies.loc[studies["unfinished"] > 0, "study"].tolist()
    return f"Unfinished games: {n:,} of {games:,}, stopped by a turn limit and won by nobody, in {listed(dict.fromkeys(where))}."


def _named(component: str, name: object) -> str:
    """Return a component as it is spoken of: order “3 alike”."""
    words = spoken(str(name))
    return f"“{words}”" if words.startswith(component) else f"{component} “{words}”"


def _figures(row: Any, name: str) -> tuple[float, float, float]:
    value, low, high = (float(np.asarray(row[f"{name}{end}"])) for end in ("", "_low", "_high"))
    return value, low, high
