"""Labels of what was retrieved: the ratings in what ``_rank_eval`` answers."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees.engine_answers import answer, doc_of, hits_by_query, looks_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of the hits; hits without a rating are counted."""
    rows = LabelRows(path, scale=scale)
    for query, hits in hits_by_query(path, rows.problems, rows.left_out):
        for i, hit in enumerate(hits):
            place = f"details[{cut(query)}].hits[{i}]"
            doc = doc_of(hit, place, rows.problems)
            if doc is None:
                continue
            if hit.get("rating") is None:
                rows.skip_unrated(query, doc)
            else:
                rows.add(place, query, doc, hit["rating"])
    return rows.finish()


def write(labels: LabelSheet) -> Iterator[str]:
    """Hits that have a rating and no score."""
    yield from answer(
        (query, [(doc, None, grade) for doc, grade in docs.items()]) for query, docs in labels.tree.items()
    )


FORMAT = LabelFormat(
    name="elasticsearch-response",
    line='what `_rank_eval` answers: `{"details": {query: {"hits": [{"hit", "rating"}]}}}`',
    holds="any id; only the documents that were retrieved, hits without a rating counted",
    detected_by="the keys `details` and `hits`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
    write=write,
)
