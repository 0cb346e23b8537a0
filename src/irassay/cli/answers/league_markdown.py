"""The league and its pairs in Markdown, for a job summary or a pull request: the verdict first, then the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers import league_columns, pair_screen
from irassay.cli.answers.league_text import beside_doubts, label_doubt, of_action, query_doubt, scores_and_difference
from irassay.cli.answers.over_collections import title
from irassay.cli.answers.pair_screen import margin_state
from irassay.cli.answers.said import CLI
from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import TextColumn, markdown_table
from irassay.messages import visible
from irassay.verdict.words import league as words
from irassay.verdict.words import non_inferiority as margin_words
from irassay.verdict.words.answers import likely_by_labels, share_labels, share_queries

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.verdict import NonInferiority


def markdown_text(
    comparisons: Sequence[Comparison], pairs: Sequence[tuple[str, ...]], *, head: str = "", list_pairs: bool = False
) -> str:
    """After `head` a part a measure, under its name, then the warnings; with the open pairs if they are asked for."""
    parts = [head] if head else []
    for one in comparisons:
        parts.append(_part(one, pairs))
        if list_pairs and league_columns.open_pairs(one):
            parts += [markdown(league_columns.open_title(one)), markdown_table(league_columns.open_columns(one))]
    if warnings := list(dict.fromkeys(warning for one in comparisons for warning in one.warnings)):
        parts.append("\n".join(f"- Warning: {markdown(warning)}" for warning in warnings))
    return "\n\n".join(parts)


def _part(one: Comparison, pairs: Sequence[tuple[str, ...]]) -> str:
    league = one.league
    if not pairs and len(league.systems) == 2 and not league.baseline and not one.verdict.nothing_relevant:
        pairs = [(league.systems[0], league.systems[1])]
    of = title(one)
    paragraphs = [f"### {markdown(league.measure)}{': ' * bool(of)}{markdown(of)}"]
    if len(league.collections) > 1:
        paragraphs.append(CLI("over-collections.scope"))
    if not pairs:
        return "\n\n".join([*paragraphs, *_league(one)])
    for a, b in pairs:
        paragraphs += _pair(one, a, b)
    if one.margin is not None:
        paragraphs += _margin(one, one.margin)
    return "\n\n".join(paragraphs)


def _league(one: Comparison) -> list[str]:
    """The verdict, the table, both shares, and what to do."""
    league, verdict = one.league, one.verdict
    tables = [
        f"{markdown(league_columns.baseline_title(one, name))}\n\n"
        + markdown_table(league_columns.baseline_columns(one, name, league.measure))
        for name in league.baseline
    ]
    if not tables:
        several = league.n > 1 and not verdict.nothing_relevant
        bold = [system in league.leaders and several for system in league.systems]
        tables = [markdown_table(league_columns.league_columns(one, league.measure, wide=True), bold=bold)]
    paragraphs = [
        f"**{markdown(words.lead(verdict, require=one.require))}**",
        *map(markdown, one.open_by_lists()),
        *tables,
        *map(markdown, words.same(verdict)),
    ]
    if league.n < 2 or verdict.nothing_relevant:
        return paragraphs
    labels = f"{share_labels(verdict)} {likely_by_labels(verdict)}".rstrip()
    doubts = f"- queries: {markdown(share_queries(verdict))}\n- labels: {markdown(labels)}"
    return [*paragraphs, doubts, *map(markdown, filter(None, [one.cause()])), markdown(of_action(one))]


def _pair(one: Comparison, a: str, b: str) -> list[str]:
    """Whether one is better, what queries and labels say, and what speaks against it."""
    pair = one.verdict.pair(a, b).ahead_first()
    headline = one.headline(pair)
    if pair.queries.same:
        return [f"**{markdown(headline)}**"]
    paragraphs = [f"**{markdown(headline)}** {markdown(scores_and_difference(pair))}"]
    paragraphs.append(_doubts(query_doubt(pair), label_doubt(one, pair)))
    beside = beside_doubts(one, pair)
    return [*paragraphs, *([markdown(beside)] if beside else []), *_queries(one, a, b)]


def _queries(one: Comparison, a: str, b: str) -> list[str]:
    """The queries on which the two differ most, each with its documents, where they are asked for."""
    from irassay.studies.overview.sections.queries import note

    if not one.behind:
        return []
    a, b, shown = pair_screen.shown_of(one, a, b)
    paragraphs = [f"**{markdown(pair_screen.title_of(one, a, b, shown))}**"]
    for d in shown:
        text = one.texts.queries.get(d.query, "")
        paragraphs.append(f"**{markdown(f'{d.query}  {text}'.rstrip())}**: {markdown(pair_screen.scores_on(d))}")
        columns = pair_screen.document_columns(d, a, b)
        texts = [visible(one.texts.documents.get(doc.doc, "")) for doc in d.documents]
        columns += [TextColumn("text", texts, align="left")] if any(texts) else []
        paragraphs += [markdown_table(columns)] if d.documents else []
        paragraphs += map(markdown, filter(None, [note(d, a, b, one.verdict.depth)]))
    return paragraphs


def _margin(one: Comparison, of: NonInferiority) -> list[str]:
    headline = margin_words.headline(of, require=one.require)
    queries, labels = margin_state(one, of)
    doubts = _doubts((queries, margin_words.by_queries(of)), (labels, margin_words.by_labels(of)))
    return [f"**{markdown(headline)}**", doubts]


def _doubts(queries: tuple[str, str], labels: tuple[str, str]) -> str:
    lines = (
        f"- {what} {state}: {markdown(text)}" for what, (state, text) in zip(("queries", "labels"), (queries, labels))
    )
    return "\n".join(lines)
