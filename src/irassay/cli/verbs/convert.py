"""`irassay convert`: from one format into another, whole or not at all; what is lost is counted."""

from __future__ import annotations

import os

from irassay.arguments import of_keywords
from irassay.cli import output
from irassay.cli.answers.said import CLI
from irassay.cli.output import losses_told
from irassay.drawing.terminal import Screen, is_terminal
from irassay.errors import UsageError, cut
from irassay.formats import (
    detection,
    loss_warnings,
    read_preferences,
    read_qrels,
    read_runs,
    registry,
    write_preferences,
    write_qrels,
    write_runs,
    write_texts,
)
from irassay.formats.detection import has_fractions
from irassay.formats.labels import trec
from irassay.formats.reading import datasets, scores
from irassay.formats.reading.texts import read_texts, records
from irassay.formats.sources import opening, pipes
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import is_dataset
from irassay.messages import alike, did_you_mean, plural
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from irassay.collection.qrels import Qrels
    from irassay.collection.reading import Reading
    from irassay.label_sets.transfer import Aggregate

SEARCHED = "elasticsearch"  # the format whose reader searches for the queries
EXPECTED_SKIPS = ("blank", "header")  # lines that hold nothing
SAID_BY_WRITERS = ("document marked unrateable",)  # which some formats keep


class Source(Record):
    """The files to convert, and how they are read."""

    files: Sequence[str]
    input_format: str | None
    grade_scale: float | None
    label_map: Mapping[str, int] | None
    threads: int

    def only(self, of: str) -> str:
        """The one file; several of preferences would have to be put together."""
        if len(self.files) > 1:
            raise UsageError(f"{len(self.files)} files of {of}, expected one; put them together first")
        return self.files[0]


class Target(Record):
    """Where the answer is written, in which format, and by which names of the queries."""

    to: str
    format: str
    rename_queries: str | None
    index: str | None
    query_texts: str | None


def run(args: argparse.Namespace) -> int:
    """Read, write, and say what was left out."""
    to, to_format = args.output or "-", _format(args.output_format)
    if to_format != SEARCHED and args.index:
        raise UsageError(f"--index has no effect in {to_format}; it is for --to {SEARCHED}")
    target = of_keywords(Target, {**vars(args), "to": to, "format": to_format})
    source = of_keywords(Source, vars(args))
    kind = _kind(args.kind, source, target.format)
    if args.query_texts and kind != "labels":
        raise UsageError(f"--query-texts gives labels the queries' ids, and this is {kind}")
    if args.passage_to_document and kind != "labels":
        raise UsageError(f"--passage-to-document is for labels of passages, and this is {kind}")
    if target.to != "-":
        _writable(target.to, source.files)
    elif registry.entry(kind, target.format).content == "bytes" and is_terminal(args.screen.out):
        raise UsageError(f"{target.format} is no text for a terminal: name a file with -o")
    with losses_told(args.screen):
        if kind == "labels":
            contents = _labels(source, target, args.passage_to_document, args.aggregate)
        elif kind == "texts":
            contents = _texts(source, target, args.field)
        elif kind == "scores":
            contents = _scores(source, target, args.screen)
        else:
            contents = _runs(source, target) if kind == "runs" else _preferences(source, target)
    if target.to != "-" and args.screen.live:
        args.screen.explain(f"{target.to}  {contents}")
    return 0


