"""Runs that are left out by name when files are read: which runs stay, and what to say of a name that is none."""

from __future__ import annotations

from irassay.errors import UnknownSystem, UsageError, cut
from irassay.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR = 3  # names that are offered for one that is no run's


def places_without(systems: Sequence[str], leave_out: Sequence[str]) -> list[int]:
    """The places of the systems that stay; UsageError for a name that no system has, or where no system stays.

    >>> places_without(["bm25", "dense", "fused"], ["dense"])
    [0, 2]
    >>> places_without(["bm25", "dense"], ["dence"])
    Traceback (most recent call last):
    irassay.errors.UnknownSystem: no run "dence" to leave out; did you mean dense?
    """
    names = [leave_out] if isinstance(leave_out, str) else list(leave_out)
    for name in names:
        if name not in systems:
            raise UnknownSystem(f"no run {cut(name)} to leave out; {_instead(name, systems)}", name)
    stay = [place for place, system in enumerate(systems) if system not in names]
    if not stay:
        raise UsageError("every run is left out, expected one that stays")
    return stay


def _instead(name: str, systems: Sequence[str]) -> str:
    from difflib import get_close_matches

    by_lower = {system.lower(): system for system in systems}
    near = [by_lower[lower] for lower in get_close_matches(name.lower(), by_lower, NEAR)]
    if near:
        return f"did you mean {listed(near, last='or')}?"
    return f"expected {listed(list(systems), 5, last='or')}"
