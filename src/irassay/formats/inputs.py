"""Labels and runs, from files or from memory: how they are read, and which of their documents count."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property

from irassay.arguments import check_choice, whole_number
from irassay.collection.own_documents import IDENTICAL_IDS
from irassay.collection.qrels import Qrels
from irassay.collection.reading import raise_problems
from irassay.collection.renaming import Renaming
from irassay.collection.runs import Runs, renamed
from irassay.errors import UsageError
from irassay.formats import detection
from irassay.formats.nouns import metadata_given, qrels_given, runs_given, texts_given
from irassay.formats.reading.qrels import read_qrels
from irassay.formats.reading.runs import load_runs
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.collection.texts import Texts


class Inputs(Record):
    """Labels and runs, each by path or as a noun, and how they are read; "-" is standard input."""

    qrels: Any
    runs: Any
    input_format: str | None = None  # of those files that can have it, in place of what content tells
    grade_scale: float | None = None  # fractional ratings times this are rounded to grades
    label_map: Mapping[str, int] | None = None  # word -> grade
    residual: Any = None  # earlier labels, whose documents don't count
    identical_ids: str | None = None  # "ignore": a query's own document doesn't count
    max_docs: int | None = None  # how many documents of a list count
    duplicates: str | None = None  # "one": documents of a query with the same text count as one
    doc_texts: Any = None  # their texts
    leave_out: Sequence[str] = ()  # names of runs before `rename`
    rename: Sequence[str] | Renaming = ()  # a Renaming is checked by who gives it
    metadata: Any = None  # columns about the systems, by old names or new
    threads: int = 0

    @property
    def formats(self) -> tuple[str | None, str | None]:
        """The format of the labels and that of the runs."""
        return detection.split(self.input_format)

    def load(self) -> tuple[Qrels, Runs]:
        """Labels and runs, without the documents that don't count; those with the same text each by itself."""
        return self.labels(), self.rankings()

    def labels(self) -> Qrels:
        """The labels, without the documents of `residual`."""
        read = self.read(self.qrels, input_format=self.formats[0]) or qrels_given(self.qrels)  # which refuses None
        return read if self.earlier is None else read.residual(self.earlier)

    def read(self, source: Any, *, input_format: str | None = None) -> Any:
        """Labels of one file, also of one beside `qrels`: what grades mean is the same for all; None as it is."""
        if isinstance(source, str | os.PathLike):
            return read_qrels(source, input_format=input_format, grade_scale=self.grade_scale, label_map=self.label_map)
        return None if source is None else qrels_given(source)

    @cached_property
    def earlier(self) -> Qrels | None:
        """The labels of `residual`, None without it."""
        earlier: Qrels | None = self.read(self.residual)
        return earlier

    def rankings(self) -> Runs:
        """The runs, under their new names, without the documents that don't count."""
        is_place = isinstance(self.runs, str | os.PathLike | list | tuple)
        runs = self.loaded() if is_place or self.leave_out else runs_given(self.runs)
        raise_problems(runs.readings if is_place else ())
        return self.counted(self.named(runs))

    def loaded(self) -> Runs:
        """What lines of the runs' files can be read, under the names that the files give."""
        return load_runs(self.runs, input_format=self.formats[1], leave_out=self.leave_out, threads=self.threads)

    def named(self, runs: Runs) -> Runs:
        """The runs with their metadata, under their new names."""
        if self.metadata is not None:
            runs = runs.with_metadata(metadata_given(self.metadata))
        named = renamed(runs, self.renaming)
        if self.renaming is not self.rename:
            self.renaming.check()
        return named

    @cached_property
    def renaming(self) -> Renaming:
        """What gives systems their new names."""
        return self.rename if isinstance(self.rename, Renaming) else Renaming(self.rename)

    def counted(self, runs: Runs) -> Runs:
        """Runs without the documents that don't count."""
        check_choice("identical_ids", self.identical_ids, (None, *IDENTICAL_IDS))
        runs = runs if self.earlier is None else runs.residual(self.earlier)
        runs = runs.without_identical_ids() if self.identical_ids == "ignore" else runs
        return runs if self.max_docs is None else runs.first(whole_number("max_docs", self.max_docs))

    def texts(self) -> Texts | None:
        """The documents' texts, None without a source; UsageError where `duplicates` can't be, or needs them."""
        check_choice("duplicates", self.duplicates, (None, "apart", "one"))
        if self.doc_texts is None and self.duplicates == "one":
            raise UsageError("--duplicates one needs the documents' texts: add --doc-texts FILE, or doc_texts")
        return None if self.doc_texts is None else texts_given(self.doc_texts, "doc_texts")


def in_memory(qrels: Any, runs: Any, identical_ids: str | None) -> tuple[Qrels, Runs]:
    """Labels and runs that are no paths, with the queries' own documents or without; UsageError for anything else."""
    return Inputs(qrels=qrels_given(qrels), runs=runs_given(runs), identical_ids=identical_ids).load()
