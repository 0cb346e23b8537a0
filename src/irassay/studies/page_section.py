"""A section of a study's page, and the sections of a page from the study's list of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from irassay.result import Section

Source = TypeVar("Source")
Shared = TypeVar("Shared")
Own = TypeVar("Own")
About: TypeAlias = Literal["systems", "files"]


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
