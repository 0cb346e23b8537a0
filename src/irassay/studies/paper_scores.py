"""Sentences beside scores in a paper, in captions and in the methods: what counts, and what is missing.

`write` makes text fit to stand there: `latex` in a caption, `str` in a paragraph.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.drawing.escape import latex
from irassay.messages import BY_CHANCE, capital, count, interval, listed, own_removed, percent, plural
from irassay.studies.paper_runs import Beside, Write, false_numbers

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.preflight.order import TieMoves
    from irassay.verdict import Verdict

IDENTICAL_IDS = "Documents whose id is that of the query were removed from the runs, as BEIR does."
OWN_COUNTED = "Retrieved documents whose id is that of the query count as others do: {of}."
SHARED = "A query counts only where the run answers it."
WITH_RELEVANT = "Queries without a relevant document do not count."
FLOAT32 = "Scores of documents were read as 32-bit floats, as trec_eval 9 reads them."


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
    of = {"queries=shared": SHARED, "queries=with-relevant": WITH_RELEVANT, "ties=float32": FLOAT32}
    return " ".join(sentence for part, sentence in of.items() if part in signature.split("|"))


def standing(league: League, run: str) -> str | None:
    """The system that stands for a run; None where the league does not have it."""
    return next((s for s in league.systems if s == run or run in league.same.get(s, ())), None)


def _own_documents(beside: Beside, write: Write) -> str:
    """That queries' own documents were removed, with how many are labelled relevant; or which runs have them."""
    removed = {collection: own for collection, own in beside.own.items() if own.removed}
    relevant = [
        write(own_removed(own.relevant, own.removed)) + (f" in {write(collection)}" if collection else "")
        for collection, own in removed.items()
        if own.relevant
    ]
    if relevant:
        return f"{IDENTICAL_IDS} {capital(listed(relevant, len(relevant)))}; {BY_CHANCE}."
    if removed or beside.identical_ids == "ignore":
        return IDENTICAL_IDS
    often = [
        f"{write(system)} on {count(n)} of {plural(answered, 'query')}" + (f" in {write(name)}" if name else "")
        for name, own in beside.own.items()
        for system, (n, answered) in own.often().items()
    ]
    return OWN_COUNTED.format(of=listed(often, len(often))) if often else ""


def _relevant(verdicts: Sequence[Verdict], write: Write) -> str:
    """From which grade on a document is relevant for measures of relevant documents; the files of scores don't say."""
    of: dict[int, list[str]] = {}
    for one in verdicts:
        if one.measure is not None and one.measure.binarises and one.unlikely != "scores alone":
            of.setdefault(one.rel, []).append(one.league.measure)
    if not of:
        return ""
    names = {rel: f" for {write(listed(dict.fromkeys(names), len(names)))}" for rel, names in of.items()}
    if len(verdicts) == 1:  # the measure is named already
        names = dict.fromkeys(names, "")
    return f"Relevant is {', '.join(f'grade {rel} or more{names[rel]}' for rel in sorted(names))}."


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
        each = [f"{write(name)} {write(interval(*ends, 4))}" for name, ends in systems.items()]
        where = f" in {write(collection)}" if collection else ""
        another = f" ({moves.another_first})" if moves.another_first else ""
        if each:
            most = max(high - low for low, high in systems.values())
            by = f" by {write(one.league.measure)}" if len(verdicts) > 1 else ""
            text = f"{', '.join(each)}{by}{where}{another}"
            columns.append(((bool(moves.another_first), most), text))
    if not columns:
        return ""
    worst = max(columns, key=lambda column: column[0])[1]
    n, n_first = len(columns) - 1, sum(leads for (leads, _), _ in columns)
    others = f"; means of {plural(n, 'other column')} move too" if n else ""
    leads = f", and in {n_first} columns another system could score highest" if n and n_first > 1 else ""
    return f"Other orders of equal scores give these means: {worst}{others}{leads}."


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
    if not spans:
        return ""
    whose = [" of a system's documents", *[""] * (len(spans) - 1)]
    each = [f"{span}{noun}{_down_to(depths)}" for noun, (span, depths) in zip(whose, spans.items())]
    return f"Documents without a label ({', '.join(each)}) count as not relevant."


def _span(shares: Sequence[float], write: Write) -> str:
    low, high = percent(min(shares)), percent(max(shares))
    return write(low if low == high else interval(100 * min(shares), 100 * max(shares), 1) + "%")


def _down_to(depths: Sequence[int | None]) -> str:
    """Which documents these are."""
    ranks = [count(depth) for depth in depths if depth is not None]
    parts = [f"down to rank {listed(ranks, len(ranks))}"] * bool(ranks) + ["in whole lists"] * (None in depths)
    return f" {', and '.join(parts)}"
