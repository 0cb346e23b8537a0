"""Labels and runs as the command line names them: which format goes to which, and standard input only once."""

from __future__ import annotations

import os
from contextlib import suppress

from irassay.errors import InputError, UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from irassay.cli.options.option import Option
    from irassay.collection.qrels import Qrels
    from irassay.collection.renaming import Renaming
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen

STDIN = "-"


def named_inputs(values: Mapping[Option, Any]) -> list[str]:
    """The files, folders and patterns that the options of a verb read, by their values. UsageError where standard input
    is named twice.
    """
    from irassay.cli.named_collections import files_of

    paths: list[str] = []
    for option, value in values.items():
        if value and option.name == "collections":
            paths += files_of(value)
        elif value and option.files and not option.writes:
            paths += [value] if isinstance(value, str) else value
    if paths.count(STDIN) > 1:
        raise UsageError("- is given twice, but standard input can be read only once")
    return paths


def files_named(paths: Iterable[str]) -> Iterator[str]:
    """The files that these paths, folders and patterns name; none for what is not there."""
    from irassay.formats.sources.opening import list_paths

    for path in paths:
        with suppress(InputError):  # who reads it says so
            yield from list_paths(path)


class Inputs:
    """The files of labels and runs, and how they are read; `qrels` is "-" for standard input.

    `input_format` is of files that can have it, in place of what content tells. Fractional ratings times `grade_scale`
    are rounded to grades; `label_map` is word -> grade. Labels and runs go without the documents of `residual`, earlier
    labels. `identical_ids` says whether a query's own document counts, `max_docs` how many of a list do, `duplicates`
    whether documents of a query with the same text, in `doc_texts`, count as one. `leave_out` names runs before
    `renaming`.
    """

    __slots__ = (
        "doc_texts",
        "duplicates",
        "grade_scale",
        "identical_ids",
        "input_format",
        "label_map",
        "leave_out",
        "max_docs",
        "qrels",
        "renaming",
        "residual",
        "runs",
        "threads",
    )

    def __init__(
        self,
        qrels: str,
        runs: Sequence[str],
        *,
        input_format: str | None = None,
        grade_scale: float | None = None,
        label_map: Mapping[str, int] | None = None,
        residual: str | None = None,
        identical_ids: Literal["count", "ignore"] | None = None,
        max_docs: int | None = None,
        duplicates: str | None = None,
        doc_texts: str | None = None,
        renaming: Renaming | None = None,
        leave_out: Sequence[str] = (),
        threads: int = 0,
    ) -> None:
        self.qrels = qrels
        self.runs = runs
        self.input_format = input_format
        self.grade_scale = grade_scale
        self.label_map = label_map
        self.residual = residual
        self.identical_ids = identical_ids
        self.max_docs = max_docs
        self.duplicates = duplicates
        self.doc_texts = doc_texts
        self.renaming = renaming
        self.leave_out = leave_out
        self.threads = threads

    def but(self, qrels: str, runs: Sequence[str]) -> Inputs:
        """Other labels and runs, read in the same way."""
        return Inputs(
            qrels,
            runs,
            input_format=self.input_format,
            grade_scale=self.grade_scale,
            label_map=self.label_map,
            identical_ids=self.identical_ids,
            max_docs=self.max_docs,
            renaming=self.renaming,
            threads=self.threads,
        )

    def check(self) -> None:
        """Raise where a measure stands among the runs."""
        for run in self.runs:
            if run != STDIN and not os.path.exists(run) and _is_measure(run):
                raise UsageError(f"no file {cut(run)}; each measure needs its own -m: -m {run}")

    def formats(self) -> tuple[str | None, str | None]:
        """The format of the labels and that of the runs: `input_format` is about those files that can have it."""
        from irassay.formats import detection, registry

        name, names = self.input_format, dict.fromkeys((*registry.names("labels"), *registry.names("runs")))
        if name is not None and name not in names:
            raise UsageError(f"--input-format is {cut(name)}, expected one of {', '.join(names)}")
        return detection.split(name)

    def labels(self) -> Qrels:
        """The labels, without the documents of `residual`."""
        self.check()
        read = self.read(self.qrels, input_format=self.formats()[0])
        before = self.earlier()
        return read if before is None else read.residual(before)

    def read(self, path: str, *, input_format: str | None = None) -> Qrels:
        """The labels of a file, also of one beside `qrels`: what its grades mean is the same for all."""
        from irassay.formats import read_qrels

        return read_qrels(path, input_format=input_format, grade_scale=self.grade_scale, label_map=self.label_map)

    def label_sets(self, path: str) -> list[Qrels]:
        """The labels of a file that may hold several passes of one assessor; grades as in `read`."""
        from irassay.formats import read_label_sets

        return read_label_sets(path, grade_scale=self.grade_scale, label_map=self.label_map)

    def earlier(self) -> Qrels | None:
        """The labels of `residual`, None without it."""
        return self.read(self.residual) if self.residual else None

    def rankings(self, sources: Sequence[str] | None = None) -> Runs:
        """The runs, or those of `sources` alone, without the documents that don't count, to the depth of `max_docs`."""
        from irassay.formats import read_runs

        listed, how = self.runs if sources is None else sources, self.formats()[1]
        leave_out = self.leave_out if sources is None else ()  # files of runs that stay
        read = self.named(read_runs(listed, input_format=how, leave_out=leave_out, threads=self.threads))
        before = self.earlier()
        read = read if before is None else read.residual(before)
        read = read.without_identical_ids() if self.identical_ids == "ignore" else read
        return read if self.max_docs is None else read.first(self.max_docs)

    def to_check(self) -> Sequence[str] | Runs:
        """What `irassay check` reads: the runs' files, or what lines of them can be read where some are left out."""
        return self.loaded() if self.leave_out else self.runs

    def loaded(self) -> Runs:
        """What lines of the runs can be read, under the names that the files give."""
        from irassay.formats import load_runs

        return load_runs(self.runs, input_format=self.formats()[1], leave_out=self.leave_out, threads=self.threads)

    @property
    def new_names(self) -> Callable[[Iterable[str]], dict[str, str]] | None:
        """What says the new names of systems; None where they keep theirs."""
        return self.renaming.names if self.renaming is not None and self.renaming.texts else None

    def named(self, runs: Runs) -> Runs:
        """The runs under the names that `renaming` gives them."""
        if self.renaming is None:
            return runs
        from irassay.collection.renamed_runs import renamed

        return renamed(runs, self.renaming)

    def same_text(self) -> str | None:
        """The file of texts by which documents count as one; None where each counts apart, UsageError without texts."""
        if self.duplicates != "one":
            return None
        if not self.doc_texts:
            raise UsageError("--duplicates one needs the documents' texts: add --doc-texts FILE")
        return self.doc_texts

    def labels_and_rankings(self, screen: Screen) -> tuple[Qrels, Runs]:
        """Labels and runs; documents with the same text as one where that is so, which `screen` explains."""
        qrels, runs = self.labels(), self.rankings()
        source = self.same_text()
        if source is None:
            return qrels, runs
        from irassay.collection.duplicates import RULE, find_duplicates
        from irassay.drawing.tables.text import filled
        from irassay.formats.reading.texts import read_texts

        same = find_duplicates(read_texts(source), qrels, runs)
        text = f"{source}: {len(same):,} texts under {same.n_documents:,} ids. {RULE}"
        screen.explain(filled(text, screen.prose))
        return same.merge_labels(qrels), same.merge_runs(runs)


def _is_measure(text: str) -> bool:
    from irassay.measures import Measure

    try:
        Measure.parse(text)
    except UsageError:
        return False
    return True
