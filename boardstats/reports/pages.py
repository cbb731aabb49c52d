"""A report as one HTML page that needs nothing but itself: charts are in it as images, and styles as text.

The frame and the style are files in `templates/`, filled in by `string.Template`; what repeats is written here.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from .exhibits import Chapter, Exhibit, Section

if TYPE_CHECKING:
    import pandas as pd

_TEMPLATES = Path(__file__).parent / "templates"
_WIDE = 72  # letters of a row, from which on a table has the whole width
_FIGURE = re.compile(r"[+−\d–]")  # how a cell begins that holds a figure


class Picture(NamedTuple):
    """A chart as SVG for the page, with its title and caption, which are text there."""

    svg: bytes
    title: str
    caption: str
    width: int
    height: int


class Front(NamedTuple):
    """What stands before the chapters."""

    title: str
    lead: str
    command: str
    reading: Sequence[str]
    versions: Mapping[str, str]


def page(front: Front, chapters: Sequence[Chapter], pictures: Mapping[tuple[str, str], Picture]) -> str:
    """Return the whole page.

    Parameters
    ----------
    pictures : mapping
        By names of chapter and exhibit.
    """
    links = [("findings", "Findings"), ("reading", "How to read this"), ("again", "How to get it again")]
    links += [(chapter.name, chapter.title) for chapter in chapters]
    contents = "".join(f'<li><a href="#{anchor}">{_text(words)}</a></li>\n' for anchor, words in links)
    versions = ", ".join(f"{name} {version}" for name, version in front.versions.items())
    body = [_findings(chapters), _reading(front), _again(front, versions)]
    body += [_chapter(chapter, pictures) for chapter in chapters]
    filled = {
        "version": front.versions["boardstats"],
        "title": _text(front.title),
        "style": (_TEMPLATES / "report.css").read_text(encoding="utf-8"),
        "lead": _text(front.lead),
        "contents": f"<ul>\n{contents}</ul>",
        "body": "\n".join(body),
        "foot": _text(f"Made by {versions}."),
    }
    return Template((_TEMPLATES / "report.html").read_text(encoding="utf-8")).substitute(filled)


def _text(words: str) -> str:
    return html.escape(words, quote=False).replace(" %", "&nbsp;%")


def _findings(chapters: Sequence[Chapter]) -> str:
    parts = ['<section id="findings">\n<h2>Findings</h2>']
    for chapter in chapters:
        items = "\n".join(f"<li>{_emphasised(sentence)}</li>" for _, sentence in chapter.findings)
        parts.append(f'<h3><a href="#{chapter.name}">{_text(chapter.title)}</a></h3>\n<ul>\n{items}\n</ul>')
    return "\n".join([*parts, "</section>"])


def _emphasised(sentence: str) -> str:
    """Return a finding with what it is about, up to its colon, set off."""
    about, colon, rest = sentence.partition(":")
    return f"<strong>{_text(about)}{colon}</strong>{_text(rest)}" if colon and len(about) < 80 else _text(sentence)


def _reading(front: Front) -> str:
    items = "\n".join(f"<li>{_text(line)}</li>" for line in front.reading)
    return f'<section id="reading">\n<h2>How to read this</h2>\n<ul>\n{items}\n</ul>\n</section>'


def _again(front: Front, versions: str) -> str:
    return (
        '<section id="again">\n<h2>How to get it again</h2>\n'
        f'<p><code class="command">{_text(front.command)}</code></p>\n'
        f"<p>The same command gives the same files, whatever the number of workers, with {_text(versions)}. "
        '<a href="report.json">report.json</a> holds the editions and all that was played.</p>\n</section>'
    )


def _chapter(chapter: Chapter, pictures: Mapping[tuple[str, str], Picture]) -> str:
    sections = "\n".join(_section(chapter, section, pictures) for section in chapter.sections)
    links = "".join(
        f'<li><a href="#{chapter.name}-{section.name}">{_text(section.title)}</a></li>\n' for section in chapter.sections
    )
    return (
        f'<section class="chapter" id="{chapter.name}">\n<h2>{_text(chapter.title)}</h2>\n'
        f'<nav aria-label="{html.escape(chapter.title)}">\n<ul>\n{links}</ul>\n</nav>\n{sections}\n</section>'
    )


def _section(chapter: Chapter, section: Section, pictures: Mapping[tuple[str, str], Picture]) -> str:
    words = "\n".join(f"<p>{_text(line)}</p>" for line in section.words)
    shown = []
    for exhibit in section.exhibits:
        picture = pictures.get((chapter.name, exhibit.name))
        if picture is not None:
            shown.append(_figure(f"{chapter.name}/{exhibit.name}", exhibit, picture))
        if exhibit.table is not None and exhibit.shown is not None:
            shown.append(_table(f"{chapter.name}/{exhibit.name}", exhibit, exhibit.table, exhibit.shown, picture is None))
    exhibits = "\n".join(shown)
    return (
        f'<section id="{chapter.name}-{section.name}">\n<h3>{_text(section.title)}</h3>\n{words}\n'
        f'<div class="exhibits">\n{exhibits}\n</div>\n</section>'
    )


def _figure(path: str, exhibit: Exhibit, picture: Picture) -> str:
    alt = html.escape(f"Chart. {picture.title}. {exhibit.says}".strip())
    data = f"data:image/svg+xml;base64,{base64.b64encode(picture.svg).decode('ascii')}"
    files = [(f"{path}.png", "PNG"), (f"{path}.svg", "SVG")]
    if exhibit.table is not None and exhibit.shown is None:
        files.append((f"{path}.csv", f"CSV, {len(exhibit.table):,} rows"))
    return (
        f'<figure>\n<img alt="{alt}" width="{picture.width}" height="{picture.height}" src="{data}">\n'
        f"<figcaption><b>{_text(picture.title)}</b>{_text(picture.caption)}\n{_files(exhibit.title, files)}</figcaption>\n"
        "</figure>"
    )


def _files(what: str, files: Sequence[tuple[str, str]]) -> str:
    links = " · ".join(f'<a href="{path}" aria-label="{html.escape(f"{what}, {kind}")}">{kind}</a>' for path, kind in files)
    return f'<span class="files">{links}</span>'


def _table(path: str, exhibit: Exhibit, table: pd.DataFrame, shown: pd.DataFrame, alone: bool) -> str:
    figures = [all(_FIGURE.match(cell) for cell in shown[name]) for name in shown]
    kinds = [' class="n"' if figure else "" for figure in figures]
    status = exhibit.name == "editions"
    head = "".join(f'<th scope="col"{kind}>{_text(name)}</th>' for name, kind in zip(shown.columns, kinds, strict=True))
    if status:
        kinds[1:] = [' class="status"'] * (len(kinds) - 1)
    rows, write = [], _status if status else _cell
    for cells in shown.itertuples(index=False):
        first, *others = map(str, cells)
        rest = "".join(f"<td{kind}>{write(cell)}</td>" for cell, kind in zip(others, kinds[1:], strict=True))
        rows.append(f'<tr><th scope="row"{kinds[0]}>{_text(first)}</th>{rest}</tr>')
    cut = f" {len(shown)} of {len(table)} rows; all are in the file." if len(shown) < len(table) and not status else ""
    source = f"{exhibit.source}. " if alone and exhibit.source else ""  # else the caption of the chart beside it tells
    caption = f"<b>{_text(exhibit.title)}</b>{_text(source + exhibit.note + cut)}"
    files = _files(exhibit.title, [(f"{path}.csv", f"CSV, {len(table):,} rows")])
    longest = sum(max(len(str(name)), *map(len, shown[name])) + 2 for name in shown) if len(shown) else 0
    wide = " wide" if longest > _WIDE else ""
    body = "\n".join(rows)
    label = html.escape(exhibit.title)
    return (
        f'<div class="tabled{wide}">\n<div class="scroll" tabindex="0" role="region" aria-label="{label}">\n<table>\n'
        f"<caption><span>{caption}</span></caption>\n"
        f'<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>\n<p class="files">{files}</p>\n</div>'
    )


def _cell(cell: str) -> str:
    """Return a cell with its interval set off."""
    value, bracket, rest = cell.partition(" (")
    return f"{_text(value)}<i>{bracket}{_text(rest)}</i>" if bracket else _text(cell)


def _status(cell: str) -> str:
    """Return a cell with its status set off from its figure."""
    status, _, figure = cell.partition(": ")
    return f"<b>{_text(status)}</b><br>{_text(figure)}"
