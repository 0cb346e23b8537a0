"""Sentences beside scores in a paper: what counts, and what is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.drawing.escape import latex
from irassay.drawing.tables.formats import BOOKTABS
from irassay.messages import BY_CHANCE, capital, count, interval, listed, own_removed, percent
from irassay.messages.said import Room

if TYPE_CHECKING:
    from irassay.collection.own_documents import OwnDocuments
    from irassay.comparison import League
    from irassay.preflight.order import TieMoves
    from irassay.preflight.unfit import Unfit
    from irassay.verdict import Verdict

POLICIES = ("queries=shared", "queries=with-relevant", "ties=float32")  # that are not the default
Write: TypeAlias = Callable[[str], str]  # makes text fit to stand where it goes: `latex`, or `str` in plain text
PAPER = Room("paper")
Across: TypeAlias = Literal["column", "page"]
ENVIRONMENTS: Mapping[Across, str] = {"column": "table", "page": "table*"}


def of_scores(
    verdicts: Sequence[Verdict], datasets: Sequence[str], beside: Beside, *, write: Write = latex
) -> list[str]:
    """Which documents and queries count, what runs lack, what is relevant, and what equal scores leave open."""
    asked = [part.partition("=")[2] for part in POLICIES if part in verdicts[0].league.signature.split("|")]
    texts = [
        _own_documents(beside, write),
        *(f"{capital(clause)}." for clause in false_numbers(verdicts, datasets, beside, write)),
        " ".join(PAPER(f"scored.{form}") for form in asked),
        _relevant(verdicts, write),
        _ties(verdicts, datasets, beside.ties, write),
    ]
    return [text for text in texts if text]


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


@dataclass(frozen=True)
class Beside:
    """What a caption says of runs and scores, which no verdict knows; a collection is "" where there is one."""

    # collection -> system -> queries that its run leaves out and that count 0
    unanswered: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # (collection, measure) -> what equal scores leave open, where that is much
    ties: Mapping[tuple[str, str], TieMoves | None] = field(default_factory=dict)
    identical_ids: str = "count"  # "count" or "ignore": whether a query's own document counts in the runs
    # collection -> how often runs have or had queries' own documents
    own: Mapping[str, OwnDocuments] = field(default_factory=dict)
    # collection -> runs that its labels or the measures don't fit
    unfit: Mapping[str, Unfit] = field(default_factory=dict)


def false_numbers(
    verdicts: Sequence[Verdict], datasets: Sequence[str], beside: Beside, write: Write = latex
) -> list[str]:
    """What no table may leave out, as clauses: unanswered queries, runs without labelled documents, lists cut short."""
    clauses = [
        _counted_as_0(beside.unanswered, write),
        _unlabelled(beside.unfit, write),
        _cut(verdicts, datasets, beside.unfit, write),
    ]
    return [clause for clause in clauses if clause]


def _counted_as_0(unanswered: Mapping[str, Mapping[str, int]], write: Write) -> str:
    """The systems that leave queries out, with the number of these, where they count 0."""
    of = [
        f"{write(system)} {count(n)}{in_collection(collection, write)}"
        for collection, systems in unanswered.items()
        for system, n in systems.items()
    ]
    return PAPER("unanswered", runs=", ".join(of))


def _unlabelled(unfit: Mapping[str, Unfit], write: Write) -> str:
    """The runs that are 0 since none of their documents has a label."""
    of = [write(run) + in_collection(name, write) for name, one in unfit.items() for run in one.unlabelled]
    return PAPER("unlabelled", runs=", ".join(of))


def _cut(verdicts: Sequence[Verdict], datasets: Sequence[str], unfit: Mapping[str, Unfit], write: Write) -> str:
    """The runs whose lists end before the depth of a column's measure, with the rank at which they end."""
    of: dict[tuple[str, str], list[str]] = {}
    for one, collection in zip(verdicts, datasets or [""] * len(verdicts)):
        lists = unfit[collection].cut.get(str(one.measure)) if collection in unfit else None
        if lists is not None:
            ends = _ends(lists.ends, len(one.league.runs), write)
            of.setdefault((collection, ends), []).append(write(one.league.measure))
    each = [
        ends
        if len(verdicts) == 1
        else PAPER("cut.by", ends=ends, measures=listed(names, len(names)), where=in_collection(name, write))
        for (name, ends), names in of.items()
    ]
    return PAPER("cut", lists=", ".join(each))


def _ends(ends: Mapping[str, int], n_runs: int, write: Write) -> str:
    """Which runs' lists end at which rank."""
    of: dict[int, list[str]] = {}
    for run, end in ends.items():
        of.setdefault(end, []).append(write(run))
    everywhere = len(of) == 1 and len(ends) == n_runs
    return ", ".join(PAPER("cut.at", all=everywhere, runs=runs, end=end) for end, runs in of.items())


def in_collection(collection: str, write: Write) -> str:
    """Where there are several collections, in which."""
    return f" in {write(collection)}" if collection else ""


def table(
    caption: str,
    spec: str,
    heads: Sequence[str],
    body: Sequence[str],
    *,
    label: str,
    over: Sequence[str] = (),
    across: Across = "column",
) -> str:
    """A table environment; each line of the body ends itself. `label` becomes letters, digits and hyphens."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in label.lower())
    name = "-".join(part for part in plain.split("-") if part)
    environment = ENVIRONMENTS[across]
    lines = [BOOKTABS, rf"\begin{{{environment}}}", rf"\caption{{{caption}}}", rf"\label{{tab:{name}}}"]
    lines.append(rf"\begin{{tabular}}{{{spec}}}")
    lines += [r"\toprule", *over, " & ".join(heads) + r" \\", r"\midrule", *body, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*lines, rf"\end{{{environment}}}"])


def in_means(leagues: Sequence[League]) -> str:
    """Of how many systems a mean over collections says who is best; "" where it has all."""
    mean = next((league for league in leagues if len(league.collections) > 1 and league.unranked), None)
    return "" if mean is None else PAPER("mean-of", n=len(mean.runs), systems=len(mean.runs) + len(mean.unranked))
