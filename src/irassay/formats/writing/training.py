"""A training file without some of its rows: lines as they are, byte for byte, or Parquet with the same columns."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from irassay.collection.training import Training
from irassay.errors import MissingLibrary, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats.format import Head
from irassay.formats.sources import compressed, opening
from irassay.formats.tables import parquet_file
from irassay.formats.trees.json_tree import is_list

ZIP = ".zip"


def clean_train(training: Training, leaked_ids: Iterable[str], to: str | os.PathLike[str]) -> int:
    r"""Write a training file without the rows of these ids, the others byte for byte; how many rows were left out.

    Ids that the file lacks are no matter. Lines are compressed where the name `to` ends so, ``-`` is standard output;
    Parquet keeps its columns and its compression.

    UsageError where the rows are no file of lines or of Parquet, or `to` is that file. InputError where the file can't
    be read, or nothing can be written there; then there is no file.

    >>> import pathlib, tempfile
    >>> from irassay.formats.reading.training import read_training
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "train.tsv"
    >>> _ = file.write_text("t1\tred shoes\nt2\tblue shoes\n")
    >>> clean_train(read_training(file)[0], ["t1"], file.with_suffix(".clean"))
    1
    >>> file.with_suffix(".clean").read_text()
    't2\tblue shoes\n'
    """
    place = os.fspath(to)
    is_parquet = can_be_clean(training, place)
    leaked = set(leaked_ids)
    rows = [row for row in training if row.id in leaked]
    lines = [line for row in rows for line in range(row.place, row.place + row.n_lines)]
    with WholeFiles() as files:
        if is_parquet:
            _write_parquet(training.path, lines, files.beside(place))
        elif place.endswith(ZIP):
            _write_zip(_other_lines(training.path, lines), place, files.beside(place))
        else:
            files.write(place, packed(_other_lines(training.path, lines), place))
    return len(rows)


def can_be_clean(training: Training, to: str) -> bool:
    """Whether the file is of Parquet."""
    if not training.path:
        raise UsageError(f"{training.source or 'rows in memory'}: only a file of lines or of Parquet is written clean")
    if to != opening.STDIN and opening.same_file(training.path, to):
        raise UsageError(f"{cut(to)} is the training file itself; it is never changed: name another")
    is_parquet = Head(opening.head_of(training.path)).is_parquet
    if is_parquet and (to == opening.STDIN or to.endswith(opening.SUFFIXES)):
        raise UsageError(f"{cut(to)}: Parquet is written to a file, and compressed within; expected x.parquet")
    if not is_parquet and is_list(training.path):
        raise UsageError(f"{training.source} is one JSON list; only lines are written clean: jq -c '.[]' makes them")
    return is_parquet


def _other_lines(path: str, lines: Sequence[int]) -> Iterator[bytes]:
    """The bytes of a file without these lines, which are in ascending order."""
    number = 1  # of the line that goes on in the next piece
    for piece in compressed.chunks(path):
        n_ends = piece.count(b"\n")
        start = bisect_left(lines, number)
        if start < len(lines) and lines[start] <= number + n_ends:
            left_out = set(lines[start : bisect_left(lines, number + n_ends + 1)])
            for i, line in enumerate(piece.split(b"\n")):
                if number + i not in left_out:
                    yield line if i == n_ends else line + b"\n"
        else:
            yield piece
        number += n_ends


def _write_zip(pieces: Iterable[bytes], to: str, beside: str) -> None:
    from zipfile import ZIP_DEFLATED, ZipFile

    name = os.path.basename(to).removesuffix(ZIP)
    with ZipFile(beside, "w", ZIP_DEFLATED) as archive, archive.open(name, "w", force_zip64=True) as member:
        for piece in pieces:
            member.write(piece)


def _write_parquet(path: str, rows: Sequence[int], beside: str) -> None:
    """The groups of rows one by one, so that no more than one is in memory."""
    import numpy as np

    library = parquet_file.library()
    opened = parquet_file.open_file(path)
    left_out = np.array(rows, dtype=np.int64) - 1
    start = 0
    metadata = opened.metadata
    codec = (
        metadata.row_group(0).column(0).compression if metadata.num_row_groups and metadata.num_columns else "SNAPPY"
    )
    # Names within lists.
    is_older = any(".list.item" in opened.schema.column(i).path for i in range(len(opened.schema)))
    options = {
        "compression": "none" if codec == "UNCOMPRESSED" else codec.lower(), "use_compliant_nested_type": not is_older,
    }  # fmt: skip
    with library.ParquetWriter(beside, opened.schema_arrow, **options) as writer:
        for group in range(opened.num_row_groups):
            table = opened.read_row_group(group)
            stays = np.ones(table.num_rows, dtype=bool)
            stays[left_out[(left_out >= start) & (left_out < start + table.num_rows)] - start] = False
            start += table.num_rows
            writer.write_table(table.filter(stays), row_group_size=max(1, table.num_rows))


def packed(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Pieces of a file of this name, compressed where it ends in .gz, .xz, .zst, .bz2 or .lz4."""
    of_suffix = next((start for suffix, start in _STARTS.items() if name.endswith(suffix)), None)
    if of_suffix is None:
        yield from pieces
        return
    compressor = of_suffix()
    for piece in pieces:
        if data := compressor.compress(piece):
            yield data
    yield compressor.flush()


class _Lz4:
    """A frame, opened at the first piece."""

    def __init__(self) -> None:
        try:
            from lz4.frame import LZ4FrameCompressor
        except ModuleNotFoundError:
            raise MissingLibrary("files that end in .lz4 need a library: pip install lz4; or write .zst") from None
        self._frame = LZ4FrameCompressor()
        self._head: bytes = self._frame.begin()

    def compress(self, piece: bytes) -> bytes:
        head, self._head = self._head, b""
        return head + bytes(self._frame.compress(piece))

    def flush(self) -> bytes:
        return self._head + bytes(self._frame.flush())


_STARTS: dict[str, Callable[[], Any]] = {
    ".gz": lambda: import_module("zlib").compressobj(wbits=31),
    ".xz": lambda: import_module("lzma").LZMACompressor(),
    ".zst": lambda: import_module("zstandard").ZstdCompressor().compressobj(),
    ".bz2": lambda: import_module("bz2").BZ2Compressor(),
    ".lz4": _Lz4,
}
