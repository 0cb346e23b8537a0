"""What the preflight found in the files, worst first."""

from __future__ import annotations

from irassay.result import Finding, Section, Table
from irassay.studies.overview.evidence import Evidence
from irassay.studies.page_section import plain_section
from irassay.wording import capital, spelled

_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


def files_section(evidence: Evidence) -> Section:
    """The preflight's findings under a line that counts them."""
    found: list[Finding] = sorted(evidence.files, key=lambda f: _WORST_FIRST.index(f.level))
    body: list[Finding | Table] = [*found]
    if evidence.flags is not None:
        body.append(evidence.flags)
    return Section("files", "The files", body, standfirst=counted(found))


def counted(found: list[Finding]) -> str:
    """How many errors, warnings and notes.

    >>> counted([])
    'The preflight found nothing odd.'
    """
    parts = []
    for level in ("error", "warning", "note"):
        n = sum(f.level == level for f in found)
        if n:
            parts.append(f"{spelled(n)} {level}{'' if n == 1 else 's'}")
    if not parts:
        return "The preflight found nothing odd."
    text = ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]
    return f"{capital(text)}."


SECTION = plain_section("files", "Files", files_section, about="files")
