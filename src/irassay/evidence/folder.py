"""The folder of a collection: how it is made, files that stages make, and a log of what each stage has made."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from irassay.errors import InputError, cut
from irassay.evidence.candidates import LEAST_EVIDENCE, MOST_REFERENCES
from irassay.files import WholeFiles, held_alone, make_folder, sha256_of, write_whole
from irassay.record import Record
from irassay.workflows import Workers

PASSAGES, ALIASES, LINKS, LISTS, WIKI = "passages.jsonl", "aliases.tsv", "links.tsv", "lists.jsonl", "wiki.json"
ARTICLES = "articles.txt"
GROUPS, CANDIDATES, TO_JUDGE, DISCARDED = "groups.jsonl", "candidates.tsv", "to-judge.tsv", "discarded.tsv"
CROWDED = "crowded.tsv"
LOG, LOCK = "log.jsonl", "lock"
_UNFINISHED = re.compile(r".+\.[0-9a-f]{16}\.part")
Counts: TypeAlias = dict[str, int]


class Plan(Record):
    """How a collection is made. `by` says what a passage is, `links_of` where its links are looked for, and `mentions`
    asks for passages that name a member without one; `title` begins the titles of lists, `heading` is in the headings
    of columns, and `workers` read pages."""

    by: Literal["article", "section"] = "article"
    links_of: Literal["passage", "article"] = "passage"
    title: str = "List of"
    heading: str = "name"
    most_references: int = MOST_REFERENCES
    least_evidence: int = LEAST_EVIDENCE
    mentions: bool = False
    workers: Workers = 1


class Folder:
    """What ended is not made again; a file or an option that is another one makes all that hangs on it anew."""

    def __init__(self, path: str) -> None:
        make_folder(path)
        self.path = path
        self._hashes: dict[str, str] = {}  # of files that were looked at: each is read once

    def file(self, name: str) -> str:
        """The place of one of its files."""
        return os.path.join(self.path, name)

    def stage(
        self,
        name: str,
        needs: Sequence[str],
        makes: Sequence[str],
        options: Mapping[str, Any],
        make: Callable[[WholeFiles], Counts],
    ) -> Counts:
        """Make files of the folder from other files, unless they are there; what was counted. `needs` are paths."""
        with held_alone(self.file(LOCK), "", self._taken):
            for one in filter(_UNFINISHED.fullmatch, os.listdir(self.path)):  # left by a kill, without a name yet
                os.unlink(self.file(one))
            names = [os.path.basename(path) for path in needs]
            made_from = {
                path if names.count(name) > 1 else name: self.hash_of(path)
                for name, path in zip(names, needs, strict=True)
            }
            is_of = {"stage": name, "options": dict(options), "from": made_from}
            log = self.log()
            entry = log.get(name, {})
            if is_of.items() <= entry.items() and all(os.path.exists(self.file(one)) for one in makes):
                return dict(entry["counts"])
            if entry:  # while its files are replaced it says nothing, and keeps its place
                self._write_log({**log, name: {"stage": name, "options": {}, "from": {}, "made": {}, "counts": {}}})
            with WholeFiles() as files:
                counts = make(files)
            for one in makes:
                self._hashes.pop(self.file(one), None)
            made = {one: self.hash_of(self.file(one)) for one in makes}
            self._write_log({**log, name: {**is_of, "made": made, "counts": counts}})
            return counts

    def _taken(self, other: str) -> InputError:
        return InputError(f"{other} collects in {cut(self.path)}: wait for its end, or name another folder")

    def _write_log(self, log: Mapping[str, dict[str, Any]]) -> None:
        write_whole(self.file(LOG), "".join(json_line(one) for one in log.values()))

    def hash_of(self, path: str) -> str:
        """The hash of a file's bytes; InputError where it can't be read."""
        if path not in self._hashes:
            try:
                self._hashes[path] = sha256_of(path)
            except OSError as error:
                raise InputError(f"{cut(path)} can't be read: {error.strerror}") from None
        return self._hashes[path]

    def log(self) -> dict[str, dict[str, Any]]:
        """Stage -> its entry."""
        return {one["stage"]: one for one in rows(self.file(LOG))} if os.path.exists(self.file(LOG)) else {}


def json_line(of: Any) -> str:
    """One line of JSON."""
    return json.dumps(of, ensure_ascii=False) + "\n"


def rows(path: str) -> Iterator[Any]:
    """The values of a file of JSON lines; InputError with the line where one is none."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                yield json.loads(line)
            except ValueError:
                raise InputError(f"{cut(path)}, line {number}: no JSON; the stage that makes it was cut") from None


def cells(path: str, *, heading: bool = False) -> Iterator[list[str]]:
    """The cells of a tab-separated file, without its heading where it isn't asked for."""
    with open(path, encoding="utf-8") as file:
        if not heading:
            next(file, None)
        for line in file:
            yield line.rstrip("\n").split("\t")


def tsv(heading: Sequence[str], lines: Iterator[Sequence[str]]) -> Iterator[str]:
    """The lines of a tab-separated file; white space within a cell is folded."""
    yield "\t".join(heading) + "\n"
    for line in lines:
        yield "\t".join(" ".join(cell.split()) for cell in line) + "\n"
