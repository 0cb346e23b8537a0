"""The answer of `irassay decide`: what labels have settled so far, on one screen or as data."""

from __future__ import annotations

import json
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.drawing.tables.separated_values import table_tsv
from irassay.errors import without_secrets

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.decisions import Decision

FORM = "irassay decide 1"  # name and version of the JSON document
SHOWN = ("a", "b", "difference", "low", "high", "evidence", "verdict", "by")


def print_decision(decision: Decision, campaign: str, out: Output) -> None:
    """Print it, and the command that goes on."""
    result = decision.result()
    [pairs] = result.tables
    if out.form == "json":
        out.screen.result(json.dumps({"format": FORM, **decision.to_dict()}, indent=1, ensure_ascii=False))
    elif out.form == "tsv":
        out.screen.result(table_tsv(pairs).rstrip("\n"))
    else:
        part = ("", columns_of(pairs, SHOWN), ())
        sentences = [decision.lever, decision.scope]
        print_answer(out.screen, f"{result.title}.", [part], sentences=sentences, more="--format json has all of it.")
        verb = "judge" if decision.verdict == "undecided" else "labels"
        out.screen.next(without_secrets(f"irassay {verb} {quote(campaign)}"))