def _labels(source: Source, target: Target, passage_to_document: str | None, aggregate: Aggregate) -> str:
    from irassay.cli.answers import nearly_equal_ids
    from irassay.cli.answers.nearly_equal_ids import without_text
    from irassay.label_sets import united
    from irassay.pooling.audits import answers_by_id

    iterations = sum(_other_iterations(path, source.input_format) for path in source.files)
    texts: Mapping[str, str] = dict(read_texts(target.query_texts)) if target.query_texts else {}
    how: dict[str, Any] = {"input_format": source.input_format, "grade_scale": source.grade_scale}
    read = [read_qrels(path, label_map=source.label_map, **how) for path in source.files]
    sets = [answers_by_id(qrels, texts) if texts else qrels for qrels in read]
    if texts and target.format != SEARCHED and len(sets) == 1 and sets[0] is read[0]:
        raise UsageError(
            f"--query-texts has no effect in {target.format}: no query of these labels is one of the texts"
            + nearly_equal_ids.of_texts(read[0].queries, texts, target.query_texts or "")
        )
    for before, after in zip(read, sets) if texts else ():
        lost = without_text(before, after, texts, target.query_texts or "")
        if lost and not (after is before and target.format == SEARCHED):
            loss_warnings.say(lost)
    qrels = sets[0] if len(sets) == 1 else united(sets)
    for near in nearly_equal_ids.of_files(sets):
        loss_warnings.say(near)
    if apart := nearly_equal_ids.other_scales(sets, factor=source.grade_scale):
        loss_warnings.say(apart)
    _warn_of_skipped(qrels.readings)
    if iterations:
        loss_warnings.say(CLI("lost.iterations", n=iterations))
    if passage_to_document:
        qrels = _of_documents(qrels, passage_to_document, aggregate)
    write_qrels(
        qrels, target.to, output_format=target.format, rename_queries=target.rename_queries,
        index=target.index, query_texts=texts if target.format == SEARCHED and texts else None,
    )  # fmt: skip
    return f"{plural(qrels.n_labels, 'label')} of {plural(len(qrels.queries), 'query')}"


def _of_documents(passages: Qrels, passage_to_document: str, aggregate: Aggregate) -> Qrels:
    """Labels of documents, each from those of its passages."""
    from irassay.formats.reading.metadata import read_documents
    from irassay.label_sets import transferred, without_document

    documents = read_documents(passage_to_document)
    lost = sum(len(docs) for docs in without_document(passages, documents).values())
    if lost:
        loss_warnings.say(CLI("lost.passages", n=lost))
    if passages.unrateable:
        loss_warnings.say(CLI("lost.marks", n=sum(map(len, passages.unrateable.values()))))
    return transferred(passages, documents, aggregate=aggregate)


def _runs(source: Source, target: Target) -> str:
    runs = read_runs(source.files, input_format=source.input_format, keep="scores", threads=source.threads)
    _warn_of_skipped(runs.readings)
    write_runs(runs, target.to, output_format=target.format, rename_queries=target.rename_queries)
    return f"{plural(len(runs.systems), 'run')}, {plural(runs.n_documents, 'document')}"


def _preferences(source: Source, target: Target) -> str:
    preferences = read_preferences(source.only("preferences"), input_format=source.input_format)
    _warn_of_skipped(preferences.readings)
    write_preferences(preferences, target.to, output_format=target.format, rename_queries=target.rename_queries)
    return f"{plural(preferences.n_pairs, 'pair')} of {plural(len(preferences.queries), 'query')}"


def _texts(source: Source, target: Target, field: str | None) -> str:
    if target.rename_queries:
        raise UsageError("--rename-queries is for labels, runs and preferences; texts keep their ids")

    def texts() -> Iterator[tuple[str, Mapping[str, object]]]:
        for path in source.files:
            if is_dataset(path):
                yield from ((key, fields) for _, key, fields in datasets.records(path))
                continue
            problems = Problems(path, consequence="nothing was written")
            name = detection.text_format(path, source.input_format)
            yield from ((key, fields) for _, key, fields in records(path, name, problems))
            problems.raise_if_any()

    return plural(write_texts(texts(), target.to, output_format=target.format, field=field), "text")


def _scores(source: Source, target: Target, screen: Screen) -> str:
    from irassay.cli.answers.cautions import mean_rows
    from irassay.formats.reading.scores import AGGREGATE, PER_QUERY
    from irassay.scoring.score_files import read_scores, write_results

    if source.input_format is not None:
        raise UsageError("--input-format can't choose between formats of scores; their content tells")
    table = read_scores(source.files)
    if table.other_files:
        loss_warnings.say(CLI("lost.files", n=table.other_files))
    if table.mean_rows:
        loss_warnings.say(mean_rows(table.mean_rows))
    if table.left_out:
        loss_warnings.say(CLI("lost.summaries", n=table.left_out))
    if collections := set(table.collections):
        loss_warnings.say(CLI("lost.collections", n=len(collections)))
    rows = list(table.rows())
    write_results(rows, target.to, output_format=target.format)
    holds = AGGREGATE if table.by_task else PER_QUERY
    screen.explain(f"{plural(table.n_files, 'file')}: {holds}")
    return plural(len(rows), "score")


