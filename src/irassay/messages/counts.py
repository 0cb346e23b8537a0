"""Counts as text: with a noun, as a word, rounded, or as a part of a whole; and ranges of ranks."""

from __future__ import annotations

import re

from irassay.messages.numbers import DASH, share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 7  # largest number of systems that are described by counts alone, without percentages or meters
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
VOWELS = "aeiou"
EVERY_0 = "every score is 0"
_OF_SEVERAL = {"is": "are", "has": "have", "was": "were", "does": "do", "it": "they", "its": "their"}
BY_CHANCE = "ids may be equal by chance"
_PLURAL = re.compile("(?:ies|s)(?= (?:of|on|for|without) |$)")


def count(n: int) -> str:
    """A whole number, with commas between thousands."""
    return f"{n:,}"


def no_label_from(rel: int) -> str:
    """That nothing is relevant, where `rel` is the least relevant grade."""
    return f"no label has grade {rel} or more"


def every_grade(measures: Sequence[str], top: int) -> str:
    """That measures take grade 1 for relevant where labels go up to a higher one."""
    verb = conjugate(len(measures), "counts")
    names = " and ".join(filter(None, [", ".join(measures[:-1]), measures[-1]]))
    return f"{names} {verb} every grade from 1 to {top} as relevant; {measures[0]}(rel=2) leaves out grade 1."


def answers_none(n: int) -> str:
    """What is true of a run without a document for any of n labelled queries, as the predicate of a sentence."""
    return f"has no document for {'the one labelled query' if n == 1 else f'any of the {count(n)} labelled queries'}"


def own_removed(relevant: int, removed: int) -> str:
    """How many of the queries' own documents that were removed from runs are labelled relevant."""
    if removed == 1:
        return "the removed document is labelled relevant"
    return f"{count(relevant)} of {count(removed)} removed documents {conjugate(relevant, 'is')} labelled relevant"


def plural(n: int, noun: str, several: str = "") -> str:
    """A count with its noun, its ending before " of "; `several` is the plural of an irregular noun."""
    if n == 1:
        return f"1 {noun}"
    if several:
        return f"{count(n)} {several}"
    head, of, rest = noun.partition(" of ")
    ending = f"{head[:-1]}ies" if head[-1:] == "y" and head[-2:-1] not in VOWELS else f"{head}s"
    return f"{count(n)} {ending}{of}{rest}"


def conjugate(n: float, verb: str) -> str:
    """A verb of one thing, after "it" or alone, as n things have it."""
    word, blank, rest = verb.partition(" ")
    if n == 1 or not word:
        return verb
    stem = f"{word[:-3]}y" if word.endswith("ies") else word[:-2] if word.endswith(("ches", "xes")) else word[:-1]
    return f"{_OF_SEVERAL.get(word, stem)}{blank}{conjugate(n, rest) if word == 'it' else rest}"


def counted(n: int, nouns: str) -> str:
    """A count with its noun, which is known in the plural, its ending before " of ", " on ", " for " or " without "."""
    if n != 1:
        return f"{count(n)} {nouns}"
    return "1 " + _PLURAL.sub(lambda ending: "y" if ending[0] == "ies" else "", nouns, count=1)


def runs_and_systems(n_runs: int, n_systems: int, *, left_out: int = 0) -> str:
    """How many runs there are, how many systems where runs with the same documents are one, and how many runs are in no
    score."""
    systems = plural(n_systems, "system")
    all_runs = systems if n_runs == n_systems else f"{plural(n_runs, 'run')}, {systems}"
    return f"{all_runs}, {count(left_out)} left out" if left_out else all_runs


def by_how_much(differences: Sequence[int]) -> str:
    """How far grades of the same documents differ, of documents on which they do."""
    near, most = sum(difference <= 1 for difference in differences), max(differences)
    far = len(differences) - near
    if not near:
        return f"{count(far)} by more than 1, at most {most}"
    return f"{count(near)} by 1" + (f" and {count(far)} by more, at most {most}" if far else "")


def spelled(n: int) -> str:
    """Small whole numbers as words, others as figures."""
    return WORDS[n] if 0 <= n < len(WORDS) else count(n)


def these_queries(n: int) -> str:
    """The current queries, with their number."""
    return "this query" if n == 1 else f"these {count(n)} queries"


def ranks(low: int, high: int) -> str:
    """A range of ranks."""
    return str(low) if low == high else f"{low}{DASH}{high}"


def down_to(depth: int | None) -> str:
    """How far down lists are read; None is to their ends."""
    return "all the way down" if depth is None else f"down to rank {count(depth)}"


def roughly(n: float) -> int:
    """An extrapolated count, rounded up to tens below 1,000 and to two significant figures above."""
    step = 10
    while n >= step * 100:
        step *= 10
    return int(-(-n // step) * step)


def two_digits(n: float) -> int:
    """An estimated count, rounded to two significant digits."""
    step = 10 ** max(0, len(str(int(n))) - 2)
    return int(round(n / step) * step)


def nth_part(part: int, whole: int) -> str:
    """A share in everyday words, for a title."""
    if part == 0 or whole == 0:
        return "none"
    if part == whole:
        return "all"
    ratio = part / whole
    if ratio < 0.045:
        return share(part, whole)
    named = {(1, 2): "half", (1, 3): "a third", (2, 3): "two thirds", (1, 4): "a quarter", (3, 4): "three quarters"}
    options = [(a, b) for b in (2, 3, 4, 5, 10) for a in range(1, b)]
    a, b = min(options, key=lambda ab: (round(abs(ratio - ab[0] / ab[1]), 6), ab[1]))
    if abs(ratio - a / b) > 0.025:
        return share(part, whole, 0)
    return named.get((a, b), f"{spelled(a)} in {spelled(b)}")
