"""An index on disk: a folder of shards, each with a note of what it holds, and `index.json`, which is written last."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles, sha256_of, write_whole
from irassay.provenance import VERSION
from irassay.search.said import SEARCH

FORMAT = "irassay.index/1"
WORDS, VECTORS = "words", "vectors"  # the kinds of an index
SHARD = "shard"  # how the name of a shard's first file ends: ids, and terms where there are any
MANIFEST = "index.json"
PLAN = "unfinished.json"  # what an unfinished index is made of
LOCK = "index.lock"  # held by the process that builds
_OF_A_SHARD = re.compile(r"\d{5,}\.")
_OF_A_NOTE = re.compile(rf"({re.escape(PLAN)}|{re.escape(MANIFEST)})\.[0-9a-f]+\.part")  # as a kill leaves it


@dataclass(frozen=True, slots=True)
class ShardNote:
    """One shard."""

    n_docs: int
    digest: str  # of what it was made of, by which the same input is known again
    files: Mapping[str, str]  # file's name in the folder -> SHA-256; empty while it is not made

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"n_docs": self.n_docs, "digest": self.digest, "files": dict(self.files)}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> ShardNote:
        """From the JSON form; KeyError, TypeError or ValueError where it is none."""
        note = cls(int(saved["n_docs"]), str(saved["digest"]), dict(saved["files"]))
        if note.n_docs < 0 or any(os.path.basename(name) != name for name in note.files):
            raise ValueError("a number of passages, and names without a folder")
        return note


class IndexFolder:
    """The folder of an index, finished or not; InputError for something else at that place, or a damaged note in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.notes: list[ShardNote] = []
        self.settings: dict[str, Any] = {}
        self.n_kept = 0  # shards of an earlier, finished index, to which others are added
        if os.path.exists(path) and not os.path.isdir(path):
            raise InputError(f"{cut(path)} is a file, expected a folder: the place of an index")
        saved = self._load(MANIFEST if self.finished else PLAN)
        if saved:
            self._take(saved)

    @property
    def exists(self) -> bool:
        """Whether an index has been begun here."""
        return self.finished or os.path.exists(self.place(PLAN))

    @property
    def finished(self) -> bool:
        """Whether `index.json` is there."""
        return os.path.exists(self.place(MANIFEST))

    @property
    def name(self) -> str:
        """The stem of the folder: the system that its runs name."""
        return os.path.splitext(os.path.basename(os.path.abspath(self.path)))[0]

    @property
    def n_docs(self) -> int:
        """Passages of all shards that are written."""
        return sum(note.n_docs for note in self.notes if note.files)

    @property
    def digest(self) -> str:
        """The SHA-256 of `index.json`."""
        return sha256_of(self.place(MANIFEST))

    def place(self, name: str) -> str:
        """Where a file of the folder stands."""
        return os.path.join(self.path, name)

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Begin in an empty folder, or go on with one of these settings; UsageError for other settings or files."""
        if self.exists:
            if self.settings != settings:
                differ = [name for name in settings if settings[name] != self.settings.get(name)]
                raise UsageError(SEARCH("folder.options", path=self.path, parts=" and ".join(differ) or "make"))
            return
        if any(name != LOCK and not _OF_A_NOTE.fullmatch(name) for name in os.listdir(self.path)):
            raise UsageError(SEARCH("folder.files", path=self.path))
        self.settings = dict(settings)
        write_whole(self.place(PLAN), self._json())

    @staticmethod
    def shard_name(number: int) -> str:
        """How the names of a shard's files begin; numbers are from 0."""
        return f"{number + 1:05}"

    def plan(self, number: int, *, n_docs: int, digest: str) -> bool:
        """Note what a shard is made of, before or after it is there; False where it is noted otherwise."""
        if number == len(self.notes):
            self.notes.append(ShardNote(n_docs, digest, {}))
        note = self.notes[number]
        return (note.n_docs, note.digest) == (n_docs, digest)

    def done(self, number: int, files: Mapping[str, str]) -> None:
        """Note the files of a shard, which are there, with their SHA-256."""
        note = self.notes[number]
        self.notes[number] = ShardNote(note.n_docs, note.digest, files)
        write_whole(self.place(PLAN), self._json())

    def has_whole(self, note: ShardNote) -> bool:
        """Whether the files of a shard are there, as they were written."""
        return bool(note.files) and all(
            os.path.exists(self.place(name)) and sha256_of(self.place(name)) == sha256
            for name, sha256 in note.files.items()
        )

    def files(self, ending: str) -> list[str]:
        """The paths of the shards' files whose names end so, in order."""
        return [self.place(name) for note in self.notes for name in note.files if name.partition(".")[2] == ending]

    def finish(self) -> None:
        """Write `index.json`."""
        self.n_kept = 0
        self.sweep()
        write_whole(self.place(MANIFEST), self._json())
        if os.path.exists(self.place(PLAN)):
            os.unlink(self.place(PLAN))

    def reopen(self) -> int:
        """Make a finished index an unfinished one, to which shards are added; the number of those that it has."""
        self.n_kept = len(self.notes)
        write_whole(self.place(PLAN), self._json())
        os.unlink(self.place(MANIFEST))
        return self.n_kept

    def drop(self, n_kept: int) -> None:
        """Remove all shards but the first; of an index that had none before nothing stays."""
        self.notes = self.notes[:n_kept]
        self.sweep()
        if self.notes:
            self.finish()
            return
        for name in (PLAN, MANIFEST):
            if os.path.exists(self.place(name)):
                os.unlink(self.place(name))

    def sweep(self) -> None:
        """Remove what is left of shards and notes that were not finished, once nobody is making one."""
        noted = {name for note in self.notes for name in note.files}
        for name in os.listdir(self.path):
            if (_OF_A_SHARD.match(name) or _OF_A_NOTE.fullmatch(name)) and name not in noted:
                os.unlink(self.place(name))

    def check(self) -> None:
        """InputError, with the file and what to do, for an unfinished index, or a shard that is not as written."""
        if not os.path.isdir(self.path):
            raise InputError(SEARCH("folder.none", path=self.path))
        if not self.finished:
            what = "is unfinished: run the same irassay index again, which goes on" if self.exists else "is no index"
            raise InputError(SEARCH("folder.unfit", path=self.path, why=what, manifest=MANIFEST))
        for note in self.notes:
            for name, sha256 in note.files.items():
                path = self.place(name)
                if not os.path.exists(path):
                    raise InputError(f"{cut(path)} is missing: build the index again")
                if sha256_of(path) != sha256:
                    raise InputError(SEARCH("folder.altered", path=path))

    def _json(self) -> str:
        saved = {
            "format": FORMAT,
            "irassay": VERSION,
            "settings": self.settings,
            "n_kept": self.n_kept,
            "shards": [note.to_dict() for note in self.notes],
        }
        return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"

    def _load(self, name: str) -> dict[str, Any]:
        try:
            with open(self.place(name), encoding="utf-8") as file:
                saved = json.load(file)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise InputError(
                f"{cut(self.place(name))} can't be read as JSON ({error}): build the index again"
            ) from None
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise InputError(f"{cut(self.place(name))} has another format than {FORMAT}: build the index again")
        return saved

    def _take(self, saved: dict[str, Any]) -> None:
        try:
            self.settings = dict(saved["settings"])
            self.notes = [ShardNote.from_dict(note) for note in saved["shards"]]
            self.n_kept = int(saved.get("n_kept", 0))
        except (AttributeError, KeyError, TypeError, ValueError):
            raise InputError(f"{cut(self.path)}: the list of its shards is damaged: build the index again") from None


def write_shard(folder: str, number: int, make: Callable[[Any], Mapping[str, Any]], piece: Any) -> dict[str, str]:
    """Write the files of shard `number`, from 0, of an unfinished index, all or none; file -> SHA-256. `make` is piece
    -> ending of a name -> what writes it."""
    sums = {}
    writers = make(piece)
    if not os.path.exists(os.path.join(folder, PLAN)):
        raise InputError(f"{cut(folder)} has no {PLAN}: the index is no longer built")
    with WholeFiles() as whole:
        for ending, write in writers.items():
            name = f"{IndexFolder.shard_name(number)}.{ending}"
            beside = whole.beside(os.path.join(folder, name))
            os.unlink(beside)
            write(beside)
            sums[name] = sha256_of(beside)
    return sums
