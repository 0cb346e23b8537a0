"""Sentences about what every run scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.messages import capital, count, listed, number, plural, visible

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


def float32(n: int, moved: int, most: tuple[str, str, float, float], turned: int) -> str:
    """How far figures from 32-bit floats, as TREC has published them, differ; `most` is run, measure, here, there."""
    run, measure, here, there = most
    which = f"{count(moved)} of {plural(n, 'run')}" if moved < n else "Every run"
    order = f"{plural(turned, 'pair')} of runs by the main measure" if turned else "no pair of runs by the main measure"
    return (
        f"{which} would have other figures if scores were read as 32-bit floats, as trec_eval 9 reads them: most "
        f"{visible(run)}, whose {measure} of {number(here)} would be {number(there)}. It would turn around {order}. "
        "Figures that TREC published were made so: --ties float32 gives those."
    )


def order_of(main: str, measure: str, tau: float, n: int) -> str:
    """How far another measure orders the runs as the main one does."""
    return f"The rankings of the {plural(n, 'run')} by {measure} and by {main} agree with tau {number(tau, 2)}."


def rr_column(n_queries: int) -> str:
    """What the column of the results' table is a mean of."""
    return f"on the other labels, mean over {plural(n_queries, 'query')}"
