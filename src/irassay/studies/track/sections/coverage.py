"""Coverage by pools of a track's runs, kinds that would lose had they been new, and each run left out."""

from __future__ import annotations

from dataclasses import replace

from irassay.measures import parse_all
from irassay.result import Section
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import SHARED
from irassay.studies.sections.coverage import chart_by_depth_last, coverage_of_pools, coverage_section
from irassay.studies.sections.left_out import runs_body
from irassay.studies.track.analysis import Analysis


def compose(analysis: Analysis) -> Section | None:
    """The section of the overview, and runs left out; None for few runs, one query, or nothing relevant."""
    track, left_out = analysis.track, analysis.left_out
    ties, seed = track.settings.ties, track.settings.seed
    (main,) = parse_all([track.main])
    depth, of_main = main.cutoff, main.rel
    pools = coverage_of_pools(track.qrels, track.runs, depth=depth, rel=track.rel, ties=ties, seed=seed)
    if pools is None:
        return None
    groups = track.groups
    relevant = relevant_in_track(track.rel, track.main, of_main, left_out=len(track.broken))
    section = coverage_section(pools, {} if left_out is None else left_out.kinds, groups, relevant=relevant)
    runs = [] if left_out is None else runs_body(left_out.runs)
    return replace(section, body=chart_by_depth_last([*section.body, *runs]))


def relevant_in_track(rel: int, measure: str, of_measure: int, *, left_out: int) -> str:
    """Why documents count from this grade; "" where the report counts as the overview does. `rel` is the overview's
    least relevant grade, `of_measure` the report's; `left_out` counts runs."""
    grade = of_measure if rel != of_measure else 0
    if not (grade or left_out):
        return ""
    both = grade and left_out
    return SHARED("relevant.in-track", rel=rel, grade=grade, measure=measure, both=both, left_out=left_out)


SECTION = plain_section("coverage", "Pools", compose)
