"""What the preflight found in the files, worst first."""

from __future__ import annotations

from irassay.result import Finding, Section, Table
from irassay.studies.overview.evidence import Evidence
from irassay.studies.page_section import plain_section
from irassay.wording import capital, listed, spelled

_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


def files_section(evidence: Evidence) -> Section:
    """The preflight's findings under a line that counts them."""
    findings: list[Finding] = sorted(evidence.files, key=lambda f: _WORST_FIRST.index(f.level))
    body: list[Finding | Table] = [*findings]
    if evidence.flags is not None:
        body.append(evidence.flags)
    return Section("files", "The files", body, standfirst=in_numbers(findings))


def in_numbers(findings: list[Finding]) -> str:
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


SECTION = plain_section("files", "Files", files_section, about="files")
