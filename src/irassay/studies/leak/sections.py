"""The sections of the page: the answer, the pairs, people's labels, what leaked, scores, order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.result import Finding, Section
from irassay.studies.leak import tables, words

if TYPE_CHECKING:
    from irassay.studies.leak.evidence import Evidence


def sections_of(of: Evidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    return [_answer(of), *_review(of)]


def _answer(of: Evidence) -> Section:
    leaks = of.leaks
    low, high = leaks.interval
    numbers = {"leaked": len(leaks.leaked), "queries": len(leaks.queries), "low": low, "high": high}
    level: Any = "warning" if leaks.leaked else "note"
    body: list[Any] = [Finding("leaked", level, "none", words.leaked(of), numbers)]
    if text := words.counts(of):
        body.append(Finding("counted", "note", "none", text))
    if leaks.leaked:
        body.append(tables.pairs_table(leaks))
    if len(leaks):
        body += [tables.fields_table(of), tables.types_table(of)]
    return Section("answer", "Which test queries were trained on?", body)


def _review(of: Evidence) -> list[Section]:
    if not of.leaks.review:
        return []
    finding = Finding("review", "note", "none", words.REVIEW, {"review": len(of.leaks.review)})
    return [Section("review", "For people to look at", [finding, tables.review_table(of.leaks)])]
