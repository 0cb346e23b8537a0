"""Labels and preferences to files, in every format that holds them. Checked, then written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from irassay.collection.preferences import Comparison, Preferences
from irassay.errors import InputError
from irassay.files import WholeFiles
from irassay.formats import id_rules, loss_warnings, registry
from irassay.formats.id_rules import short_names
from irassay.formats.labels import LabelSheet
from irassay.formats.nouns import qrels_given
from irassay.messages import plural

if TYPE_CHECKING:
    from irassay.formats.labels import LabelFormat
    from irassay.formats.preferences import PreferenceFormat


class Labelled(Protocol):
    """What has labels: `Qrels`."""

    @property
    def queries(self) -> Sequence[str]:
        """Query ids."""

    def grades(self, query: str) -> Mapping[str, int]:
        """Document -> grade."""


def write_qrels(
    qrels: Labelled,
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    rename_queries: str | os.PathLike[str] | None = None,
    index: str | None = None,
    query_texts: Mapping[str, str] | None = None,
) -> None:
    """Write labels to a file.

    Parameters
    ----------
    qrels : Qrels, or what `read_qrels` reads in memory
    to : path
        ``.csv`` is Quepid's, ``.json`` query -> document -> grade, ``.jsonl`` JSON lines, ``.parquet`` Parquet,
        ``.tsv`` BEIR's, anything else TREC's; ``-`` is standard output.
    output_format : str, optional
        Overrules the suffix: a format of labels in the documentation's table.
    rename_queries : path, optional
        A second file: queries become q1, q2, ... and this file says which is which (new name, tab, old id). Where it
        is there already, its names are used and new ones added.
    index : str, optional
        For ``elasticsearch``: the index that the documents are in, without which no rating counts there.
    query_texts : mapping of str to str, optional
        For ``elasticsearch``: query -> what is searched for. Default: the query's id.

    Raises
    ------
    InputError
        An id can't stand in the format: TREC's and the tab separated files forbid white space and tabs in ids.

    Warns
    -----
    LossWarning
        For strata, labels by subtopic, and marks of documents as unrateable that the format can't hold.

    Examples
    --------
    >>> import irassay
    >>> write_qrels(irassay.Qrels.from_dict({"q1": {"d1": 2}}), "-")
    q1 0 d1 2
    """
    path = os.fspath(to)
    to_format = registry.labels(registry.format_name("labels", path, output_format))
    assert to_format.write is not None  # `choice` takes those that are written
    qrels = qrels if hasattr(qrels, "grades") else qrels_given(qrels)
    tree = {query: dict(qrels.grades(query)) for query in qrels.queries}
    if not tree:
        raise InputError(f"{path} was not written: there is no label")
    marked = getattr(qrels, "unrateable", {})
    keeps_marks = "unrateable" in to_format.keeps
    with WholeFiles() as files:
        new = short_names(files, [*tree, *(sorted(marked.keys() - tree) if keeps_marks else ())], rename_queries)
        labels = LabelSheet(
            tree={new[query]: docs for query, docs in tree.items()},
            strata={new.get(query, query): docs for query, docs in getattr(qrels, "strata", {}).items()},
            subtopics={new.get(query, query): docs for query, docs in getattr(qrels, "subtopics", {}).items()},
            unrateable={new.get(query, query): sorted(docs, key=str.encode) for query, docs in marked.items()},
            query_texts={new[query]: (query_texts or {}).get(query, query) for query in tree},
            index=index or "",
            path=path,
            sources=[reading.source for reading in getattr(qrels, "readings", ())],
        )
        id_rules.check_queries(labels.tree, to_format.name, to_format.ids, path)
        id_rules.check_docs(labels.tree.items(), to_format.name, to_format.ids, path)
        _say_losses(labels, to_format)
        files.write(path, to_format.write(labels))


def _say_losses(labels: LabelSheet, to_format: LabelFormat) -> None:
    if labels.strata and "strata" not in to_format.keeps:
        strata = plural(sum(map(len, labels.strata.values())), "stratum", "strata")
        loss_warnings.say(f"{strata} of labels left out: {to_format.name} has no place for them")
    if labels.subtopics and "subtopics" not in to_format.keeps:
        n = sum(len(docs) for of in labels.subtopics.values() for docs in of.values())
        loss_warnings.say(
            f"{plural(n, 'label')} by subtopic left out: {to_format.name} has each document's largest grade"
        )
    if labels.unrateable and "unrateable" not in to_format.keeps:
        marks = plural(sum(map(len, labels.unrateable.values())), "mark")
        loss_warnings.say(
            f"{marks} of documents as unrateable left out: {to_format.name} has no place for them; compare --unjudged "
            "asks for the documents again"
        )


def write_preferences(
    preferences: Preferences,
    to: str | os.PathLike[str],
    *,
    output_format: str = "pairs",
    rename_queries: str | os.PathLike[str] | None = None,
) -> None:
    """Write preferences to a file, ``-`` for standard output. "pairs" has a line for each judged pair; in "prefs",
    trec_eval's, comparisons without an assessor get one each: trec_eval refuses contradictions of one. InputError where
    an id can't stand in the format; LossWarning for assessors, groups and levels of 0 that it can't hold."""
    path = os.fspath(to)
    to_format = registry.preferences(registry.format_name("preferences", path, output_format))
    assert to_format.write is not None  # `choice` takes those that are written
    with WholeFiles() as files:
        renamed = short_names(files, preferences.queries, rename_queries)
        comparisons = [
            Comparison(renamed[c.query], c.levels, judge=c.judge, group=c.group) for c in preferences.comparisons
        ]
        queries = dict.fromkeys(c.query for c in comparisons)
        id_rules.check_queries(queries, to_format.name, to_format.ids, path)
        docs = ((c.query, list(c.levels)) for c in comparisons)
        id_rules.check_docs(docs, to_format.name, to_format.ids, path)
        _say_losses_of_preferences(comparisons, to_format)
        files.write(path, to_format.write(comparisons, path))


def _say_losses_of_preferences(comparisons: Sequence[Comparison], to_format: PreferenceFormat) -> None:
    judged = sum(1 for c in comparisons if c.judge or c.group)
    if judged and "assessors" not in to_format.keeps:
        loss_warnings.say(
            f"assessor and group of {plural(judged, 'comparison')} left out: {to_format.name} have no place for them"
        )
    nothing = sum(1 for c in comparisons for level in c.levels.values() if level == 0)
    if nothing and "levels" not in to_format.keeps:
        loss_warnings.say(
            f"{plural(nothing, 'level')} of 0 (not relevant) left out: {to_format.name} have only an order"
        )
