"""Sentences on ids of several files that almost meet: those of one have lost their leading zeros."""

from __future__ import annotations

from irassay.cli.answers.said import CLI
from irassay.cli.answers.scale_words import set_name
from irassay.errors import InputError
from irassay.messages import visible
from irassay.preflight.ids import NEARLY_LEAST, NEARLY_QUERIES, mending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

LEAST_QUERIES = 2  # that a change must match to be named: one may do so by chance


def of_files(sets: Sequence[Qrels]) -> list[str]:
    """Pairs of label sets whose queries, or whose documents of the same queries, a change of ids would make meet."""
    said = []
    for j in range(1, len(sets)):
        for i in range(j):
            sides = (set_name(sets[i], i), set_name(sets[j], j))
            there = (set(sets[i].queries), set(sets[j].queries))
            if hint := mending([there], least=LEAST_QUERIES, noun="queries", sides=sides):
                said.append(CLI("nearly.queries", hint=hint))
            shared = sorted(there[0] & there[1])[:NEARLY_QUERIES]
            docs = [(set(sets[i].grades(query)), set(sets[j].grades(query))) for query in shared]
            if hint := mending(docs, least=NEARLY_LEAST, noun="documents", sides=sides):
                said.append(CLI("nearly.documents", hint=hint))
    return said


def runs_apart(runs: Runs) -> list[str]:
    """What is said of runs that are fused though they have queries or documents of their own; InputError where a run
    shares no query."""
    names, lists = runs.systems, {query: runs.core.lengths(query) for query in runs.queries}
    of = [{query for query, lengths in lists.items() if lengths[number]} for number in range(len(names))]
    said = []
    for j, mine in enumerate(of):
        others = [i for i in range(len(of)) if i != j]
        if others and not any(mine & of[i] for i in others):
            i = others[0]
            hint = mending([(mine, of[i])], least=LEAST_QUERIES, noun="queries", sides=(names[j], names[i]))
            raise InputError(CLI("nearly.no-query", name=names[j], hint=hint))
        for i in range(j):
            shared = sorted(mine & of[i])[:NEARLY_QUERIES]
            docs = [(set(runs.ranking(names[i], query)), set(runs.ranking(names[j], query))) for query in shared]
            if shared and not any(one & other for one, other in docs):
                hint = mending(docs, least=1, noun="documents", sides=(names[i], names[j]))
                said.append(CLI("nearly.apart", a=names[i], b=names[j], shared=shared, hint=hint))
    alone = [query for query, lengths in lists.items() if sum(map(bool, lengths)) == 1]
    if alone and len(names) > 1:
        said.append(CLI("nearly.alone", of=len(lists), n=len(alone), names=alone))
    return said


def of_texts(queries: Collection[str], ids: Collection[str], source: str) -> str:
    """How the queries of labels would meet the ids of a file of texts, after a semicolon; "" where nobody knows."""
    hint = mending(
        [(set(queries), set(ids))], least=LEAST_QUERIES, noun="queries", sides=("the labels", visible(source))
    )
    return f"; its ids almost meet: {hint}" if hint else ""
