"""Every way of compressing that is read: told by content, bounded, refused where it is broken or lacks a library."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import types
import zipfile

import pytest
import zstandard

from irassay.cli.main import main
from irassay.errors import Unreadable
from irassay.formats import read_qrels, read_runs
from irassay.formats.sources import compressed, opening, pipes

QRELS = b"q1 0 a 1\nq1 0 b 0\nq2 0 a 2\n"
RUN = b"".join(b"q%d Q0 %c 1 %d mine\n" % (q, d, d) for q in (1, 2) for d in b"ab")


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


PACKS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor().compress,
    "zip": lambda data: zipped(**{"__MACOSX/._file": b"x", "folder/": b"", "folder/file.txt": data}),
}


@pytest.mark.parametrize("suffix", PACKS)
def test_the_same_file_is_read_however_it_is_compressed(put, capsys, suffix):
    """One score by hand: the labels know a (1) and b (0) of q1, and a (2) of q2, and b is ranked first."""
    qrels, run = put(f"qrels.{suffix}", PACKS[suffix](QRELS)), put(f"mine.{suffix}", PACKS[suffix](RUN))
    assert main(["eval", qrels, run, "-m", "RR"]) == 0
    assert capsys.readouterr().out == "mine\tall\tRR\t0.5\n"
    assert opening.stem(f"mine.run.{suffix}") == "mine.run"


@pytest.mark.parametrize("suffix", PACKS)
def test_what_is_cut_off_is_refused(put, suffix):
    data = PACKS[suffix](b"".join(b"q%d 0 d%d %d\n" % (i, i * i, i % 3) for i in range(9999)))
    with pytest.raises(Unreadable, match=r"cut short|can't be unpacked"):
        read_qrels(put("short", data[: len(data) // 2]))


@pytest.mark.parametrize("suffix", PACKS)
def test_what_is_damaged_is_refused(put, suffix):
    data = bytearray(PACKS[suffix](b"".join(b"q%d 0 d%d %d\n" % (i, i * i, i % 3) for i in range(9999))))
    for i in range(200):
        data[len(data) // 2 + i] ^= 0x55
    with pytest.raises(Unreadable, match=r"can't be decompressed|can't be unpacked"):
        read_qrels(put("broken", bytes(data)))


@pytest.mark.parametrize("suffix", ["bz2", "zip"])
def test_what_grows_out_of_proportion_is_refused(put, suffix, monkeypatch):
    path = put("zeros", PACKS[suffix](b"q 0 d 1\nq 0 " + bytes(compressed.ALWAYS_TAKEN + (1 << 22))))
    with pytest.raises(Unreadable, match="grows more than 250-fold"):
        list(compressed.chunks(path))
    monkeypatch.setenv(pipes.UNBOUNDED, "1")
    assert sum(map(len, compressed.chunks(path))) == compressed.ALWAYS_TAKEN + (1 << 22) + 12


@pytest.mark.parametrize("suffix", ["gz", "xz", "zst", "zip"])
def test_what_grows_out_of_proportion_is_refused_before_its_lines_are_read(put, suffix):
    """A line costs its reader a hundred times what it costs to unpack it; at most 8 MB of it go to the reader."""
    path = put("rows", PACKS[suffix](b"query,docid,rating\n" + b"q1,d1,1\n" * ((compressed.ALWAYS_TAKEN >> 3) + 4096)))
    given = []
    with pytest.raises(Unreadable, match="grows more than 250-fold"):
        given.extend(map(len, compressed.chunks(path)))
    assert sum(given) <= 1 << 23
    small = put("few", PACKS[suffix](b"q1 0 d1 1\n" * 400_000))
    assert b"".join(compressed.chunks(small)) == b"q1 0 d1 1\n" * 400_000


def test_bz2_of_several_members_is_read_to_its_end(put):
    assert b"".join(compressed.chunks(put("two", bz2.compress(b"a\n") + bz2.compress(b"b\n")))) == b"a\nb\n"


def test_an_id_may_begin_as_bzip2_does(put):
    qrels = read_qrels(put("qrels", b"BZh9 0 d 1\nBZh91AY 0 d 1\n"))
    assert set(qrels.queries) == {"BZh9", "BZh91AY"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (zipped(**{"a.txt": QRELS, "b.txt": QRELS}), 'holds 2 files ("a.txt", "b.txt", ...), expected one'),
        (zipped(), "holds no file, expected one"),
        (zipped(**{"[Content_Types].xml": b"<", "xl/workbook.xml": b"<"}), "save the table as CSV"),
        (b"PK\x03\x04 and no more", "can't be unpacked"),
    ],
)
def test_an_archive_that_holds_no_single_file_says_what_it_holds(put, data, says):
    with pytest.raises(Unreadable) as caught:
        read_qrels(put("labels.zip", data))
    assert says in str(caught.value)


def test_an_encrypted_archive_is_refused(put):
    data = bytearray(zipped(**{"a.txt": QRELS}))
    data[6] |= 1  # the flag in the file's own header
    data[data.index(b"PK\x01\x02") + 8] |= 1  # and in the list of files
    with pytest.raises(Unreadable, match=r"is encrypted.*unzip it, and give the file"):
        read_qrels(put("labels.zip", bytes(data)))


LZ4 = compressed.LZ4 + b"the rest of a frame"


def test_lz4_without_its_library_says_what_to_install(put, monkeypatch):
    monkeypatch.setitem(sys.modules, "lz4.frame", None)
    with pytest.raises(Unreadable, match=r"labels.lz4 is compressed by lz4.*pip install lz4"):
        read_qrels(put("labels.lz4", LZ4))


def test_lz4_is_read_by_its_library(put, monkeypatch):
    """A stand-in with the interface that lz4 documents: `decompress`, `eof`, `unused_data` (None until the end)."""

    class Decompressor:
        eof, unused_data = False, None

        def decompress(self, data):
            assert data == LZ4
            self.eof = True
            return QRELS

    frame = types.ModuleType("lz4.frame")
    frame.LZ4FrameDecompressor = Decompressor
    monkeypatch.setitem(sys.modules, "lz4", types.ModuleType("lz4"))
    monkeypatch.setitem(sys.modules, "lz4.frame", frame)
    assert read_qrels(put("labels.lz4", LZ4)).n_labels == 3


def test_runs_in_a_zip_are_read_from_a_pipe(put, monkeypatch):
    with open(put("runs.zip", PACKS["zip"](RUN)), "rb") as stream:
        pipes.keep("-", stream.read())
    assert read_runs("-").ranking("mine", "q1") == ["b", "a"]
