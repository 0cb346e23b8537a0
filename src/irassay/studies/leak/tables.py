"""The tables about leaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Column, Table
from irassay.studies.leak import words
from irassay.studies.leak.evidence import FieldCount

if TYPE_CHECKING:
    from irassay.leakage import Leak, Leaks
    from irassay.leakage.people_agreement import PeopleAgreement
    from irassay.leakage.what_leaked import Kinds
    from irassay.studies.leak.evidence import LeakEvidence

MOST_ROWS = 200  # of leaked queries on the page; leaks.tsv has all


def pairs_table(leaks: Leaks) -> Table:
    """The strongest pair of each leaked query."""
    firsts = [leaks.of(query)[0] for query in leaks.leaked]
    shown = sorted(firsts, key=lambda pair: -pair.strength)[:MOST_ROWS]
    left = len(firsts) - len(shown)
    note = f"The strongest {MOST_ROWS} of {len(firsts):,}; --leaks FILE writes all pairs." if left else ""
    return _of_pairs("pairs", words.PAIRS_TITLE, shown, note)


def review_table(leaks: Leaks) -> Table:
    """The strongest pair of each query to review."""
    firsts = sorted((leaks.of(query)[0] for query in leaks.review), key=lambda pair: -pair.strength)[:MOST_ROWS]
    return _of_pairs("review", "To review, each query with its strongest pair", firsts, "")


def _of_pairs(name: str, title: str, pairs: list[Leak], note: str) -> Table:
    columns = [
        Column("query", [pair.query for pair in pairs]),
        Column("test_text", [pair.text for pair in pairs], heading="test text"),
        Column("train_text", [pair.train_text for pair in pairs], heading="training text"),
        Column("type", [pair.type if pair.train_text else "" for pair in pairs]),
        Column("overlap", [pair.overlap for pair in pairs], "", "of the stems, weighted by rarity", 2),
        Column("similarity", [pair.similarity for pair in pairs], "", "cosine of the vectors", 3),
    ]
    there = [column for column in columns if any(value not in ("", None) for value in column.values)]
    return Table(name, title, there, note)


def fields_table(of: LeakEvidence) -> Table:
    """Test queries and training texts with a leak, by field, file, and all."""
    sources = list(dict.fromkeys(pair.source for pair in of.leaks))
    rows: list[tuple[str, str, FieldCount]] = []
    for source in [*sources, None] if len(sources) > 1 else [None]:
        named = words.ALL_SOURCES if source is None else source
        fields = list(of.fields)
        rows += [(named, name, FieldCount.of(of.leaks, name, source)) for name in fields]
        if len(fields) != 1:
            rows.append((named, words.UNION, FieldCount.of(of.leaks, None, source)))
    columns = [
        Column("source", [source for source, *_ in rows], heading="training texts"),
        Column("field", [name for _, name, _ in rows]),
        Column("queries", [n.queries for *_, n in rows], "", "test queries with a leak", 0),
        Column("train", [n.train for *_, n in rows], "", "training texts in a leak", 0, heading="training"),
        Column("review", [n.review for *_, n in rows], "", "further test queries to review", 0),
    ]
    return Table("fields", words.FIELDS_TITLE, columns, words.FIELDS_NOTE)


def kinds_table(kinds: Kinds) -> Table:
    """What leaked of each query, with a training row that shows it."""
    rows = [(query, one) for query, several in kinds.found.items() for one in several][:MOST_ROWS]
    firsts = [one.examples[0] if one.examples else None for _, one in rows]
    columns = [
        Column("query", [query for query, _ in rows]),
        Column("kind", [one.kind for _, one in rows]),
        Column("rows", [one.n_rows for _, one in rows], "", "training rows that show it", 0),
        Column("documents", [len(one.docs) for _, one in rows], "", "relevant documents that it is about", 0),
        Column("example", [first.train_text if first else "" for first in firsts], heading="training text"),
        Column("document", [first.doc if first else "" for first in firsts]),
        Column("by", [(first.by or "") if first else "" for first in firsts], "", "why the passage is that document"),
    ]
    return Table("kinds", words.KINDS_TITLE, columns, words.KINDS_NOTE)


def disagreements_table(of: PeopleAgreement) -> Table:
    """The pairs on which two people disagree."""
    pairs = of.disagreements[:MOST_ROWS]
    said = [[one.type or ("leak" if one.is_leak else "no leak") for one in side] for side in zip(*pairs, strict=True)]
    columns = [
        Column("query", [one.query for one, _ in pairs]),
        Column("test_text", [one.text for one, _ in pairs], heading="test text"),
        Column("train_text", [one.train_text for one, _ in pairs], heading="training text"),
        *(Column(f"said_{n}", cells, heading=source) for n, (cells, source) in enumerate(zip(said, of.sources), 1)),
    ]
    return Table("disagreements", "Pairs on which the two disagree", columns)


def types_table(of: LeakEvidence) -> Table:
    """How many leaks are of each type."""
    types = {kind: n for kind, n in of.types.items() if n or kind != "different"}
    return Table(
        "types",
        words.TYPES_TITLE,
        [Column("type", list(types)), Column("leaks", list(types.values()), "pairs", digits=0)],
        words.TYPES_NOTE,
    )
