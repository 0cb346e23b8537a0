"""Entries of a campaign's log: their form, and the chain of hashes that shows whether one was changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from irassay.errors import InputError
from irassay.judging.store.said import JUDGING

FIRST = "0" * 64  # stands for the hash before the first entry
KINDS = frozenset(
    (
        *("campaign", "task", "assessor", "pause", "exclusion", "origin", "forgotten", "import", "earlier-labels"),
        *("answer", "skip", "consent", "practice", "exam", "batch", "batch-end", "adjudication", "closed", "reopened"),
        *("strata", "ranks", "ask", "verdict", "version", "question", "draw", "look"),
    )
)


@dataclass(frozen=True)
class Entry:
    """One row of the log: what happened, when, by whom and to which task; the same `key` twice is one entry."""

    entry: int
    key: str
    time: str
    kind: str
    assessor: str | None
    task: str | None
    body: str  # JSON, whose names depend on `kind`
    replaces: str | None  # key of the answer that this one replaces
    previous_sha256: str

    @property
    def sha256(self) -> str:
        """The hash of everything above, the hash of the entry before included."""
        what = [self.entry, self.key, self.time, self.kind, self.assessor, self.task, self.body, self.replaces]
        return hashlib.sha256(canonical([*what, self.previous_sha256]).encode()).hexdigest()

    @property
    def content(self) -> Mapping[str, Any]:
        """The names of the body."""
        return dict(json.loads(self.body))


def entry_of(row: Mapping[Any, Any]) -> Entry:
    """The entry of a row of the log."""
    return Entry(**{name: row[name] for name in Entry.__dataclass_fields__})


def unknown_kind(kind: str, where: str) -> InputError:
    """What stands where a newer irassay has written what this one would not heed."""
    return InputError(JUDGING("log.kind", where=where, kind=kind))


def canonical(value: Any) -> str:
    """JSON of which there is one form: names in order, no spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def lines(log: Iterable[Entry]) -> Iterator[str]:
    """Every entry as a line of JSON, its columns by name; in the last line how many there are, and the last hash."""
    n, sha256 = 0, FIRST
    for entry in log:
        n, sha256 = entry.entry, entry.sha256
        yield canonical({**vars(entry), "body": dict(entry.content), "sha256": sha256}) + "\n"
    yield canonical({"kind": "end", "entries": n, "sha256": sha256}) + "\n"


def checked(rows: Iterable[tuple[Entry, str]], source: str) -> Iterator[Entry]:
    """The entries of a log, each with the hash beside it; InputError names one missing or not what was written."""
    previous = FIRST
    for number, (row, sha256) in enumerate(rows, start=1):
        if row.entry != number:
            raise InputError(JUDGING("log.missing", source=source, number=number, next=row.entry))
        if row.previous_sha256 != previous or row.sha256 != sha256:
            raise InputError(JUDGING("log.changed", source=source, number=number))
        previous = sha256
        yield row
