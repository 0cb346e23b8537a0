"""The short caption of a paper's table: what is compared, the marks, the test, and what makes its numbers false."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.drawing.escape import latex
from irassay.messages import capital, listed, plural
from irassay.studies.paper_caption import dashes, how_tested, legend, zeros
from irassay.studies.paper_runs import false_numbers

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.studies.paper_caption import Marked
    from irassay.studies.paper_runs import Beside
    from irassay.verdict import Verdict


def short_caption_of(
    main: League, verdicts: Sequence[Verdict], *, mark: Marked, datasets: Sequence[str] = (), beside: Beside
) -> str:
    """The caption in three sentences at most, of `irassay.studies.paper_caption.caption_of`'s arguments: systems,
    measures and collections; the marks, with what falsifies runs' numbers; test, pairs and queries."""
    leagues = [verdict.league for verdict in verdicts]
    systems = plural(len(main.runs) + len(main.unranked), "system")
    compared = f"{_measures(leagues)} of {systems}{_collections(leagues)}{relevant_from(verdicts)}."
    clauses = [*legend(main, mark), dashes(main, leagues), zeros(verdicts, datasets).removesuffix(".")]
    clauses += false_numbers(verdicts, datasets, beside)
    marks = "; ".join(filter(None, clauses))
    return " ".join(filter(None, [compared, marks and f"{capital(marks)}.", how_tested(main, leagues, datasets)]))


def relevant_from(verdicts: Sequence[Verdict]) -> str:
    """From which grade on measures count documents as relevant, where labels go further; "" elsewhere."""
    rels = {
        one.rel
        for one in verdicts
        if one.measure is not None and one.measure.binarises and one.reach is not None and max(one.reach.grades) > 1
    }
    return f", relevant from grade {listed([str(rel) for rel in sorted(rels)])}" if rels else ""


def _measures(leagues: Sequence[League]) -> str:
    names = list(dict.fromkeys(league.measure for league in leagues))
    return latex(listed(names, len(names)))


def _collections(leagues: Sequence[League]) -> str:
    """On which collections, where there are several."""
    names = next((league.collections for league in leagues if len(league.collections) > 1), ())
    return f" on {latex(listed(names, len(names)))}" if names else ""
