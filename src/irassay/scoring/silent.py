"""Systems that answer no counted query, beside systems that do: their zeros are of questions nobody put to them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Answered(Protocol):
        """The attributes of scores that say who answers what."""

        @property
        def systems(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def queries(self) -> Sequence[str]: ...  # noqa: D102
        @property
        def missing(self) -> Mapping[str, Sequence[str]]: ...  # noqa: D102


def silent_systems(scores: Answered) -> tuple[str, ...]:
    """The systems whose runs have none of the counted queries; none where that is every system."""
    n = len(scores.queries)
    silent = tuple(system for system in scores.systems if n and len(scores.missing.get(system, ())) == n)
    return silent if len(silent) < len(scores.systems) else ()
