"""Notes of `pool` on queries that its other files lack: those without a label, those left out."""

from __future__ import annotations

from collections import Counter

from irassay.messages import conjugate, count, listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from irassay.pooling.pools import Pool

NAMED = 3  # queries in a sentence before they are counted


def unlabelled(pooled: Sequence[str], labelled: Collection[str], *, texts_given: bool = False) -> str:
    """Documents to judge on queries without a label; `pooled` has the query of each document; with `texts_given`,
    --query-texts chose the queries."""
    there = set(labelled)
    places = [query for query in pooled if query not in there]
    if not places:
        return ""
    names = list(dict.fromkeys(places))
    advice = "" if texts_given else " To pool the queries of a file only, add --query-texts FILE."
    return (
        f"{count(len(places))} of the {plural(len(pooled), 'document')} to judge {conjugate(len(places), 'is')} on "
        f"{plural(len(names), 'query')} without any label in --judged: {listed(names, NAMED)}.{advice}"
    )


def within(whole: Pool, budget: int) -> str:
    """How deep the first `budget` documents of a pool get; "" where the pool has no more."""
    if budget >= len(whole):
        return ""
    depths = whole.depth_after(budget)
    counts = Counter(dict.fromkeys(depths, 0))
    counts.update(whole.queries[:budget])
    least, most = min(counts.values()), max(counts.values())
    a_query = count(least) if least == most else f"{count(least)} to {count(most)}"
    documents = f"The first {count(budget)} of {plural(len(whole), 'document')} are listed, {a_query} a query."
    depth, of = min(depths.values()), plural(len(depths), "query")
    deeper = sum(d > depth for d in depths.values())
    if not least:
        empty = sum(not n for n in counts.values())
        reached = f"No document of {plural(empty, 'query')} is listed."
    elif depth:
        reached = f"Every query is judged to depth {count(depth)}" + (
            f" at least; {count(deeper)} of {of} deeper." if deeper else "."
        )
    else:
        waiting = len(depths) - deeper
        reached = f"{count(waiting)} of {of} {conjugate(waiting, 'has')} a document of rank 1 that is not listed."
    advice = "" if whole.order == "rounds" else " --order rounds judges all queries equally deep."
    return f"{documents} {reached}{advice}"


def left_out(answered: Sequence[str], wanted: Collection[str]) -> list[str]:
    """Queries of the runs that the query texts don't have, and queries of these that no run answers."""
    there, answers = set(wanted), set(answered)
    outside = [query for query in answered if query not in there]
    absent = [query for query in wanted if query not in answers]
    out = []
    if outside:
        are = conjugate(len(outside), "is")
        out.append(
            f"{count(len(outside))} of {plural(len(answered), 'query')} that the runs answer {are} not in "
            f"--query-texts, and not pooled: {listed(outside, NAMED)}."
        )
    if absent:
        of = plural(len(wanted), "query")
        out.append(f"No run answers {count(len(absent))} of {of} of --query-texts: {listed(absent, NAMED)}.")
    return out
