"""Does a reranker remember leaked documents? From a training set and runs to the answer and its page."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.collection import Qrels
from irassay.collection.instances import Instances
from irassay.errors import InputError, UsageError, cut
from irassay.files import PROVENANCE
from irassay.formats import read_qrels
from irassay.formats.reading.instances import also_path, read_instances
from irassay.formats.sources.opening import list_paths
from irassay.leakage import Memory, memory
from irassay.leakage.effect_words import cautions, verdict
from irassay.leakage.memory import DEPTH
from irassay.messages import percent, plural
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Result, Scatter, Section, Table
from irassay.studies.files import Path, hashes
from irassay.studies.memorisation.outcomes import runs_beside, runs_of
from irassay.studies.memorisation.sections import SAID
from irassay.studies.sections.captions import few

TIES = "document id ascending"  # of ranks, as in the paper
WITH, WITHOUT = "with leakage", "without"


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
        return contrasts_table(self.memory)

    def result(self) -> Result:
        """The page."""
        of = self.memory
        pairs, (n, others) = of.kind == "pairs", of.n_runs
        seeds = SAID("remembered.seeds", n=n, others=others, pairs=pairs)
        facts = [plural(len(of.topics), "leaked topic"), plural(sum(of.n_documents), "document"), seeds]
        sections = [Section("answer", SAID("memory.title"), body(of))]
        rule = SAID("remembered.pairs" if pairs else "remembered.one-model")
        title = f"{verdict(of)}." if verdict(of) else of.explain()[0]
        return Result(title, rule, sections, self.provenance, facts, "memory")


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
    _refuse_other_sets(instances, files["with_leaks"], files["without_leaks"])
    with_ = runs_of(files["with_leaks"])
    without, others = (runs_of(files[name]) if files[name] else None for name in ("without_leaks", "others"))
    also = runs_beside([*files["with_leaks"], *files["without_leaks"]]) if without is not None else None
    qrels: Qrels | None = None if asked.optional_qrels is None else read_qrels(asked.optional_qrels)
    answer = memory(
        instances, with_, without, also=also, qrels=qrels, others=others,
        rel=asked.rel, depth=asked.depth, alpha=asked.alpha,
    )  # fmt: skip
    nouns = [noun for noun in (with_, without, others, also, qrels) if noun is not None]
    options: dict[str, Any] = {"depth": asked.depth, "alpha": asked.alpha, "ties": TIES}
    options["rank_without_score"] = asked.depth + 1
    return Remembered(answer, Provenance(hashes(nouns, [asked.instances]), options, 0, versions()))


def _refuse_other_sets(instances: Instances, with_: Sequence[str], without: Sequence[str]) -> None:
    """InputError where the file beside a run says that its model was trained on another set, or on this one."""
    for paths, expected in ((with_, True), (without, False)):
        for path in paths:
            trained_on = _trained_on(path)
            if trained_on and (trained_on == instances.digest) != expected:
                side, what = ("--with", "another set than") if expected else ("--without", "")
                raise InputError(
                    f"{path} is given {side}, but {path}{PROVENANCE} says that its model was trained on "
                    f"{' '.join(filter(None, (what, instances.source)))}; are the sides or the sets mixed up?"
                )


def _trained_on(run: str) -> str:
    """The digest of the set that the model of a run was trained on; "" where nothing beside the run says so."""
    try:
        with open(run + PROVENANCE, encoding="utf-8") as file:
            return str(json.load(file)["model"]["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _files(given: Sequence[Path]) -> list[str]:
    """The files of these paths and folders, without those that stand beside a run."""
    paths = list_paths([os.fspath(one) for one in given]) if given else []
    beside = {also_path(path) for path in paths}
    return [path for path in paths if path not in beside]


def contrasts_table(of: Memory) -> Table:
    """A row for each quantity: means over topics with and without leakage, the change, its two intervals."""
    first, second = ("relevant", "non-relevant") if of.kind == "pairs" else ("trained on", "not trained on")
    rows = {
        "rank offset": of.offset,
        f"rank, {first}": of.relevant,
        f"rank, {second}": of.other,
        f"score, {first}": of.relevant_score,
        f"score, {second}": of.other_score,
    }
    there = {name: one for name, one in rows.items() if one is not None}
    level = percent(1 - of.alpha, 0)
    spread = SAID("remembered.sd")
    columns = {
        "with": ("with_", "mean over topics", WITH),
        "sd_with": ("sd_with", spread, "sd"),
        "without": ("without", "mean over topics", WITHOUT),
        "sd_without": ("sd_without", spread, "sd"),
        "change": ("change", "with less without", "change"),
        "sd_change": ("sd", SAID("remembered.sd-change"), "sd"),
        "low": ("low", f"{level} over topics", "low"),
        "high": ("high", f"{level} over topics", "high"),
        "seeds_low": ("seeds_low", f"{level} over seeds", "seeds low"),
        "seeds_high": ("seeds_high", f"{level} over seeds", "seeds high"),
    }
    made = [
        Column(name, [float(getattr(one, field)) for one in there.values()], "", definition, 2, heading)
        for name, (field, definition, heading) in columns.items()
    ]
    return Table("memory", SAID("remembered.table"), [Column("quantity", list(there)), *made])


def topics_table(of: Memory) -> Table:
    """Rank offsets by topic, the largest growth first."""
    growth = of.offsets_with - of.offsets_without
    order = np.argsort(-growth, kind="stable")
    columns = [
        Column("topic", [of.topics[i] for i in order]),
        Column("with", of.offsets_with[order].tolist(), "", "rank offset", 2),
        Column("without", of.offsets_without[order].tolist(), "", "rank offset", 2),
        Column("growth", growth[order].tolist(), "", "with leakage", 2),
    ]
    return Table("offsets", "Rank offsets by topic", columns)


def offsets_figure(of: Memory) -> Scatter:
    """A point a topic: its rank offset without leakage, and with it."""
    title = SAID("offsets.title", n=int((of.offsets_with > of.offsets_without).sum()), topics=len(of.topics))
    columns = [
        Column("system", list(of.topics), heading="topic"),
        Column("x", of.offsets_without.tolist(), "", "rank offset", 2, WITHOUT),
        Column("y", of.offsets_with.tolist(), "", "rank offset", 2, WITH),
    ]
    named = few(of.topics, of.offsets_without, of.offsets_with)
    axis = f"rank offset {'without leakage' if of.kind == 'pairs' else 'of the others'}"
    how, table = SAID("offsets.how"), Table("offsets", title, columns)
    return Scatter("offsets", title, how, table, axis, WITH, named, same_scale=True)


def body(of: Memory) -> list[Any]:
    """Findings, the table and the figure."""
    verdict, *notes = of.explain()
    doubts = cautions(of)
    rest = [text for text in notes if text not in doubts]
    offset = of.offset
    numbers = {"change": offset.change, "low": offset.low, "high": offset.high}
    level: Any = "warning" if of.is_sign else "note"
    found: list[Any] = [Finding("memory", level, "queries", verdict, numbers)]
    found += [Finding("memory-notes", "note", "none", " ".join(rest))] if rest else []
    found += [Finding("other-lists", "warning", "none", text) for text in doubts]
    figure = [offsets_figure(of)] if of.n_runs[1] else []
    return [*found, contrasts_table(of), *figure]
