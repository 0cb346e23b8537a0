"""What `pool` says of queries that its other files don't have: those without a label, those that are left out."""

from __future__ import annotations

from irassay.wording import count, listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NAMED = 3  # queries in a sentence before they are counted


def unlabelled(pooled: Sequence[str], labelled: Collection[str]) -> str:
    """Documents to judge on queries that have no label at all; "" where there is none.

    `pooled` has the query of each document.

    >>> unlabelled(["1", "2", "2"], {"1"})
    '2 of the 3 documents to judge are on 1 query without any label in --judged: 2. To pool the queries of a file \
only, add --query-texts FILE.'
    """
    there = set(labelled)
    places = [query for query in pooled if query not in there]
    if not places:
        return ""
    names = list(dict.fromkeys(places))
    are = "is" if len(places) == 1 else "are"
    return (
        f"{count(len(places))} of the {plural(len(pooled), 'document')} to judge {are} on "
        f"{plural(len(names), 'query')} without any label in --judged: {listed(names, NAMED)}. To pool the queries of "
        "a file only, add --query-texts FILE."
    )


def left_out(answered: Sequence[str], wanted: Collection[str]) -> list[str]:
    """Queries of the runs that the query texts don't have, and queries of these that no run answers.

    >>> left_out(["1", "2"], {"2", "3"})
    ['1 of 2 queries that the runs answer is not in --query-texts, and not pooled: 1.', 'No run answers 1 of 2 queries \
of --query-texts: 3.']
    """
    there, answers = set(wanted), set(answered)
    outside = [query for query in answered if query not in there]
    absent = [query for query in wanted if query not in answers]
    out = []
    if outside:
        are = "is" if len(outside) == 1 else "are"
        out.append(
            f"{count(len(outside))} of {plural(len(answered), 'query')} that the runs answer {are} not in "
            f"--query-texts, and not pooled: {listed(outside, NAMED)}."
        )
    if absent:
        of = plural(len(wanted), "query")
        out.append(f"No run answers {count(len(absent))} of {of} of --query-texts: {listed(absent, NAMED)}.")
    return out