def _format(name: str | None) -> str:
    known = list(dict.fromkeys(name for kind in registry.KINDS for name in registry.writable(kind)))
    if name is None:
        raise UsageError(f"--to is missing: one of {', '.join(known)}")
    if name not in known:
        hint = did_you_mean(alike(name, known), start="; ")
        raise UsageError(f"--to is {cut(name)}{hint or ';'} expected one of {', '.join(known)}")
    return name


def _kind(choice: str | None, source: Source, target: str) -> str:
    """Labels, runs or another kind: as chosen, else as the two formats allow, else as the content says."""
    writable = tuple(kind for kind in registry.KINDS if target in registry.writable(kind))
    if choice is not None:
        if choice not in writable:
            raise UsageError(f"{target} holds {' or '.join(writable)}, not {choice}")
        return choice
    readable = writable
    if source.input_format is not None:
        readable = tuple(kind for kind in registry.KINDS if source.input_format in registry.readable(kind))
        if not readable:
            known = {name: None for kind in registry.KINDS for name in registry.readable(kind)}
            raise UsageError(f"--input-format is {cut(source.input_format)}, expected one of {', '.join(known)}")
    if source.input_format is None and ("scores" in writable or all(map(scores.is_results, source.files))):
        if "scores" not in writable:
            raise UsageError(f"{source.files[0]} holds scores, but {target} holds {' or '.join(writable)}")
        return "scores"
    first, there = str(source.input_format), readable
    if len(readable) > 1 or source.input_format is None:
        first = opening.list_paths(source.files)[0]
        is_data = opening.is_dataset(first)
        kinds = datasets.kinds(first) if is_data else detection.kinds_in(first, wanted=writable)
        there = tuple(kind for kind in kinds if kind in readable or source.input_format is None)
    both = [kind for kind in there if kind in writable]
    if not both:
        hint = "; --kind preferences reads it as preferences" if "preferences" in writable and "runs" in there else ""
        raise UsageError(f"{first} holds {' or '.join(there)}, but {target} holds {' or '.join(writable)}{hint}")
    if set(both) == {"labels", "runs"} and source.grade_scale is None and not source.label_map:
        both = ["runs"] if has_fractions(first) else both
    if len(both) > 1:
        choices = " or ".join(f"--kind {kind}" for kind in both)
        raise UsageError(f"{first} can be read as {' or as '.join(both)}: say {choices}")
    return both[0]


def _writable(to: str, inputs: Iterable[str]) -> None:
    if not os.path.isdir(to) and not to.endswith(os.sep):
        output.writable(to)
        return
    folder = os.path.dirname(to.rstrip(os.sep)) or "."
    if not os.path.isdir(folder):
        raise UsageError(f"no folder {cut(folder)} to make {cut(to)} in")
    for one in inputs:
        if os.path.isdir(to) and os.path.isdir(one) and os.path.samefile(to, one):
            raise UsageError(f"{cut(to)} is also an input; irassay changes no file in place")


def _other_iterations(path: str, input_format: str | None) -> int:
    """Lines of TREC's labels whose second column says something: it is read by no one, and not written."""
    if opening.is_dataset(path):
        return 0
    name = input_format or detection.label_format(opening.head_of(path), source=path)
    if name not in registry.names("labels") or registry.labels(name).read is not trec.read:
        return 0
    data = opening.read_bytes(path)
    if pipes.is_pipe(path):
        pipes.keep(path, data)
    return trec.other_iterations(data)


def _warn_of_skipped(readings: Iterable[Reading]) -> None:
    total: dict[str, int] = {}
    lost: dict[str, int] = {}
    for reading in readings:
        for what, n in reading.left_out.items():
            lost[what] = lost.get(what, 0) + n
        for rule, n in reading.skipped.items():
            if rule not in (*EXPECTED_SKIPS, *SAID_BY_WRITERS):
                total[rule] = total.get(rule, 0) + n
    for what, n in lost.items():
        loss_warnings.say(loss_warnings.lost(what, n))
    for rule, n in total.items():
        loss_warnings.say(CLI("lost.lines", n=n, rule=rule))
