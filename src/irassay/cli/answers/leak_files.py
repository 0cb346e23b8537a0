"""The files of `irassay leak`: training texts in, pairs and queries out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from irassay.files import WholeFiles

if TYPE_CHECKING:
    from irassay.collection.training import Training
    from irassay.studies.leak.study import Leakage


def training(sources: Sequence[str], *, query: str | None) -> list[Training]:
    """The training files."""
    from irassay.formats.reading.training import read_training

    return read_training(sources, query=query)


def write(answer: Leakage, *, leaks: str | None, by_query: str | None, clean_queries: str | None) -> None:
    """Write what was asked for: all files, or none where one can't be written."""
    from irassay.leakage.files import by_query_lines, leak_lines

    with WholeFiles() as files:
        for to, lines in (
            (leaks, leak_lines(answer.leaks)),
            (by_query, by_query_lines(answer.leaks, {})),
            (clean_queries, _clean(answer)),
        ):
            if to:
                files.write(to, lines)


def _clean(answer: Leakage) -> Iterator[str]:
    leaked = set(answer.leaks.leaked)
    return (f"{query}\n" for query in answer.leaks.queries if query not in leaked)
