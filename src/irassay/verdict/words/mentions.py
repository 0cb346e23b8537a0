"""The positions of system names in a sentence, determined by construction and not by searching for names.

A system may be called *the*, *1* or *a, b*, so a search in a finished sentence can't tell its name from other words.
Instead, the sentence is generated again from the same verdict with placeholder names that occur in no other text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.verdict.verdict import Verdict

OPEN, CLOSE = "\ue000", "\ue001"  # from Unicode's private use area, absent from our sentences
_STAND_IN = re.compile(f"{OPEN}(\\d+){CLOSE}")


def mentions(verdict: Verdict, sentence: Callable[[Verdict], str]) -> tuple[tuple[int, int], ...] | None:
    """The start and end of each system name in the `sentence` of `verdict`, in the order of the text; None where the
    sentence depends on the names themselves.

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
        piece = names[int(part)] if at % 2 else part
        if at % 2:
            places.append((len(text), len(text) + len(piece)))
        text += piece
    return tuple(places) if text == sentence(verdict) else None


def names_of(verdict: Verdict) -> list[str]:
    """Every run that a sentence about the verdict can name."""
    league = verdict.league
    return list(dict.fromkeys([*league.runs, *league.unranked, *verdict.suspects]))
