"""Reasons not to compare a run as it is, and sentences on runs that don't fit, made of what `check` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.errors import cut
from irassay.messages import capital, listed, some, visible
from irassay.preflight.words.phrases import SAID
from irassay.result import Finding

RANKS, TIES, ID_ORDER, LOWEST_BEST = "rank column", "ties", "id order", "lowest best"
NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, SAME = "no label", "few labels", "only labelled", "same run"
QUERIES, SHORT, UNJUDGED, NOT_POOLED = "queries", "short lists", "unjudged", "not pooled"
TO_MEND = (RANKS, TIES, ID_ORDER, LOWEST_BEST, NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, QUERIES, SHORT)  # not in labels
FLAGS = (*TO_MEND[:7], SAME, *TO_MEND[7:], UNJUDGED, NOT_POOLED)


def meanings() -> dict[str, str]:
    """Flag -> when a run has it."""
    return {flag: SAID(f"flag {flag}.meaning") for flag in FLAGS}


def why(flag: str, form: str = "text", **slots: Any) -> tuple[str, str]:
    """A flag and its sentence, or one of its forms."""
    return flag, SAID(f"flag {flag}.{form}", **slots)


def title(n: int, of: int) -> str:
    """The number of runs with a flag."""
    return SAID("not-comparable", n=n, of=of)


def to_mend(flags: Sequence[tuple[str, str]], of: int) -> str:
    """What is to be mended in files before runs are compared, of (system, flag), as an object; "" for nothing."""
    by_system: dict[str, list[str]] = {}
    for system, flag in flags:
        if flag in TO_MEND:
            by_system.setdefault(system, []).append(flag)
    each = [f"{visible(system)} ({', '.join(words)})" for system, words in by_system.items()]
    return SAID("not-comparable.to-mend", n=len(each), of=of, each=each) if each else ""


def reservation(n: int, of: int) -> str:
    """The condition on which files belong together."""
    return SAID("not-comparable.reservation", n=n, of=of)


def unjudged(share: float, middle: float, depth: int, column: str = "") -> tuple[str, str]:
    """Many unjudged documents; `column` of the metadata says that the run did not contribute to the pool."""
    others = SAID("flag unjudged.median" if middle else "flag unjudged.none", middle=middle)
    return why(UNJUDGED, "outside" if column else "text", share=share, others=others, depth=depth, column=column)


def not_pooled(share: float, middle: float, depth: int, column: str) -> tuple[str, str]:
    """A run outside the pool, with many unjudged documents."""
    others = SAID("flag unjudged.median" if middle else "flag unjudged.none", middle=middle)
    return why(NOT_POOLED, share=share, others=others, depth=depth, column=column)


def warning(finding: Finding) -> str:
    """The finding on one line: what, where, with what effect, and what to do."""
    where = some(finding.systems) if finding.code == "no-label" else finding.where[0]
    return f"{finding.text} ({where}); {finding.effect}: {finding.action}"


def contradicted(systems: Sequence[str]) -> str:
    """That scores count where ranks say otherwise, and who tells how much that matters."""
    return SAID("rank-contradicts-score.warning", systems=systems)


def cause(finding: Finding) -> str:
    """The finding as a sentence: what, where, and with what effect."""
    return f"{finding.text} ({finding.where[0]}); {finding.effect}."


def could_turn(loser: str, ends: Mapping[str, int], what: str = "the order") -> str:
    """Why an order that a system loses by lists that were cut stays open, as a clause; by collection, "" for one."""
    of: dict[int, list[str]] = {}
    for collection, end in ends.items():
        of.setdefault(end, []).append(collection)
    there = [
        SAID("cut-lists.in-collections" if any(names) else "cut-lists.at", end=end, names=listed(names, len(names)))
        for end, names in of.items()
    ]
    return SAID("cut-lists.could-turn", loser=loser, there=", ".join(there), what=what)


def without_place(finding: Finding) -> str:
    """The finding on one line, without its place, which the sentence names; of several runs of distances the names."""
    is_counted = finding.code == "lowest-score-best" and len(finding.systems) > 1
    names = f" ({some(finding.systems)})" if is_counted else ""
    return f"{finding.text}{names}; {finding.effect}: {finding.action}"


def error(finding: Finding, collection: str, swapped: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The message where no run has a labelled document, and its lines; `swapped` are collections whose runs have."""
    there = [SAID("swapped-files", collection=other) for other in swapped]
    return _head(finding, collection), (*finding.where, *(there or [f"{capital(finding.action)}."]))


def _head(finding: Finding, collection: str) -> str:
    head = f"{visible(collection)}: {finding.text}" if collection else finding.text
    return f"{head}: {finding.effect}"


def silent_error(systems: Sequence[str], queries: Sequence[str], collection: str, rename: str) -> str:
    """The message where a question is about runs that answer no labelled query, and what would give them some."""
    where = f" of {collection}" if collection else ""
    act = SAID("rename.action" if rename else "silent-runs.ask", hint=rename)
    return SAID("silent-runs", systems=systems, queries=len(queries), where=where, first=cut(queries[0]), act=act)


def cut_error(finding: Finding, collection: str, otherwise: str) -> tuple[str, tuple[str, ...]]:
    """The message where an order is settled against a run whose lists were cut, and its lines."""
    return _head(finding, collection), (*finding.where, f"{capital(finding.action)}; {otherwise}.")
