"""What to paste: a methods paragraph, a LaTeX table, a citation, the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.collection.duplicates import RULE
from irassay.result import Section, Text
from irassay.studies.overview.command import recorded_command
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.sections.method import latex, words
from irassay.studies.page_section import PageSection
from irassay.studies.paper_caption import IDENTICAL_IDS, how_scored

if TYPE_CHECKING:
    from irassay.studies.overview.comparison import Comparison


def method_section(evidence: Evidence, order: str | None = None) -> Section:
    """Paragraph, table, citation and command; `order` says what orders lists, where that was collected."""
    verdict, provenance = evidence.verdict, evidence.provenance
    version = provenance.versions.get("irassay", "")
    paragraph = words.paragraph(verdict, provenance.seed, version, order or words.EQUAL_SCORES)
    if how := how_scored(verdict.league.signature):
        paragraph += " " + how
    if provenance.options.get("duplicates") == "one":
        paragraph += " " + RULE
    if "residual" in provenance.options:
        paragraph += " " + words.RESIDUAL
    if provenance.options.get("identical_ids") == "ignore":
        paragraph += " " + IDENTICAL_IDS
    if verdict.league.rank_intervals_bootstrap:
        paragraph += " " + words.bootstrap_ranks(verdict.league)
    body = [Text("methods", "Paragraph to paste", paragraph)]
    if verdict.kind not in ("unmatched", "one"):
        body.append(Text("latex", words.latex_title(verdict), latex.leaders_table(verdict), "latex"))
    if evidence.others:
        body.append(Text("latex-measures", "Table of all measures in LaTeX", latex.measures_table(evidence), "latex"))
    body.append(Text("citation", "Citation", words.bibtex(version), "bibtex"))
    body.append(Text("command", "To make this page again", recorded_command(provenance), "shell"))
    return Section("method", "Method and LaTeX", body)


def _order(comparison: Comparison) -> str:
    return words.order_of_lists(comparison.inputs.runs.readings)


SECTION = PageSection("method", "Method, LaTeX", _order, method_section, about="files")
