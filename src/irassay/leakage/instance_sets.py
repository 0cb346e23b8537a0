"""Training sets with known leaks, and their files: JSON lines, triples of MS MARCO or Parquet; and manifest.json."""

from __future__ import annotations

import hashlib
import os
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from threading import Thread
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from irassay.collection.instances import Condition, Instance, Instances
from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles, sha256_of
from irassay.formats.reading.instances import instance_lines
from irassay.formats.tables import parquet_file
from irassay.formats.trees.json_tree import text_of
from irassay.leakage.files import unbroken
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.relevant_documents import key_of_text
from irassay.messages import count
from irassay.provenance import VERSION

_AS_BYTES = "surrogatepass"
SetKind: TypeAlias = Literal["none", "train", "test"]
KINDS: tuple[SetKind, ...] = get_args(SetKind)
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


class DocumentTexts:
    """The documents that were asked for so far, as far as the corpus has them; blank texts are none."""

    __slots__ = ("_ends", "_file", "_keys", "_places", "corpus")

    def __init__(self, corpus: Texts) -> None:
        self.corpus = corpus
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - removed with the noun
        self._places: dict[str, int] = {}  # document -> its number; -1 where the corpus has no text of it
        self._keys, self._ends = array("q"), array("q", [0])

    def look_up(self, docs: Iterable[str]) -> None:
        """Walk the corpus once for the documents that nobody has asked for before."""
        missing = {doc for doc in docs if doc not in self._places}
        for doc, text in self.corpus.walk(missing):
            if text.strip():
                self._add(doc, text)
        self._file.flush()
        self._places |= dict.fromkeys(missing - self._places.keys(), -1)

    def _add(self, doc: str, text: str) -> None:
        data = text.encode("utf-8", _AS_BYTES)
        self._file.write(data)
        self._places[doc] = len(self._keys)
        self._keys.append(key_of_text(text))
        self._ends.append(self._ends[-1] + len(data))

    def key(self, doc: str) -> int | None:
        """The key of a document's text; None where the corpus has none."""
        place = self._places[doc]
        return None if place < 0 else self._keys[place]

    def text(self, doc: str) -> str:
        """The text of a document that has one."""
        start, end = self._ends[self._places[doc]], self._ends[self._places[doc] + 1]
        return os.pread(self._file.fileno(), end - start, start).decode("utf-8", _AS_BYTES)


class Pair(NamedTuple):
    """A relevant and a non-relevant document of a query; `topic` is the test query that it leaks, or ""."""

    query: str
    relevant: str
    other: str
    topic: str
    source: str


class Side(NamedTuple):
    """Texts of the queries and of the documents of a collection."""

    query_text: Callable[[str], str]
    docs: DocumentTexts


@dataclass(frozen=True, slots=True, repr=False)
class TrainingSets:
    """Sets by kind and size. The leaks stand first: a trainer has to shuffle.

    Attributes
    ----------
    sizes : tuple of int
        Instances, two a pair.
    filler : tuple of Pair
        In the order in which sets take it.
    leaks : mapping of str to tuple of Pair
        "none", "train", "test" -> the pairs that stand first in each set of that kind.
    left_out : mapping of str to int
        Reason -> how many, among the queries that were looked at.
    shortfalls : tuple of (str, int, int)
        What there was too little of: what, needed, there. Empty unless `as_many` was asked for.
    options : mapping of str to object
        What was asked for, the seed too.
    sides : tuple of Side
        Texts of the training collection, and of the test collection.
    """

    filler: tuple[Pair, ...]
    leaks: Mapping[SetKind, tuple[Pair, ...]]
    sizes: tuple[int, ...]
    left_out: Mapping[str, int]
    shortfalls: tuple[tuple[str, int, int], ...]
    options: Mapping[str, Any]
    sides: tuple[Side, Side]

    def n_filler(self, kind: SetKind, size: int) -> int:
        """How many pairs of filler a set has."""
        return size // 2 - len(self.leaks[kind])

    def pairs(self, kind: SetKind, size: int) -> tuple[Pair, ...]:
        """The pairs of a set: leaks, then filler."""
        return self.leaks[kind] + self.filler[: self.n_filler(kind, size)]

    def instances(self, kind: SetKind, size: int) -> Instances:
        """A set with its texts.

        Parameters
        ----------
        kind : {"none", "train", "test"}
        size : int

        Returns
        -------
        Instances
        """
        if kind not in KINDS or size not in self.sizes:
            raise UsageError(LEAKAGE("sets.none", kind=kind, size=size, kinds=KINDS, sizes=self.sizes))
        return Instances(self.walk(kind, size), source=f"{kind}-{size}")

    def walk(self, kind: SetKind, size: int) -> Iterator[tuple[Instance, Instance]]:
        """The pairs of a set with their texts, one by one."""
        yield from (self.with_texts(pair, kind) for pair in self.leaks[kind])
        yield from (self.with_texts(pair) for pair in self.filler[: self.n_filler(kind, size)])

    def with_texts(self, pair: Pair, kind: SetKind = "none") -> tuple[Instance, Instance]:
        """The instances of a pair of filler ("none"), or of the leaks of a kind."""
        side = self.sides[kind == "test"]
        condition: Condition = "filler" if kind == "none" else kind
        query, of = side.query_text(pair.query), (condition, pair.topic, pair.source)
        return (
            Instance(pair.query, query, pair.relevant, side.docs.text(pair.relevant), True, *of),
            Instance(pair.query, query, pair.other, side.docs.text(pair.other), False, *of),
        )

    def __repr__(self) -> str:
        return f"TrainingSets({', '.join(KINDS)} of {', '.join(map(count, self.sizes))} instances)"


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
