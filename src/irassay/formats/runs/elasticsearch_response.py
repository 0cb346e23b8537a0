"""The run that was rated: the hits in what ``_rank_eval`` answers."""

from __future__ import annotations

from irassay.errors import cut
from irassay.formats.row_checks import RankRows
from irassay.formats.runs import RunFormat
from irassay.formats.tables.rankings import lists
from irassay.formats.trees import engine_answers
from irassay.formats.trees.engine_answers import answer, doc_of, hits_by_query, is_converted, looks_like, score_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.row_checks import SystemLists


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """The run that was rated."""
    rows = RankRows(path)
    for query, hits in hits_by_query(path, rows.problems, rows.left_out):
        if not hits:
            rows.answer_without_hits(system, query)
        places = [f"details[{cut(query)}].hits[{i}]" for i in range(len(hits))]
        docs = [doc_of(hit, place, rows.problems) for hit, place in zip(hits, places)]
        listed = list(zip(places, docs, map(score_of, hits)))
        if is_converted(hits):
            rows.add_hits(system, query, listed)
        else:
            engine_answers.add_as_served(rows, system, query, listed)
    return rows.finish()


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """Hits that have a score and no rating."""
    for system in systems:
        yield from answer(
            (query, [(doc, score, None) for doc, score in zip(docs, scores)])
            for query, docs, scores in lists(runs, system, renamed)
        )


FORMAT = RunFormat(
    name="elasticsearch-response",
    line="the hits of what `_rank_eval` answers, one run a file",
    holds="any id, no run name; the order of the hits is the ranking: where no hit has a score, or scores tie or rise "
    "down a list, it is minus the rank",
    detected_by="the keys `details` and `hits`",
    looks_like=looks_like,
    ids="any",
    keeps=("scores",),
    runs_a_file="one",
    ending=".json",
    read=read_lists,
    write=write,
)
