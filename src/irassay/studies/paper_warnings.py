"""The warnings of `paper_table`: those that ``irassay compare --format latex`` prints beside the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from irassay.comparison.league.words import cautions
from irassay.formats.loss_warnings import say
from irassay.messages import visible
from irassay.preflight.unfit import of_order
from irassay.scoring.left_out_words import left_out

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.preflight.order import TieMoves
    from irassay.preflight.unfit import Unfit
    from irassay.scoring import Scores
    from irassay.verdict import Verdict


def warnings_of(
    scores: Scores,
    both: tuple[Qrels, Runs],
    unfit: Unfit,
    verdicts: Iterable[Verdict],
    moves: Mapping[str, TieMoves | None],
) -> list[str]:
    """What stands beside the scores of one collection: of its runs, of equal scores, and of the tests. `moves` is
    measure -> what equal scores leave open."""
    qrels, runs = both
    texts = left_out(scores, {system: set(queries) for system, queries in runs.without_hits.items()})
    for verdict in verdicts:
        if verdict.measure is None:
            continue
        ties = moves.get(str(verdict.measure))
        texts += unfit.warnings(verdict.measure)
        texts += of_order(qrels, runs, verdict.measure, ties, read=scores.policy.ties)
        texts += [] if verdict.nothing_relevant else cautions(verdict.league, apart_from=unfit.unlabelled)
    return texts


def warn(texts: Iterable[str]) -> None:
    """Warn of each once, where the caller's own code called irassay."""
    for text in dict.fromkeys(texts):
        say(visible(text), UserWarning)
