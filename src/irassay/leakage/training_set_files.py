"""Training sets to a folder: JSON lines, triples of MS MARCO or Parquet; and manifest.json, what they are."""

from __future__ import annotations

import hashlib
import os
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from threading import Thread
from typing import Any, Literal, TypeAlias

from irassay.collection.instances import Instance
from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles, sha256_of
from irassay.formats.reading.instances import instance_lines
from irassay.formats.tables import parquet_file
from irassay.formats.trees.json_tree import text_of
from irassay.leakage.files import unbroken
from irassay.leakage.instance_sets import KINDS, Pair, SetKind, TrainingSets
from irassay.leakage.said import LEAKAGE
from irassay.provenance import VERSION

SetFormat: TypeAlias = Literal["jsonl", "triples", "parquet"]

MANIFEST = "manifest.json"
SUFFIXES: Mapping[SetFormat, tuple[str, ...]] = {
    "jsonl": (".jsonl",),
    "triples": (".triples.tsv", ".ids.tsv"),
    "parquet": (".parquet",),
}
COLUMNS = ("anchor", "positive", "negative")
_PIECE = 1 << 20
_HASHED = 1 << 24  # bytes at a time: between two of them the thread waits for its turn
_ROWS = 1000  # pairs of a group of rows


def write_training_sets(
    sets: TrainingSets,
    to: str | os.PathLike[str],
    *,
    output_format: SetFormat = "jsonl",
    inputs: Mapping[str, str] | InputHashes | None = None,
) -> list[str]:
    """Write all sets and manifest.json into a folder, all or none.

    Parameters
    ----------
    sets : TrainingSets
    to : path
        The folder, made where it is not there. Files of other names stay.
    output_format : {"jsonl", "triples", "parquet"}
        Lines that `read_instances` reads; query, positive and negative as texts and, in a second file, as ids; or
        Parquet with the columns anchor, positive and negative, which takes pyarrow.
    inputs : mapping of str to str, or InputHashes, optional
        Role -> a file; the manifest has its hash.

    Returns
    -------
    list of str
        Names of files that were there before and are replaced.

    Raises
    ------
    InputError
        An input can't be read, nothing can be written there, or an id has a tab or a line end and goes into triples.
    UsageError
        There is no such format, or a file would be an input.
    """
    if output_format not in SUFFIXES:
        raise UsageError(LEAKAGE("sets.format", format=output_format, formats=[*SUFFIXES]))
    folder = os.fspath(to)
    names = [f"{kind}-{size}{suffix}" for kind in KINDS for size in sets.sizes for suffix in SUFFIXES[output_format]]
    replaced = [name for name in (*names, MANIFEST) if os.path.exists(os.path.join(folder, name))]
    hashes = inputs if isinstance(inputs, InputHashes) else InputHashes(inputs or {})
    with WholeFiles() as files:
        files.folder(folder)
        place = _Places(files, folder)
        if output_format == "parquet":
            _write_parquet(sets, place)
        else:
            _write_lines(sets, place, _lines if output_format == "jsonl" else _triples)
        manifest: dict[str, Any] = {"irassay": VERSION, "format": output_format, "options": sets.options}
        manifest["inputs"] = hashes.result()
        manifest |= {
            "left_out": sets.left_out,
            "shortfalls": [{"of": what, "needed": needed, "there": there} for what, needed, there in sets.shortfalls],
            "sets": _described(sets, place.hashes),
        }
        files.write(os.path.join(folder, MANIFEST), [text_of(manifest)])
    return replaced


class InputHashes:
    """The hashes of files, in a thread of their own: the sets are made meanwhile."""

    def __init__(self, inputs: Mapping[str, str]) -> None:
        self._inputs = dict(inputs)
        self._hashes: dict[str, str] = {}
        self._problem: InputError | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._hashes = {role: _hash(path) for role, path in self._inputs.items()}
        except OSError as error:
            self._problem = InputError(f"{cut(error.filename)} can't be read: {error.strerror}")

    def result(self) -> dict[str, dict[str, str]]:
        """Role -> the file and its hash, which is "" for what is no file; InputError where one can't be read."""
        self._thread.join()
        if self._problem is not None:
            raise self._problem
        return {role: {"file": path, "sha256": self._hashes[role]} for role, path in self._inputs.items()}


