"""The kind of documents that runs return, and their order on a part of the corpus (Craswell et al. 2021, Figure 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from irassay.agreement import agreement
from irassay.collection.attribute import DocAttribute
from irassay.errors import InputError
from irassay.estimates.document_attributes import AttributeAt, WithinCorpus, attribute_at, order_within
from irassay.measures import parse_all
from irassay.messages import count, number, percent, plural, span
from irassay.result import Column, Finding, Scatter, Section, Strips, Table
from irassay.studies.page_section import plain_section
from irassay.studies.track.analysis import Analysis, Row, kinds_rows, members, points, strips_table
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, kind_of

SHOWN = 4  # runs named in a sentence
EVERY_RUN = "Every run"
ALL = "all runs"
DEPTH = 10  # documents of a run that are looked at, where the main measure says nothing


def unit_of(at: AttributeAt) -> str:
    """A set's mean is a share; a number's has the attribute's name."""
    return "share" if at.attribute.is_set else at.attribute.name


def axis(at: AttributeAt) -> str:
    """What is measured: the attribute at its depth."""
    return f"{at.attribute.name}@{count(at.depth)}"


def value(at: AttributeAt, x: float) -> str:
    """A share as a percentage, a number as it is."""
    return percent(x) if at.attribute.is_set else number(x, 3)


def about(at: AttributeAt, form: str, **slots: Any) -> str:
    """A sentence about an attribute: `slots` beside what it is, of which documents, and how much relevant ones have."""
    return TRACK(
        f"oldness.{form}",
        axis=axis(at), name=at.attribute.name, set=at.attribute.is_set, depth=at.depth,
        corpus=at.expected_of == "corpus", relevant=value(at, at.relevant) if at.relevant == at.relevant else "",
        **slots,
    )  # fmt: skip


def preferred(at: AttributeAt, more: Sequence[str], fewer: Sequence[str]) -> str:
    """How many runs return more or fewer of them than a random ranker."""
    sides = [
        TRACK("oldness.side", runs=list(runs), named=len(runs) <= SHOWN, above=runs is more)
        for runs in (more, fewer)
        if runs
    ]
    low, high = (value(at, float(end)) for end in (at.means.min(), at.means.max()))
    return about(at, "text", low=low, high=high, random=value(at, at.expected), sides="; ".join(sides))


