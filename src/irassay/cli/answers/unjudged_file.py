"""The file of documents to judge: tab-separated, a sheet with open ratings, or a book that Quepid imports."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers import nearly_equal_ids
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import cell
from irassay.errors import InputError, UsageError
from irassay.files import write_whole
from irassay.formats.labels import quepid_book
from irassay.formats.labels.quepid_book import RatingScale, shown
from irassay.formats.reading.texts import read_texts
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import name_of, records, text_of
from irassay.formats.trees.json_tree import objects_in, read_json
from irassay.messages import plural
from irassay.messages.names import as_cell
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen
    from irassay.estimates.bounds.labels_needed import Figures
    from irassay.result import Table
    from irassay.verdict import NonInferiority, Verdict
    from irassay.verdict.pair import Require

ANSWERS = ("answer", "rating", "grade")  # columns in which people write
SHEET = ["query", "docid", "text", "query_id"]  # columns in which we do; others are people's
ENDINGS = {".csv": "csv", ".json": "quepid"}  # of a file's name, and what is written there


class ToJudge(Record):
    """A file of documents to judge, and how many of them it holds: the first so many, or as many as ``half`` says."""

    to: str
    limit: int | str | None


def unjudged_table(
    qrels: Qrels, runs: Runs, verdict: Verdict, pairs: Sequence[tuple[str, str]], margin: NonInferiority | None = None
) -> Table:
    """Documents whose labels matter to an order or to who leads, else to differences; UsageError without bounds."""
    from irassay.estimates import unjudged
    from irassay.estimates.bounds.bounds import UNDECIDED
    from irassay.estimates.bounds.labels_needed import by_effect
    from irassay.verdict.next_steps import sizes_open

    league, bounds = verdict.league, verdict.bounds
    if bounds is None:
        raise UsageError(f"{league.measure} has no bounds over missing labels, so --unjudged has nothing to go by")
    if pairs:  # in the order that the pairs' figures are about
        places = {pair: [verdict.systems.index(name) for name in pair] for pair in pairs}
        undecided = [pair for pair, (i, j) in places.items() if verdict.state(i, j) in UNDECIDED]
        sizes = [pair for pair, (i, j) in places.items() if verdict.movable_at(i, j) is not None]
        if margin is not None and pairs == [(margin.new, margin.old)]:
            return by_effect(qrels, runs, bounds, pairs if margin.by_labels == "open" else [])
        return by_effect(qrels, runs, bounds, undecided or sizes)
    sizes = [movable.systems for movable in sizes_open(verdict)]
    if sizes:
        return by_effect(qrels, runs, bounds, sizes)
    return unjudged(qrels, runs, bounds, leaders=league.leaders or league.baseline, among=league.systems)


def rateable(table: Table, qrels: Qrels) -> Table:
    """The rows without the documents that assessors marked as ones they can't rate: nobody is to judge these again."""
    marked = qrels.unrateable
    if not marked:
        return table
    pairs = zip(table.column("query").values, table.column("doc").values, strict=True)
    return table.rows(row for row, (query, doc) in enumerate(pairs) if doc not in marked.get(query, ()))


def first_rows(table: Table, limit: int | str | None, verdict: Verdict, screen: Screen) -> Table:
    """The first rows of the table; all, and a warning on the screen, where ``half`` is asked for and no number is."""
    if limit == "half" and len(table):
        of = figures(verdict)
        limit = None if of is None else of.median
        if limit is None:
            screen.warn(CLI("to-judge.no-half", counted=how_many(verdict), n=len(table)))
    if limit is None or limit == "half":
        return table
    return table.rows(range(len(table))[: int(limit)])


def write(
    table: Table, to: str, scale: RatingScale, *, query_texts: str | None, doc_texts: str | None, screen: Screen
) -> None:
    """Write the file, with the texts of the files that are named; texts that these lack are a warning."""
    ids = {column: table.column(column).values for column in ("query", "doc")}
    sources = {"query": query_texts, "doc": doc_texts}
    texts = {of: None if path is None else read_texts(path).pick(ids[of]) for of, path in sources.items()}
    for column, noun in (("query", "query"), ("doc", "document")):
        if (there := texts[column]) is not None:
            nearly_equal_ids.warn_of_missing(ids[column], there, noun, f"--{column}-texts", screen)
    write_whole(to, text_in(form_of(to), table, texts["query"], texts["doc"], scale))


def refuse_answered(form: str) -> None:
    """InputError where a form would replace one in which people have written, or that can't be read and may be one."""
    if not os.path.isfile(form) or not os.path.getsize(form):
        return
    problems = Problems(form)
    if form_of(form) == "quepid":
        entries = objects_in(read_json(form, problems), "query_doc_pairs", problems, expected=quepid_book.EXPECTED)
        n = sum(len(entry.get("judgements") or ()) for _, entry in entries)
    else:
        rows = records(form, problems)
        names = [name_of(cell) for cell in next(rows, (0, []))[1]]
        is_sheet = names[:2] == SHEET[:2]
        asks = [i for i, name in enumerate(names) if name in ANSWERS or (is_sheet and name not in SHEET)]
        if not asks:
            return
        n = sum(bool(cells[i].strip()) for _, cells in rows for i in asks if i < len(cells))
    if n or problems.total:
        has = f"has {plural(n, 'answer')}" if n else "may have answers, and can't be read"
        raise InputError(CLI("to-judge.there", form=form, has=has))


