"""Texts to paste: a methods paragraph, a LaTeX table, a citation, the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from irassay.result import Section, Text
from irassay.studies import paper_methods
from irassay.studies.overview.command import recorded_command
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.method import latex, words
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import PageSection
from irassay.studies.paper_runs import Beside
from irassay.studies.paper_scores import of_scores, without_label
from irassay.studies.paper_table import beside_of
from irassay.verdict.label_reach import reach_of
from irassay.verdict.settle import counted_labels
from irassay.verdict.verdict import Verdict

if TYPE_CHECKING:
    from irassay.studies.overview.comparison import OverviewComparison


@dataclass(frozen=True, slots=True)
class Methods:
    """What this section alone reads."""

    order: str = ""  # what orders the documents of a list
    beside: Beside = field(default_factory=Beside)  # what captions say of runs and scores
    others: Sequence[Verdict] = ()  # of the further measures, with the reach of the labels


def method_section(evidence: OverviewEvidence, own: Methods | None = None) -> Section:
    """Paragraph, table, citation and command; without evidence of its own nothing is said of runs."""
    verdict, provenance, own = evidence.verdict, evidence.provenance, own or Methods(others=evidence.others)
    version = provenance.versions.get("irassay", "")
    sentences = [*of_scores([verdict], (), own.beside, write=str), without_label([verdict], write=str)]
    options = provenance.options
    sentences += paper_methods.of_options(duplicates=options.get("duplicates"), residual=options.get("residual"))
    if verdict.league.rank_intervals_bootstrap:
        league = verdict.league
        sentences.append(OVERVIEW("ranks-by-bootstrap", level=1 - league.alpha, n=league.n_bootstrap))
    paragraph = paper_methods.paragraph(verdict, provenance.seed, version, own.order, sentences)
    body = [Text("methods", "Paragraph to paste", paragraph)]
    if verdict.kind not in ("unmatched", "one"):
        leaders = verdict.kind == "many" and len(verdict.league.leaders) < verdict.n
        title = OVERVIEW("latex.leaders" if leaders else "latex")
        body.append(Text("latex", title, latex.leaders_table(verdict, own.beside), "latex"))
    if evidence.others:
        table = latex.measures_table([verdict, *own.others], own.beside)
        body.append(Text("latex-measures", "Table of all measures in LaTeX", table, "latex"))
    body.append(Text("citation", "Citation", words.bibtex(version), "bibtex"))
    body.append(Text("command", "To make this page again", recorded_command(provenance), "shell"))
    return Section("method", "Method and LaTeX", body, standfirst=OVERVIEW("latex.standfirst"))


def _collected(comparison: OverviewComparison) -> Methods:
    inputs, evidence = comparison.inputs, comparison.evidence
    others = [_with_reach(other, comparison) for other in evidence.others]
    how = evidence.provenance.options.get("identical_ids", "count")
    beside = beside_of(inputs.labels, inputs.runs, comparison.scores, [evidence.verdict, *others], identical_ids=how)
    return Methods(paper_methods.order_of_lists(inputs.runs.readings), beside, others)


def _with_reach(verdict: Verdict, comparison: OverviewComparison) -> Verdict:
    """A verdict by the queries alone with how far the labels reach into its runs."""
    labels, runs = comparison.inputs.labels, comparison.inputs.runs
    assert verdict.measure is not None
    reach = reach_of(
        counted_labels(verdict.league, labels, verdict.measure), runs, order=verdict.systems,
        depth=verdict.measure.cutoff, rel=verdict.rel, metadata={}, ties=comparison.ties,
    )  # fmt: skip
    return replace(verdict, reach=reach)


SECTION = PageSection("method", "Method, LaTeX", _collected, method_section, about="files")
