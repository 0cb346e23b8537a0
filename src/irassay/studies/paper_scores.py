"""Sentences beside scores in a paper, in captions and in the methods: what counts, and what is missing.

`write` makes text fit to stand there: `latex` in a caption, `str` in a paragraph.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.drawing.escape import latex
from irassay.messages import BY_CHANCE, capital, count, interval, listed, own_removed, percent
from irassay.studies.paper_environment import PAPER
from irassay.studies.paper_runs import Beside, Write, false_numbers, in_collection

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.preflight.order import TieMoves
    from irassay.verdict import Verdict

POLICIES = ("queries=shared", "queries=with-relevant", "ties=float32")  # that are not the default


def of_scores(
    verdicts: Sequence[Verdict], datasets: Sequence[str], beside: Beside, *, write: Write = latex
) -> list[str]:
    """Which documents and queries count, what runs lack, what is relevant, and what equal scores leave open."""
    texts = [
        _own_documents(beside, write),
        *(f"{capital(clause)}." for clause in false_numbers(verdicts, datasets, beside, write)),
        how_scored(verdicts[0].league.signature),
        _relevant(verdicts, write),
        _ties(verdicts, datasets, beside.ties, write),
    ]
    return [text for text in texts if text]


def how_scored(signature: str) -> str:
    """Which queries count and how scores were read, where that is not the default."""
    asked = [part.partition("=")[2] for part in POLICIES if part in signature.split("|")]
    return " ".join(PAPER(f"scored.{form}") for form in asked)


def standing(league: League, run: str) -> str | None:
    """The system that stands for a run; None where the league does not have it."""
    return next((s for s in league.systems if s == run or run in league.same.get(s, ())), None)


def _own_documents(beside: Beside, write: Write) -> str:
    """That queries' own documents were removed, with how many are labelled relevant; or which runs have them."""
    removed = {collection: own for collection, own in beside.own.items() if own.removed}
    if removed or beside.identical_ids == "ignore":
        relevant = [
            write(own_removed(own.relevant, own.removed)) + in_collection(collection, write)
            for collection, own in removed.items()
            if own.relevant
        ]
        of = capital(listed(relevant, len(relevant)))
        return PAPER("own-documents.removed", relevant=of, by_chance=BY_CHANCE)
    often = [
        PAPER("own-documents.run", run=write(system), n=n, queries=answered, where=in_collection(name, write))
        for name, own in beside.own.items()
        for system, (n, answered) in own.often().items()
    ]
    return PAPER("own-documents.counted", runs=listed(often, len(often)))


def _relevant(verdicts: Sequence[Verdict], write: Write) -> str:
    """From which grade on a document is relevant for measures of relevant documents; the files of scores don't say."""
    of: dict[int, list[str]] = {}
    for one in verdicts:
        if one.measure is not None and one.measure.binarises and one.unlikely != "scores alone":
            of.setdefault(one.rel, []).append(one.league.measure)
    names = {rel: write(listed(dict.fromkeys(names), len(names))) for rel, names in of.items()}
    if len(verdicts) == 1:  # the measure is named already
        names = dict.fromkeys(names, "")
    grades = [PAPER("relevant.grade", rel=rel, measures=names[rel]) for rel in sorted(names)]
    return PAPER("relevant", grades=", ".join(grades))


def _ties(
    verdicts: Sequence[Verdict], datasets: Sequence[str], ties: Mapping[tuple[str, str], TieMoves | None], write: Write
) -> str:
    """The means that another order of equal scores moves by much, and whether another system could come first; of
    several columns the worst, the others are counted."""
    columns: list[tuple[tuple[bool, float], str]] = []
    for one, collection in zip(verdicts, datasets or [""] * len(verdicts)):
        moves = None if len(one.league.collections) > 1 else ties.get((collection, str(one.measure)))
        if moves is None:
            continue
        systems = {name: ends for run, ends in moves.ranges.items() if (name := standing(one.league, run))}
        if systems:
            text = PAPER(
                "ties.column",
                means=", ".join(f"{write(name)} {write(interval(*ends, 4))}" for name, ends in systems.items()),
                measure=write(one.league.measure) if len(verdicts) > 1 else "", where=in_collection(collection, write),
                another=moves.another_first,
            )  # fmt: skip
            most = max(high - low for low, high in systems.values())
            columns.append(((bool(moves.another_first), most), text))
    if not columns:
        return ""
    worst, first = max(columns, key=lambda column: column[0])[1], sum(leads for (leads, _), _ in columns)
    return PAPER("ties", worst=worst, others=len(columns) - 1, first=first if first > 1 else 0)


def without_label(verdicts: Sequence[Verdict], write: Write = latex) -> str:
    """How unequally the systems are judged, where they are, at each depth that a measure reads to."""
    of: dict[int | None, list[float]] = {}
    for one in verdicts:
        shares = of.setdefault(one.depth, [])
        shares += [1 - share for share in one.judged.values()]
    spans: dict[str, list[int | None]] = {}  # each once, with the depths that have it
    for depth in sorted(of, key=lambda depth: depth or sys.maxsize):
        if any(share > 0 for share in of[depth]):
            spans.setdefault(_span(of[depth], write), []).append(depth)
    each = []
    for at, (share, depths) in enumerate(spans.items()):
        ranks = [count(depth) for depth in depths if depth is not None]
        to = listed(ranks, len(ranks))
        each.append(PAPER("no-label.share", share=share, first=not at, ranks=to, whole=None in depths))
    return PAPER("no-label", shares=", ".join(each))


def _span(shares: Sequence[float], write: Write) -> str:
    low, high = percent(min(shares)), percent(max(shares))
    return write(low if low == high else interval(100 * min(shares), 100 * max(shares), 1) + "%")
