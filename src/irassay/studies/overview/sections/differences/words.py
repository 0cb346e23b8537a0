"""Sentences about queries: where two systems differ most and why, where all do, and which queries say nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.comparison.disagreement import Disagreement
from irassay.studies.sections.captions import HOW, query_name
from irassay.wording import count, listed, number, percent, plural

EXAMPLES = 3  # queries that are named in a sentence


def title(a: str, b: str, *, shown: int, n_queries: int, share: float, better: int) -> str:
    """How much of all differences lies in the queries shown, and in whose favour.

    >>> title("new", "old", shown=10, n_queries=53, share=0.614, better=6)
    '10 of 53 queries account for 61% of the differences between new and old; on 6 of these new scores better'
    """
    if not shown:
        return f"{a} and {b} score the same on every query"
    whose = (
        f"on all of these {a} scores better"
        if better == shown
        else f"on all of these {b} scores better"
        if not better
        else f"on {count(better)} of these {a} scores better"
    )
    if shown == 1:
        whose = f"there {a if better else b} scores better"
    of = f"{count(shown)} of {plural(n_queries, 'query')} {'accounts' if shown == 1 else 'account'}"
    return f"{of} for {percent(share, 0)} of the differences between {a} and {b}; {whose}"


def how(measure: str, a: str, b: str, *, is_sum: bool, again: bool = False) -> str:
    """How to read the rows, and what an addend is; short where another pair stands above.

    >>> how("nDCG@10", "new", "old", is_sum=True, again=True)
    'How to read it. As above; the filled dot is new, the ring old.'
    """
    if again:
        return f"{HOW}As above; the filled dot is {a}, the ring {b}."
    adds = (
        f"A difference in {measure} is a sum over documents: each adds what its two ranks are worth."
        if is_sum
        else f"{measure} is no sum over documents, so ranks and grades stand alone."
    )
    return (
        f"{HOW}One row is one query, the largest difference first. The filled dot is {a}, the ring {b}. A row opens to "
        f"the documents behind it: their ranks in both lists and their grade. {adds}"
    )


def note(one: Disagreement, a: str, b: str, depth: int | None) -> str:
    """What is not in the table of a query's documents, and how many of those read are unjudged.

    >>> found = Disagreement("q", 0.5, 0.25, (), 9, 0.012, (2, 0))
    >>> note(found, "new", "old", 10)
    '9 other documents add 0.012 together. Unjudged in the top 10: 2 of new, none of old.'
    """
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


def silent(queries: Sequence[str], value: float, n_queries: int, measure: str) -> str:
    """Queries on which every system scores the same.

    >>> silent(["7", "9"], 0.0, 53, "nDCG@10")
    'On 2 of 53 queries (7 and 9) every system scores 0 in nDCG@10: they say nothing about the order.'
    """
    n = len(queries)
    score = "0" if value == 0 else number(value, 0) if value == round(value) else number(value, 4)
    on = f"On {count(n)} of {plural(n_queries, 'query')} ({listed(queries, EXAMPLES)})"
    return (
        f"{on} every system scores {score} in {measure}: {'it says' if n == 1 else 'they say'} nothing about the order."
    )


def alike(queries: Sequence[str], n_queries: int, measure: str) -> str:
    """Queries on which every system has one score, not the same for each query.

    >>> alike(["7"], 53, "RR")
    'On 1 of 53 queries (7) every system has the same score in RR: it says nothing about the order.'
    """
    n = len(queries)
    says = "it says" if n == 1 else "they say"
    on = f"On {count(n)} of {plural(n_queries, 'query')} ({listed(queries, EXAMPLES)})"
    return f"{on} every system has the same score in {measure}: {says} nothing about the order."


@dataclass(frozen=True, slots=True)
class Spread:
    """A query, its text, and how far its scores lie apart over systems: standard deviation, lowest and highest."""

    query: str
    text: str
    deviation: float
    low: float
    high: float


def spread(queries: Sequence[Spread], n_queries: int, measure: str) -> str:
    """The queries on which all systems differ most, and by which statistic.

    >>> spread([Spread("7", "radio free europe", 0.331, 0.0, 0.951)], 53, "nDCG@10").partition(". ")[0]
    'Of 53 queries, systems differ most in nDCG@10 on 7 "radio free europe" (standard deviation 0.33, from 0 to 0.95)'
    """
    examples = []
    for at, one in enumerate(queries):
        noun = "" if at else "standard deviation "
        ends = f"from {number(one.low, 2)} to {number(one.high, 2)}"
        examples.append(f"{query_name(one.query, one.text)} ({noun}{number(one.deviation, 2)}, {ends})")
    return (
        f"Of {plural(n_queries, 'query')}, systems differ most in {measure} on {listed(examples)}. The standard "
        "deviation is over all systems: some that fail count too, even where the middle half of the systems is close "
        "together."
    )
