"""From evidence to the Result: which sections there are, in reading order. No number is made here."""

from __future__ import annotations

from dataclasses import replace

from irassay.provenance import Provenance
from irassay.result import Result, Section, Table
from irassay.studies import words_left_out
from irassay.studies.coverage import coverage_section
from irassay.studies.left_out import groups_body, runs_body
from irassay.studies.overview import words_next, words_verdict
from irassay.studies.overview.differences import differences_section
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.files import files_section
from irassay.studies.overview.labels import labels_section
from irassay.studies.overview.league import league_section
from irassay.studies.overview.method import method_section, provenance_section
from irassay.studies.overview.pairs import pairs_section
from irassay.studies.overview.queries import queries_section
from irassay.studies.overview.reach import groups_said
from irassay.studies.overview.stability import stability_section
from irassay.studies.overview.thinning import thinning_section
from irassay.studies.overview.verdict import case_of, verdict_section


def _pools(evidence: Evidence) -> list[Section]:
    """What pools find, and kinds, groups and runs left out of the pool; none where there is nothing to say."""
    found, pools = evidence.left_out, evidence.pools
    more = [] if found is None else [*groups_body(found.groups), *runs_body(found.runs)]
    if pools is not None:
        section = coverage_section(pools, {} if found is None else found.kinds, groups_said(evidence.metadata))
    elif more:
        section = Section("coverage", "What pools find", [], standfirst=words_left_out.standfirst())
    else:
        return []
    body = [*section.body, *more]
    return [replace(section, body=sorted(body, key=lambda part: isinstance(part, Table)))]  # what is said, then tables


def compose(evidence: Evidence, provenance: Provenance) -> Result:
    """The page's content: verdict, league, pairs, labels, stability, queries, files, method, provenance.

    Sections that a case has nothing to say in are left out: one system has no pairs; files that don't belong together
    have neither league nor pairs.
    """
    case = case_of(evidence)
    sections: list[Section] = [verdict_section(evidence, case)]
    if case.kind != "unmatched":
        sections.append(league_section(evidence, case))
        if case.n > 1:
            sections.append(pairs_section(evidence, case))
        sections.append(labels_section(evidence, case))
        sections += _pools(evidence)
        thinning = thinning_section(evidence)
        sections += [thinning] if thinning else []
        if evidence.places is not None and case.n > 2 and case.kind != "tied":
            sections.append(stability_section(evidence, evidence.places))
        sections.append(queries_section(evidence))
        differences = differences_section(evidence)
        sections += [differences] if differences else []
    sections += [
        files_section(evidence),
        method_section(evidence, case, provenance),
        provenance_section(provenance),
    ]
    standfirst, action = words_verdict.standfirst(case), words_next.action(case)
    advice = action if standfirst.endswith(action) else ""  # one system and files apart have nothing to do
    return Result(
        words_verdict.title(case),
        standfirst,
        sections,
        provenance,
        words_verdict.facts(case),
        "overview",
        advice,
    )
