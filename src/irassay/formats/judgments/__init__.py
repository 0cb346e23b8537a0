"""Formats of judgments, a module each: what people said of tasks, in the files of other tools of judging."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from irassay.collection.judging_scales import JudgingScale
from irassay.formats.format import IdRule, LooksLike
from irassay.formats.sources.lines import Problems
from irassay.record import Record

# "reasons" are those of skips, "open" tasks of which nobody said anything
Trait: TypeAlias = Literal["assessors", "skips", "reasons", "notes", "ties", "open"]

TABLE = "table"  # of answers: read, and told by no name
# As those of labels; `--from` and `--to` name all but the table.
FORMATS = {"labelstudio": "task_data", "potato": "task_data", "quepid": "quepid", "prefj": "lines", TABLE: "lines"}
EVERYTHING: tuple[Trait, ...] = ("assessors", "skips", "reasons", "notes", "ties", "open")


class Judgment(Record):
    """What one person said of a task; nothing was said where both `said` and `skip` are empty."""

    said: str  # the name of a choice, or a grade
    assessor: str = ""  # "" where the file names nobody
    skip: str = ""  # why it was skipped
    note: str = ""


class JudgedTask(Record):
    """A task, and what people said of it."""

    place: int | str  # in the file, for messages
    judgments: Sequence[Judgment]
    task: str = ""  # its id in a campaign; "" where the file has none
    query: str = ""
    docs: tuple[str, ...] = ()  # of two, the left one first
    query_text: str | None = None  # None where the file has no text
    texts: tuple[str, ...] | None = None  # of the documents


class JudgedSheet(Record):
    """Judgments as they are written."""

    name: str
    kind: str  # of all tasks
    scale: JudgingScale
    tasks: Sequence[JudgedTask]


class JudgmentFormat(Record):
    """A format of judgments."""

    name: str
    line: str  # as messages show it
    looks_like: LooksLike | None
    ids: IdRule  # which ids it can hold: a rule of `id_rules`
    kinds: tuple[str, ...]  # of tasks
    carries: tuple[Trait, ...]  # of the rest writing says that it is lost
    read: Callable[[str, Problems], Iterator[JudgedTask]]
    write: Callable[[JudgedSheet], Iterator[str]] | None  # None where it is not written