def text_in(
    form: str, table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None, scale: RatingScale
) -> str:
    """The file in a form, with these texts."""
    if form == "tsv":
        return tsv(table, queries, docs)
    return sheet(table, queries, docs) if form == "csv" else book(table, queries, docs, scale)


def form_of(to: str) -> str:
    """What is written to a file of that name."""
    return next((form for ending, form in ENDINGS.items() if to.lower().endswith(ending)), "tsv")


def sentences(
    asked: ToJudge,
    n: int,
    of: int,
    verdict: Verdict,
    pairs: Sequence[tuple[str, str]],
    margin: NonInferiority | None = None,
) -> tuple[str, str]:
    """How many documents of how many the file names, or why none; and how many would settle what it is about."""
    to = asked.to
    if not n:
        from irassay.verdict.words import next_steps, non_inferiority

        places = [(verdict.systems.index(a), verdict.systems.index(b)) for a, b in pairs] or verdict.pairs
        of_margin = None if margin is None else non_inferiority.none_to_judge(margin)
        why = of_margin or next_steps.none_to_judge(verdict, places)
        return f"{to}  {CLI('to-judge.none', measure=verdict.league.measure, why=why)}", ""
    settling = how_many(verdict)
    median = counted.median if settling and (counted := figures(verdict)) is not None else None
    stop = "" if median is None or n <= median else CLI("to-judge.half", n=median)
    return f"{to}  {CLI('to-judge', first=n != of, n=n, of=of)}", settling + stop


ORIGINS = {
    "grades": "as --grades says",
    "file": "the scale that the file of the labels names",
    "labels": "the grades of the labels",
}


def rate_on(scale: RatingScale, form: str) -> str:
    """With what documents are to be rated, and who says so; "" for a file without ratings, or no scale."""
    if form == "tsv" or not scale.origin:
        return ""
    return CLI("to-judge.scale", ratings=shown(scale.ratings, last="or"), origin=ORIGINS[scale.origin])


def of_proof(verdict: Verdict, require: Require) -> str:
    """That a number of labels is about proof, where no number is and likely is enough; else ""."""
    of = figures(verdict)
    if of is None or not of.documents or of.median is not None or require != "likely":
        return ""
    return CLI("to-judge.proof")


def unrateable(n: int, to: str, *, among: int, counted: bool = False) -> str:
    """How many documents nobody can rate and the file leaves out; `counted` where a number beside it has them."""
    if not n:
        return ""
    if not among:
        return f"{to}  {CLI('to-judge.unrateable', n=n)}"
    return CLI("to-judge.left-out", n=n, counted=counted)


def figures(verdict: Verdict) -> Figures | None:
    """How many labels settle what the file is about; None where it is about several pairs, or settled."""
    if verdict.judging is not None:
        return verdict.judging
    if len(verdict.judging_pairs) == 1 and verdict.bounds is not None:
        return next(iter(verdict.judging_pairs.values()))
    return None


def how_many(verdict: Verdict) -> str:
    """How many of the documents would settle the pairs that the file is about; "" where that is not estimated."""
    from irassay.estimates.bounds.words import for_leaders, for_pair

    of = figures(verdict)
    if of is None:
        return ""
    if verdict.judging is not None:
        return for_leaders(of, baseline=bool(verdict.league.baseline))
    return for_pair(of, unseen=0 if verdict.bounds is None else verdict.bounds.universe.unseen)


def tsv(table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None) -> str:
    """A heading, then one line a document; texts last, where there are any."""
    names = [column.name for column in table.columns]
    rows: list[Sequence[object]] = list(zip(*(column.values for column in table.columns), strict=True))
    for name, column, texts in (("query_text", "query", queries), ("doc_text", "doc", docs)):
        if texts is not None:
            names.append(name)
            ids = table.column(column).values
            rows = [(*row, _line(texts.get(key, ""))) for row, key in zip(rows, ids, strict=True)]
    return "\n".join("\t".join(map(cell, row)) for row in (names, *rows)) + "\n"


def book(table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None, scale: RatingScale) -> str:
    """A book of Quepid without judgements: Quepid ignores a CSV of documents without a rating."""
    pairs = zip(table.column("query").values, table.column("doc").values, strict=True)
    return quepid_book.book(
        (
            quepid_book.pair(
                (queries or {}).get(query, query),
                doc,
                position=place,
                fields=None if docs is None else {"text": docs.get(doc, "")},
            )
            for place, (query, doc) in enumerate(pairs, 1)
        ),
        name=table.title,
        scale=scale.ratings,
        scale_labels=scale.names,
    )


def sheet(table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None) -> str:
    """A CSV with the rating left open, read again as Quepid's, with ``query_id`` last where the query is its text;
    cells that would run as formulas have an apostrophe."""
    rows = [["query", "docid", "rating", *["text"] * (docs is not None), *["query_id"] * (queries is not None)]]
    for query, doc in zip(table.column("query").values, table.column("doc").values, strict=True):
        text = [_line(docs.get(doc, ""))] if docs is not None else []
        named = [query] if queries is not None else []
        row = ((queries or {}).get(query, query), doc, "", *text, *named)
        rows.append([as_cell(value) for value in row])
    return text_of(rows)


def _line(text: str) -> str:
    """A text as one cell: white space made single, so that a line stays a line."""
    return " ".join(text.split())
