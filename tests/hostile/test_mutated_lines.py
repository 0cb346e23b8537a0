"""Mutated lines through the kernel's reader of runs, against a plain reading of the same bytes: what each line is, and
that none is lost. The short form of `make fuzz`, which has the same corpus, more lines and sanitizers."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from irassay.kernel import _core

CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus"
LINES = [line for path in sorted(CORPUS.glob("*.trec")) for line in path.read_bytes().split(b"\n")]
PIECES = [
    b" ",
    b"\t",
    b"\r",
    b"\v",
    b"#",
    b"\0",
    b"\x7f",
    b"\xc2\xa0",
    b"\xc0\x80",
    b"\xff",
    b"-",
    b"+",
    b".",
    b"e5",
    b"1e999",
]
PIECES += [b"inf", b"nan", b"0x1p3", b"\xef\xbb\xbf", b"1.", b".5", b"7" * 30, b"x" * 70, b"9007199254740993"]
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?)", re.IGNORECASE)


def mutated(draw: random.Random) -> bytes:
    """A few lines of the corpus, some of them changed."""
    near = draw.randrange(len(LINES))
    lines = []
    for _ in range(draw.randint(1, 24)):
        line = bytearray(LINES[(near + draw.randrange(12)) % len(LINES)])
        for _ in range(draw.randint(1, 4) if draw.random() < 0.3 else 0):
            at = draw.randint(0, len(line))
            line[at : at + draw.choice([0, 0, 1, 3])] = draw.choice([draw.choice(PIECES), bytes([draw.randrange(256)])])
        lines.append(bytes(line).replace(b"\n", b" "))
    return b"\n".join(lines) + draw.choice([b"", b"\n", b"\r\n"])


def plainly(text: bytes) -> Counter[str]:
    """How many lines are used, blank, comments and rejected, read in the dullest way."""
    said: Counter[str] = Counter()
    met: set[tuple[bytes, bytes]] = set()
    lines = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for line in lines[:-1] if not lines[-1] else lines:
        said[_kind(line, met)] += 1
    return said


def _kind(line: bytes, met: set[tuple[bytes, bytes]]) -> str:
    fields = re.split(rb"[ \t\n\v\f\r]+", line.strip(b" \t\n\v\f\r"))
    if fields != [b""] and line.startswith(b"#"):
        return "comments"
    try:
        whole = b"\0" not in line and line.decode() is not None
    except UnicodeDecodeError:
        whole = False
    if not whole:
        return "rejected"
    if fields == [b""]:
        return "blank"
    if len(fields) != 6 or not NUMBER.fullmatch(fields[4]) or (fields[0], fields[2]) in met:
        return "rejected"
    met.add((fields[0], fields[2]))
    return "used"


@pytest.mark.parametrize("seed", range(4))
def test_every_mutated_line_is_what_a_plain_reading_says_and_none_is_lost(seed):
    draw = random.Random(seed)
    kinds: Counter[str] = Counter()
    for _ in range(1500):
        text = mutated(draw)
        reader = _core.RunsReader(1, False)
        read = reader.read(0, text, _core.RunColumns.trec, _core.OrderBy.score)
        found = Counter(used=read.used, blank=read.blank, comments=read.comments, rejected=read.rejected)
        assert +found == plainly(text), text
        assert read.lines == found.total(), text
        runs = reader.finish(["s"])
        assert sum(len(runs.ranking("s", query, _core.Ties.float64)) for query in runs.queries) == read.used, text
        kinds += found
    assert all(kinds[kind] > 100 for kind in ("used", "blank", "comments", "rejected")), kinds
