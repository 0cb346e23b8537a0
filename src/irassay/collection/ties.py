"""The tie rule of rankings: the precision at which two scores are equal."""

from __future__ import annotations

from irassay.arguments import check_choice
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

Ties: TypeAlias = 'Literal["float64", "float32"]'  # a text: scoring loads no `typing`
TIES = ("float64", "float32")


def tie_rule(ties: str) -> _core.Ties:
    """The kernel's constant for a tie rule; a UsageError where there is no such rule."""
    check_choice("ties", ties, TIES)
    return _core.Ties.float32 if ties == "float32" else _core.Ties.float64
