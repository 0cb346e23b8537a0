"""Does a reranker remember leaked documents? From a training set and runs to the answer and its page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.errors import UsageError, cut
from irassay.formats import read_qrels, read_runs
from irassay.formats.reading.also_runs import also_path
from irassay.formats.reading.instances import read_instances
from irassay.formats.sources.opening import list_paths
from irassay.leakage import Memory, memory
from irassay.leakage.memory import DEPTH
from irassay.messages import plural
from irassay.provenance import Provenance, versions
from irassay.result import Result, Section, Table
from irassay.studies.files import hashes
from irassay.studies.memorisation import remembered_page as page

if TYPE_CHECKING:
    from irassay.collection import Qrels, Runs

Path: TypeAlias = str | os.PathLike[str]

TIES = "document id ascending"  # of ranks, as in the paper


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a training set and runs."""

    instances: Path
    with_leaks: Sequence[Path]
    without_leaks: Sequence[Path] = ()
    others: Sequence[Path] = ()
    optional_qrels: Path | None = None
    rel: int = 1
    depth: int = DEPTH
    alpha: float = 0.05


@dataclass(frozen=True, slots=True)
class Remembered:
    """Whether leaked documents are remembered, with its table and its page."""

    memory: Memory
    provenance: Provenance

    def table(self) -> Table:
        """Every mean with its change: a row for each quantity."""
        return page.contrasts_table(self.memory)

    def result(self) -> Result:
        """The page."""
        of = self.memory
        verdict, *rest = of.explain()
        sides = "other systems" if of.kind == "one model" else "seeds without"
        facts = [
            plural(len(of.topics), "leaked topic"),
            plural(sum(of.n_documents), "document"),
            f"{plural(of.n_runs[0], 'run')} with leakage, {of.n_runs[1]:,} {sides}",
        ]
        sections = [Section("answer", page.QUESTION, page.body(of))]
        return Result(verdict, " ".join((*rest, page.RULE)), sections, self.provenance, facts, "memory")


def explore(asked: Asked) -> Remembered:
    """Whether the documents that a training set leaks are remembered; UsageError where files can't mean anything."""
    if not asked.with_leaks:
        raise UsageError("which runs are of the model trained on the set? Add --with RUN, one a seed")
    if asked.without_leaks and asked.others:
        raise UsageError("--others is for one model alone, but --without is given too; leave one out")
    instances = read_instances(asked.instances)
    files = {name: _files(getattr(asked, name)) for name in ("with_leaks", "without_leaks", "others")}
    twice = set(files["with_leaks"]) & {*files["without_leaks"], *files["others"]}
    if twice:
        raise UsageError(f"{cut(min(twice))} is given as a run with and without leakage, expected one of the two")
    with_, without, others = (_runs(paths) for paths in files.values())
    if with_ is None:
        raise UsageError(f"{cut(os.fspath(asked.with_leaks[0]))} has no run, expected at least one file")
    beside = {path: also_path(path) for path in (*files["with_leaks"], *files["without_leaks"])}
    beside = {path: also for path, also in beside.items() if os.path.exists(also)} if without is not None else {}
    qrels: Qrels | None = None if asked.optional_qrels is None else read_qrels(asked.optional_qrels)
    answer = memory(
        instances, with_, without, also=_runs(list(beside.values()), names=list(beside)), qrels=qrels, others=others,
        rel=asked.rel, depth=asked.depth, alpha=asked.alpha,
    )  # fmt: skip
    nouns = [noun for noun in (with_, without, others, qrels) if noun is not None]
    options: dict[str, Any] = {"depth": asked.depth, "alpha": asked.alpha, "ties": TIES}
    options["rank_without_score"] = asked.depth + 1
    return Remembered(answer, Provenance(hashes(nouns, [asked.instances, *beside.values()]), options, 0, versions()))


def _files(given: Sequence[Path]) -> list[str]:
    """The files of these paths and folders, without those that stand beside a run."""
    paths = list_paths([os.fspath(one) for one in given]) if given else []
    beside = {also_path(path) for path in paths}
    return [path for path in paths if path not in beside]


def _runs(paths: Sequence[str], names: Sequence[str] = ()) -> Runs | None:
    """The runs of these files with scores, each under the name of its file or another; None without a file."""
    if not paths:
        return None
    runs = read_runs(list(paths), keep="scores")
    if len(runs.systems) != len(paths):
        raise UsageError(
            f"{plural(len(paths), 'file')} such as {cut(paths[0])} {'have' if len(paths) > 1 else 'has'} "
            f"{plural(len(runs.systems), 'system')}, expected one a file, each a seed of one model"
        )
    return runs.renamed(dict(zip(runs.systems, names or paths, strict=True)))
