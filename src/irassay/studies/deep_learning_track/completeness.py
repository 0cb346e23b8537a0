"""How complete the labels are: what each group alone brought to them, holes by run, relevant documents by rank."""

from __future__ import annotations

from typing import Any

import numpy as np

from irassay.estimates import Completeness, LeftOut, completeness, judged_depth, leave_one_group_out
from irassay.result import Bars, Column, Finding, Section, Table
from irassay.studies.deep_learning_track import words_completeness as words
from irassay.studies.deep_learning_track.given import Given

FEWEST_RUNS = 2


def completeness_of(
    given: Given, *, pool_depth: int | None, alpha: float, ties: Any, threads: int
) -> tuple[Completeness, LeftOut | None]:
    """The counts, and the groups left out; None for the latter where no group is stated or the measure has no mean.

    `pool_depth` is how deep the pool was that the labels were made from; None takes the depth to which half of the runs
    are judged through, else the main measure's cutoff.
    """
    found = completeness(given.qrels, given.runs, rel=given.rel, ties=ties)
    groups = {s: g for s, g in given.metadata.get(given.group_column, {}).items() if g and s in given.runs.systems}
    if len(set(groups.values())) < 2 or len(given.systems) < FEWEST_RUNS or given.geometric:
        return found, None
    depth = pool_depth or judged_depth(given.qrels, given.runs, ties=ties).depth or None
    left_out = leave_one_group_out(
        given.qrels, given.runs, groups, given.main, depth=depth, systems=given.systems, rel=given.rel,
        alpha=alpha, ties=ties, threads=threads,
    )  # fmt: skip
    return found, left_out


def completeness_section(given: Given, found: Completeness, left_out: LeftOut | None) -> Section:
    """Groups left out one by one, unjudged documents by run, relevant ones by rank, queries left rich."""
    body: list[Any] = []
    if left_out is not None:
        body += _groups(left_out)
    body += _unjudged(given, found)
    body += _by_rank(found)
    return Section("completeness", "How complete the labels are", body, standfirst=words.standfirst(found, left_out))


def _groups(left_out: LeftOut) -> list[Any]:
    groups = sorted((g for g in left_out.groups if g.systems), key=lambda g: (-words.loss(g), g.group))
    if not groups:
        return []
    hardest = groups[0]
    numbers = {"loss": words.loss(hardest), "fell": hardest.fell, "flipped": hardest.flipped, "pairs": hardest.pairs}
    found: list[Any] = [
        Finding("left-out", "note", "labels", words.hardest(left_out, hardest), numbers, (hardest.group,)),
        Finding("left-out-all", "note", "labels", words.typical(left_out, groups)),
    ]
    title = words.groups_title(left_out, groups)
    columns = [
        Column("row", [g.group for g in groups]),
        Column("value", [round(words.loss(g), 4) for g in groups], left_out.measure, words.LOSS, 4),
    ]
    found.append(
        Bars("left-out-loss", title, words.groups_how(left_out), Table("left-out-loss", title, columns), "loss")
    )
    found.append(_groups_table(left_out, groups))
    return found


def _groups_table(left_out: LeftOut, groups: list[Any]) -> Table:
    columns = [
        Column("group", [g.group for g in groups]),
        Column("runs", [len(g.systems) for g in groups], "runs", digits=0),
        Column("dropped", [g.dropped for g in groups], "documents", "judged, and in the pool for this group alone", 0),
        Column("relevant", [g.dropped_relevant for g in groups], "documents", "of them relevant", 0),
        Column("change", [float(np.mean(g.change)) for g in groups], left_out.measure, "mean of its runs", 4),
        Column("loss", [words.loss(g) for g in groups], left_out.measure, words.LOSS, 4),
        Column("places", [g.fell for g in groups], "ranks", "most that one of its runs loses", 0),
        Column("tau", [g.tau for g in groups], "tau-a", "of the order of all runs before and after", 3),
        Column("pairs", [g.pairs for g in groups], "pairs", "with one of its runs", 0),
        Column("lost", [g.lost for g in groups], "pairs", "told apart before and no longer", 0),
        Column("gained", [g.gained for g in groups], "pairs", "told apart only without its documents", 0),
        Column("reversed", [g.reversed for g in groups], "pairs", "told apart in the opposite order", 0),
    ]
    return Table("left-out", words.groups_table_title(), columns, words.groups_note(left_out))


def _unjudged(given: Given, found: Completeness) -> list[Any]:
    place = {system: i for i, system in enumerate(found.systems)}
    shares = found.unjudged[[place[s] for s in given.systems]]
    # Deeper than the longest list every cutoff says the same.
    cutoffs = [k for i, k in enumerate(found.cutoffs) if i == 0 or (shares[:, i] != shares[:, i - 1]).any()]
    columns = [Column("run", list(given.systems))]
    for i, k in enumerate(found.cutoffs):
        if k in cutoffs:
            columns.append(Column(f"unjudged@{k}", shares[:, i].tolist(), "share", f"of the first {k}", 3))
    most = int(np.nanargmax(shares[:, 0])) if np.isfinite(shares[:, 0]).any() else 0
    first = found.cutoffs[0]
    text = words.unjudged(given.systems[most], float(shares[most, 0]), first)
    finding = Finding("unjudged", "note", "labels", text, {"share": float(shares[most, 0])}, (given.systems[most],))
    return [finding, Table("unjudged", words.unjudged_title(first), columns)]


def _by_rank(found: Completeness) -> list[Any]:
    bands = [*found.bands, *([found.unretrieved] if found.unretrieved.judged else [])]
    columns = [
        Column("ranks", [words.ranks(b) for b in bands], definition="best rank over all runs"),
        Column("returned", [b.returned or "" for b in bands], "documents", digits=0),
        Column("judged", [b.judged for b in bands], "documents", digits=0),
        Column("relevant", [b.relevant for b in bands], "documents", digits=0),
        Column("share", [b.share for b in bands], "share", "of the judged that are relevant", 3),
    ]
    rich = found.rich
    numbers = {"queries": len(rich), "of": len(found.queries)}
    level: Any = "warning" if 2 * len(rich) > len(found.queries) else "note"
    names = tuple(q.query for q in rich[:20])
    out: list[Any] = [
        Finding("rich", level, "labels", words.rich(found), numbers, names),
        Table("judged-by-rank", words.bands_title(found), columns, words.bands_note()),
    ]
    if rich:
        shown = [(q, q.band) for q in rich if q.band is not None]
        columns = [
            Column("query", [q.query for q, _ in shown]),
            Column("relevant", [q.relevant for q, _ in shown], "documents", "of the whole query", 0),
            Column("ranks", [words.ranks(b) for _, b in shown], definition="last band judged through"),
            Column("judged", [b.judged for _, b in shown], "documents", "in that band", 0),
            Column("share", [b.share for _, b in shown], "share", "of them relevant", 3),
        ]
        out.append(Table("rich-queries", words.rich_title(found), columns))
    return out
