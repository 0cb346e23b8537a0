"""Changes since an earlier result: one table, and at most four sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from irassay.errors import UsageError, cut
from irassay.messages import capital, count, listed, number, p_value
from irassay.result import Column, Finding, Result, Section, Table
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.overview.sections.since_changes import (
    SCORED,
    Changes,
    LabelChanges,
    Option,
    changes_between,
    check_comparable,
    snapshot,
    snapshot_of,
)
from irassay.studies.page_section import PageSection

TITLE, TABLE = "Since the earlier result", "Before and now"
_STATES = {"settled": "fixed by the labels", "open": "open", "not known": "not known", "exactly tied": "exactly tied"}
_NAMES = 6  # named in one cell


def standfirst(changes: Changes, source: str) -> str:
    """What happened to the runs and labels, and how much of the order it touched."""
    labels, name = changes.labels, PurePath(source).name or source
    events = "; ".join(_events(changes, "run-of-both") or [OVERVIEW("since.same", n=changes.n_common)])
    changed = labels is not None and labels.any
    text = OVERVIEW("since", source=name, events=events, labels=labels is not None, changed=changed)
    return f"{capital(text)} {decisions_in_brief(changes)}".strip()


def _events(changes: Changes, common: str) -> list[str]:
    """What happened to runs; `common` is what a run of both results is called."""
    of = {"joined": changes.joined, "left": changes.gone, common: changes.rescored}
    joined, gone, rescored = map(len, of.values())
    return [OVERVIEW(f"since.{form}", joined=joined, gone=gone, rescored=rescored) for form, runs in of.items() if runs]


def decisions_in_brief(changes: Changes) -> str:
    """How many pairs changed their decision, and how many of them without anything of their own."""
    if not changes.n_pairs:
        return ""
    n, alone = len(changes.decisions), sum(d.cause == "runs" for d in changes.decisions)
    form = "since-decisions" if n else "since-decisions.none"
    return OVERVIEW(form, pairs=changes.n_pairs, n=n, alone=alone, all=alone == n)


def rows(changes: Changes) -> list[tuple[str, str, str, str]]:
    """What is compared, its value before and now, and what changed; what is the same in all pairs has no row."""
    n = changes.n_common
    others = _named([("joined", changes.joined), ("left", changes.gone)]) or "the same"
    found = [("runs", count(n + len(changes.gone)), count(n + len(changes.joined)), others)]
    if changes.labels is not None:
        found.append(("labels", count(changes.labels.before), count(changes.labels.now), _labels(changes.labels)))
    found += [
        (f"option {name}", _option(before), _option(now), "may explain changes")
        for name, before, now in changes.options
    ]
    turned = [f"{a} above {b}" for a, b in changes.overtaken]
    order = OVERVIEW("since.order", turned=len(turned), pairs=changes.n_pairs, names=turned) if changes.n_pairs else ""
    found += [
        ("scores", "", "", _scores(changes)),
        ("order", "", "", order),
        ("leaders", *changes.leaders, _leaders(changes)),
        ("pairs by queries", *changes.by_queries, _decided(changes)),
        ("pairs by labels", *changes.by_labels, _label_states(changes)),
    ]
    return [row for row in found if any(row[1:])]


def _named(parts: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What happened to which, without what happened to none."""
    return "; ".join(f"{what}: {listed(names, _NAMES)}" for what, names in parts if names)


def _labels(labels: LabelChanges) -> str:
    """What differs in the labels, by query."""
    if not labels.any:
        return "the same, in another file" if labels.same_file is False else "the same"
    return _named(
        [
            ("new queries", labels.new_queries),
            ("queries gone", labels.gone_queries),
            ("more labels", labels.more),
            ("fewer labels", labels.fewer),
            ("as many, but others", labels.regraded),
        ]
    )


def _option(value: Option) -> str:
    return "by default" if not value else value if isinstance(value, str) else listed(value, _NAMES)


def _scores(changes: Changes) -> str:
    """Which common runs score differently, with both means, and whether their files did it; "" where none does."""
    if not changes.rescored:
        return _named([("other file, same scores", changes.refiled)])
    causes = ["the labels"] if changes.labels is not None and changes.labels.any else []
    causes += [name for name, _, _ in changes.options if name in SCORED]
    names = [f"{run} ({number(now, 4)}, {number(before, 4)} before)" for run, (before, now) in changes.rescored.items()]
    same = len(changes.unmoved_files)
    return OVERVIEW("since.scores", rescored=len(names), n=changes.n_common, names=names, same=same, causes=causes)


