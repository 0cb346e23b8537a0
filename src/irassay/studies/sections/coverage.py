"""Labels on several pages: what pools cover and miss; second labels, and ranks under labels redrawn as theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.estimates import AssessorSensitivity, Chao2, Coverage, GroupLeftOut, LeftOut, Pools, coverage
from irassay.estimates.pools.coverage import FEWEST
from irassay.label_sets import confusion_of, noisy
from irassay.messages import count, span, two_digits
from irassay.result import Column, Finding, Item, Level, Lines, Section, Table
from irassay.studies.sections.captions import SHARED

TITLE = "What pools miss"
DEPTHS = (10, 20, 50, 100)
MOST_PANELS = 4
DEEPER = "coverage-by-depth"  # the chart of all depths
KINDS = "kinds-left-out"  # the table beside the answer on fairness
DRAWS, FEWEST_DRAWS = 1000, 50
MOST_LOOKS = 40_000_000  # at documents in resamples; with more documents there are fewer resamples
TIMES = (2, 5, 10)  # as many systems as there are, for the curve beyond them
CLOSE = 1.4  # smaller pools than all runs are shown up to their number divided by this, to leave room for its value
STEPS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000)  # systems of a pool, in the chart
REDRAWN = 100


def coverage_title(pools: Coverage) -> str:
    """What one and all runs find at the first depth."""
    one, every = pools.shares[0, 0], pools.shares[0, -1]
    return SHARED("coverage.title", depth=pools.depths[0], one=one, every=every, n=len(pools.systems))


def covered(pools: Coverage) -> str:
    """The share of all runs, with its interval."""
    share, low, high = pools.shares[0, -1], pools.low[0, -1], pools.high[0, -1]
    return SHARED(
        "coverage",
        relevant=pools.n_relevant, rel=pools.rel, depth=pools.depths[0], n=len(pools.systems), share=share,
        around=low == low, low=low, high=high, deepest=[0, *pools.depths[1:]][-1], last=pools.shares[-1, -1],
    )  # fmt: skip


def beyond(pools: Coverage, more: Pools) -> str:
    """What as many runs again would find and add, and what half of the runs predict; without a share from 100% on:
    documents beyond have no label yet."""
    half = float(pools.from_half[0])
    return SHARED(
        "coverage-beyond" if more.share < 1 else "coverage-beyond.whole",
        runs=more.systems, depth=more.depth, share=more.share, around=more.low == more.low, low=more.low,
        high=more.high, further=_round(more.further), least=_round(more.further_low), most=_round(more.further_high),
        halved=half == half, past=half > 1, half=half, n=len(pools.systems), found=pools.shares[0, -1],
    )  # fmt: skip


def unlabelled(pools: Coverage, chao: Chao2) -> str:
    """How many relevant documents nobody has judged, a lower bound, or else how many no run has this far up."""
    known = max(0, pools.n_relevant - chao.observed)
    least = chao.low - chao.observed - known
    form = "never-seen" if least >= 1 else "never-seen.known"
    return SHARED(form, least=_round(least), known=known, depth=pools.depths[0])


def chao2(pools: Coverage, chao: Chao2, by_group: Chao2 | None = None) -> str:
    """How many relevant documents Chao2 expects outside these pools, by groups if they are stated."""
    of = by_group or chao
    known = pools.n_relevant - chao.observed
    unseen, low = _unseen(of, known), pools.n_relevant > of.high
    return SHARED("never-seen-chao2", depth=pools.depths[0], unseen=unseen, groups=by_group, low=low)


def _unseen(chao: Chao2, known: int) -> str:
    low = "up" if chao.low - chao.observed <= known else _round(chao.low - chao.observed)
    return f"{_round(chao.unseen)} ({low} to {_round(chao.high - chao.observed)})"


def fairness(n_unfair: int, n: int) -> str:
    """The answer to whether a new kind of system would be scored fairly, by the kinds at hand."""
    return SHARED("new-kind", n=n, unfair=n_unfair)


def unfair_kind(column: str, worst: GroupLeftOut, n_unfair: int, n: int, of: LeftOut) -> str:
    """The kind that would lose most, had it been new, of those with at most half of the pool's runs."""
    return SHARED(
        "unfair-kinds" if n_unfair else "unfair-kinds.none",
        recorded=of.recorded, n=n, systems=len(worst.systems), column=column, group=worst.group, measure=of.measure,
        lost=-worst.against_others, ends=span(-worst.against_high, -worst.against_low),
    )  # fmt: skip


