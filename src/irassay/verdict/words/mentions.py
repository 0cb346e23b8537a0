"""Where a sentence names systems, known from writing it and not from looking for names in it.

A system may be called *the*, *1* or *a, b*: no search in a finished sentence tells such a name from its other words.
So the sentence is written once more, of the same verdict under names that no other text can hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.verdict.verdict import Verdict

OPEN, CLOSE = "\ue000", "\ue001"  # of Unicode's private use: no sentence of ours holds them
_STAND_IN = re.compile(f"{OPEN}(\\d+){CLOSE}")


def mentions(verdict: Verdict, sentence: Callable[[Verdict], str]) -> tuple[tuple[int, int], ...] | None:
    """Where `sentence` of `verdict` names systems: the first character of each, and the one after its last.

    Returns
    -------
    tuple of (int, int), or None
        In the order of the text. None where the sentence would be another one under other names.

    Examples
    --------
    >>> from irassay import Qrels, Runs, settle
    >>> qrels = Qrels.from_dict({"q1": {"a": 1}, "q2": {"a": 1}})
    >>> runs = Runs.from_dict({name: {q: {doc: 1} for q in ("q1", "q2")} for name, doc in (("the", "a"), ("1", "b"))})
    >>> mentions(settle(qrels, runs, "P@1"), lambda v: f"Of the 1 pair, 1 is ahead: {v.systems[0]}.")
    ((27, 30),)
    """
    names = names_of(verdict)
    stand_ins = {name: f"{OPEN}{at}{CLOSE}" for at, name in enumerate(names)}
    parts = _STAND_IN.split(sentence(verdict.renamed(stand_ins)))
    text, places = "", []
    for at, part in enumerate(parts):
        said = names[int(part)] if at % 2 else part
        if at % 2:
            places.append((len(text), len(text) + len(said)))
        text += said
    return tuple(places) if text == sentence(verdict) else None


def names_of(verdict: Verdict) -> list[str]:
    """Every run that a sentence of the verdict can name."""
    league = verdict.league
    return list(dict.fromkeys([*league.runs, *league.unranked, *verdict.suspects]))