def within_text(at: AttributeAt, part: WithinCorpus, measure: str) -> str:
    """The order on a part of the corpus against random parts."""
    less, more = part.tau < part.chance_low, part.tau > part.chance_high
    return TRACK(
        "part-of-corpus",
        name=at.attribute.name, measure=measure, tau=part.tau, less=less, more=more, alike=not (less or more),
        ends=span(part.chance_low, part.chance_high, 2), docs=part.n_docs, of=part.of_docs, labels=part.labels,
        queries=len(part.queries),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Oldness:
    """One fact about documents: how much of it each run has, and its order on the part of the corpus that has it."""

    at: AttributeAt
    within: WithinCorpus | None


def oldness_of(track: Track, attributes: Sequence[DocAttribute]) -> list[Oldness]:
    """Every attribute looked at; the order on a part of the corpus only for sets, and where there are two runs."""
    settings = track.settings
    depth = parse_all([track.main])[0].cutoff or DEPTH
    looked_at = []
    for attribute in attributes:
        at = attribute_at(
            track.qrels, track.runs, attribute, depth=depth, rel=track.rel, systems=track.systems, ties=settings.ties
        )
        within = None
        if attribute.is_set and len(track.systems) > 1:
            try:
                within = order_within(
                    track.qrels, track.runs, attribute.members, track.main, rel=track.rel, systems=track.systems,
                    ties=settings.ties, seed=settings.seed, threads=settings.threads,
                )  # fmt: skip
            except InputError:  # no relevant document has it
                within = None
        looked_at.append(Oldness(at, within))
    return looked_at


def compose(analysis: Analysis) -> Section | None:
    """By attribute: how much of it each run returns against a random ranker, and the order without all others."""
    track, source = analysis.track, analysis.track.settings.doc_attribute
    if source is None:
        return None
    from irassay.formats.reading.metadata import read_attribute

    looked_at = oldness_of(track, read_attribute(source) if isinstance(source, str | PathLike) else [source])
    body: list[Any] = []
    for place, one in enumerate(looked_at):
        suffix = f"-{place + 1}" if place else ""
        body += _preferred(track, one.at, suffix)
        if one.within is not None:
            body += _within(track, one.at, one.within, suffix)
    named = looked_at[0].at.attribute.name if len(looked_at) == 1 else plural(len(looked_at), "attribute")
    return Section("oldness", f"Documents by {named}", body)


def _preferred(track: Track, at: AttributeAt, suffix: str) -> list[Any]:
    more = [s for s, d, p in zip(at.systems, at.difference, at.p_corrected) if p <= track.settings.alpha and d > 0]
    fewer = [s for s, d, p in zip(at.systems, at.difference, at.p_corrected) if p <= track.settings.alpha and d < 0]
    tau = agreement(at.means, track.scores(track.main).mean(axis=1)).tau_a if len(track.systems) > 1 else float("nan")
    numbers = {"expected": at.expected, "more": len(more), "fewer": len(fewer)}
    rankings = TRACK("rankings", all=True, runs=0, measure=axis(at), other=track.main, tau=tau)
    level: Any = "warning" if more or fewer else "note"
    over = "95% over queries, Student's t, unadjusted"
    columns = [
        Column("run", list(at.systems)),
        Column("mean", at.means.tolist(), unit_of(at), f"of the first {at.depth}", 3),
        Column("difference", at.difference.tolist(), "", f"minus a random ranker's {at.expected:.3f}", 3),
        Column("low", at.low.tolist(), "", over, 3),
        Column("high", at.high.tolist(), "", over, 3),
        Column("p_corrected", at.p_corrected.tolist(), "p", "paired t-test, Holm over all runs"),
        Column(track.main, track.values[track.main].mean(axis=1).tolist(), track.main, "mean", 4),
    ]
    where = tuple([*more, *fewer][:20])
    return [
        Finding("oldness", level, "queries", preferred(at, more, fewer), numbers, where, systems=(*more, *fewer)),
        Finding("oldness-effectiveness", "note", "none", rankings, {"tau": tau}),
        preferred_strips(track, at, more, fewer, suffix),
        preferred_by_kind(track, at, suffix),
        *([preferred_scatter(track, at, tau, suffix)] if tau == tau else []),
        Table(f"oldness{suffix}", about(at, "table"), columns, about(at, "note")),
    ]


def _within(track: Track, at: AttributeAt, within: WithinCorpus, suffix: str) -> list[Any]:
    unlike = within.tau < within.chance_low
    level: Any = "warning" if unlike else "note"
    text, title = within_text(at, within, track.main), TRACK("part-of-corpus.title", name=at.attribute.name)
    columns = [
        Column("run", list(within.systems)),
        Column("before", within.before.tolist(), track.main, "whole corpus, on these queries", 4),
        Column("after", within.after.tolist(), track.main, "part of the corpus", 4),
        Column("change", (within.after - within.before).tolist(), track.main, "after minus before", 4),
    ]
    return [
        Finding("part-of-corpus", level, "labels", text, {"tau": within.tau, "p": within.p}),
        Table(f"part-of-corpus{suffix}", title, columns, TRACK("part-of-corpus.note")),
    ]


def preferred_strips(track: Track, at: AttributeAt, more: Sequence[str], fewer: Sequence[str], suffix: str) -> Strips:
    """How much each run has of an attribute, by kind, with a random ranker's expectation (Figure 8)."""
    means = at.means.tolist()
    first = at.systems[int(np.argmax(at.means))]
    rows: list[Row] = [("", EVERY_RUN, ALL, s, m, s == first) for s, m in zip(at.systems, means)]
    rows += kinds_rows(track, at.means, at.means, {column: f"By {column}" for column in track.kinds()})
    told, both, counts = bool(more or fewer), bool(more and fewer), {"more": len(more), "fewer": len(fewer)}
    title = about(at, "title", told=told, both=both, runs=len(at.systems), **counts)
    table = strips_table(f"attribute-kinds{suffix}", title, rows, unit_of(at), 3)
    how, marker = about(at, "how"), f"random ranker {value(at, at.expected)}"
    return Strips(table.name, title, how, table, axis(at), marker=at.expected, marker_text=marker)


def preferred_scatter(track: Track, at: AttributeAt, tau: float, suffix: str) -> Scatter:
    """How much each run has of an attribute against its effectiveness."""
    own = track.values[track.main].mean(axis=1)
    title = TRACK("rankings.alike", all=True, runs=0, measure=axis(at), other=track.main, tau=tau)
    table = points(f"attribute-effect{suffix}", title, track, own, at.means, track.main, unit_of(at))
    few = dict.fromkeys([at.systems[0], at.systems[int(np.argmax(at.means))], at.systems[int(np.argmin(at.means))]])
    return Scatter(
        table.name, title, about(at, "effect", measure=track.main), table, track.main, axis(at), list(few),
        marker=at.expected, marker_text=f"random ranker {value(at, at.expected)}",
    )  # fmt: skip


def preferred_by_kind(track: Track, at: AttributeAt, suffix: str) -> Table:
    """The same in numbers: kinds of runs against a random ranker."""
    means = dict(zip(at.systems, at.means.tolist()))
    rows = []
    for column in track.kinds():
        for kind, systems in members(track, column).items():
            own = [means[s] for s in systems]
            rows.append((column, kind_of(column, kind), len(own), sum(own) / len(own), min(own), max(own)))
    unit = unit_of(at)
    columns = [
        Column("column", [r[0] for r in rows]),
        Column("kind", [r[1] for r in rows]),
        Column("runs", [r[2] for r in rows], "runs", digits=0),
        Column("mean", [r[3] for r in rows], unit, "of its runs", 3),
        Column("lowest", [r[4] for r in rows], unit, "of its runs", 3),
        Column("highest", [r[5] for r in rows], unit, "of its runs", 3),
        Column("over_random", [r[3] - at.expected for r in rows], unit, "mean minus a random ranker's", 3),
    ]
    return Table(f"attribute-by-kind{suffix}", about(at, "by-kind"), columns)


SECTION = plain_section("oldness", "", compose)
