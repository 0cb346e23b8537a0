"""The page of a Result: one HTML file without network access, usable without scripts, with all foreign text escaped."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from irassay.drawing.charts.marks import DARK, LIGHT, SANS, literal_marks, marks, variables
from irassay.drawing.escape import markup, visible
from irassay.drawing.tables.formats import heading, table_csv, with_definitions
from irassay.messages.facts import entries
from irassay.provenance import Provenance
from irassay.reporting.blocks import section_views, systems_of
from irassay.reporting.pairs import MOST_SYSTEMS, pair_data
from irassay.reporting.plain import results_table
from irassay.reporting.verdict import unnamed_places, verdict_view
from irassay.result import Column, LeagueChart, Result

if TYPE_CHECKING:
    from jinja2 import Environment


VERBS = {"overview": "report", "": "report"}  # study -> the verb that makes its page, where that has another name
MOST_FLAGS = 20  # systems whose flags are explained in the open; more unfold


@dataclass(frozen=True, slots=True)
class Term:
    """A term, the forms in which texts have it, what it means here, and the studies that use it; none for all."""

    name: str
    forms: str
    meaning: str
    studies: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The id of its element in the page."""
        return f"word-{self.name.replace(' ', '-').lower()}"


TERMS = tuple(Term(name, **fields) for name, fields in entries(Path(__file__).with_name("glossary")).items())
MARKS = ".,;:)"  # that stand on the line of the word before them


@cache
def terms_of(study: str) -> tuple[Term, ...]:
    """The terms of a study's page."""
    return tuple(term for term in TERMS if not term.studies or study in term.studies)


def terms_in(result: Result) -> list[Term]:
    """The terms that the sentences and headings of a result use."""
    text, terms = "\n".join(_texts(result)), terms_of(result.study)
    used = {match.lastgroup for match in _forms(result.study).finditer(text)}
    return [term for i, term in enumerate(terms) if f"t{i}" in used]


def _texts(part: object) -> Iterator[str]:
    """Every text of a part of a result, without the cells of tables."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Column):
        yield from (heading(part), part.unit, part.definition)
    elif isinstance(part, Sequence):
        yield from chain.from_iterable(map(_texts, part))
    elif is_dataclass(part) and not isinstance(part, Provenance):
        yield from chain.from_iterable(_texts(getattr(part, one.name)) for one in fields(part))


@cache
def _forms(study: str) -> re.Pattern[str]:
    terms = enumerate(terms_of(study))
    return re.compile("|".join(rf"(?P<t{i}>(?<![\w@-])(?:{term.forms})(?![\w@-]))" for i, term in terms), re.I)


def with_terms(text: str, study: str = "overview") -> Markup:
    """The escaped text with the first mention of each term as a button that opens its meaning."""
    out, last, seen = [], 0, set()
    for match in _forms(study).finditer(text):
        term = terms_of(study)[int(str(match.lastgroup)[1:])]
        if term.key in seen:
            continue
        seen.add(term.key)
        button = f'<button type="button" class="term" popovertarget="{term.key}">{match[0]}</button>'
        mark = text[match.end() : match.end() + 1]
        if mark and mark in MARKS:  # a line may break after a button, also before a comma
            button = f'<span class="whole">{button}{mark}</span>'
        else:
            mark = ""
        out += [markup(text[last : match.start()]), button]
        last = match.end() + len(mark)
    return Markup("".join(out) + markup(text[last:]))


def with_whole_words(text: str) -> Markup:
    """The escaped text; a word with a hyphen, such as a name, is in a box that breaks where no line holds it."""
    words = (f'<span class="one">{markup(word)}</span>' if "-" in word else markup(word) for word in text.split(" "))
    return Markup(" ").join(map(Markup, words))


def page(result: Result) -> str:
    """The page as HTML text, with its styles, one script and the numbers of the pairs."""
    script = _script()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:"
    numbers = {name: i for i, name in enumerate(systems_of(result))}
    sections = section_views(result, numbers)
    return (
        templates()
        .get_template("page.html.j2")
        .render(
            result=result,
            verb=VERBS.get(result.study, result.study),
            verdict=verdict_view(result, numbers),
            sections=sections,
            terms=terms_in(result),
            style=Markup(_style()),
            script=Markup(script),
            policy=policy,
            data=Markup(_data(result, list(numbers))),
        )
    )


@cache
def templates() -> Environment:
    """The templates, with autoescape for all foreign text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("irassay.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,  # autoescape does the rest
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["unnamed_places"] = unnamed_places
    environment.filters["with_terms"] = with_terms
    environment.filters["with_whole_words"] = with_whole_words
    environment.globals["most_pairs"] = MOST_SYSTEMS
    environment.globals["most_flags"] = MOST_FLAGS
    return environment


@cache
def asset(name: str) -> str:
    """A style or script of the page."""
    return (files("irassay.reporting") / "assets" / name).read_text(encoding="utf-8").strip()


@cache
def _script() -> str:
    """The parts of the script in one function, so that none of its names is global."""
    parts = "\n\n".join(asset(f"{name}.js") for name in ("page", "tables", "league", "matrix", "save"))
    return f'"use strict";\n(() => {{\n{parts}\n}})();'


@cache
def _style() -> str:
    """Colours, marks and layout; a reader can choose the theme in the page."""
    chosen = f"@media screen{{:root[data-theme=dark]{{color-scheme:dark;{variables(DARK)}}}}}"
    return style(":root:not([data-theme=light])", "page.css", chosen)


def style(dark_root: str, sheet: str, *more: str) -> str:
    """Colours, marks and a style sheet; `dark_root` is dark where the reader's system is."""
    return "\n".join(
        (
            f":root{{color-scheme:light;{variables(LIGHT)};--sans:{SANS}}}",
            f"@media screen and (prefers-color-scheme:dark){{{dark_root}{{color-scheme:dark;{variables(DARK)}}}}}",
            *more,
            marks().strip(),
            asset(sheet),
        )
    )


def _data(result: Result, systems: list[str]) -> str:
    """The data of the script, as JSON that can't close the element that contains it."""
    results = results_table(result)
    leagues = [f.table for f in result.figures if isinstance(f, LeagueChart)]
    body: dict[str, Any] = {
        "systems": [visible(s) for s in systems],
        "marks": literal_marks(LIGHT),
        "pairs": pair_data(result),
        "results": table_csv(with_definitions(results)) if results else "",
        "league": table_csv(with_definitions(leagues[0])) if leagues else "",
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    for c in "<>&\u2028\u2029":
        text = text.replace(c, f"\\u{ord(c):04x}")
    return text
