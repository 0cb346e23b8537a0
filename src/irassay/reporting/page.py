"""Result -> one HTML file: no network, works with scripts off, everything from outside escaped."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from irassay.drawing.charts.colours import DARK, LIGHT, SANS, declared, marks, resolved
from irassay.drawing.escape import visible
from irassay.drawing.tables.separated import table_csv, with_definitions
from irassay.reporting.blocks import section_views, systems_of
from irassay.reporting.pairs import MOST_SYSTEMS, pair_data
from irassay.reporting.plain import results_table
from irassay.reporting.verdict import places_unsaid, verdict_view
from irassay.result import LeagueChart

if TYPE_CHECKING:
    from jinja2 import Environment

    from irassay.result import Result

MOST_FLAGS = 20  # systems whose flags are explained in the open; more unfold
RAIL = {
    "verdict": "Verdict",
    "since": "What changed",
    "league": "League table",
    "pairs": "Pairs",
    "labels": "Labels",
    "coverage": "Coverage",
    "thinning": "Fewer labels",
    "stability": "Stability",
    "queries": "Queries",
    "differences": "Differences",
    "files": "Files",
    "method": "Method, LaTeX",
    "provenance": "Provenance",
}


def page(result: Result) -> str:
    """The page as text.

    Parameters
    ----------
    result : Result

    Returns
    -------
    str
        HTML with its styles, one script and the pairs' numbers within.
    """
    from markupsafe import Markup

    from irassay.studies.track.page_order import short_titles

    script, short = _script(), short_titles() if result.study == "track" else RAIL
    numbered = {name: i for i, name in enumerate(systems_of(result))}
    sections = section_views(result, numbered)
    return (
        templates()
        .get_template("page.html.j2")
        .render(
            result=result,
            verdict=verdict_view(result, numbered),
            sections=sections,
            rail=[(s.name, short.get(s.name, s.title)) for s in sections],
            style=Markup(_style()),
            script=Markup(script),
            policy=_policy(script),
            data=Markup(_data(result, list(numbered))),
        )
    )


@cache
def templates() -> Environment:
    """Our templates, with everything from outside escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("irassay.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["places_unsaid"] = places_unsaid
    made.globals["most_pairs"] = MOST_SYSTEMS
    made.globals["most_flags"] = MOST_FLAGS
    return made


def _seen(value: Any) -> Any:
    """Text that goes into the page shows what it holds; autoescape does the rest."""
    return visible(value) if type(value) is str else value


@cache
def asset(name: str) -> str:
    """A style or script of the page."""
    return (files("irassay.reporting") / "assets" / name).read_text(encoding="utf-8").strip()


@cache
def _script() -> str:
    """The parts of the script in one function, so that nothing of it can be reached from outside."""
    parts = "\n\n".join(asset(f"{name}.js") for name in ("page", "tables", "league", "matrix", "save"))
    return f'"use strict";\n(() => {{\n{parts}\n}})();'


@cache
def _style() -> str:
    """Tokens, marks and layout. Dark where the reader's system says so, unless the reader chose otherwise here."""
    light, dark = declared(LIGHT), declared(DARK)
    return "\n".join(
        (
            f":root{{color-scheme:light;{light};--sans:{SANS}}}",
            "@media screen and (prefers-color-scheme:dark)"
            f"{{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}",
            f"@media screen{{:root[data-theme=dark]{{color-scheme:dark;{dark}}}}}",
            marks().strip(),
            asset("page.css"),
        )
    )


def _policy(script: str) -> str:
    """What the browser may run and load: our one script by its hash, our styles, images we make. Nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:"


def _data(result: Result, systems: list[str]) -> str:
    """What the script needs, as JSON that can't end the element it stands in."""
    results = results_table(result)
    leagues = [f.table for f in result.figures if isinstance(f, LeagueChart)]
    body: dict[str, Any] = {
        "systems": [visible(s) for s in systems],
        "marks": resolved(LIGHT),
        "pairs": pair_data(result),
        "results": table_csv(with_definitions(results)) if results else "",
        "league": table_csv(with_definitions(leagues[0])) if leagues else "",
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    for c in "<>&\u2028\u2029":
        text = text.replace(c, f"\\u{ord(c):04x}")
    return text
