"""Questions about systems that labels settle: what to label next, bets on what was drawn, verdicts for every look."""

from __future__ import annotations

from irassay.decisions.decide import decide
from irassay.decisions.decider import Decider
from irassay.decisions.decision import Decision, PairDecision
from irassay.upward import answered_in

__all__ = ["Decider", "Decision", "PairDecision", "decide"]

answered_in("irassay.decisions.words", "decision_result", "scope_of_decision")
