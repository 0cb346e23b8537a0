"""Questions about systems that labels settle: what to label next, bets on what was drawn, verdicts for every look."""

from __future__ import annotations

from irassay.decisions.costs import DecisionPlan, Replay, plan, replay
from irassay.decisions.decide import decide
from irassay.decisions.decider import Decider
from irassay.decisions.decision import Decision, PairDecision
from irassay.decisions.forecast import Forecast, Lever
from irassay.upward import answered_in

__all__ = [
    "Decider",
    "Decision",
    "DecisionPlan",
    "Forecast",
    "Lever",
    "PairDecision",
    "Replay",
    "decide",
    "plan",
    "replay",
]

answered_in("irassay.decisions.words", "lever_of_decision", "scope_of_decision")
answered_in("irassay.decisions.page", "page_of_decision")
