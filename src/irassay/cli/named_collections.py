"""``--collection NAME=QRELS,RUN,...``: the files of several collections, as the command line names them."""

from __future__ import annotations

from irassay.errors import UsageError, cut
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Collection(Record):
    """The files of one collection: its labels, and its runs as files, folders or patterns."""

    name: str
    qrels: str
    runs: Sequence[str]


def read(texts: Sequence[str]) -> list[Collection]:
    """The collections of the command line; UsageError for a text that is no ``NAME=QRELS,RUN,...``, a single one, or a
    name or files given twice."""
    collections = []
    for text in texts:
        name, _, files = text.partition("=")
        qrels, *runs = files.split(",")
        if not (name.strip() and qrels and runs and all(runs)):
            raise UsageError(
                f"--collection is {cut(text)}, expected NAME=QRELS,RUN,...: a name, its labels and its runs"
            )
        collections.append(Collection(name=name.strip(), qrels=qrels, runs=runs))
    names = [collection.name for collection in collections]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"--collection {cut(twice)} is given twice; each needs a name of its own")
    first: dict[tuple[str, frozenset[str]], str] = {}
    for one in collections:
        same = first.setdefault((one.qrels, frozenset(one.runs)), one.name)
        if same != one.name:
            raise UsageError(f"--collection {cut(same)} and {cut(one.name)} are the same files; give each once")
    if len(names) == 1:
        raise UsageError(
            f"--collection {cut(names[0])} is the only one; add another, or give QRELS and RUN by themselves"
        )
    return collections


def files_of(texts: Sequence[str]) -> list[str]:
    """The files, folders and patterns of these collections, also where one of the texts is no collection."""
    return [file for text in texts for file in text.partition("=")[2].split(",") if file]


def check_files(beside: Sequence[str | None], of_one: Sequence[str]) -> None:
    """Raise where there are other files `beside` collections, or options that are about one, by their spelling."""
    if any(beside):
        raise UsageError("--collection takes the place of QRELS, RUN and --scores: leave them out")
    if of_one:
        raise UsageError(f"{of_one[0]} is about one collection: give QRELS and RUN by themselves")
