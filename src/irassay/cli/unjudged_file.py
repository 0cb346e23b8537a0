"""``--unjudged FILE``: the documents whose labels matter, worst first. Tab-separated, or Quepid's CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.drawing.text import cell
from irassay.errors import UsageError
from irassay.files import write_whole

if TYPE_CHECKING:
    import argparse

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.result import Table
    from irassay.verdict import Verdict


def write(args: argparse.Namespace, qrels: Qrels, runs: Runs, verdict: Verdict) -> int:
    """Write the file for one measure.

    Returns
    -------
    int
        How many documents it names.

    Raises
    ------
    UsageError
        The measure has no bounds, so nothing is known of what its missing labels could do.
    """
    from irassay.cli.comparisons import asked_pairs
    from irassay.estimates import unjudged
    from irassay.estimates.labels_needed import by_effect

    league, bounds = verdict.league, verdict.bounds
    if bounds is None:
        raise UsageError(f"{league.measure} has no bounds over missing labels, so --unjudged has nothing to go by")
    if asked_pairs(args, league):  # in the order that the pairs' figures are about
        table = by_effect(qrels, runs, bounds, list(verdict.judging_pairs))
    else:
        leaders = league.leaders or league.baseline
        table = unjudged(qrels, runs, bounds, leaders=leaders, among=league.systems)
    queries, docs = _texts(args.query_texts, table, "query"), _texts(args.doc_texts, table, "doc")
    text = quepid(table, queries, docs) if args.unjudged.lower().endswith(".csv") else tsv(table, queries, docs)
    write_whole(args.unjudged, text)
    return len(table)


def how_many(verdict: Verdict) -> str:
    """How many of the documents would settle the pairs that the file is about; "" where that is not estimated."""
    from irassay.estimates.words_needed import for_leaders, for_pair

    if verdict.judging is not None:
        return for_leaders(verdict.judging, baseline=bool(verdict.league.baseline))
    if len(verdict.judging_pairs) == 1 and verdict.bounds is not None:
        (figures,) = verdict.judging_pairs.values()
        return for_pair(figures, unseen=verdict.bounds.universe.unseen)
    return ""


def _texts(source: str | None, table: Table, column: str) -> Mapping[str, str] | None:
    if source is None:
        return None
    from irassay.formats.reading.texts import read_texts

    return read_texts(source).pick(table.column(column).values)


def tsv(table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None) -> str:
    """A heading, then one line a document; texts last, where they are given."""
    names = [column.name for column in table.columns]
    rows: list[Sequence[object]] = list(zip(*(column.values for column in table.columns), strict=True))
    for name, column, texts in (("query_text", "query", queries), ("doc_text", "doc", docs)):
        if texts is not None:
            names.append(name)
            ids = table.column(column).values
            rows = [(*row, _line(texts.get(key, ""))) for row, key in zip(rows, ids, strict=True)]
    return "\n".join("\t".join(map(cell, row)) for row in (names, *rows)) + "\n"


def quepid(table: Table, queries: Mapping[str, str] | None, docs: Mapping[str, str] | None) -> str:
    """Quepid's judgment CSV with the rating left open; the query is its text, where that is given."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["query", "docid", "rating", *(["text"] if docs is not None else [])])
    for query, doc in zip(table.column("query").values, table.column("doc").values, strict=True):
        shown = (queries or {}).get(query, query)
        writer.writerow([shown, doc, "", *([_line(docs.get(doc, ""))] if docs is not None else [])])
    return buffer.getvalue()


def _line(text: str) -> str:
    """A text as one cell: white space made single, so that a line stays a line."""
    return " ".join(text.split())
