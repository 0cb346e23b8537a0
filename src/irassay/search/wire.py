"""Protocol buffers' wire format: messages with their length before them, and the fields of a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

_LONGEST = 10  # bytes of a number
_LARGEST = 2**31 - 1  # bytes of a message
VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5  # kinds of a field


class Damaged(ValueError):
    """Bytes that are no message; says why."""


def messages(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The messages of a file, each written with its length before it; Damaged where the file ends within one."""
    held, at = bytearray(), 0
    for piece in pieces:
        del held[:at]
        held += piece
        at = 0
        while True:
            size, start = _number(held, at)
            if size > _LARGEST:
                raise Damaged(f"a message of {size:,} bytes")
            if start == 0 or len(held) - start < size:
                break
            at = start + size
            yield bytes(held[start:at])
    if at < len(held):
        raise Damaged("it ends within a message")


def fields(message: bytes) -> Iterator[tuple[int, int | bytes, int]]:
    """A message's fields in their order: number, value, and where the next one begins; Damaged where the bytes are
    none."""
    at = 0
    while at < len(message):
        tag, at = _need(message, at)
        number, kind = tag >> 3, tag & 7
        value: int | bytes
        if kind == VARINT:
            value, at = _need(message, at)
        elif kind in (FIXED64, FIXED32, LENGTH):
            size = 8 if kind == FIXED64 else 4
            if kind == LENGTH:
                size, at = _need(message, at)
            if len(message) - at < size:
                raise Damaged("a field is longer than its message")
            value, at = message[at : at + size], at + size
        else:
            raise Damaged(f"a field of kind {kind}")
        yield number, value, at


def numbers(data: bytes) -> npt.NDArray[np.int64]:
    """All numbers of bytes that are nothing but numbers; a negative one and others beyond 63 bits are damage."""
    raw = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(raw < 128)
    if not len(raw):
        return np.empty(0, np.int64)
    if not len(ends) or ends[-1] != len(raw) - 1:
        raise Damaged("it ends within a number")
    starts = np.concatenate([[0], ends[:-1] + 1])
    sizes = ends - starts + 1
    if sizes.max() >= _LONGEST:
        raise Damaged("a number that is negative or too large")
    out = np.zeros(len(ends), np.int64)
    for place in range(int(sizes.max())):
        here = sizes > place
        out[here] |= (raw[starts[here] + place].astype(np.int64) & 127) << (7 * place)
    return out


def _number(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """The number at a place and where it ends; 0 where the bytes end before."""
    value = shift = 0
    for end in range(at, min(len(data), at + _LONGEST)):
        value |= (data[end] & 127) << shift
        shift += 7
        if data[end] < 128:
            return value, end + 1
    if len(data) - at >= _LONGEST:
        raise Damaged("a number that is too long")
    return 0, 0


def _need(data: bytes, at: int) -> tuple[int, int]:
    value, end = _number(data, at)
    if end == 0:
        raise Damaged("it ends within a number")
    return value, end