def _leaders(changes: Changes) -> str:
    """Who entered the leaders and who left them; "" where nobody did."""
    return _named(
        [
            ("joined and lead", changes.joined_lead),
            ("lead now", changes.entered),
            ("lead no longer", changes.left),
            (OVERVIEW("since.by-others"), [*changes.entered_by_others, *changes.left_to_others]),
        ]
    )


def _decided(changes: Changes) -> str:
    """The pairs that the queries decide differently, by kind."""
    by_kind: dict[bool, list[str]] = {True: [], False: []}
    for one in changes.decisions:
        now, before = (p_value(pair.queries.p_corrected) for pair in (one.now, one.before))
        by_kind[one.decided].append(f"{one.a} – {one.b} (p {now}, {before} before)")
    parted, opened = by_kind[True], by_kind[False]
    return OVERVIEW("since.decided", parted=parted, opened=opened, both=bool(parted and opened))


def _label_states(changes: Changes) -> str:
    """How many pairs changed their state by the labels; "" for none."""
    by_kind: dict[tuple[str, str], int] = {}
    for (before, now, _), n in changes.label_states.items():
        by_kind[before, now] = by_kind.get((before, now), 0) + n
    parts = [f"{count(n)} {_STATES[now]} now, {_STATES[before]} before" for (before, now), n in by_kind.items()]
    others = sum(n for (_, _, by_others), n in changes.label_states.items() if by_others)
    parts += [f"{count(others)} {OVERVIEW('since.by-others')}"] if others else []
    return "; ".join(parts)


def only_others(changes: Changes) -> str:
    """Pairs decided differently though nothing of their own changed, with the family before and now; "" for none."""
    ours = [d.decided for d in changes.decisions if d.cause == "runs"]
    if not ours:
        return ""
    n = sum(ours)
    parts = [f"{count(k)} {what}" for k, what in ((len(ours) - n, "undecided"), (n, "decided")) if k]
    before, now = changes.family
    x = changes.raw_moved
    moved = (f"at most {float(f'{x:.1g}'):.6f}".rstrip("0") if x >= 1e-6 else "less than 0.000001") if x else ""
    events = _events(changes, "other-run")
    return OVERVIEW("since-family", events=events, kinds=parts, n=len(ours), moved=moved, now=now, before=before)


def by_chance(changes: Changes) -> str:
    """Pairs decided differently by the random signs alone; "" for none."""
    n, (before, now) = sum(d.cause == "chance" for d in changes.decisions), changes.n_resamples
    return OVERVIEW("since-chance", n=n, drawn=before != now, now=now, before=before) if n else ""


@dataclass(frozen=True, slots=True)
class Since:
    """What changed since an earlier result, and the path of that result; "" where it came from memory."""

    changes: Changes
    path: str = ""


def collect(comparison: OverviewComparison) -> Since | None:
    """What changed since the earlier result; None where there is none."""
    inputs = comparison.inputs
    return None if inputs.earlier is None else since(inputs.earlier, comparison.evidence, path=inputs.earlier_path)


def since(earlier: Result, evidence: OverviewEvidence, *, path: str = "") -> Since:
    """The comparison held against an earlier result; InputError where that is no overview, or without a verdict,
    UsageError for another measure or nothing compared now."""
    source = cut(path) if path else "the earlier result"
    before = snapshot(earlier, source=source)
    if evidence.verdict.kind == "unmatched":
        raise UsageError(f"nothing to compare with {source}: these files have no league")
    now = snapshot_of(evidence.verdict, evidence.provenance)
    check_comparable(before, now, source=source)
    return Since(changes_between(before, now), path)


def since_section(_: OverviewEvidence, since: Since | None = None) -> Section | None:
    """What changed: a table, and what is so by other runs or by chance alone."""
    if since is None:
        return None
    changes = since.changes
    what, before, now, text = zip(*rows(changes))
    columns = [Column("what", what), Column("before", before), Column("now", now), Column("changed", text)]
    body: list[Finding | Table] = [Table("since-changes", TABLE, columns)]
    alone = sum(d.cause == "runs" for d in changes.decisions)
    family = {"pairs": alone, "family_before": changes.family[0], "family": changes.family[1]}
    body += _note("since-family", "queries", only_others(changes), family)
    body += _note("since-chance", "queries", by_chance(changes))
    return Section("since", TITLE, body, standfirst=standfirst(changes, since.path))


def _note(code: str, doubt: str, text: str, numbers: dict[str, int] | None = None) -> list[Finding]:
    return [Finding(code, "note", doubt, text, dict(numbers or {}))] if text else []  # type: ignore[arg-type]


SECTION = PageSection("since", "What changed", collect, since_section)
