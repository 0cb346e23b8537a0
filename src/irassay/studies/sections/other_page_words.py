"""Why the report and the overview of a track give other numbers for one event, each naming the other."""

from __future__ import annotations

TRACK_LEAVES_OUT = "leaves out runs whose scores are very low"
HARDEST_IN_REPORT = f"irassay track {TRACK_LEAVES_OUT}, and may name other queries."
HARDEST_IN_TRACK = "Runs that are left out have no part in these medians; in those of irassay report they have."


def relevant_in_report(rel: int, measure: str) -> str:
    """From which grade on a document is relevant in the report, and what a track's overview counts."""
    return f"{_here(rel)}, as in {measure}; irassay track counts from the grade of its task, and {TRACK_LEAVES_OUT}."


def relevant_in_track(rel: int, measure: str, of_measure: int, *, left_out: int) -> str:
    """The same in a track's overview; "" where the report counts as it does. `rel` is the overview's least relevant
    grade, `of_measure` the report's; `left_out` counts runs."""
    differs = [f"counts from grade {of_measure} by {measure}"] if rel != of_measure else []
    differs += ["leaves no run out"] if left_out else []
    if not differs:
        return ""
    why = ", as the task or the measures say"
    return f"{_here(rel)}{why}. irassay report {' and '.join(differs)}, so its numbers differ."


def _here(rel: int) -> str:
    return f"Relevant is grade {rel} or more here"
