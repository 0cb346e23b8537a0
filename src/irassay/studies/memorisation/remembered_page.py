"""The table, the figure and the findings of whether leaked documents are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.leakage.effect_words import cautions
from irassay.messages import percent
from irassay.result import Column, Finding, Scatter, Table
from irassay.studies.memorisation.words import SAID
from irassay.studies.sections.named_points import few

if TYPE_CHECKING:
    from irassay.leakage import Memory

WITH, WITHOUT = "with leakage", "without"


def contrasts_table(of: Memory) -> Table:
    """A row for each quantity: means over topics with and without leakage, the change, its two intervals."""
    first, second = ("relevant", "non-relevant") if of.kind == "pairs" else ("trained on", "not trained on")
    rows = {
        "rank offset": of.offset,
        f"rank, {first}": of.relevant,
        f"rank, {second}": of.other,
        f"score, {first}": of.relevant_score,
        f"score, {second}": of.other_score,
    }
    there = {name: one for name, one in rows.items() if one is not None}
    level = percent(1 - of.alpha, 0)
    spread = SAID("remembered.sd")
    columns = {
        "with": ("with_", "mean over topics", WITH),
        "sd_with": ("sd_with", spread, "sd"),
        "without": ("without", "mean over topics", WITHOUT),
        "sd_without": ("sd_without", spread, "sd"),
        "change": ("change", "with less without", "change"),
        "sd_change": ("sd", SAID("remembered.sd-change"), "sd"),
        "low": ("low", f"{level} over topics", "low"),
        "high": ("high", f"{level} over topics", "high"),
        "seeds_low": ("seeds_low", f"{level} over seeds", "seeds low"),
        "seeds_high": ("seeds_high", f"{level} over seeds", "seeds high"),
    }
    made = [
        Column(name, [float(getattr(one, field)) for one in there.values()], "", definition, 2, heading)
        for name, (field, definition, heading) in columns.items()
    ]
    return Table("memory", SAID("remembered.table"), [Column("quantity", list(there)), *made])


def topics_table(of: Memory) -> Table:
    """Rank offsets by topic, the largest growth first."""
    growth = of.offsets_with - of.offsets_without
    order = np.argsort(-growth, kind="stable")
    columns = [
        Column("topic", [of.topics[i] for i in order]),
        Column("with", of.offsets_with[order].tolist(), "", "rank offset", 2),
        Column("without", of.offsets_without[order].tolist(), "", "rank offset", 2),
        Column("growth", growth[order].tolist(), "", "with leakage", 2),
    ]
    return Table("offsets", "Rank offsets by topic", columns)


def offsets_figure(of: Memory) -> Scatter:
    """A point a topic: its rank offset without leakage, and with it."""
    title = SAID("offsets.title", n=int((of.offsets_with > of.offsets_without).sum()), topics=len(of.topics))
    columns = [
        Column("system", list(of.topics), heading="topic"),
        Column("x", of.offsets_without.tolist(), "", "rank offset", 2, WITHOUT),
        Column("y", of.offsets_with.tolist(), "", "rank offset", 2, WITH),
    ]
    named = few(of.topics, of.offsets_without, of.offsets_with)
    axis = f"rank offset {'without leakage' if of.kind == 'pairs' else 'of the others'}"
    how, table = SAID("offsets.how"), Table("offsets", title, columns)
    return Scatter("offsets", title, how, table, axis, WITH, named, same_scale=True)


def body(of: Memory) -> list[Any]:
    """Findings, the table and the figure."""
    verdict, *notes = of.explain()
    doubts = cautions(of)
    rest = [text for text in notes if text not in doubts]
    offset = of.offset
    numbers = {"change": offset.change, "low": offset.low, "high": offset.high}
    level: Any = "warning" if of.is_sign else "note"
    found: list[Any] = [Finding("memory", level, "queries", verdict, numbers)]
    found += [Finding("memory-notes", "note", "none", " ".join(rest))] if rest else []
    found += [Finding("other-lists", "warning", "none", text) for text in doubts]
    figure = [offsets_figure(of)] if of.n_runs[1] else []
    return [*found, contrasts_table(of), *figure]
