"""The card of a collection: how many groups, members and passages of evidence, and its text in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from irassay.evidence.candidates import Candidate
from irassay.evidence.words import EVIDENCE
from irassay.messages import count, percent, visible
from irassay.result import Column, Table

SIZES = ((1, 10), (11, 20), (21, 50), (51, 100), (101, None))  # members of a group; Source: D-MERIT, Table 2
COLUMNS = (
    *("members_a_group", "groups", "members", "passages", "mean", "median", "least", "most", "a_member"),
    *("without", "elsewhere"),
)
HEADS = {  # of columns that people read first
    "members_a_group": "members", "groups": "queries", "passages": "evidence", "mean": "mean", "median": "median",
    "least": "least", "most": "most", "without": "members without", "elsewhere": "elsewhere",
}  # fmt: skip
EXAMPLES = 3  # of what a rule leaves out


def in_words(heading: Sequence[str], lines: Iterable[Sequence[str]]) -> list[tuple[str, list[str]]]:
    """The columns of a card's file that people read first, each under its heading, to a digit; shares in percent."""
    columns = []
    for name, *cells in zip(heading, *lines):
        text = [
            cell if "." not in cell else percent(float(cell)) if name == "elsewhere" else f"{float(cell):.1f}"
            for cell in cells
        ]
        if name in HEADS:
            columns.append((HEADS[name], text))
    return columns


def card(members: Mapping[str, Sequence[str]], evidence: Iterable[Candidate], own: Mapping[str, str]) -> Table:
    """How much evidence groups of each size have.

    Parameters
    ----------
    members : mapping of str to sequence of str
        Group -> its members: groups that are kept.
    evidence : iterable of Candidate
        Of these groups.
    own : mapping of str to str
        Passage -> the article that it is of.

    Returns
    -------
    Table
        A row for each size that a group has, and one for all: groups, members, passages of evidence (each once a
        group) with mean, median, least and most a group, evidence a member, members without any, and the share of
        passages that are no member's own.

    Notes
    -----
    *Source* Rassin et al., 2024, Table 2 and section 2.6.

    Examples
    --------
    >>> found = [Candidate(group="g", member=m, passage=p) for m, p in (("Barn owl", "Barn_owl"), ("Barn owl", "Vole"))]
    >>> made = card({"g": ["Barn owl", "Snowy owl"]}, found, {"Barn_owl": "Barn owl", "Vole": "Vole"})
    >>> [made.column(name).values[-1] for name in ("groups", "passages", "without", "elsewhere")]
    [1, 2, 1, 0.5]
    """
    passages: dict[str, dict[str, None]] = {group: {} for group in members}
    pairs: dict[str, set[str]] = {group: set() for group in members}
    n_pairs = dict.fromkeys(members, 0)
    for one in evidence:
        passages[one.group][one.passage] = None
        pairs[one.group].add(one.member)
        n_pairs[one.group] += 1
    rows = []
    for low, high in (*SIZES, (1, None)):
        some = [group for group, of in members.items() if low <= len(of) <= (high or len(of))]
        is_all = (low, high) == (1, None)
        if not some:
            continue
        sizes = np.array([len(passages[group]) for group in some])
        n_members = sum(len(members[group]) for group in some)
        elsewhere = [own.get(one) not in set(members[group]) for group in some for one in passages[group]]
        rows.append((
            "all" if is_all else f"{low}-{high}" if high else f"more than {low - 1}",
            len(some), n_members, int(sizes.sum()), float(sizes.mean()), float(np.median(sizes)), int(sizes.min()),
            int(sizes.max()), sum(n_pairs[group] for group in some) / n_members,
            n_members - sum(len(pairs[group]) for group in some), float(np.mean(elsewhere)) if elsewhere else np.nan,
        ))  # fmt: skip
    columns = [Column(name, [row[i] for row in rows]) for i, name in enumerate(COLUMNS)]
    return Table("card", EVIDENCE("card.sizes"), columns)


def card_text(
    log: Mapping[str, Mapping[str, Any]],
    sizes: tuple[Sequence[str], Iterable[Sequence[str]]],
    sound: Iterable[str],
    discarded: Iterable[tuple[str, str, str]],
    wiki: Mapping[str, Any],
) -> Iterator[str]:
    """Pieces of the card. `log` has stages with counts and hashes, `sizes` heading and rows of `card`, `sound`
    sentences on the answers; `discarded` rules, what breaks them, and how; `wiki` what an export says of itself."""
    written = log["write"]
    yield "# A collection of evidence\n\n"
    counts = written["counts"]
    yield EVIDENCE("card", passages=counts["evidence"], queries=counts["queries"]) + "\n"
    yield f"\n## {EVIDENCE('card.sizes')}\n\n"
    heads, *columns = zip(*in_words(*sizes))
    yield from _rows([heads, *zip(*columns[0])])
    yield from ("\n## Answers\n\n", *(f"- {one}" for one in sound)) if (sound := list(sound)) else ()
    yield "\n## Left out\n\n"
    yield from _left_out(discarded)
    yield "\n## Made from\n\n"
    made = {name for entry in log.values() for name in entry["made"]}
    sources = {**log["read"]["from"], **{name: of for name, of in written["from"].items() if name not in made}}
    yield from _rows([("file", "SHA-256"), *sources.items()])
    question = log["candidates"]["options"]["question"]
    yield f"\n{EVIDENCE('card.question', question=question, open=counts['open'])}\n"
    yield "\n## Licence\n\n"
    yield EVIDENCE("licence.of-wikipedia" if ".wikipedia.org/" in wiki.get("base", "") else "licence") + "\n"


def _left_out(discarded: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Each rule, how many broke it, and examples."""
    of: dict[str, list[str]] = {}
    for rule, what, detail in discarded:
        of.setdefault(rule, []).append(f"{visible(what)} ({visible(detail)})")
    if not of:
        yield "Nothing.\n"
        return
    rows = [(EVIDENCE(f"left-out.{rule}"), count(len(some)), "; ".join(some[:EXAMPLES])) for rule, some in of.items()]
    yield from _rows([("rule", "number", "such as"), *rows])


def _rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table, its heading first."""
    for i, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |\n"
        if i == 0:
            yield f"|{'---|' * len(row)}\n"
