"""Whether training texts are the test queries themselves: a file given twice, under two names."""

from __future__ import annotations

from irassay.leakage.leaks import Leaks
from irassay.messages import conjugate, count, listed, plural


def own_texts(leaks: Leaks) -> str:
    """A warning where training texts are the test queries themselves, all of them and no other, or all under their own
    ids in one file; "" elsewhere, and for one query."""
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
