"""The sections of an overview in reading order: the one list of them, for what is collected, the page and its rail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.result import Result
from irassay.studies.overview.comparison import OverviewComparison, OverviewEvidence
from irassay.studies.overview.sections.labels import LABELS, POOLS
from irassay.studies.overview.sections.league import KINDS, LEAGUE, first_by_others
from irassay.studies.overview.sections.method import METHOD, PROVENANCE
from irassay.studies.overview.sections.pairs import SECTION as PAIRS
from irassay.studies.overview.sections.queries import DIFFERENCES, QUERIES
from irassay.studies.overview.sections.since import SECTION as SINCE
from irassay.studies.overview.sections.stability import STABILITY, THINNING
from irassay.studies.overview.sections.verdict import EXPECTED, VERDICT, advice
from irassay.studies.page_section import PageSection, files_section, plain_section, sections_of
from irassay.verdict.words import answers as headline_words
from irassay.verdict.words import next_steps as step_words

SECTIONS: Sequence[PageSection[OverviewComparison, OverviewEvidence, Any]] = (
    VERDICT,
    EXPECTED,
    SINCE,
    LEAGUE,
    PAIRS,
    KINDS,
    LABELS,
    POOLS,
    THINNING,
    STABILITY,
    QUERIES,
    DIFFERENCES,
    plain_section("files", "Files", lambda of: files_section(of.files, of.flags), about="files"),
    METHOD,
    PROVENANCE,
)


def collect(comparison: OverviewComparison) -> dict[str, Any]:
    """Section -> its own evidence."""
    return {each.name: each.collect(comparison) for each in SECTIONS}


def compose(evidence: OverviewEvidence, own: Mapping[str, Any] | None = None) -> Result:
    """The page's content from the shared evidence and each section's `own`, without sections with nothing to say."""
    verdict = evidence.verdict
    expected = (own or {}).get("expected")
    compared = verdict.kind in ("two", "few", "many")  # else the main measure compares nothing
    others = first_by_others(verdict.league, [other.league for other in evidence.others]) if compared else ""
    order = [each for each in SECTIONS if each.about == "files" or verdict.kind != "unmatched"]
    return Result(
        headline_words.title(verdict),
        " ".join(filter(None, (headline_words.basis(verdict), others))),
        sections_of(order, evidence, own),
        evidence.provenance,
        headline_words.facts(verdict),
        "overview",
        advice(
            step_words.action(verdict, require=evidence.require, mend=evidence.to_mend),
            "undecided" if expected is None else expected.answer,
        ),
        [each.to_dict() for each in (verdict, *evidence.others)],
    )
