"""From evidence to the Result: which sections there are, in reading order. No number is made here."""

from __future__ import annotations

from dataclasses import replace

from irassay.provenance import Provenance
from irassay.result import Result, Section, Table
from irassay.studies.overview.differences import differences_section
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.files import files_section
from irassay.studies.overview.labels import labels_section
from irassay.studies.overview.league import league_section
from irassay.studies.overview.method import method_section, provenance_section
from irassay.studies.overview.pairs import pairs_section
from irassay.studies.overview.queries import queries_section
from irassay.studies.overview.stability import stability_section
from irassay.studies.overview.thinning import thinning_section
from irassay.studies.overview.verdict import verdict_section
from irassay.studies.sections import left_out_words
from irassay.studies.sections.coverage import coverage_section
from irassay.studies.sections.left_out import groups_body, runs_body
from irassay.verdict.label_reach import groups_of
from irassay.verdict.words import headline as headline_words
from irassay.verdict.words import next_steps as step_words


def _pools(evidence: Evidence) -> list[Section]:
    """What pools find, and kinds, groups and runs left out of the pool; none where there is nothing to say."""
    found, pools = evidence.left_out, evidence.pools
    more = [] if found is None else [*groups_body(found.groups), *runs_body(found.runs)]
    if pools is not None:
        section = coverage_section(pools, {} if found is None else found.kinds, groups_of(evidence.metadata))
    elif more:
        section = Section("coverage", "What pools find", [], standfirst=left_out_words.standfirst())
    else:
        return []
    body = [*section.body, *more]
    return [replace(section, body=sorted(body, key=lambda part: isinstance(part, Table)))]  # what is said, then tables


def compose(evidence: Evidence, provenance: Provenance) -> Result:
    """The page's content: verdict, league, pairs, labels, stability, queries, files, method, provenance.

    Sections that have nothing to say are left out: one system has no pairs; files that don't belong together have
    neither league nor pairs.
    """
    verdict = evidence.verdict
    sections: list[Section] = [verdict_section(evidence)]
    if verdict.kind != "unmatched":
        sections.append(league_section(evidence))
        if verdict.n > 1:
            sections.append(pairs_section(verdict))
        sections.append(labels_section(evidence))
        sections += _pools(evidence)
        thinning = thinning_section(evidence)
        sections += [thinning] if thinning else []
        if verdict.n > 2 and verdict.kind != "tied":
            sections.append(stability_section(verdict.league))
        sections.append(queries_section(evidence))
        differences = differences_section(evidence)
        sections += [differences] if differences else []
    sections += [
        files_section(evidence),
        method_section(evidence, provenance),
        provenance_section(provenance),
    ]
    return Result(
        headline_words.title(verdict),
        headline_words.basis(verdict),
        sections,
        provenance,
        headline_words.facts(verdict),
        "overview",
        step_words.action(verdict),
        [each.to_dict() for each in (verdict, *evidence.others)],
    )
