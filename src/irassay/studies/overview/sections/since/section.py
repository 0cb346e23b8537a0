"""Changes since an earlier result: one table, the systems that moved, and the pairs decided differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.errors import UsageError, cut
from irassay.result import Column, Finding, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.since import words
from irassay.studies.overview.sections.since.changes import Changes, Decision, changes_between
from irassay.studies.overview.sections.since.snapshot import check_comparable, snapshot, snapshot_of
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import PageSection

if TYPE_CHECKING:
    from irassay.result import Result
    from irassay.studies.overview.comparison import OverviewComparison

MOST_PAIRS = 100  # pairs of the table; all are counted


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
    """What changed: a table, what is so by other runs or by chance, the systems that moved, the pairs that changed."""
    if since is None:
        return None
    changes = since.changes
    body: list[Finding | Table] = [_changes(changes), *_findings(changes)]
    if changes.moves:
        body.append(_moves(changes))
    if changes.decisions:
        body.append(_decisions(changes))
    return Section("since", words.TITLE, body, standfirst=words.standfirst(changes, since.path))


def _findings(changes: Changes) -> list[Finding]:
    alone = sum(d.cause == "runs" for d in changes.decisions)
    family = {"pairs": alone, "family_before": changes.family[0], "family": changes.family[1]}
    findings = _note("since-family", "queries", words.only_others(changes), family)
    return findings + _note("since-chance", "queries", words.by_chance(changes))


def _changes(changes: Changes) -> Table:
    what, before, now, text = zip(*words.rows(changes))
    columns = [Column("what", what), Column("before", before), Column("now", now), Column("changed", text)]
    return Table("since-changes", words.TABLE, columns)


def _note(code: str, doubt: str, text: str, numbers: dict[str, int] | None = None) -> list[Finding]:
    return [Finding(code, "note", doubt, text, dict(numbers or {}))] if text else []  # type: ignore[arg-type]


def _moves(changes: Changes) -> Table:
    moves = changes.moves
    lead = [_lead(m.led, m.leads) for m in moves]
    columns = [
        Column("system", [m.system for m in moves]),
        Column("score", [m.now for m in moves], digits=4),
        Column("score before", [m.before for m in moves], digits=4),
        Column("place", [m.place_now for m in moves], digits=0),
        Column("place before", [m.place_before for m in moves], digits=0),
    ]
    if any(lead):
        columns.append(Column("lead", lead))
    return Table("since-systems", OVERVIEW("since.moves", n=len(moves)), columns, OVERVIEW("since.places"))


def _lead(led: bool, leads: bool) -> str:
    if led == leads:
        return "shares it" if leads else ""
    return "shares it now" if leads else "shared it before"


def _decisions(changes: Changes) -> Table:
    decisions: Sequence[Decision] = changes.decisions[:MOST_PAIRS]
    both = [(d.before.queries, d.now.queries) for d in decisions]
    columns = [
        Column("pair", [f"{d.a} – {d.b}" for d in decisions]),
        Column("difference", [words.difference(before.difference, now.difference) for before, now in both]),
        Column("now", [words.DECIDED if d.decided else words.UNDECIDED for d in decisions]),
        Column("p now", [words.chances(now.p, now.p_corrected) for _, now in both]),
        Column("p before", [words.chances(before.p, before.p_corrected) for before, _ in both]),
        Column("the cause", [words.why(d, changes) for d in decisions]),
    ]
    n, shown = len(changes.decisions), len(decisions)
    return Table("since-pairs", OVERVIEW("since-decisions.title", n=n, shown=shown if shown < n else 0), columns)


SECTION = PageSection("since", "What changed", collect, since_section)
