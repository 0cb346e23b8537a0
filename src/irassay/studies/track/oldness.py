"""What kind of documents the runs return, and their order on a part of the corpus (Craswell et al. 2021, Figure 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from irassay.agreement import agreement
from irassay.collection.attribute import DocAttribute
from irassay.errors import InputError
from irassay.estimates.document_attributes import AttributeAt, WithinCorpus, attribute_at, order_within
from irassay.result import Column, Finding, Section, Table
from irassay.studies.track import words_oldness as words
from irassay.studies.track.figures import preferred_by_kind, preferred_scatter, preferred_strips
from irassay.studies.track.track_data import Given

DEPTH = 10  # documents of a run that are looked at, where the main measure says nothing


@dataclass(frozen=True, slots=True)
class Oldness:
    """One fact about documents: how much of it each run has, and its order on the part of the corpus that has it."""

    at: AttributeAt
    within: WithinCorpus | None


def oldness_of(
    given: Given, attributes: Sequence[DocAttribute], *, depth: int, ties: Any, threads: int
) -> list[Oldness]:
    """Every attribute looked at; the order on a part of the corpus only for sets, and where there are two runs."""
    found = []
    for attribute in attributes:
        at = attribute_at(
            given.qrels, given.runs, attribute, depth=depth or DEPTH, rel=given.rel, systems=given.systems, ties=ties
        )
        within = None
        if attribute.is_set and len(given.systems) > 1:
            try:
                within = order_within(
                    given.qrels, given.runs, attribute.members, given.main, rel=given.rel, systems=given.systems,
                    ties=ties, seed=given.seed, threads=threads,
                )  # fmt: skip
            except InputError:  # no relevant document has it
                within = None
        found.append(Oldness(at, within))
    return found


def oldness_section(given: Given, found: Sequence[Oldness], alpha: float) -> Section:
    """By attribute: how much of it each run returns against a random ranker, and the order without all others."""
    body: list[Any] = []
    for number, one in enumerate(found):
        suffix = f"-{number + 1}" if number else ""
        body += _preferred(given, one.at, alpha, suffix)
        if one.within is not None:
            body += _within(given, one.at, one.within, suffix)
    return Section("oldness", words.section_title([one.at for one in found]), body, standfirst=words.standfirst())


def _preferred(given: Given, at: AttributeAt, alpha: float, suffix: str) -> list[Any]:
    more = [s for s, d, p in zip(at.systems, at.difference, at.p_corrected) if p <= alpha and d > 0]
    fewer = [s for s, d, p in zip(at.systems, at.difference, at.p_corrected) if p <= alpha and d < 0]
    tau = agreement(at.means, given.scores(given.main).mean(axis=1)).tau_a if len(given.systems) > 1 else float("nan")
    numbers = {"expected": at.expected, "more": len(more), "fewer": len(fewer)}
    level: Any = "warning" if more or fewer else "note"
    columns = [
        Column("run", list(at.systems)),
        Column("mean", at.means.tolist(), words.unit(at), f"of the first {at.depth}", 3),
        Column("difference", at.difference.tolist(), "", f"minus a random ranker's {at.expected:.3f}", 3),
        Column("low", at.low.tolist(), "", "95% over queries, Student's t, unadjusted", 3),
        Column("high", at.high.tolist(), "", "95% over queries, Student's t, unadjusted", 3),
        Column("p_corrected", at.p_corrected.tolist(), "p", "paired t-test, Holm over all runs"),
        Column(given.main, given.values[given.main].mean(axis=1).tolist(), given.main, "mean", 4),
    ]
    where = tuple([*more, *fewer][:20])
    return [
        Finding("oldness", level, "queries", words.preferred(at, more, fewer), numbers, where, systems=(*more, *fewer)),
        Finding("oldness-effectiveness", "note", "none", words.with_effectiveness(at, given.main, tau), {"tau": tau}),
        preferred_strips(given, at, more, fewer, suffix),
        preferred_by_kind(given, at, suffix),
        *([preferred_scatter(given, at, tau, suffix)] if tau == tau else []),
        Table(f"oldness{suffix}", words.table_title(at), columns, words.table_note(at)),
    ]


def _within(given: Given, at: AttributeAt, within: WithinCorpus, suffix: str) -> list[Any]:
    unlike = within.tau < within.chance_low
    level: Any = "warning" if unlike else "note"
    text = words.within(at, within, given.main)
    columns = [
        Column("run", list(within.systems)),
        Column("before", within.before.tolist(), given.main, "whole corpus, on these queries", 4),
        Column("after", within.after.tolist(), given.main, "part of the corpus", 4),
        Column("change", (within.after - within.before).tolist(), given.main, "after minus before", 4),
    ]
    return [
        Finding("part-of-corpus", level, "labels", text, {"tau": within.tau, "p": within.p}),
        Table(f"part-of-corpus{suffix}", words.within_title(at), columns, words.within_note()),
    ]
