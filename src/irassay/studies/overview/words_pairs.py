"""One pair of systems in sentences: what the queries say, what the labels say, never mixed."""

from __future__ import annotations

from irassay.comparison.words import disagreement
from irassay.studies.overview.case import Pair
from irassay.wording import count, number, p_value, plural, span


def counted(pair: Pair) -> str:
    """The difference and on how many queries it goes which way."""
    better, worse, equal = pair.wins
    return (
        f"Difference {number(pair.difference, 4)}, better on {plural(better, 'query', 'queries')}, worse on "
        f"{count(worse)}, equal on {count(equal)}."
    )


def by_queries(pair: Pair, family: int, *, tied: bool = False) -> str:
    """The interval over queries, then raw and corrected p with the family's size, then the decision."""
    chances = f"p {p_value(pair.p)}"
    if family > 1:
        chances += f", adjusted over {count(family)} pairs {p_value(pair.p_corrected)}"
    decision = "they differ significantly" if pair.significant else "can't be told apart"
    around = "One query has no interval" if pair.low != pair.low else f"Other queries: {span(pair.low, pair.high)}"
    if pair.low == pair.low and pair.t_low == pair.t_low:
        around += f" (Student's t: {span(pair.t_low, pair.t_high)})"
    text = f"{around}; {chances}: {decision}."
    if pair.against_means:
        said = disagreement(pair.a, pair.b, pair.against_means)
        return f"{text} {said[0].upper()}{said[1:]}."
    if not pair.significant and not tied and (pair.low > 0 or pair.high < 0):
        text += (
            f" Alone it would differ; among {count(family)} comparisons it doesn't."
            if family > 1 and pair.p <= pair.alpha
            else " The interval leaves out 0, the test doesn't decide."
        )
    return text


def by_labels(pair: Pair, n_queries: int) -> str:
    """What completions of the labels can do to the sign of the difference on these queries."""
    here = f"on {'this query' if n_queries == 1 else f'these {count(n_queries)} queries'}"
    around = span(pair.labels_low, pair.labels_high)
    if pair.state == "settled":
        return f"Missing labels: {here} no label reverses the sign, {around}."
    if pair.state == "open":
        return f"Missing labels: {here} they could make the two equal or reverse the sign, {around}."
    if pair.state == "not known":
        return f"Missing labels: {here} whether they could reverse the sign is not known, at the outside {around}."
    if pair.state == "exactly tied":
        return f"Missing labels: the two are exactly tied {here}; with other labels {around}."
    return "Missing labels: not computed for this measure."


def sentence(pair: Pair, *, family: int, n_queries: int) -> str:
    """The whole pair, the interval over queries always first.

    >>> pair = Pair("a", "b", 0.0148, (26, 23, 4), -0.021, 0.051, 0.43, 1.0, False, "settled", 0.012, 0.016)
    >>> print(sentence(pair, family=1830, n_queries=53))
    Difference 0.0148, better on 26 queries, worse on 23, equal on 4. Other queries: −0.021 to 0.051; p 0.43, adjusted \
over 1,830 pairs 1.00: can't be told apart. Missing labels: on these 53 queries no label reverses the sign, 0.012 to \
0.016.
    """
    tied = pair.state == "exactly tied"
    return " ".join([counted(pair), by_queries(pair, family, tied=tied), by_labels(pair, n_queries)])
