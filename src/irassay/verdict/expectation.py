"""``--expect "new > old"``: an order of two systems, perhaps with a margin, and how its text is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from shlex import quote
from typing import NoReturn

from irassay.arguments import MARGIN, check_choice
from irassay.comparison import League
from irassay.errors import UsageError, cut
from irassay.verdict.pair import REQUIRE, Require

UNSPACED = re.compile(r"(.*\S)[-−](\d+\.?\d*|\.\d+)")  # "old-0.01"
ADDED = re.compile(r"(.*\S)\s*\+\s*(\d+\.?\d*|\.\d+)")  # "old + 0.01"
LIKE_A_MARGIN = re.compile(r"(.*?\S)\s+[-−]\s*(\S+)")  # "old - 3%"
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

    def check_tested(self, league: League) -> None:
        """UsageError where the league names baselines and neither of the two is one; it always has an interval about a
        margin."""
        if self.margin is None:
            check_tested(league, *self.pair)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is expected of two systems, before the systems are known: an order as text, a margin, and `require`.
    UsageError where one of them says nothing, or the margin is not above 0."""

    text: str
    margin: float | None = None
    require: Require = "likely"

    def __post_init__(self) -> None:
        check(self.text, self.margin)
        check_choice("require", self.require, REQUIRE)

    def order(self, systems: Collection[str]) -> Expectation:
        """The order, read as one of these systems."""
        return expectation_of(self.text, self.margin, systems)


def check_tested(league: League, a: str, b: str) -> None:
    """UsageError where the league names baselines and neither of the two systems is one: they aren't tested."""
    if not league.pair(a, b).tested:
        bases = " and ".join(map(cut, league.baseline))
        which = f"the baseline {bases}" if len(league.baseline) == 1 else f"a baseline ({bases})"
        raise UsageError(
            f"{cut(a)} and {cut(b)} are not tested against each other, since neither is {which}: "
            f"leave out --baseline, or add --baseline {quote(b)}"
        )


def claim_of(expect: str | None, margin: float | None, require: Require | None) -> Claim | None:
    """The claim of ``--expect``, ``--margin`` and ``--require``; None without any of them."""
    if expect is None:
        check(expect, margin)
        if require is not None:
            raise UsageError("--require says what labels must do for an order: add --expect 'new > old'")
        return None
    return Claim(expect, margin, require or "likely")


def read(text: str, margin: float | None, systems: Collection[str]) -> Expectation:
    """The order of ``--expect`` with its margin, which may stand in the text: ``new > old - 0.01``. A system of exactly
    the name that is written wins over a margin. UsageError where there is no order, or no single margin above 0."""
    for better, worse in _orders(text):
        if better in systems and worse not in systems and (match := WITH_MARGIN.fullmatch(worse)):
            if match[1] not in systems:
                continue
            if margin is not None:
                raise UsageError(f"--expect {cut(text)} and --margin {margin:g} both have a margin; leave one out")
            if float(match[2]) <= 0:
                _refuse_margin(text, match[2])
            return Expectation(*_two(text, better, match[1]), float(match[2]))
    better, worse = _two(text, *parse(text, systems))
    if better in systems and worse not in systems and (match := LIKE_A_MARGIN.fullmatch(worse)) and match[1] in systems:
        _refuse_margin(text, match[2])
    if worse not in systems and (match := WITH_MARGIN.fullmatch(worse)):
        worse = match[1]  # a name that is not there is said without its margin
    return Expectation(better, worse, margin)


def expectation_of(text: str, margin: float | None, systems: Collection[str]) -> Expectation:
    """The order as `read` has it, of systems that are there, or of names in which nothing looks like a sign. UsageError
    also for signs that no order has, such as ``>=``, with systems around them."""
    order = read(text, margin, systems)
    if wrong := _grammar(order.better, order.worse, systems):
        raise UsageError(f"--expect is {cut(text)}: {wrong}")
    return order


def _two(text: str, better: str, worse: str) -> tuple[str, str]:
    """The two systems; a system and itself are an error: of them every answer is known."""
    if better == worse:
        raise UsageError(f"--expect is {cut(text)}: {cut(better)} on both sides, expected two systems")
    return better, worse


def _grammar(better: str, worse: str, systems: Collection[str]) -> str:
    """What is wrong with an order whose names are no systems because of its signs; "" where that is not why."""
    if better in systems and worse in systems:
        return ""
    if worse not in systems and (match := UNSPACED.fullmatch(worse)) and match[1] in systems:
        return f"put spaces around the minus of the margin: '{better} > {match[1]} - {match[2]}'"
    if worse not in systems and (match := ADDED.fullmatch(worse)) and match[1] in systems:
        return (
            f"expected a minus: '{better} > {match[1]} - {match[2]}' asks whether {better} is not worse by that much; "
            "how much better a system is, is not asked"
        )
    if better.strip("= ") in systems and worse.strip("= ") in systems:
        return "expected > or <, without ="
    names = [name.strip() for side in (better, worse) for name in re.split("[<>]", side)]
    if len(names) > 2 and all(name in systems for name in names):
        return f"expected one order of two systems, but there are {len(names)}: ask for each two of them"
    return ""


def _refuse_margin(text: str, margin: str) -> NoReturn:
    raise UsageError(f"--expect is {cut(text)}: the margin is {cut(margin)}, expected {MARGIN}")


def parse(text: str, systems: Collection[str] = ()) -> tuple[str, str]:
    """The system expected to be better, then the other; of several ways to read it, one of which both are known."""
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


def check(expect: str | None, margin: float | None) -> None:
    """Raise, before any file is read, where ``--expect`` is no order, or a margin is one of nothing."""
    if margin is not None and not 0 < margin < float("inf"):
        raise UsageError(f"expected a margin above 0, but got margin={margin!r}")
    if expect:
        parse(expect)
    elif margin is not None:
        raise UsageError("--margin says by how much a system may be worse: add --expect 'new > old'")
