"""What is asked of preferences, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

from irassay.agreement.both_leaderboards import MEASURE
from irassay.collection.qrels import Qrels
from irassay.collection.ties import Ties
from irassay.comparison.win_ratios import LEAST_ASKED, Correction, Fill
from irassay.estimates.pools.left_out_answers import AnswersOf
from irassay.label_sets.best_answers import Incomplete
from irassay.pooling.judging_orders import KnownRule
from irassay.random_keys import key_of


@dataclass(frozen=True, slots=True)
class Settings:
    """How preferences are counted and runs scored; fields as the keywords of `prefer`."""

    answers: str | PathLike[str] | Qrels | AnswersOf | None = None
    known_rule: KnownRule = "first"
    measure: str = MEASURE
    least_asked: float = LEAST_ASKED
    fill: Fill = "none"
    incomplete: Incomplete = "leave-out"
    correction: Correction = "bonferroni"
    query_texts: Any = None  # Texts, {id: text} or a path, as doc_texts: shown beside best answers
    doc_texts: Any = None
    ties: Ties | None = None
    seed: int = 0
    threads: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", key_of(self.seed))