def kinds_note(of: LeftOut) -> str:
    """What the table rests on."""
    return SHARED("unfair-kinds.note", recorded=of.recorded, depth=of.depth, alpha=of.alpha)


def _round(n: float) -> str:
    """A count that is an estimate: two digits, and none below 1."""
    return count(two_digits(n)) if n >= 1 else "0"


def coverage_of_pools(
    qrels: Qrels, runs: Runs, *, depth: int | None, rel: int, ties: Literal["float64", "float32"], seed: int
) -> Coverage | None:
    """Coverage at `depth` (None: whole lists) and deeper; None for few systems, one query, or nothing relevant."""
    n_relevant = sum(n for grade, n in qrels.core.grade_counts().items() if grade >= rel)
    if len(runs.systems) < FEWEST or len(qrels.queries) < 2 or not n_relevant:
        return None
    draws = min(DRAWS, MOST_LOOKS // n_relevant)
    if draws < FEWEST_DRAWS:
        return None
    answered = set(runs.queries)
    longest = max((max(runs.core.lengths(q), default=0) for q in qrels.queries if q in answered), default=1)
    first = min(depth or DEPTHS[0], longest)
    depths = [first, *(d for d in DEPTHS if first < d <= longest)][:MOST_PANELS]
    pools = coverage(qrels, runs, depths=depths, rel=rel, draws=draws, seed=seed, ties=ties)
    return pools if pools.n_queries > 1 and pools.shares[-1, -1] > 0 else None


def coverage_section(
    pools: Coverage, kinds: Mapping[str, LeftOut], groups: Mapping[str, str] | None = None, *, relevant: str = ""
) -> Section:
    """The chart by depth, what it means, and the kinds of systems that these labels would treat unfairly; `groups` is
    system -> group, `relevant` says why documents count from this grade."""
    depth, n = pools.depths[0], len(pools.systems)
    more = pools.at(TIMES[0] * n, depth)
    body: list[Any] = [_chart("coverage", coverage_title(pools), SHARED("coverage.how"), pools, pools.depths[:1])]
    numbers: dict[str, float | int | str] = {
        "depth": depth, "systems": n, "relevant": pools.n_relevant, "share": float(pools.shares[0, -1]),
        "low": float(pools.low[0, -1]), "high": float(pools.high[0, -1]),
    }  # fmt: skip
    numbers["share_by_query"] = float(pools.shares_by_query[0, -1])
    body.append(Finding("coverage", "note", "labels", f"{covered(pools)} {relevant}".rstrip(), numbers))
    numbers = {"systems": more.systems, "share": more.share, "low": more.low, "high": more.high}
    numbers |= {"further": more.further, "further_low": more.further_low, "further_high": more.further_high}
    body.append(Finding("coverage-beyond", "note", "labels", beyond(pools, more), numbers))
    chao = pools.chao2(depth)
    stated = {system: group for system, group in (groups or {}).items() if group and system in pools.systems}
    by_group = pools.chao2(depth, groups=stated) if len(set(stated.values())) >= FEWEST else None
    answer, outside = unlabelled(pools, chao), chao2(pools, chao, by_group)
    numbers = {"known": pools.n_relevant - chao.observed, "chao2": chao.unseen}
    numbers |= {"chao2_low": chao.low - chao.observed, "chao2_high": chao.high - chao.observed}
    rows = [(column, kind) for column, of in kinds.items() for kind in of.groups if kind.systems]
    if rows:
        of = next(iter(kinds.values()))
        unfair, table = _kinds(rows, of)
        body = [unfair, table, *body]
        answer = f"{fairness(sum(kind.unfair for _, kind in rows), len(rows))} {answer}"
    body.append(Finding("never-seen-chao2", "note", "labels", outside, numbers))
    if len(pools.depths) > 1:
        title = SHARED("coverage-deeper.title", depth=pools.depths[-1], every=pools.shares[-1, -1])
        body.append(_chart(DEEPER, title, SHARED("coverage-deeper.how"), pools, pools.depths))
    return Section("coverage", TITLE, body, standfirst=answer)


def chart_by_depth_last(body: Sequence[Item]) -> list[Item]:
    """A section's body with the chart of all depths, which few readers need, after all else."""
    return sorted(body, key=lambda item: isinstance(item, Lines) and item.name == DEEPER)


def _chart(name: str, title: str, how: str, pools: Coverage, depths: Sequence[int]) -> Lines:
    n = len(pools.systems)
    here = sorted({t for t in STEPS if CLOSE * t <= n} | {n})
    rows = [(depth, pools.at(t, depth)) for depth in depths for t in (*here, *(times * n for times in TIMES))]
    interval = "95%, over queries and runs"
    columns = [
        Column("panel", [f"depth {count(depth)}" for depth, _ in rows]),
        Column("series", ["mean"] * len(rows)),
        Column("x", [at.systems for _, at in rows], "runs", "in the pool", 0),
        Column("y", [round(at.share, 5) for _, at in rows], "share", "of the judged relevant documents, mean", 3),
        Column("low", [round(at.low, 5) for _, at in rows], "share", interval, 3),
        Column("high", [round(at.high, 5) for _, at in rows], "share", interval, 3),
        Column("measured", ["yes" if at.measured else "no" for _, at in rows], definition="no: by the curve"),
    ]
    return Lines(
        name, title, how, Table(name, title, columns), "runs in the pool", "relevant documents found",
        marker=float(n), marker_text=f"these {count(n)}", x_scale="log",
    )  # fmt: skip


def _kinds(rows: Sequence[tuple[str, GroupLeftOut]], of: LeftOut) -> tuple[Finding, Table]:
    """The kind that would lose most, and the table of all."""
    rows = sorted(rows, key=lambda row: (row[1].against_others, row[0], row[1].group))
    unfair = [(column, kind) for column, kind in rows if kind.unfair]
    column, worst = next((row for row in unfair if len(row[1].systems) <= len(of.pooled) / 2), (unfair or rows)[0])
    numbers: dict[str, float | int | str] = {"unfair": len(unfair), "kinds": len(rows)}
    fell, flipped, pairs = worst.fell, worst.flipped, worst.pairs
    finding = Finding(
        "unfair-kinds", "warning" if unfair else "note", "labels",
        unfair_kind(column, worst, len(unfair), len(rows), of), numbers,
        tuple(f"{column}: {kind.group}" for column, kind in unfair),
        effect=SHARED("unfair-kinds.effect", fell=fell, flipped=flipped, pairs=pairs) if unfair else "",
        action=SHARED("unfair-kinds.action") if unfair else "",
    )  # fmt: skip
    columns = [
        Column("column", [column for column, _ in rows]),
        Column("kind", [kind.group for _, kind in rows]),
        Column("runs", [len(kind.systems) for _, kind in rows], "systems", digits=0, heading="systems"),
        Column("relevant", [kind.dropped_relevant for _, kind in rows], "documents", "that only it contributed", 0),
        Column("change", [kind.against_others for _, kind in rows], of.measure, "of its runs minus that of others", 4),
        Column("low", [kind.against_low for _, kind in rows], of.measure, "95% over queries", 4),
        Column("high", [kind.against_high for _, kind in rows], of.measure, "95% over queries", 4),
        Column("places", [kind.fell for _, kind in rows], "ranks", SHARED("left-out.loss"), 0),
        Column("tau", [kind.tau for _, kind in rows], "tau-a", SHARED("left-out.tau"), 3),
        Column("flipped", [kind.flipped for _, kind in rows], "pairs", SHARED("left-out.flipped", run=False), 0),
    ]
    return finding, Table(KINDS, SHARED("unfair-kinds.title"), columns, kinds_note(of))


def odd_grades(first: Qrels, second: Qrels, *, effect: Literal["redrawn", "no-agreement"] = "redrawn") -> list[Finding]:
    """One grade for all labels, and grades off the first labels' scale; `effect` says what is made of the second
    labels. Relevant documents alone are no warning, unless labels are redrawn after them."""
    if not second.n_labels:
        return []
    findings = []
    if len(second.scale) == 1:
        (grade,) = second.scale
        level: Level = "warning" if grade <= 0 or effect == "redrawn" else "note"
        text = SHARED("second-labels.one-grade", n=second.n_labels, grade=grade, relevant=grade > 0)
        numbers, effects = {"labels": second.n_labels, "grade": grade}, SHARED(f"second-labels.{effect}")
        findings.append(Finding("second-one-grade", level, "labels", text, numbers, effect=effects))
    off = off_scale(first, second)
    if off:
        n = sum(second.grade_counts[grade] for grade in off)
        text = SHARED(
            "second-labels.off-scale",
            n=n, labels=second.n_labels, share=n / second.n_labels, least=min(0, first.scale[0]),
            most=first.largest_grade, grades=[str(grade) for grade in off],
        )  # fmt: skip
        effects = SHARED("second-labels.disagree")
        findings.append(Finding("second-off-scale", "warning", "labels", text, {"labels": n}, effect=effects))
    return findings


def off_scale(first: Qrels, second: Qrels) -> list[int]:
    """The grades of the second labels that are above the first's largest, or below 0 and the first's least."""
    least = min(0, *first.scale) if first.n_labels else 0
    return [grade for grade in second.scale if not least <= grade <= first.largest_grade]


def redrawn(qrels: Qrels, second: Qrels, *, seed: int, threads: int) -> QrelsStack:
    """Labels under the noise of the second assessor; InputError where no document has both labels, UsageError for a
    grade that no document judged twice has."""
    return noisy(qrels, confusion_of(qrels, second), draws=REDRAWN, seed=seed, threads=threads)


def places_moved(noise: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(noise.high - noise.low))
    rank, low, high = (int(of[widest]) for of in (noise.rank, noise.low, noise.high))
    return SHARED(
        "label-sensitivity" if noise.flagged else "label-sensitivity.none",
        draws=draws, system=noise.systems[widest], rank=rank, low=low, high=high, limit=int(noise.limit),
        n=len(noise.flagged), runs=len(noise.systems), names=list(noise.flagged[:3]),
    )  # fmt: skip


def places_title(noise: AssessorSensitivity) -> str:
    """The table."""
    return SHARED("label-sensitivity.title", moves=float(noise.mean_shift.mean()))


def sensitivity_body(noise: AssessorSensitivity) -> list[Any]:
    """Who moves most and whose rank is flagged, in a sentence; the table of all."""
    numbers: dict[str, float | int | str] = {
        "flagged": len(noise.flagged), "runs": len(noise.systems), "limit": noise.limit, "draws": REDRAWN,
    }  # fmt: skip
    flagged = tuple(noise.flagged)
    text = places_moved(noise, REDRAWN)
    sentence = Finding("label-sensitivity", "note", "labels", text, numbers, flagged, systems=flagged)
    spread = "nine draws in ten lie between"
    columns = [
        Column("run", list(noise.systems)),
        Column("rank", noise.rank.tolist(), digits=0),
        Column("from", noise.low.tolist(), "rank", spread, 0),
        Column("to", noise.high.tolist(), "rank", spread, 0),
        Column("moves", noise.mean_shift.tolist(), "ranks", "mean over draws", 1),
        Column("sensitive", ["yes" if s in flagged else "no" for s in noise.systems]),
    ]
    return [sentence, Table("label-sensitivity", places_title(noise), columns)]
