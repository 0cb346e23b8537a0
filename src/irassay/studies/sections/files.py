"""What the preflight found in the files, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.result import Finding, Section, Table
from irassay.wording import capital, listed, spelled

_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


def files_section(findings: Sequence[Finding], flags: Table | None) -> Section:
    """The preflight's findings under a line that counts them, and the runs that can't be compared as they are."""
    worst_first = sorted(findings, key=lambda f: _WORST_FIRST.index(f.level))
    body: list[Finding | Table] = [*worst_first]
    if flags is not None:
        body.append(flags)
    return Section("files", "The files", body, standfirst=in_numbers(worst_first))


def in_numbers(findings: Sequence[Finding]) -> str:
    """How many errors, warnings and notes.

    >>> in_numbers([])
    'The preflight found nothing odd.'
    """
    parts = []
    for level in ("error", "warning", "note"):
        n = sum(f.level == level for f in findings)
        if n:
            parts.append(f"{spelled(n)} {level}{'' if n == 1 else 's'}")
    if not parts:
        return "The preflight found nothing odd."
    return f"{capital(listed(parts))}."
