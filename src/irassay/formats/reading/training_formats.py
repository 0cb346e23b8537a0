"""As what each training file is read, in words: a file may be another than its owner thinks."""

from __future__ import annotations

from collections.abc import Iterable

from irassay.messages import conjugate, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.training import Training

OF_COLUMNS = ("table", "jsonl", "parquet")  # formats whose columns have names
OF_DATASET = "ir_datasets"
READ_AS = {
    "lines": "one text a line",
    "tsv": "lines of id TAB text",
    "triples": "lines of query TAB positive, perhaps TAB negative",
    "id-triples": "lines of three ids",
    "table": "a table with a heading",
    "jsonl": "JSON",
    "parquet": "Parquet",
    "topics": "TREC topics",
    "docs": "TREC documents",
    OF_DATASET: "the queries of a dataset",
}


def what_it_is(name: str) -> str:
    """What a file of this format is read as."""
    return READ_AS[name]


def how_read(training: Iterable[Training]) -> list[str]:
    """As what these files were read, a sentence for all that were read alike; none for texts in memory."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in training:
        if one.format:
            alike.setdefault((one.format, one.query), []).append(one.source)
    return [
        f"{listed(sources)} {conjugate(len(sources), 'was')} read as {what_it_is(name)}"
        f"{f', queries from the column {query}' if query else ''}."
        for (name, query), sources in alike.items()
    ]
