"""Sentences about queries: where two systems differ most and why, where all do, and which queries say nothing."""

from __future__ import annotations

from irassay.comparison.disagreement import Disagreement
from irassay.messages import conjugate, count, number, percent, plural
from irassay.studies.sections.captions import HOW

EXAMPLES = 3  # queries that are named in a sentence


def title(a: str, b: str, *, shown: int, n_queries: int, share: float, better: int) -> str:
    """How much of all differences lies in the queries shown, and in whose favour."""
    if not shown:
        return f"{a} and {b} score the same on every query"
    where = "there" if shown == 1 else f"on {'all' if better in (0, shown) else count(better)} of these"
    of = f"{count(shown)} of {plural(n_queries, 'query')} {conjugate(shown, 'accounts')}"
    whose = f"{where} {a if better else b} scores better"
    return f"{of} for {percent(share, 0)} of the absolute differences between {a} and {b}; {whose}"


def how(measure: str, a: str, b: str, *, is_sum: bool, again: bool = False) -> str:
    """How to read the rows, and what an addend is; short where another pair stands above."""
    if again:
        return f"{HOW}As above; the filled dot is {a}, the ring {b}."
    adds = f"; each adds to {measure} what its two ranks are worth" if is_sum else ""
    return (
        f"{HOW}One row is one query, the largest difference first: the filled dot is {a}, the ring {b}. A row opens to "
        f"the documents behind it, with their ranks in both{adds}."
    )


def note(one: Disagreement, a: str, b: str, depth: int | None) -> str:
    """What is not in the table of a query's documents, and how many of those read are unjudged."""
    parts = []
    if one.others and one.is_sum:
        verb, rest = ("adds", "") if one.others == 1 else ("add", " together")
        parts.append(
            f"{plural(one.others, 'other document')} {verb} nothing."
            if abs(one.others_add) < 5e-4
            else f"{plural(one.others, 'other document')} {verb} {number(one.others_add, 3)}{rest}."
        )
    elif one.others:
        parts.append(f"{plural(one.others, 'other document')} not shown.")
    if any(one.unjudged):
        where = "in these lists" if depth is None else f"in the top {count(depth)}"
        of_a, of_b = (count(n) if n else "none" for n in one.unjudged)
        parts.append(f"Unjudged {where}: {of_a} of {a}, {of_b} of {b}.")
    return " ".join(parts)
