"""OpenSearch's judgment lists (Search Relevance Workbench): what is imported there, and what it gives back."""

from __future__ import annotations

from typing import Any

from irassay.errors import cut
from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import read_json, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet
    from irassay.formats.row_checks import Scale

EXPECTED = '{"query": ..., "ratings": [{"docId": ..., "rating": ...}]}'


def looks_like(head: Head) -> int:
    """The key of the list."""
    return json_tree.claim(head, "judgmentRatings")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; ratings may be numbers or text such as "3.000"."""
    rows = LabelRows(path, scale=scale)
    lists = _lists_in(read_json(path, rows.problems))
    if not lists:
        rows.problems.add("", f'no list "judgmentRatings", expected objects such as {EXPECTED}')
    if len(lists) > 1:
        rows.problems.add("", f"{len(lists)} judgment lists in one file, expected one")
    for i, entry in enumerate(lists[0] if len(lists) == 1 else ()):
        place = f"judgmentRatings[{i}]"
        query = entry.get("query") if isinstance(entry, dict) else None
        ratings = entry.get("ratings") if isinstance(entry, dict) else None
        if not isinstance(query, str) or not isinstance(ratings, list):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not ratings:
            rows.skip_unrated(query)
        for j, rating in enumerate(ratings):
            doc = rating.get("docId") if isinstance(rating, dict) else None
            if not isinstance(doc, str) or rating.get("rating") is None:
                rows.problems.add(f"{place}.ratings[{j}]", f"{cut(rating)}, expected a docId and a rating")
            else:
                rows.add(f"{place}.ratings[{j}]", query, doc, rating["rating"])
    return rows.finish()


def _lists_in(tree: Any) -> list[list[Any]]:
    """Every list of that name: at the top of what is imported, deeper in what a search for it answers."""
    if isinstance(tree, list):
        return [one for element in tree for one in _lists_in(element)]
    if not isinstance(tree, dict):
        return []
    own = tree.get("judgmentRatings")
    if isinstance(own, list):
        return [own]
    return _lists_in(list(tree.values()))


def write(labels: LabelSheet) -> Iterator[str]:
    """One JSON value, to be imported."""
    ratings = [
        {"query": query, "ratings": [{"docId": doc, "rating": f"{grade:.3f}"} for doc, grade in docs.items()]}
        for query, docs in labels.tree.items()
    ]
    about = {"name": "labels", "description": "written by irassay", "type": "IMPORT_JUDGMENT"}
    yield text_of({**about, "judgmentRatings": ratings})


FORMAT = LabelFormat(
    name="opensearch",
    line="judgment lists of OpenSearch's Search Relevance Workbench, as imported or as given back: `judgmentRatings` "
    "of `query` and `ratings`",
    holds="any id; the list's name is not kept",
    detected_by="the key `judgmentRatings`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
    write=write,
)
