"""Questions for people about extrapolated labels: is this passage as good an answer as the gold?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from irassay.arguments import check_choice, whole_number
from irassay.errors import InputError, UsageError
from irassay.formats.tables.separated import text_of
from irassay.label_sets.extrapolated_files import Extrapolated
from irassay.label_sets.words import OF_LABELS
from irassay.messages.names import as_cell
from irassay.random_keys import Seed, key_of, stream

Where: TypeAlias = Literal["rank", "place"]
PLACES: tuple[Where, ...] = get_args(Where)
RANKS = (1, 2, 10)  # of the paper
PURPOSE = 0x616E6368  # "anch"
ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class AnchorTask:
    """One question: a passage of a list, held against the query's gold."""

    query: str
    list: str  # the index's name, or "fused"
    where: Where  # with gold, so that rank 1 is mostly a control; or among the deemed
    at: int
    gold: str
    passage: str


def draw_anchors(
    more: Extrapolated, *, anchor_at: Where = "rank", anchor_queries: int = 20, seed: Seed = 0
) -> list[AnchorTask]:
    """Questions about the passages at ranks 1, 2 and 10 of each list, on `anchor_queries` drawn for each list and rank.
    Source: Mackenzie, Petri and Moffat, ECIR 2022, Table 1: 20 queries."""
    check_choice("anchor_at", anchor_at, PLACES)
    whole_number("anchor_queries", anchor_queries, 1)
    if anchor_at == "rank" and not more.lists:
        raise UsageError(OF_LABELS("anchors.no-lists"))
    queries = sorted(more.gold)
    order = np.random.Generator(stream(key_of(seed), PURPOSE)).permutation(len(queries))
    drawn = [queries[i] for i in order.tolist()]
    chosen: dict[str, list[AnchorTask]] = {}
    for name in more.deemed:
        passages = {query: _passages(more, name, query, anchor_at) for query in drawn}
        for at in RANKS:
            for query in [query for query in drawn if len(passages[query]) >= at][:anchor_queries]:
                task = AnchorTask(query, name, anchor_at, at, more.gold[query].doc, passages[query][at - 1])
                chosen.setdefault(query, []).append(task)
    return [task for query in drawn for task in chosen.get(query, ())]


def anchor_form(tasks: Sequence[AnchorTask], queries: Mapping[str, str], passages: Mapping[str, str]) -> str:
    """The tasks, all of one `where`, as CSV with a column for the answers, formulas behind an apostrophe."""
    if not tasks:
        raise UsageError("no list has a passage to ask about")
    _check_texts("queries", {task.query for task in tasks}, queries)
    _check_texts("passages", {doc for task in tasks for doc in (task.gold, task.passage)}, passages)
    return text_of(_rows(tasks, queries, passages))


def _passages(more: Extrapolated, name: str, query: str, where: Where) -> Sequence[str]:
    """The passages of a query in a list, best first."""
    if where == "place":
        return more.deemed[name].get(query, ())
    runs = more.lists[name]
    return runs.ranking(runs.systems[0], query) if query in runs.queries else ()


def _check_texts(what: str, ids: set[str], texts: Mapping[str, str]) -> None:
    missing = sorted(ids - texts.keys())
    if missing:
        raise InputError(OF_LABELS("anchors.no-text", n=len(missing), ids=len(ids), kind=what, one=missing[0]))


def _rows(
    tasks: Sequence[AnchorTask], queries: Mapping[str, str], passages: Mapping[str, str]
) -> Iterator[tuple[str, ...]]:
    yield ("query", "list", tasks[0].where, "query_text", "gold_text", "passage_text", ANSWER, "gold", "passage")
    for task in tasks:
        texts = (queries[task.query], passages[task.gold], passages[task.passage])
        of_people = (as_cell(" ".join(text.split())) for text in texts)
        ids = (as_cell(task.gold), as_cell(task.passage))
        yield (as_cell(task.query), as_cell(task.list), str(task.at), *of_people, "", *ids)
