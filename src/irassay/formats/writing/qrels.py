"""Labels, preferences and judgments to files, in every format that holds them: written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.task_kinds import EQUAL
from irassay.errors import InputError, UsageError
from irassay.files import WholeFiles
from irassay.formats import id_rules, loss_warnings, registry
from irassay.formats.id_rules import short_names
from irassay.formats.judgments import JudgedSheet, Judgment, JudgmentFormat
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.nouns import qrels_given
from irassay.formats.preferences import PreferenceFormat
from irassay.messages import listed, plural


def write_qrels(
    qrels: Qrels,
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
    trec_eval's, comparisons without an assessor get one each: trec_eval refuses contradictions of one."""
    path = os.fspath(to)
    to_format = registry.preferences(registry.format_name("preferences", path, output_format))
    assert to_format.write is not None  # `choice` takes those that are written
    with WholeFiles() as files:
        renamed = short_names(files, preferences.queries, rename_queries)
        comparisons = [
            Comparison(renamed[c.query], c.levels, judge=c.judge, group=c.group) for c in preferences.comparisons
        ]
        id_rules.check_queries(dict.fromkeys(c.query for c in comparisons), to_format.name, to_format.ids, path)
        id_rules.check_docs(((c.query, list(c.levels)) for c in comparisons), to_format.name, to_format.ids, path)
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


PLAIN = ("unrateable", "judge_later")  # what every form says that has skips


def write_judgments(sheet: JudgedSheet, to: str, form: str) -> None:
    """Write what was said to a file, ``-`` for standard output, in the form of a tool."""
    of: JudgmentFormat = registry.entry("judgments", form)  # type: ignore[assignment]
    assert of.write is not None
    if sheet.kind not in of.kinds:
        raise UsageError(f"{form} has no place for answers to tasks of kind {sheet.kind}, only for {listed(of.kinds)}")
    id_rules.check_queries(dict.fromkeys(task.query for task in sheet.tasks), form, of.ids, to)
    id_rules.check_docs(((task.query, task.docs) for task in sheet.tasks), form, of.ids, to)
    if lost := _lost(sheet, of):
        loss_warnings.say(f"{form} has no place for {listed(lost)}: left out")

    def stays(one: Judgment) -> bool:
        return ("skips" in of.carries or not one.skip) and ("ties" in of.carries or one.said != EQUAL)

    kept = [task.but(judgments=[*filter(stays, task.judgments)]) for task in sheet.tasks]
    with WholeFiles() as files:
        files.write(to, of.write(sheet.but(tasks=kept)))


def _lost(sheet: JudgedSheet, of: JudgmentFormat) -> list[str]:
    """What the form has no place for, counted."""
    given = [one for task in sheet.tasks for one in task.judgments]
    skips = sum(bool(one.skip) for one in given)
    counts = {
        "assessors": (len({one.assessor for one in given}), "assessor"),
        "skips": (skips, "skip"),
        "reasons": (sum(one.skip not in ("", *PLAIN) for one in given) * ("skips" in of.carries), "skip reason"),
        "notes": (sum(bool(one.note) for one in given), "note"),
        "ties": (sum(one.said == EQUAL for one in given), "tie"),
        "open": (sum(not task.judgments for task in sheet.tasks), "open task"),
    }
    return [plural(n, what) for trait, (n, what) in counts.items() if n and trait not in of.carries]
