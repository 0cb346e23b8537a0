"""A section of a study's page, the sections of a page from the study's list, and the one about the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from irassay.messages import capital, listed, spelled
from irassay.preflight.phrases import STAYS
from irassay.result import Finding, Section, Table
from irassay.studies.sections.captions import SHARED

Source = TypeVar("Source")
Shared = TypeVar("Shared")
Own = TypeVar("Own")
About: TypeAlias = Literal["systems", "files"]
_WORST_FIRST = ("error", "warning", "note", "undecided", "settled")


@dataclass(frozen=True, slots=True)
class PageSection(Generic[Source, Shared, Own]):
    """One section, as a study's `page_order` lists it."""

    name: str  # of the `Section` that it composes
    short_title: str  # in the page's rail; "" where that is the section's title
    collect: Callable[[Source], Own]  # comparison -> evidence that this section alone reads
    # shared and own evidence -> section; None where it has nothing to say
    compose: Callable[[Shared, Own], Section | None]
    about: About = "systems"  # "systems": left out where the files don't belong together


def plain_section(
    name: str, short_title: str, compose: Callable[[Shared], Section | None], about: About = "systems"
) -> PageSection[Any, Shared, None]:
    """A section that reads only what all share."""
    return PageSection(name, short_title, lambda _: None, lambda shared, _: compose(shared), about)


def sections_of(
    page_order: Sequence[PageSection[Any, Shared, Any]], shared: Shared, own: Mapping[str, Any] | None = None
) -> list[Section]:
    """The sections that have something to say, in the order of the page; `own` is section -> its own evidence."""
    own = own or {}
    composed = ((each.short_title, each.compose(shared, own.get(each.name))) for each in page_order)
    return [replace(section, short_title=short) for short, section in composed if section is not None]


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
