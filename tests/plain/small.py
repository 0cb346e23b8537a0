"""Small random collections: few documents, so that every completion can be tried."""

from __future__ import annotations

from hypothesis import strategies as st

from irassay.kernel import _core


class Held:
    """What the bounds take: something with a kernel object behind it."""

    def __init__(self, core):
        self._core = core


def qrels_of(per_query):
    """A label set from {query: {doc: grade}}."""
    queries = sorted(per_query)
    docs = [list(per_query[q]) for q in queries]
    return Held(_core.qrels_from_lists(queries, docs, [list(per_query[q].values()) for q in queries]))


def runs_of(per_system):
    """Runs from {system: {query: [doc, ...]}}, best first."""
    systems = list(per_system)
    lists = [
        (s, query, docs, [float(-i) for i in range(len(docs))])
        for s, system in enumerate(systems)
        for query, docs in per_system[system].items()
    ]
    return Held(_core.runs_from_lists(systems, lists))


@st.composite
def one_query(draw, *, n_docs=7, n_systems=3, largest=2, length=5):
    """(rankings, grades): lists over a few documents, some of them judged."""
    docs = [f"d{i}" for i in range(n_docs)]
    rankings = [
        draw(st.permutations(docs))[: draw(st.integers(0, length))] for _ in range(draw(st.integers(1, n_systems)))
    ]
    judged = draw(st.lists(st.sampled_from(docs), unique=True, min_size=1, max_size=n_docs))
    return rankings, {d: draw(st.integers(-1, largest)) for d in judged}
