"""Sentences about missing labels and the labels needed to settle pairs, and the Result of `Bounds`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irassay.estimates.bounds.bounds import Bounds, state_counts
from irassay.estimates.bounds.labels_needed import LEAST_DRAWS, MOST, Figures
from irassay.estimates.universe import ASSUMPTION, SMOOTHING, bounding_of, n_draws
from irassay.estimates.words import BY_LABELS
from irassay.messages import FEW, percent, plural
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Item, Level, Result, Section, Table


def lead(bounds: Bounds) -> str:
    """The verdict over labels, in one sentence."""
    n_by_state = state_counts(bounds.state)
    undecided = n_by_state["open"] + n_by_state["not known"]
    pairs = n_by_state["settled"] + undecided
    if len(bounds.systems) == 2:
        return _two(bounds)
    form = "scores" if len(bounds.systems) < 2 else "text" if pairs else "tied"
    part = "" if len(bounds.systems) <= FEW else percent(n_by_state["settled"] / max(pairs, 1))
    settled, unknown = n_by_state["settled"], n_by_state["not known"]
    return BY_LABELS(f"labels-carry.{form}", settled=settled, pairs=pairs, unknown=unknown, part=part)


def _two(bounds: Bounds) -> str:
    a, b = bounds.systems
    state = bounds.state[1][0].replace(" ", "-")
    low, high = float(bounds.difference_lower[0, 1]), float(bounds.difference_upper[0, 1])
    if low + high < 0:
        a, b, low, high = b, a, -high, -low
    return BY_LABELS(f"labels-carry.pair-{state}", a=a, b=b, low=low, high=high)


def scope(bounds: Bounds) -> str:
    """The scope of the bounds."""
    return BY_LABELS(
        "labels-carry.scope",
        cutoff=bounds.measure.cutoff, queries=len(bounds.queries), labels=bounds.n_labels,
        scale=", ".join(map(str, bounds.universe.scale)), unseen=bounds.universe.unseen,
    )  # fmt: skip


def estimate_note(bounds: Bounds) -> str:
    """The note beside every estimate; "" where there is none."""
    if not np.isfinite(bounds.estimate).any():
        return BY_LABELS("labels-note.no-estimate") if bounds.queries else ""
    draws = "" if bounding_of(bounds.measure).expected_exactly else f"{n_draws(bounds.measure)}"
    return BY_LABELS("labels-note.estimate", assumption=ASSUMPTION, prior=SMOOTHING, draws=draws)


def bounds_result(bounds: Bounds) -> Result:
    """The bounds as a Result: the verdict over labels, the table of scores, and the provenance."""
    n_by_state = state_counts(bounds.state)
    level: Level = "undecided" if n_by_state["open"] + n_by_state["not known"] else "settled"
    verdict = Finding("labels-carry", level, "labels", f"{lead(bounds)}.", {k: n for k, n in n_by_state.items() if k})
    notes = [estimate_note(bounds)]
    if bounding_of(bounds.measure).ideal:
        notes.append(BY_LABELS("labels-note.unseen-ideal"))
    if bounding_of(bounds.measure).weight == "geometric":
        notes.append(BY_LABELS("labels-note.rbp-tail"))
    if not bounds.difference_exact.all():
        notes.append(BY_LABELS("labels-note.outer"))
    body: list[Item] = [
        verdict,
        *(Finding("labels-note", "note", "labels", note) for note in notes if note),
        _table(bounds),
    ]
    provenance = Provenance(
        options={
            "measure": str(bounds.measure),
            "unseen": bounds.universe.unseen,
            "scale": list(bounds.universe.scale),
            "ties": bounds.ties,
        },
        seed=bounds.seed,
        versions=versions(),
    )
    facts = [plural(len(bounds.systems), "system"), plural(len(bounds.queries), "query"), str(bounds.measure)]
    section = Section("labels", BY_LABELS("bounds.section"), body, short_title="Labels")
    return Result(lead(bounds), scope(bounds), [section], provenance, facts, study="bound")


def _table(bounds: Bounds) -> Table:
    order = np.argsort(-bounds.plain.mean(axis=1), kind="stable")
    name = str(bounds.measure)

    of = {"score": bounds.plain, "lower": bounds.lower, "estimate": bounds.estimate, "upper": bounds.upper}
    columns = [
        Column(title, values.mean(axis=1)[order].tolist(), name, BY_LABELS(f"bounds.{title}"), 4)
        for title, values in of.items()
    ]
    systems = Column("system", [bounds.systems[i] for i in order])
    return Table("bounds", BY_LABELS("bounds.title", measure=name), (systems, *columns), note=estimate_note(bounds))


def for_pair(of: Figures, *, unseen: int = 0) -> str:
    """Labels needed to settle one pair: the floor, and the number in the stated order."""
    floor = BY_LABELS("labels-needed.floor-not-known" if of.floor is None else "labels-needed.floor", floor=of.floor)
    slots = _slots(of) | {"floor": floor, "unseen": unseen and of.left_open > 0.99}
    if not of.documents or of.draws < LEAST_DRAWS or of.median is None:
        form = "no-estimate" if not of.draws else "of-few-draws" if of.draws < LEAST_DRAWS else "open"
        return BY_LABELS(f"labels-needed.{form if of.documents else 'none'}", **slots)
    half = BY_LABELS("labels-needed.first" if of.floor is None else "labels-needed", **slots)
    return BY_LABELS("labels-needed.not-ninety" if of.ninety is None else "labels-needed.ninety", half=half, **slots)


def for_leaders(of: Figures, *, baseline: bool = False, unseen: int = 0) -> str:
    """Labels needed for the open pairs with a leader (or `baseline`), in the documents' order; "" without estimate."""
    if not of.draws:
        return ""
    several, (settled, nearly) = of.pairs != 1, of.settled
    pairs = BY_LABELS("labels-of-leaders.pairs", baseline=baseline, several=several)
    rest = BY_LABELS("labels-of-leaders.rest") if unseen and of.pairs > 1 else ""
    slots = _slots(of) | {"pairs": pairs, "settled": settled, "nearly": nearly, "rest": rest}
    if of.draws < LEAST_DRAWS:
        return BY_LABELS("labels-needed.too-few", **slots)
    if of.median is None:
        return BY_LABELS("labels-of-leaders.some" if settled else "labels-of-leaders.seldom", **slots)
    half, form = BY_LABELS("labels-of-leaders", **slots), "labels-needed.ninety"
    return BY_LABELS("labels-of-leaders.not-ninety" if of.ninety is None else form, half=half, **slots)


def _slots(of: Figures) -> dict[str, Any]:
    """What both have: the counts of draws without commas, with those behind the 90% figure and those left open."""
    return {
        "n": of.pairs, "documents": of.documents, "median": of.median, "ninety": of.ninety,
        "same": of.ninety == of.median, "n_draws": of.draws, "draws": f"{of.draws}", "least": LEAST_DRAWS,
        "most": f"{math.ceil(MOST * of.draws)}", "open": f"{of.left_open * of.draws:.0f}",
    }  # fmt: skip
