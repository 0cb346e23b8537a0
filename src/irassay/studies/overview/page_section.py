"""What a section of the overview is: its name, its short title, what it collects and how it is composed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from irassay.result import Section
    from irassay.studies.overview.comparison import Comparison
    from irassay.studies.overview.evidence import Evidence

E = TypeVar("E")
About: TypeAlias = Literal["systems", "files"]


@dataclass(frozen=True, slots=True)
class PageSection(Generic[E]):
    """One section, as `page_order` lists it.

    Attributes
    ----------
    name : str
        Of the `Section` that it composes.
    short_title : str
        In the page's rail.
    collect : callable
        From the comparison to evidence that this section alone reads.
    compose : callable
        From what all sections share, and its own evidence, to the section; None where it has nothing to say.
    about : {"systems", "files"}
        A section about systems is left out where the files don't belong together.
    """

    name: str
    short_title: str
    collect: Callable[[Comparison], E]
    compose: Callable[[Evidence, E], Section | None]
    about: About = "systems"


def plain_section(
    name: str, short_title: str, compose: Callable[[Evidence], Section | None], about: About = "systems"
) -> PageSection[None]:
    """A section that reads only what all share."""
    return PageSection(name, short_title, lambda _: None, lambda evidence, _: compose(evidence), about)
