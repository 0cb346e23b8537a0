"""Sentences about baselines. Each baseline is mentioned in turn, never only the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import capital, conjugate, count, listed, plural, spelled

if TYPE_CHECKING:
    from irassay.verdict.verdict import Verdict

NAMED = 4  # most baselines that are described one by one; more are counted together


def title(verdict: Verdict) -> str:
    """The number of systems that score significantly better than each baseline."""
    if not any(one.above or one.below for one in verdict.against):
        return f"No system can be told apart from {listed(verdict.league.baseline, NAMED, last='or')}."
    rest = verdict.n - 1
    if len(verdict.against) > NAMED:
        above, below = (sum(len(getattr(one, side)) for one in verdict.against) for side in ("above", "below"))
        of = f"{plural(rest * len(verdict.against), 'comparison')} with {count(len(verdict.against))} baselines"
        return (
            f"{count(above + below)} of {of} differ significantly: "
            f"{count(above)} {_better(verdict)}, {count(below)} {_worse(verdict)}."
        )
    first, *others = verdict.against
    text = f"{count(len(first.above))} of {plural(rest, 'system')} score{conjugate(len(first.above), 's')} "
    text += f"significantly {_better(verdict)} than {first.baseline}"
    return f"{text}{''.join(f', {_none(len(one.above))} than {one.baseline}' for one in others)}."


def _none(n: int) -> str:
    return count(n) if n else "none"


def _better(verdict: Verdict) -> str:
    return "lower" if verdict.league.lower_is_better else "higher"


def _worse(verdict: Verdict) -> str:
    return "higher" if verdict.league.lower_is_better else "lower"


def family(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline, and that can't be told apart from it."""
    if len(verdict.against) == 1:
        one = verdict.against[0]
        below = f"{capital(spelled(len(one.below)))} score{conjugate(len(one.below), 's')}"
        return (
            f"{below if one.below else 'None scores'} significantly {_worse(verdict)}, {_undecided(len(one.apart))} it."
        )
    clauses = []
    for at, one in enumerate(verdict.against[:NAMED]):
        few = spelled(len(one.below)) if one.below else "none"
        lower = f"{few}{f' score significantly {_worse(verdict)}' if at == 0 else f' {_worse(verdict)}'}"
        clauses.append(
            f"{'Against' if at == 0 else 'against'} {one.baseline}, {lower} and {_undecided(len(one.apart))} it"
        )
    return f"{'; '.join(clauses)}{_and_more(verdict)}."


def _undecided(n: int) -> str:
    return f"{spelled(n) if n else 'none'} can't be told apart from"


def _and_more(verdict: Verdict) -> str:
    more = len(verdict.against) - NAMED
    return f"; {plural(more, 'more baseline')} in the table of pairs" if more > 0 else ""


def apart(verdict: Verdict) -> str:
    """The systems that can't be told apart from each baseline."""
    if len(verdict.against) == 1:
        one = verdict.against[0]
        return f"{listed(one.apart)}." if one.apart else f"Every system differs significantly from {one.baseline}."
    clauses = [
        f"From {one.baseline}: {listed(one.apart) if one.apart else 'none, every system differs'}"
        for one in verdict.against[:NAMED]
    ]
    return f"{'. '.join(clauses)}{_and_more(verdict)}."


def behind(verdict: Verdict) -> str:
    """The number of systems that score significantly worse than each baseline."""
    first, *others = verdict.against[:NAMED]
    lower = f"{plural(len(first.below), 'system') if first.below else 'No system'} "
    lower += f"score{'' if len(first.below) > 1 else 's'} significantly {_worse(verdict)} than {first.baseline}"
    more = "".join(f", {_none(len(one.below))} than {one.baseline}" for one in others)
    return f"{lower}{more}{_and_more(verdict)}."


def league_title(verdict: Verdict) -> str:
    """The numbers of systems that are better and worse than each baseline."""
    against, better, worse = verdict.against, _better(verdict), _worse(verdict)
    if len(against) > NAMED:
        above, below = sum(len(one.above) for one in against), sum(len(one.below) for one in against)
        who = f"{count(len(against))} baselines"
        return f"Of the comparisons with {who}, {count(above)} are significantly {better}, {count(below)} {worse}"
    first, *others = against
    text = f"{count(len(first.above))} score significantly {better} than {first.baseline}, "
    return f"{text}{count(len(first.below))} {worse}" + "".join(
        f"; than {one.baseline} {count(len(one.above))} {better}, {count(len(one.below))} {worse}" for one in others
    )
