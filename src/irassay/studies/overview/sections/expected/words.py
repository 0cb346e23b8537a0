"""Words on an order of two systems that was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.verdict.expectation import Expectation


def title(order: Expectation) -> str:
    """What was expected, as a question.

    >>> from irassay.verdict.expectation import Expectation
    >>> title(Expectation("new", "old")), title(Expectation("new", "old", 0.01))
    ('Is new better than old?', 'Is new worse than old by less than 0.01?')
    """
    if order.margin is None:
        return f"Is {order.better} better than {order.worse}?"
    return f"Is {order.better} worse than {order.worse} by less than {order.margin:g}?"
