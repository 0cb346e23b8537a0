"""``--expect "new > old"``: how an order is read, and the exit code that answers it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison

CODE = {"better": 0, "worse": 1, "undecided": 4, "tied": 5}
MARGIN_CODE = {"not inferior": 0, "inferior": 1, "undecided": 4}
WITH_MARGIN = re.compile(r"(.*\S)\s+[-−]\s*(\d+\.?\d*(?:e-?\d+)?|\.\d+)", re.I)  # "old - 0.01"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What ``--expect`` says: a system, another, and by how much the first may be worse; None: it is to be better."""

    better: str
    worse: str
    margin: float | None = None

    @property
    def pair(self) -> tuple[str, str]:
        """The two systems."""
        return self.better, self.worse


def read(text: str, margin: float | None, systems: Collection[str]) -> Expectation:
    """The order of ``--expect`` with its margin, which may stand in the text: ``new > old - 0.01``.

    A system of exactly the name that is written wins over a margin.

    Raises
    ------
    UsageError
        No order, a margin that is written twice, or one that is not above 0.

    Examples
    --------
    >>> read("new > old - 0.01", None, ["new", "old"])
    Expectation(better='new', worse='old', margin=0.01)
    >>> read("new > old - 0.01", None, ["new", "old", "old - 0.01"])
    Expectation(better='new', worse='old - 0.01', margin=None)
    """
    for better, worse in _orders(text):
        if better in systems and worse not in systems and (match := WITH_MARGIN.fullmatch(worse)):
            if match[1] not in systems:
                continue
            if margin is not None:
                raise UsageError(f"--expect {cut(text)} and --margin {margin:g} both have a margin; leave one out")
            if float(match[2]) <= 0:
                raise UsageError(f"--expect is {cut(text)}, expected a margin above 0")
            return Expectation(better, match[1], float(match[2]))
    return Expectation(*parse(text, systems), margin)


def parse(text: str, systems: Collection[str] = ()) -> tuple[str, str]:
    """The system expected to be better, then the other; of several ways to read it, one of which both are known.

    >>> parse("new > old"), parse("old<new")
    (('new', 'old'), ('new', 'old'))
    >>> parse("p > 0.5 > old", ["p > 0.5", "old"])
    ('p > 0.5', 'old')
    """
    orders = list(_orders(text))
    if not orders:
        raise UsageError(f"--expect is {cut(text)}, expected an order such as 'new > old'")
    return next((order for order in orders if set(order) <= set(systems)), orders[0])


def _orders(text: str) -> Iterator[tuple[str, str]]:
    """Every way to read it: a sign with spaces around it first, then any."""
    for sign in (" > ", " < ", ">", "<"):
        at = text.find(sign)
        while at >= 0:
            first, second = text[:at].strip(), text[at + len(sign) :].strip()
            if first and second:
                yield (first, second) if ">" in sign else (second, first)
            at = text.find(sign, at + 1)


def code(one: Comparison, better: str, worse: str) -> int:
    """The exit code: 0 settled as expected, 1 settled against, 4 undecided, 5 exactly tied.

    Settled means by the queries, and by the labels as far as ``--require`` asks. With a margin nothing is a tie.
    """
    if one.margin is not None:
        return MARGIN_CODE[one.margin.answer(one.require)]
    return CODE[one.verdict.pair(better, worse).answer(one.require)]


def check(expect: str | None, margin: float | None) -> None:
    """Raise, before any file is read, where ``--expect`` is no order, or a margin is one of nothing."""
    if expect:
        parse(expect)
    elif margin is not None:
        raise UsageError("--margin says by how much a system may be worse: add --expect 'new > old'")
