"""Sentences about baselines. Each baseline is mentioned in turn, never only the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import capital, listed
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.verdict.verdict import Verdict

NAMED = 4  # most baselines that are described one by one; more are counted together


def title(verdict: Verdict) -> str:
    """The number of systems that score significantly better than each baseline."""
    if not any(one.above or one.below for one in verdict.against):
        return SAID("title.no-baseline", baselines=listed(verdict.league.baseline, NAMED, last="or"))
    return f"{_of_all(verdict, 'title.baselines') or _of_each(verdict, 'title.baseline')}."


def family(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline, and that can't be told apart from it."""
    code = "basis.baseline" if len(verdict.against) == 1 else "basis.against"
    return f"{capital(_of_each(verdict, code, '; '))}."


def apart(verdict: Verdict) -> str:
    """The systems that can't be told apart from each baseline."""
    code = "answer-apart.baseline" if len(verdict.against) == 1 else "answer-apart.from"
    return f"{_of_each(verdict, code, '. ')}."


def behind(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline."""
    return f"{_of_each(verdict, 'answer-behind.baseline')}."


def league_title(verdict: Verdict) -> str:
    """The numbers of systems that are better and worse than each baseline."""
    return _of_all(verdict, "league.baselines") or _of_each(verdict, "league.baseline")


def _of_all(verdict: Verdict, code: str) -> str:
    """What is true of the comparisons with all baselines together, where there are too many to name; else ""."""
    n, lower = len(verdict.against), verdict.league.lower_is_better
    above, below = (sum(len(getattr(one, side)) for one in verdict.against) for side in ("above", "below"))
    pairs = (verdict.n - 1) * n
    return SAID(code, n=n, above=above, below=below, both=above + below, pairs=pairs, lower=lower) if n > NAMED else ""


def _of_each(verdict: Verdict, code: str, between: str = "") -> str:
    """What is true of each baseline, by a form for the first and one for those after it, and how many follow."""
    clauses = [
        SAID(
            f"{code}-and" if at else code, baseline=one.baseline, above=len(one.above), below=len(one.below),
            apart=len(one.apart), systems=list(one.apart), rest=verdict.n - 1, lower=verdict.league.lower_is_better,
        )
        for at, one in enumerate(verdict.against[:NAMED])
    ]  # fmt: skip
    return between.join(clauses) + SAID("phrase.more-baselines", more=max(0, len(verdict.against) - NAMED))
