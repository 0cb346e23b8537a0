"""Sentences on runs that don't fit, made of what `check` says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.errors import cut
from irassay.messages import capital, conjugate, count, listed, visible
from irassay.preflight.words.phrases import RENAME, some
from irassay.result import Finding

ASK = "are queries named differently in labels and runs? irassay check shows both"


def warning(finding: Finding) -> str:
    """The finding on one line: what, where, with what effect, and what to do."""
    where = some(finding.systems) if finding.code == "no-label" else finding.where[0]
    return f"{finding.text} ({where}); {finding.effect}: {finding.action}"


def cause(finding: Finding) -> str:
    """The finding as a sentence: what, where, and with what effect."""
    return f"{finding.text} ({finding.where[0]}); {finding.effect}."


def could_turn(loser: str, ends: Mapping[str, int], what: str = "the order") -> str:
    """Why an order that a system loses by lists that were cut stays open, as a clause; by collection, "" for one."""
    of: dict[int, list[str]] = {}
    for collection, end in ends.items():
        of.setdefault(end, []).append(collection)
    there = [
        f"at rank {count(end)}{f' in {listed(names, len(names))}' if any(names) else ''}" for end, names in of.items()
    ]
    return f"{loser}'s lists end {', '.join(there)} where other runs go on, and whole lists could turn {what}"


def without_place(finding: Finding) -> str:
    """The finding on one line, without its place, which the sentence names; of several runs of distances the names."""
    is_counted = finding.code == "lowest-score-best" and len(finding.systems) > 1
    names = f" ({some(finding.systems)})" if is_counted else ""
    return f"{finding.text}{names}; {finding.effect}: {finding.action}"


def error(finding: Finding, collection: str, swapped: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The message where no run has a labelled document, and its lines; `swapped` are collections whose runs have."""
    head = f"{visible(collection)}: {finding.text}" if collection else finding.text
    there = [
        f"The runs of {visible(other)} have documents with these labels: are the files swapped?" for other in swapped
    ]
    return f"{head}: {finding.effect}", (*finding.where, *(there or [f"{capital(finding.action)}."]))


def silent_error(systems: Sequence[str], queries: Sequence[str], collection: str, rename: str) -> str:
    """The message where a question is about runs that answer no labelled query, and what would give them some."""
    none = f"{listed(systems)} {conjugate(len(systems), 'answers')} none"
    where = f" of {collection}" if collection else ""
    return f"{none} of the {count(len(queries))} labelled queries{where}, such as {cut(queries[0])}: " + (
        RENAME.format(hint=rename) if rename else ASK
    )


def cut_error(finding: Finding, collection: str, otherwise: str) -> tuple[str, tuple[str, ...]]:
    """The message where an order is settled against a run whose lists were cut, and its lines."""
    head = f"{visible(collection)}: {finding.text}" if collection else finding.text
    act = f"{capital(finding.action)}; {otherwise}."
    return f"{head}: {finding.effect}", (*finding.where, act)