def _hash(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    hashed = hashlib.sha256()
    with open(path, "rb", buffering=0) as file:
        while piece := file.read(_HASHED):
            hashed.update(piece)
    return hashed.hexdigest()


class _Places:
    """Files of a folder, and the hashes of what is written to them."""

    def __init__(self, files: WholeFiles, folder: str) -> None:
        self.files, self._folder = files, folder
        self.hashes: dict[str, str] = {}

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a file."""
        hashed = hashlib.sha256()

        def passing() -> Iterator[bytes]:
            for piece in pieces:
                hashed.update(piece)
                yield piece

        self.files.write(os.path.join(self._folder, name), passing())
        self.hashes[name] = hashed.hexdigest()

    def beside(self, name: str) -> str:
        """A path for a library that writes the file."""
        return self.files.beside(os.path.join(self._folder, name))


class _Lines:
    """The lines of pairs in a temporary file, made once: those of fewer pairs are its beginning."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - removed with the noun
        self._ends = array("q", [0])

    def add(self, lines: str) -> None:
        """The lines of the next pair."""
        data = lines.encode("utf-8", "replace")
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def first(self, n: int) -> Iterator[bytes]:
        """The bytes of the lines of the first n pairs."""
        self._file.seek(0)
        left = self._ends[n]
        while left:
            piece = self._file.read(min(left, _PIECE))
            left -= len(piece)
            yield piece


def _write_lines(sets: TrainingSets, place: _Places, lines_of: Callable[..., Mapping[str, str]]) -> None:
    """Each file: the lines of the leaks, then as much filler as its size takes."""
    filler = _made(sets, sets.filler, "none", lines_of)
    for kind in KINDS:
        leaks = _made(sets, sets.leaks[kind], kind, lines_of)
        for size in sets.sizes:
            for suffix, lines in filler.items():
                first = leaks[suffix].first(len(sets.leaks[kind])) if suffix in leaks else ()
                place.write(f"{kind}-{size}{suffix}", chain(first, lines.first(sets.n_filler(kind, size))))


def _made(
    sets: TrainingSets, pairs: Sequence[Pair], kind: SetKind, lines_of: Callable[..., Mapping[str, str]]
) -> dict[str, _Lines]:
    made: dict[str, _Lines] = {}
    for pair in pairs:
        for suffix, lines in lines_of(*sets.with_texts(pair, kind)).items():
            if suffix not in made:
                made[suffix] = _Lines()
            made[suffix].add(lines)
    return made


def _lines(relevant: Instance, other: Instance) -> dict[str, str]:
    return {".jsonl": "".join(instance_lines((relevant, other)))}


def _triples(relevant: Instance, other: Instance) -> dict[str, str]:
    ids = (relevant.query, relevant.doc, other.doc)
    for one in ids:
        if unbroken(one) != one:
            raise InputError(LEAKAGE("sets.id", id=one))
    texts = map(unbroken, (relevant.query_text, relevant.text, other.text))
    return {".triples.tsv": "\t".join(texts) + "\n", ".ids.tsv": "\t".join(ids) + "\n"}


def _write_parquet(sets: TrainingSets, place: _Places) -> None:
    library = parquet_file.library()
    import pyarrow

    schema = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS])
    for kind in KINDS:
        for size in sets.sizes:
            name = f"{kind}-{size}.parquet"
            path = place.beside(name)
            pairs = sets.walk(kind, size)
            with library.ParquetWriter(path, schema) as writer:
                while rows := [(a.query_text, a.text, b.text) for a, b in islice(pairs, _ROWS)]:
                    columns = {name: list(values) for name, values in zip(COLUMNS, zip(*rows))}
                    writer.write_table(pyarrow.table(columns, schema))
            place.hashes[name] = sha256_of(path)


def _described(sets: TrainingSets, hashes: Mapping[str, str]) -> dict[str, Any]:
    """What each set has, by its name."""
    described = {}
    for kind in KINDS:
        for size in sets.sizes:
            name, pairs = f"{kind}-{size}", sets.pairs(kind, size)
            n = len(sets.leaks[kind])
            described[name] = {
                "kind": kind,
                "instances": {"relevant": len(pairs), "non-relevant": len(pairs)},
                "queries": {"leaked": n, "filler": len(pairs) - n},
                "by_source": dict(sorted(Counter(pair.source for pair in pairs).items())),
                "files": {file: digest for file, digest in hashes.items() if file.startswith(f"{name}.")},
            }
    return described
