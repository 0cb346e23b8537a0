"""The answer of `irassay decide`: what labels have settled so far, on one screen or as data."""

from __future__ import annotations

import json
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli.answers.decision import CODE
from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.decisions.words import lead, pairs_table
from irassay.drawing.tables.formats import table_tsv
from irassay.errors import UsageError, cut, without_secrets
from irassay.messages import listed
from irassay.verdict.expectation import expectation_of

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.decisions import Decider, Decision, Replay
    from irassay.result import Table

FORM = "irassay decide 1"  # name and version of the JSON document
TOLD = ("unlabelled", "tied")  # columns of a replay that a sentence has where there are any
SHOWN = ("a", "b", "difference", "low", "high", "verdict", "by")


def print_decision(
    decision: Decision, campaign: str, files: tuple[str | None, str | None], n_half: int, out: Output
) -> None:
    """Print it, and the command that goes on; `files` are those that went out, and came back, instead of a page, and
    `n_half` documents wait for another person."""
    pairs = pairs_table(decision)
    if out.form == "json":
        out.screen.result(json.dumps({"format": FORM, **decision.to_dict()}, indent=1, ensure_ascii=False))
    elif out.form == "tsv":
        out.screen.result(table_tsv(pairs).rstrip("\n"))
    else:
        part = ("", columns_of(pairs, SHOWN), ())
        wait = CLI("decided.half-answered", n=n_half, file=any(files)) if n_half else ""
        sentences = [decision.lever, decision.scope, wait]
        print_answer(
            out.screen, f"{lead(decision)}.", [part], sentences=sentences, more=CLI("decided") if len(pairs) > 1 else ""
        )
        where, (sheet, back) = quote(campaign), files
        judge = f"decide {where} --next todo.tsv" if back else f"judge {where}"
        judge = f"decide {where} --answers {quote(sheet)} --assessor NAME" if sheet else judge
        following = judge if decision.verdict == "undecided" else f"decide {where} -o decision.html"
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


def print_plan(decider: Decider, out: Output) -> None:
    """Print what differences cost, in labels and queries."""
    from irassay.decisions import plan
    from irassay.decisions.words import planned

    of = plan(decider)
    _print_costs(of.table(), planned(of), out)


def print_replay(replay: Replay, out: Output) -> None:
    """Print what campaigns would have cost."""
    from irassay.decisions.words import replayed

    _print_costs(replay.table(), replayed(replay), out)


def _print_costs(table: Table, sentences: list[str], out: Output) -> None:
    if out.form == "json":
        rows = [dict(zip((one.name for one in table.columns), row, strict=True)) for row in _rows(table)]
        out.screen.result(json.dumps({"format": f"irassay decide {table.name} 1", "rows": rows}, indent=1))
    elif out.form == "tsv":
        out.screen.result(table_tsv(table).rstrip("\n"))
    else:
        answer, *others = sentences
        names = [one.name for one in table.columns if one.name not in TOLD]
        print_answer(out.screen, answer, [("", columns_of(table, names), ())], sentences=others, more="")


def _rows(table: Table) -> list[tuple[object, ...]]:
    return list(zip(*(one.values for one in table.columns), strict=True))
