"""The scores of `eval` on one screen, where the whole tables don't fit: who comes first, then the tables' edges."""

from __future__ import annotations

from irassay.cli.answers.eval_scores import paragraphs
from irassay.cli.answers.one_screen import LINES, print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import filled, lines_of
from irassay.drawing.terminal import NARROW
from irassay.messages import plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.cli.answers.eval_scores import Evaluated
    from irassay.drawing.tables.text import TextColumn
    from irassay.drawing.terminal import Screen
    from irassay.measures import Measure


def fits(tables: Sequence[tuple[str, list[TextColumn]]], texts: Sequence[str], screen: Screen) -> bool:
    """Whether the whole tables fit one screen with these paragraphs and warnings; a narrow one is never cut."""
    if screen.width < NARROW:
        return True
    blocks = [block for _, columns in tables for block in lines_of(columns, screen.width)]
    lines = sum(1 + len(block) for block in blocks) + 2 * sum(bool(heading) for heading, _ in tables)
    return lines + sum(1 + filled(text, screen.prose).count("\n") for text in texts) <= LINES - screen.lines_beside


def print_screen(
    of: Mapping[str, Evaluated],
    measure: Measure,
    name: str,
    tables: Sequence[tuple[str, list[TextColumn]]],
    warnings: Sequence[str],
    screen: Screen,
) -> None:
    """Who comes first by the first measure, the edges of the tables, and the first warnings."""
    texts = paragraphs(of)[-1:] if len(of) > 1 else paragraphs(of)
    parts = [(heading, columns, ()) for heading, columns in tables]
    print_answer(screen, _answer(of, measure, name), parts, sentences=texts, cautions=warnings)


def _answer(of: Mapping[str, Evaluated], measure: Measure, name: str) -> str:
    """Who comes first by a measure, of several collections by its mean; how many systems where nobody does."""
    from irassay.cli.answers.eval_tables import means_of

    means = means_of(of, measure)
    systems = plural(len({system for one in of.values() for system in one.scores.systems}), "system")
    where = (
        plural(len(of), "collection") if len(of) > 1 else plural(len(next(iter(of.values())).scores.queries), "query")
    )
    first = min(means, key=lambda system: -measure.direction * means[system]) if len(means) > 1 else ""
    slots = {"measure": name, "mean": len(of) > 1, "systems": systems, "where": where}
    return CLI("scores.first", first=visible(first), **slots)
