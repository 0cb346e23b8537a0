"""Small random collections: few documents, so that every completion can be tried."""

from __future__ import annotations

from hypothesis import strategies as st

from irassay.collection import Runs


def runs_of(per_system):
    """Runs from {system: {query: [doc, ...]}}, best first."""
    return Runs.from_dict(
        {
            s: {q: {d: float(-i) for i, d in enumerate(docs)} for q, docs in lists.items()}
            for s, lists in per_system.items()
        }
    )


@st.composite
def one_query(draw, *, n_docs=7, least_systems=1, n_systems=3, largest=2, length=5):
    """(rankings, grades): lists over a few documents, some of them judged."""
    docs = [f"d{i}" for i in range(n_docs)]
    rankings = [
        draw(st.permutations(docs))[: draw(st.integers(0, length))]
        for _ in range(draw(st.integers(least_systems, n_systems)))
    ]
    judged = draw(st.lists(st.sampled_from(docs), unique=True, min_size=1, max_size=n_docs))
    return rankings, {d: draw(st.integers(-1, largest)) for d in judged}
