"""Runs to files, in every format that holds runs. Checked, then written whole or not at all."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence

from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.files import STDOUT, WholeFiles
from irassay.formats import id_rules, loss_warnings, registry
from irassay.formats.id_rules import short_names
from irassay.formats.nouns import runs_given
from irassay.formats.runs import RunFormat
from irassay.formats.runs.trec import tag
from irassay.formats.sources import opening
from irassay.formats.tables.rankings import lists, orders
from irassay.messages import plural


def write_runs(
    runs: Runs,
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    rename_queries: str | os.PathLike[str] | None = None,
) -> None:
    """Write runs to a file, or to a folder where the format has one run a file.

    Parameters
    ----------
    runs : Runs
        Read with ``keep="scores"``; only MS MARCO's format, which has ranks alone, does without scores.
    to : path
        A file; for several runs in a format that has one a file, a folder, which is made where it isn't there.
        ``.json`` is system -> query -> document -> score, ``.jsonl`` JSON lines, ``.csv`` a table, ``.parquet``
        Parquet, ``.tsv`` MS MARCO's, anything else TREC's; ``-`` is standard output.
    output_format : str, optional
        Overrules the suffix: a format of runs in the documentation's table.
    rename_queries : path, optional
        As for `write_qrels`.

    Raises
    ------
    InputError
        An id can't stand in the format.
    UsageError
        The scores were not kept; several runs for one file.

    Warns
    -----
    LossWarning
        For what the format can't hold: scores, a run's name.

    Examples
    --------
    >>> import irassay
    >>> write_runs(irassay.Runs.from_dict({"bm25": {"q1": {"d1": 2.5}}}, keep="scores"), "-")
    q1 Q0 d1 1 2.5 bm25
    """
    path = os.fspath(to)
    to_format = registry.runs(registry.format_name("runs", path, output_format))
    assert to_format.write is not None  # `choice` takes those that are written
    runs = runs_given(runs, keep="scores")
    several = os.path.isdir(path) or path.endswith(os.sep)
    if to_format.runs_a_file == "one" and len(runs.systems) > 1 and not several:
        raise UsageError(
            f"{len(runs.systems):,} runs for one file, but {to_format.name} has one run a file: name a folder, such as "
            f"{cut(os.path.join('' if path == STDOUT else os.path.splitext(path)[0], ''))}"
        )
    with WholeFiles() as files:
        renamed = short_names(files, runs.queries, rename_queries)
        _check(runs, renamed, to_format, path)
        _say_losses(runs, to_format)
        if to_format.runs_a_file == "any" or not several:
            files.write(path, to_format.write(runs, runs.systems, renamed))
        else:
            files.folder(path)
            for system, name in zip(runs.systems, file_names(runs.systems, to_format.ending)):
                files.write(os.path.join(path, name), to_format.write(runs, [system], renamed))


def _check_finite(runs: Runs, path: str) -> None:
    infinite = [
        (query, doc)
        for system in runs.systems
        for query, docs, scores in lists(runs, system, {})
        for doc, score in zip(docs, scores)
        if score in (math.inf, -math.inf)
    ]
    if infinite:
        why = f"{plural(len(infinite), 'infinite score')}, which JSON can't hold; trec can"
        raise id_rules.not_written(path, why, id_rules.documents(infinite))


def _check(runs: Runs, renamed: Mapping[str, str], to_format: RunFormat, path: str) -> None:
    id_rules.check_queries([renamed[query] for query in runs.queries], to_format.name, to_format.ids, path)
    empty = [system for system in runs.systems if not any(orders(runs, system))]
    if empty:
        raise InputError(
            f"{path} was not written: run {cut(empty[0])} has no document, and a file without a line says nothing"
        )
    rankings = (one for system in runs.systems for one in orders(runs, system))
    id_rules.check_docs(rankings, to_format.name, to_format.ids, path)
    if "infinity" not in to_format.keeps:
        _check_finite(runs, path)


def _say_losses(runs: Runs, to_format: RunFormat) -> None:
    keeps, name = to_format.keeps, to_format.name
    if "scores" not in keeps:
        lost = _scores_beyond_ranks(runs)
        if lost:
            loss_warnings.say(f"{plural(lost, 'score')} left out: {name} has ranks only")
    if "tags" in keeps:
        changed = [system for system in runs.systems if tag(system) != system]
        if changed:
            loss_warnings.say(
                f"name of {plural(len(changed), 'run')} written with _ for white space, which a tag can't hold: "
                + ", ".join(cut(system) for system in changed[:3])
            )
    elif "names" not in keeps:
        names = ", ".join(runs.systems[:3]) + (" ..." if len(runs.systems) > 3 else "")
        loss_warnings.say(f"name of {plural(len(runs.systems), 'run')} left out ({names}): {name} has no place for it")
    if runs.metadata and "metadata" not in keeps:
        loss_warnings.say(f"{plural(len(runs.metadata.columns), 'column')} of metadata left out: {name} has no header")
    contradicted = runs.core.contradicted()
    if contradicted:
        query, system = contradicted[0]
        loss_warnings.say(
            f"ranks of {plural(len(contradicted), 'list')} contradict the scores, first {runs.systems[system]} on "
            f"query {query}: the order written is that of the scores"
        )


def _scores_beyond_ranks(runs: Runs) -> int:
    """Scores that say more than the rank; 0 where scores were not kept to begin with."""
    lists_of_all = (scores for system in runs.systems for _, _, scores in lists(runs, system, {}))
    try:
        return sum(score != -rank for scores in lists_of_all for rank, score in enumerate(scores, 1))
    except UsageError:
        return 0


def file_names(systems: Sequence[str], suffix: str) -> list[str]:
    """What the files of several runs are called in their folder; what no name can hold is encoded."""
    names = [f"{opening.name_of_id(system) or 'run'}{suffix}" for system in systems]
    if len(set(names)) < len(names):
        again = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two runs would be written to {again}; rename one of them")
    return names
