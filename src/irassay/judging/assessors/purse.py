"""Money for a model's answers: spent, set aside, and a budget."""

from __future__ import annotations

from decimal import Decimal

from irassay.judging.assessors.judge import FREE
from irassay.judging.store.models import Spending


class Purse:
    """What was spent, what questions on their way may cost, and a budget that the two together never pass."""

    def __init__(self, budget: Decimal | None, spent: Decimal) -> None:
        self._budget = budget
        self.spending = Spending(budget)
        self.spent = spent
        self._reserved = FREE

    def reserve(self, cost: Decimal) -> bool:
        """Set so much aside; False where that could pass the budget."""
        if self._budget is not None and self.spent + self._reserved + cost > self._budget:
            return False
        self._reserved += cost
        return True

    def settle(self, reserved: Decimal, cost: Decimal) -> None:
        """What was set aside has cost so much."""
        self._reserved -= reserved
        self.spent += cost
