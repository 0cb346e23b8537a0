"""Sentences about baselines: each of them is spoken of, one after another, never the first alone."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.studies.overview.case import Against, Case
from irassay.wording import count, listed, plural, spelled

NAMED = 4  # baselines that are spoken of one by one; more are counted together


def title(case: Case) -> str:
    """How many systems score significantly better than each.

    >>> against = [Against("A", ["x"], [], ["y"]), Against("B", [], [], ["x", "y"])]
    >>> title(Case("P@5", 5, 4, ["x", "y", "A", "B"], [0.4, 0.3, 0.2, 0.1], 9, 99, baselines="AB", against=against))
    '1 of 3 systems scores significantly higher than A, none than B.'
    """
    if not any(one.above or one.below for one in case.against):
        return f"No system can be told from {listed(case.baselines, NAMED).replace(' and ', ' or ')}."
    rest = case.n - 1
    if len(case.against) > NAMED:
        above, below = (sum(len(getattr(one, side)) for one in case.against) for side in ("above", "below"))
        comparisons = plural(rest * len(case.against), "comparison")
        return (
            f"{count(above + below)} of {comparisons} with {count(len(case.against))} baselines differ significantly: "
            f"{count(above)} {_better(case)}, {count(below)} {_worse(case)}."
        )
    first, *others = case.against
    text = f"{count(len(first.above))} of {plural(rest, 'system')} score{'s' if len(first.above) == 1 else ''} "
    text += f"significantly {_better(case)} than {first.baseline}"
    return f"{text}{''.join(f', {_none(len(one.above))} than {one.baseline}' for one in others)}."


def _none(n: int) -> str:
    return count(n) if n else "none"


def _better(case: Case) -> str:
    return "lower" if case.lower_is_better else "higher"


def _worse(case: Case) -> str:
    return "higher" if case.lower_is_better else "lower"


def family(case: Case) -> str:
    """How many score significantly worse than each, and how many can't be told from it."""
    if len(case.against) == 1:
        one = case.against[0]
        below = f"{spelled(len(one.below), capital=True)} score{'s' if len(one.below) == 1 else ''}"
        return f"{below if one.below else 'None scores'} significantly {_worse(case)}, {_untold(len(one.apart))} it."
    said = []
    for at, one in enumerate(case.against[:NAMED]):
        few = spelled(len(one.below)) if one.below else "none"
        lower = f"{few}{f' score significantly {_worse(case)}' if at == 0 else f' {_worse(case)}'}"
        said.append(f"{'Against' if at == 0 else 'against'} {one.baseline}, {lower} and {_untold(len(one.apart))} it")
    return f"{'; '.join(said)}{_and_more(case)}."


def _untold(n: int) -> str:
    return f"{spelled(n) if n else 'none'} can't be told from"


def _and_more(case: Case) -> str:
    more = len(case.against) - NAMED
    return f"; {plural(more, 'more baseline')} in the table of pairs" if more > 0 else ""


def apart(case: Case) -> str:
    """Who can't be told from each."""
    if len(case.against) == 1:
        one = case.against[0]
        return f"{listed(one.apart)}." if one.apart else f"Every system differs significantly from {one.baseline}."
    said = []
    for one in case.against[:NAMED]:
        said.append(f"From {one.baseline}: {listed(one.apart) if one.apart else 'nobody, every system differs'}")
    return f"{'. '.join(said)}{_and_more(case)}."


def behind(case: Case) -> str:
    """How many score significantly worse than each."""
    first, *others = case.against[:NAMED]
    lower = f"{plural(len(first.below), 'system') if first.below else 'No system'} "
    lower += f"score{'' if len(first.below) > 1 else 's'} significantly {_worse(case)} than {first.baseline}"
    more = "".join(f", {_none(len(one.below))} than {one.baseline}" for one in others)
    return f"{lower}{more}{_and_more(case)}."


def league_title(against: Sequence[Against], *, lower_is_better: bool) -> str:
    """Better and worse than each."""
    better, worse = ("lower", "higher") if lower_is_better else ("higher", "lower")
    if len(against) > NAMED:
        above, below = sum(len(one.above) for one in against), sum(len(one.below) for one in against)
        who = f"{count(len(against))} baselines"
        return f"Of the comparisons with {who}, {count(above)} are significantly {better}, {count(below)} {worse}"
    first, *others = against
    text = f"{count(len(first.above))} score significantly {better} than {first.baseline}, "
    return f"{text}{count(len(first.below))} {worse}" + "".join(
        f"; than {one.baseline} {count(len(one.above))} {better}, {count(len(one.below))} {worse}" for one in others
    )
