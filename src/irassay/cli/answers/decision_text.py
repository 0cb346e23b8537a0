"""The answer of `irassay decide`: what labels have settled so far, on one screen or as data."""

from __future__ import annotations

import json
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli.answers.decision import CODE
from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.drawing.tables.separated_values import table_tsv
from irassay.errors import UsageError, cut, without_secrets
from irassay.messages import listed
from irassay.verdict.expectation import expectation_of

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.decisions import Decision

FORM = "irassay decide 1"  # name and version of the JSON document
SHOWN = ("a", "b", "difference", "low", "high", "evidence", "verdict", "by")


def print_decision(decision: Decision, campaign: str, sheet: str | None, out: Output) -> None:
    """Print it, and the command that goes on; `sheet` is the file that people fill in instead of a page."""
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
        where = quote(campaign)
        judge = f"decide {where} --answers {quote(sheet)} --assessor NAME" if sheet else f"judge {where}"
        following = judge if decision.verdict == "undecided" else f"labels {where}"
        out.screen.next(without_secrets(f"irassay {following}"))


def code_of(decision: Decision, expect: str) -> int:
    """The exit code of an order that is expected; UsageError where the question doesn't ask about its systems."""
    systems = {name for pair in decision.pairs for name in (pair.a, pair.b)}
    order = expectation_of(expect, None, systems)
    if order.margin is not None:
        raise UsageError(f"--expect {cut(expect)} has a margin: the question has its own, asked with --margin")
    pair = next((pair for pair in decision.pairs if {pair.a, pair.b} == {*order.pair}), None)
    if pair is None:
        raise UsageError(f"--expect is {cut(expect)}, and the question asks of {listed(sorted(map(cut, systems)))}")
    if pair.verdict == "settled":
        return CODE["better" if pair.better == order.better else "worse"]
    return CODE[pair.verdict]
