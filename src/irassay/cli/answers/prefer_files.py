"""The files that `irassay prefer` writes beside its answer: best answers, win counts, and the pairs to judge now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import conjugate, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels
    from irassay.drawing.terminal import Screen
    from irassay.studies.prefer import Preferred


def write(of: Preferred, to: Mapping[str, str | None], qrels: str | None, seed: int, screen: Screen) -> None:
    """Write those that are asked for, and say how many lines each has."""
    from irassay.formats import write_qrels
    from irassay.label_sets import win_counts

    if path := to["best"]:
        labels = of.answers.best.qrels()
        write_qrels(labels, path)
        screen.explain(f"{path}: {plural(_n_labels(labels), 'best answer')}")
    if path := to["wins"]:
        labels = win_counts(of.preferences)
        write_qrels(labels, path)
        screen.explain(f"{path}: {plural(_n_labels(labels), 'document')} that won")
    if path := to["next"]:
        _write_next(of, path, qrels, seed, screen)


def _n_labels(labels: Qrels) -> int:
    return sum(len(labels.grades(query)) for query in labels.queries)


def _write_next(of: Preferred, path: str, qrels: str | None, seed: int, screen: Screen) -> None:
    from irassay.cli.answers.unjudged_file import tsv
    from irassay.files import write_whole
    from irassay.formats import read_qrels
    from irassay.pooling import next_round

    todo = next_round(of.preferences, read_qrels(qrels) if qrels else None, seed=seed)
    write_whole(path, tsv(todo.table(), None, None))
    done = f"; {plural(todo.n_done, 'query')} done" if todo.n_done else ""
    screen.explain(f"{path}: {plural(len(todo), 'pair')} to judge{done}")
    if of.newcomers:
        documents = f"{plural(of.newcomers, 'first document')} of runs {conjugate(of.newcomers, 'is')} in no pair"
        screen.explain(f"{documents}: irassay maintain CAMPAIGN RUN... compares them with the best answers")
