"""Words on an order of two systems that was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import plural

if TYPE_CHECKING:
    from irassay.result import Finding
    from irassay.verdict.expectation import Expectation


def title(order: Expectation) -> str:
    """What was expected, as a question."""
    if order.margin is None:
        return f"Is {order.better} better than {order.worse}?"
    return f"Is {order.better} worse than {order.worse} by {order.margin:g} or more?"


def advice(action: str, answer: str) -> str:
    """What to do next, which is beside the point where what was expected has its answer."""
    if not action or answer == "undecided":
        return action
    return f"Besides what was asked: {action[0].lower()}{action[1:]}"


def about_files(findings: Sequence[Finding]) -> str:
    """What errors and warnings about the files say that the answer was made from; "" without any."""
    if not findings:
        return ""
    counts = [(level, sum(finding.level == level for finding in findings)) for level in ("error", "warning")]
    n = " and ".join(plural(n, level) for level, n in counts if n)
    return f"made from files with {n}: {'; '.join(finding.text for finding in findings)}"
