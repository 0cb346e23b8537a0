"""Sentences on files that hardly fit each other: ids that almost meet, other scales, and texts that are missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from irassay.cli.answers.said import CLI
from irassay.errors import InputError
from irassay.formats.labels.quepid_book import rating_scale, ratings_of, shown
from irassay.messages import plural, visible
from irassay.preflight.ids import NEARLY_LEAST, NEARLY_QUERIES, mending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen

LEAST_QUERIES = 2  # that a change must match to be named: one may do so by chance
LEAST_LABELS = 10  # of a file, from which its largest grade says something of its scale
APART = 2  # times another's largest grade, from which two files have hardly one scale


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
    """What is said of fused runs with queries or documents of their own; InputError where one shares no query."""
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


def other_scales(sets: Sequence[Qrels], *, factor: float | None) -> str:
    """A warning of the first two label sets on different scales: two unlike names, ratings that the named one lacks, or
    a largest rating twice the other's."""
    scales = [rating_scale(one, factor=factor) for one in sets]
    rated = [ratings_of(one.scale, factor) for one in sets]
    for j in range(1, len(sets)):
        for i in range(j):
            enough = min(sets[i].n_labels, sets[j].n_labels) >= LEAST_LABELS
            tops = sorted((rated[i][-1], rated[j][-1]))
            named = [scales[k].ratings for k in (i, j) if scales[k].origin == "file"]
            lacking = len(named) == 1 and any(set(rated[k]) - set(named[0]) for k in (i, j))
            by_names = len(named) == 2 and named[0] != named[1]
            if by_names or lacking or (len(named) < 2 and enough and tops[1] >= APART * tops[0]):
                a, b = (f"{shown(scales[k].ratings)} in {set_name(sets[k], k)}" for k in (i, j))
                return CLI("scales", known=by_names, a=a, b=b)
    return ""


def set_name(labels: Qrels, number: int) -> str:
    """A label set by its file; without one, by its number."""
    return visible(labels.readings[0].source) if labels.readings else f"set {number + 1}"


def warn_of_missing(ids: Iterable[str], texts: Mapping[str, str], noun: str, source: str, screen: Screen) -> None:
    """Warn where `texts`, which `source` has, are not there for all ids of such things, or are empty_texts."""
    wanted = set(ids)
    missing = len(wanted.difference(texts))
    if missing:
        screen.warn(CLI("texts.none", n=missing, of=plural(len(wanted), noun), source=source))
    if text := empty_texts({one: texts[one] for one in wanted if one in texts}, noun, source):
        screen.warn(text)


def empty_texts(texts: Mapping[str, str], noun: str, source: str) -> str:
    """Which of these texts are empty_texts; "" where none is."""
    blank = sorted(one for one, text in texts.items() if not text.strip())
    return CLI("texts.empty", names=blank, n=len(blank), of=plural(len(texts), noun), source=source) if blank else ""


def without_text(labels: Qrels, by_id: Qrels, texts: Mapping[str, str], source: str) -> str:
    """A warning of labels lost since no text is their query; `by_id` are the labels after queries took their ids."""
    known = {text.strip() for text in texts.values()}
    lost = [query for query in labels.queries if query.strip() not in known]
    if not lost or (by_id is labels and any(query in texts for query in labels.queries)):
        return ""
    unmatched = known - {query.strip() for query in labels.queries}
    hint = mending([({query.strip() for query in lost}, unmatched)], noun="queries", sides=("the labels", source))
    n = 0 if by_id is labels else sum(len(labels.grades(query)) for query in lost)
    return CLI("texts.lost", names=list(map(visible, lost)), source=visible(source), labels=n, hint=hint)
