"""Findings of the preflight in the files, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.messages import capital, listed, spelled
from irassay.preflight.words.first_place import STAYS
from irassay.result import Finding, Section, Table

_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


def files_section(findings: Sequence[Finding], flags: Table | None) -> Section:
    """The preflight's findings under a line that counts them, and the runs that can't be compared as they are."""
    worst_first = sorted(findings, key=lambda f: _WORST_FIRST.index(f.level))
    body: list[Finding | Table] = [*worst_first]
    if flags is not None:
        body.append(flags)
    who = who_is_first(worst_first)
    answer = in_numbers(worst_first)
    return Section(
        "files", "The files", body, standfirst=f"{answer}; {who[0].lower()}{who[1:]}" if who else f"{answer}."
    )


def who_is_first(findings: Sequence[Finding]) -> str:
    """Whether an error or a warning could put another system first; "" where that is not known of all."""
    serious = [finding for finding in findings if finding.level in ("error", "warning")]
    if not serious or not all(finding.numbers.get(STAYS) for finding in serious):
        return ""
    errors, warnings = (sum(finding.level == level for finding in serious) for level in ("error", "warning"))
    if len(serious) == 1:
        return f"The {serious[0].level} doesn't change who comes first."
    kinds = listed([f"{noun}s" for noun, n in (("error", errors), ("warning", warnings)) if n])
    return f"None of the {kinds} by itself changes who comes first."


def in_numbers(findings: Sequence[Finding]) -> str:
    """How many errors, warnings and notes."""
    parts = []
    for level in ("error", "warning", "note"):
        n = sum(f.level == level for f in findings)
        if n:
            parts.append(f"{spelled(n)} {level}{'' if n == 1 else 's'}")
    if not parts:
        return "The preflight found nothing odd"
    return capital(listed(parts))
