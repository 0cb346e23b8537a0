"""Sentences about what every run scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.wording import capital, listed, number, plural

if TYPE_CHECKING:
    from irassay.studies.track.track_data import Track

LEADER = "no run is significantly superior (Holm over all pairs)"
LETTERS = "runs that share a letter can't be told apart; runs that share none may or may not differ"


def results_title(track: Track, leading: Sequence[str]) -> str:
    """The section's lead."""
    if len(track.systems) == 1:
        return "One run: nothing to compare it with."
    return f"By {track.main}, {listed(list(leading), 6)} {'leads' if len(leading) == 1 else 'share the lead'}."


def results_table_title(track: Track) -> str:
    """The table's title."""
    return f"{plural(len(track.systems), 'run')} by {track.main}, best first"


def results_note(track: Track, *, letters: bool) -> str:
    """What the scores rest on, and what leaders and letters say."""
    means = f"Means over {plural(len(track.queries), 'query')}; a query that a run leaves out scores 0."
    leaders = f" Leaders: {LEADER}. {capital(LETTERS)}." if letters else ""
    return means + leaders


def order_of(main: str, measure: str, tau: float, n: int) -> str:
    """How far another measure orders the runs as the main one does."""
    return f"The rankings of the {plural(n, 'run')} by {measure} and by {main} agree with tau {number(tau, 2)}."


def rr_column(n_queries: int) -> str:
    """What the column of the results' table is a mean of."""
    return f"on the other labels, mean over {plural(n_queries, 'query')}"
