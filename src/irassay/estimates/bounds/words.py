"""Sentences about missing labels, and the Result of `Bounds`."""

from __future__ import annotations

import numpy as np

from irassay.estimates.bounds.bounds import Bounds, state_counts
from irassay.estimates.bounds.expected import ASSUMPTION, SMOOTHING, n_draws
from irassay.estimates.bounds.wrong_labels import Range, WrongLabels
from irassay.estimates.universe import bounding_of
from irassay.messages import FEW, capital, percent, plural
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Item, Level, Result, Section, Table

UNSEEN_IDEAL = (
    "The lowest value can stay below the score even if every retrieved document is judged: documents that nobody "
    "retrieved may raise the ideal ranking."
)
RBP_TAIL = (
    "A ranking ends at its last document: ranks below are empty in every completion, so the tail "
    "p^n that trec_eval counts into its residual is not part of these bounds."
)
OUTER = (
    "Differences of AP have outer bounds: the true range lies within, and pairs are open only where a reversing "
    "completion was found."
)

WRONG = "Wrong labels: {n} of {labels} could end the lead of {ahead}{by_one}{rate}."
BY_ONE = ", {n} if each is wrong by one grade"
AT_RATE = "; were {expected} wrong at random, they would do so in {chance} of draws"
NEVER = "Wrong labels alone can't end the lead of {ahead}."


def how_many_wrong(of: Range) -> str:
    """A number of wrong labels: "7", "7 to 9", "at least 7"; "" where no number does it."""
    least, most = of
    if least is None:
        return ""
    return f"at least {least:,}" if most is None else f"{least:,}" if least == most else f"{least:,} to {most:,}"


def wrong_labels_sentence(of: WrongLabels) -> str:
    """How many wrong labels end the lead, by any grade and by one, and how often errors at a rate do."""
    n, by_one = how_many_wrong(of.equal), how_many_wrong(of.equal_by_one)
    if not n:
        return NEVER.format(ahead=of.ahead)
    more = BY_ONE.format(n=by_one) if by_one not in ("", n) else ""
    known = of.chance == of.chance
    rate = AT_RATE.format(expected=f"{of.expected:,.0f}", chance=percent(of.chance)) if known else ""
    return WRONG.format(n=n, labels=f"{of.labels:,}", ahead=of.ahead, by_one=more, rate=rate)


def lead(bounds: Bounds) -> str:
    """The verdict over labels, in one sentence."""
    n_by_state = state_counts(bounds.state)
    undecided = n_by_state["open"] + n_by_state["not known"]
    pairs = n_by_state["settled"] + undecided
    if len(bounds.systems) < 2:
        return "Least and greatest score over all completions of the missing labels"
    if len(bounds.systems) == 2:
        return _two(bounds)
    if pairs == 0:
        return "All pairs are exactly tied: there is no order for missing labels to change"
    least = "at least " if n_by_state["not known"] else ""
    share = "" if len(bounds.systems) <= FEW else f" ({percent(n_by_state['settled'] / pairs)})"
    sentence = f"{least}{n_by_state['settled']:,} of {plural(pairs, 'pair')}{share} settled by the labels"
    return capital(sentence)


def _two(bounds: Bounds) -> str:
    a, b = bounds.systems
    state = bounds.state[1][0]
    low, high = bounds.difference_lower[0, 1], bounds.difference_upper[0, 1]
    if low + high < 0:
        a, b, low, high = b, a, -high, -low
    reach = f"{low:.3f} to {high:.3f}"
    return {
        "settled": f"No missing label reverses the order of {a} and {b}: difference {reach}",
        "open": f"Missing labels could reverse the order of {a} and {b}: difference {reach}",
        "not known": f"It is not known whether missing labels could reverse the order of {a} and {b}: within {reach}",
        "exactly tied": f"{a} and {b} are exactly tied with the labels there are: difference {reach}",
    }[state]


def scope(bounds: Bounds) -> str:
    """The scope of the bounds."""
    measure, universe = bounds.measure, bounds.universe
    depth = f"to depth {measure.cutoff:,}" if measure.cutoff else "over whole lists"
    unseen = (
        f"and {plural(universe.unseen, 'document')} a query that nobody retrieved"
        if universe.unseen
        else "among retrieved documents"
    )
    return (
        f"For these runs, {depth}, on these {len(bounds.queries):,} queries, assuming that the {bounds.n_labels:,} "
        f"labels are correct. Missing ones may be any grade of {', '.join(map(str, universe.scale))}, {unseen}."
    )


def estimate_note(bounds: Bounds) -> str:
    """The note beside every estimate; "" where there is none."""
    if not np.isfinite(bounds.estimate).any():
        return (
            "No estimate: most queries have no non-relevant label, so missing labels can't be estimated."
            if bounds.queries
            else ""
        )
    draws = "" if bounding_of(bounds.measure).expected_exactly else f", {n_draws(bounds.measure)} draws"
    return f"{ASSUMPTION} Prior worth {SMOOTHING:g} labels{draws}."


def bounds_result(bounds: Bounds) -> Result:
    """The bounds as a Result: the verdict over labels, the table of scores, and the provenance."""
    n_by_state = state_counts(bounds.state)
    level: Level = "undecided" if n_by_state["open"] + n_by_state["not known"] else "settled"
    verdict = Finding("labels-carry", level, "labels", f"{lead(bounds)}.", {k: n for k, n in n_by_state.items() if k})
    notes = [estimate_note(bounds)]
    if bounding_of(bounds.measure).ideal:
        notes.append(UNSEEN_IDEAL)
    if bounding_of(bounds.measure).weight == "geometric":
        notes.append(RBP_TAIL)
    if not bounds.difference_exact.all():
        notes.append(OUTER)
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
    section = Section("labels", "What missing labels could change", body, short_title="Labels")
    return Result(lead(bounds), scope(bounds), [section], provenance, facts, study="bound")


def _table(bounds: Bounds) -> Table:
    mean = bounds.plain.mean(axis=1)
    order = np.argsort(-mean, kind="stable")
    name = str(bounds.measure)

    def column(title: str, values: np.ndarray, definition: str) -> Column:
        return Column(title, values[order].tolist(), name, definition, 4)

    return Table(
        "bounds",
        f"{name} over all completions of the missing labels",
        (
            Column("system", [bounds.systems[i] for i in order]),
            column("score", mean, "mean with unjudged documents as not relevant"),
            column("lower", bounds.lower.mean(axis=1), "least mean over all completions"),
            column("estimate", bounds.estimate.mean(axis=1), "expected mean under the assumption below"),
            column("upper", bounds.upper.mean(axis=1), "greatest mean over all completions"),
        ),
        note=estimate_note(bounds),
    )
