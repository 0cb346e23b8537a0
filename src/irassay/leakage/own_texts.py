"""Whether training texts are the test queries themselves: a file given twice, under two names."""

from __future__ import annotations

from irassay.leakage.leaks import Leaks
from irassay.messages import conjugate, count, listed, plural


def own_texts(leaks: Leaks) -> str:
    """A warning where training texts are the test queries themselves; "" elsewhere.

    They are where every test query has an identical training text and no other training text is there, or where all of
    them stand in one file under their own ids. Takes at least two test queries.

    >>> from irassay.leakage import find_leaks
    >>> own_texts(find_leaks({"q1": "red fox", "q2": "blue dogs"}, {"1": "red fox", "2": "blue dogs"}))
    'These training texts are the 2 test queries themselves: are they the right file?'
    >>> own_texts(find_leaks({"q1": "red fox", "q2": "blue dogs"}, {"1": "red fox", "2": "a cat"}))
    ''
    """
    n = len(leaks.queries)
    same = [pair for pair in leaks if pair.type == "identical" and pair.verdict == "leak"]
    if n < 2 or len({pair.query for pair in same}) < n:
        return ""
    if leaks.n_train and len({(pair.source, pair.train) for pair in same}) == leaks.n_train:
        return f"These training texts are the {count(n)} test queries themselves: are they the right file?"
    own: dict[str, set[str]] = {}
    for pair in same:
        if pair.train == pair.query:
            own.setdefault(pair.source, set()).add(pair.query)
    copies = [source for source, queries in own.items() if len(queries) == n]
    if not copies:
        return ""
    have = conjugate(len(copies), "has")
    return (
        f"{listed(copies)} {have} {plural(n, 'test query')} under their own ids, all there are: is it the right file?"
    )
