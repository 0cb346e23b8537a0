"""Places of systems that an argument names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irassay.errors import UsageError, cut


def places_of(systems: Sequence[str], names: Iterable[str], *, argument: str) -> list[int]:
    """The place of each name among the systems; UsageError names the argument where one is not there."""
    place = {system: i for i, system in enumerate(systems)}
    for name in names:
        if name not in place:
            raise UsageError(
                f"{argument} names {cut(name)}, which is not among the {len(place):,} systems: "
                f"{', '.join(systems[:5])}{' ...' if len(systems) > 5 else ''}"
            )
    return [place[name] for name in names]
