"""The queries on which two systems differ most: as text, rows and records, for `compare --pair --pair-queries`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.cli.answers.comparison import Behind, Texts
from irassay.drawing.tables.text import TextColumn, filled, lines_of, shortened
from irassay.messages import number, visible

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.comparison.disagreement import Disagreement
    from irassay.drawing.terminal import Screen
    from irassay.scoring import Scores

MOST = 10  # queries that are shown with their documents


def differences_of(
    pairs: Sequence[tuple[str, str]], league: League, scores: Scores, qrels: Qrels, runs: Runs
) -> Behind:
    """The largest differences of each pair."""
    from irassay.comparison.disagreement import disagreements

    return {pair: disagreements(scores, qrels, runs, *pair, measure=league.measure, n_queries=MOST) for pair in pairs}


def texts_of(behind: Sequence[Behind], *, query_texts: str | None, doc_texts: str | None) -> Texts:
    """Beginnings of the texts of the queries and the documents shown, from the files that are named."""
    if not any(behind):
        return Texts()
    from irassay.formats.reading.texts import read_texts
    from irassay.studies.overview.sections.differences import beginnings

    shown = [one for pairs in behind for differences in pairs.values() for one in differences]
    wanted = (
        (query_texts, {one.query for one in shown}),
        (doc_texts, {document.doc for one in shown for document in one.documents}),
    )
    of_queries, of_documents = (
        beginnings(read_texts(source).pick(sorted(ids))) if source and ids else {} for source, ids in wanted
    )
    return Texts(of_queries, of_documents)


def title_of(one: Comparison, a: str, b: str, shown: Sequence[Disagreement]) -> str:
    """How much of the difference of two systems lies in the queries that are shown."""
    from irassay.studies.overview.sections import differences as words

    rows = _scores(one, a, b)
    total = sum(abs(x - y) for _, x, y in rows)
    return words.differences_title(
        visible(a),
        visible(b),
        shown=len(shown),
        n_queries=len(rows),
        share=sum(abs(d.difference) for d in shown) / total if total else 0.0,
        better=sum((d.difference > 0) != one.league.lower_is_better for d in shown),
    )


def shown_of(one: Comparison, a: str, b: str) -> tuple[str, str, Sequence[Disagreement]]:
    """The two systems that stand for these runs, and their queries that are shown."""
    a, b = (one.league.stands_for(name) for name in (a, b))
    return a, b, one.behind.get((a, b), ())


def print_queries(one: Comparison, a: str, b: str, screen: Screen) -> None:
    """A table of the queries, then each with its documents."""
    a, b, shown = shown_of(one, a, b)
    title = title_of(one, a, b, shown)
    screen.result()
    screen.result("\n".join(screen.style(line, "bold") for line in filled(title, screen.prose).split("\n")))
    for d in shown:
        screen.result()
        _print_query(one, d, a, b, screen)


def _print_query(one: Comparison, d: Disagreement, a: str, b: str, screen: Screen) -> None:
    from irassay.studies.overview.sections import differences as words

    text = one.texts.queries.get(d.query, "")
    head = filled(visible(f"{d.query}  {text}".rstrip()), screen.prose)
    screen.result(screen.style(head, "bold"))
    screen.result(f"  {scores_on(d)}")
    documents = d.documents
    if documents:
        widest = max(12, min(24, (screen.width - 34) // 2))
        columns = document_columns(d, shortened(visible(a), widest), shortened(visible(b), widest), indent="  ")
        for at, block in enumerate(lines_of(columns, screen.width)):
            for line, doc in zip(block, (None, *documents)):
                screen.result(line if doc else screen.style(line, "dim"))
                if doc and doc.doc in one.texts.documents and not at:
                    screen.result(f"    {_one_line(one.texts.documents[doc.doc], screen.width - 4)}")
    note = words.note(d, visible(a), visible(b), one.verdict.depth)
    if note:
        screen.result(filled(note, screen.prose, indent=2))


def scores_on(d: Disagreement) -> str:
    """Both scores on a query."""
    return f"{number(d.a)} and {number(d.b)}, difference {number(d.difference)}"


def document_columns(d: Disagreement, a: str, b: str, *, indent: str = "") -> list[TextColumn]:
    """The documents behind the difference on a query: ranks in both systems, grades, and what each adds."""
    documents = d.documents
    columns = [
        TextColumn(f"{indent}document", [f"{indent}{visible(doc.doc)}" for doc in documents], name=True),
        TextColumn(f"in {a}", [_rank(doc.rank_a) for doc in documents]),
        TextColumn(f"in {b}", [_rank(doc.rank_b) for doc in documents]),
        TextColumn("grade", ["unjudged" if doc.grade is None else str(doc.grade) for doc in documents]),
    ]
    adds = [TextColumn("adds", [number(doc.adds, 3) for doc in documents])] if d.is_sum else []
    return [*columns, *adds]


def _one_line(text: str, width: int) -> str:
    text = visible(text)
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _rank(rank: int | None) -> str:
    return "–" if rank is None else f"{rank:,}"


def _scores(one: Comparison, a: str, b: str) -> list[tuple[str, float, float]]:
    """Every query with both scores, largest difference first; equal ones in the order of the queries."""
    league = one.league
    first, second = (league.values[league.systems.index(name)].tolist() for name in (a, b))
    rows = list(zip(league.queries, first, second))
    return sorted(rows, key=lambda row: -abs(row[1] - row[2]))


def pair_query_rows(one: Comparison, pairs: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
    """One record a pair and query, all queries, for tab-separated values."""
    rows = []
    for a, b in pairs:
        for query, x, y in _scores(one, *(one.league.stands_for(name) for name in (a, b))):
            record = {"measure": one.league.measure, "a": a, "b": b, "query": query}
            rows.append(record | {"score_a": x, "score_b": y, "difference": x - y})
    return rows


def records(one: Comparison, a: str, b: str) -> list[dict[str, Any]]:
    """The same of one pair for JSON, with the documents behind the largest."""
    stands = (one.league.stands_for(a), one.league.stands_for(b))
    shown = {d.query: d for d in one.behind.get(stands, ())}
    queries = []
    for query, x, y in _scores(one, *stands):
        record: dict[str, Any] = {"query": query, "a": x, "b": y, "difference": x - y}
        if query in shown:
            d = shown[query]
            record["documents"] = [
                {
                    "document": doc.doc,
                    "rank_a": doc.rank_a,
                    "rank_b": doc.rank_b,
                    "grade": doc.grade,
                    "adds": doc.adds if d.is_sum else None,
                }
                for doc in d.documents
            ]
            record["others"] = d.others
            record["others_add"] = d.others_add if d.is_sum else None
            record["unjudged"] = list(d.unjudged)
        queries.append(record)
    return queries
