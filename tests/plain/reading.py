"""Plain twins of the kernel's reader: a TREC run and its order in a few lines of Python."""

from __future__ import annotations

import struct


def read_run(text: str) -> dict[str, list[tuple[str, float]]]:
    """Query -> (document, score) in the order of the file. Text without comments."""
    lists: dict[str, list[tuple[str, float]]] = {}
    for line in text.split("\n"):
        fields = line.split()
        if fields:
            query, _, doc, _, score, _ = fields
            lists.setdefault(query, []).append((doc, float(score)))
    return lists


def read_ranks(text: str) -> tuple[dict[str, list[tuple[str, float]]], list[tuple[int, int]]]:
    """An MS MARCO run as `read_run` gives it, and (line, first line) of each line that repeats a rank of its query."""
    lists: dict[str, list[tuple[str, float]]] = {}
    first: dict[tuple[str, int], int] = {}
    again = []
    for number, line in enumerate(text.splitlines(), 1):
        query, doc, rank = line.split()
        if first.setdefault((query, int(rank)), number) != number:
            again.append((number, first[query, int(rank)]))
        else:
            lists.setdefault(query, []).append((doc, -float(rank)))
    return lists, again


def are_ranks(numbers: list[int]) -> bool:
    """Whether the numbers of a query are its ranks, from 0 or from 1 on, each once."""
    return sorted(numbers) in (list(range(len(numbers))), list(range(1, len(numbers) + 1)))


def single(score: float) -> float:
    """A number as a 32-bit float has it; overflow is infinite."""
    try:
        return struct.unpack("f", struct.pack("f", score))[0]
    except OverflowError:
        return float("inf") if score > 0 else float("-inf")


def order(scored: list[tuple[str, float]], ties: str = "float64") -> list[str]:
    """Documents by score, highest first; equal scores by document id, highest byte string first."""
    read = single if ties == "float32" else float
    by_doc = sorted(scored, key=lambda pair: pair[0].encode(), reverse=True)
    return [doc for doc, _ in sorted(by_doc, key=lambda pair: -read(pair[1]))]


def rank_contradicts(lines: list[tuple[float, int]]) -> bool:
    """Whether some line with a higher score stands at a later rank; `lines` are (score, rank)."""
    return any(a_score > b_score and a_rank > b_rank for a_score, a_rank in lines for b_score, b_rank in lines)
