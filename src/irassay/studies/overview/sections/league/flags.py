"""Runs that are not comparable as they are, on their rows of the league: a word for the margin, a sentence below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.preflight.words.comparable import SAME
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.comparison import League


def flag_columns(flags: Table | None, league: League) -> list[Column]:
    """Two columns, `flag` and `why`, "" where nothing is to be said; [] where no system shown has a flag. A row of
    identical runs has the flags of each."""
    if flags is None:
        return []
    of: dict[str, list[tuple[str, str]]] = {}
    for system, word, why in zip(*(flags.column(name).values for name in ("system", "flag", "why"))):
        of.setdefault(system, []).append((word, why))
    words, sentences = [], []
    for system in league.systems:
        reasons = [(word, why) for word, why in of.get(system, ()) if word != SAME]
        for other in league.same.get(system, ()):
            also = [(word, f"{other}: {why}") for word, why in of.get(other, ()) if word != SAME]
            reasons += [(word, why) for word, why in also if word not in {w for w, _ in reasons}]
        words.append(", ".join(dict.fromkeys(word for word, _ in reasons)))
        sentences.append("; ".join(why for _, why in reasons))
    if not any(words):
        return []
    return [
        Column("flag", words, definition="not comparable as it is"),
        Column("why", sentences, definition="what to know before trusting its score"),
    ]
