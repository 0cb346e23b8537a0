"""Findings of the preflight in the files, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.messages import capital, listed, spelled
from irassay.preflight.phrases import STAYS
from irassay.result import Finding, Section, Table
from irassay.studies.sections.captions import SHARED

_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


def files_section(findings: Sequence[Finding], flags: Table | None) -> Section:
    """The preflight's findings under a line that counts them, and the runs that can't be compared as they are."""
    worst_first = sorted(findings, key=lambda f: _WORST_FIRST.index(f.level))
    body: list[Finding | Table] = [*worst_first, *([] if flags is None else [flags])]
    standfirst = SHARED("files", answer=capital(listed(in_numbers(worst_first))), who=who_is_first(worst_first))
    return Section("files", "The files", body, standfirst=standfirst)


def who_is_first(findings: Sequence[Finding]) -> str:
    """Whether an error or a warning could put another system first; "" where that is not known of all."""
    serious = [finding for finding in findings if finding.level in ("error", "warning")]
    if not serious or not all(finding.numbers.get(STAYS) for finding in serious):
        return ""
    return SHARED("files.first", n=len(serious), level=serious[0].level)


def in_numbers(findings: Sequence[Finding]) -> list[str]:
    """How many errors, warnings and notes."""
    counts = [(level, sum(f.level == level for f in findings)) for level in ("error", "warning", "note")]
    return [f"{spelled(n)} {level}{'' if n == 1 else 's'}" for level, n in counts if n]
