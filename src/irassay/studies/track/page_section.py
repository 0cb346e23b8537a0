"""What a section of a track's overview is: its name, its short title, and how it is composed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.result import Section
    from irassay.studies.track.analysis import Analysis


@dataclass(frozen=True, slots=True)
class PageSection:
    """One section, as `page_order` lists it.

    Attributes
    ----------
    name : str
        Of the `Section` that it composes.
    short_title : str
        In the page's rail; "" where that is the section's title.
    compose : callable
        From what all sections read to the section; None, or a section without a body, where it has nothing to say.
    """

    name: str
    short_title: str
    compose: Callable[[Analysis], Section | None]
