"""The page of a Result: one HTML file without network access, usable without scripts, with all foreign text escaped."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from irassay.drawing.charts.marks import DARK, LIGHT, SANS, literal_marks, marks, variables
from irassay.drawing.escape import visible
from irassay.drawing.tables.formats import table_csv, with_definitions
from irassay.reporting.blocks import section_views, systems_of
from irassay.reporting.glossary import terms_in, with_terms, with_whole_words
from irassay.reporting.pairs import MOST_SYSTEMS, pair_data
from irassay.reporting.plain import results_table
from irassay.reporting.verdict import unnamed_places, verdict_view
from irassay.result import LeagueChart

if TYPE_CHECKING:
    from jinja2 import Environment

    from irassay.result import Result

VERBS = {"overview": "report", "": "report"}  # study -> the verb that makes its page, where that has another name
MOST_FLAGS = 20  # systems whose flags are explained in the open; more unfold


def page(result: Result) -> str:
    """The page as HTML text, with its styles, one script and the numbers of the pairs."""
    from markupsafe import Markup

    script = _script()
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
            policy=_policy(script),
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
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["unnamed_places"] = unnamed_places
    environment.filters["with_terms"] = with_terms
    environment.filters["with_whole_words"] = with_whole_words
    environment.globals["most_pairs"] = MOST_SYSTEMS
    environment.globals["most_flags"] = MOST_FLAGS
    return environment


def _finalize(value: Any) -> Any:
    """Text for the page with invisible characters spelled out; autoescape does the rest."""
    return visible(value) if type(value) is str else value


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


def _policy(script: str) -> str:
    """The content security policy: it allows the one script by its hash, inline styles and generated images only."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:"


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
