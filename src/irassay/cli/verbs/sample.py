"""`irassay sample`: queries for a new collection, as many of each stratum."""

from __future__ import annotations

from irassay.cli.answers.one_screen import table_text
from irassay.drawing.tables.text import TextColumn, filled
from irassay.errors import InputError, cut
from irassay.files import write_whole
from irassay.formats.reading.texts import read_texts
from irassay.pooling import QuerySample, length_strata, sample_queries

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from irassay.drawing.terminal import Screen


def run(args: argparse.Namespace) -> int:
    """Draw, write the queries with their texts, and say how many there were."""
    texts = dict(read_texts(args.topics, field=args.field))
    if args.strata:
        strata = _strata_of(dict(read_texts(args.strata)), texts, args.strata, args.topics)
    else:
        strata = length_strata(texts, from_words=args.from_words)
    sample = sample_queries(strata, per_stratum=args.per_stratum, seed=args.seed)
    lines = "".join(f"{query}\t{' '.join(texts[query].split())}\n" for query in sample.queries)
    if args.output and args.output != "-":
        write_whole(args.output, lines)
    else:
        args.screen.result(lines.rstrip("\n"))
    _print_summary(sample, args.screen)
    return 0


def _strata_of(strata: Mapping[str, str], texts: Mapping[str, str], source: str, topics: str) -> dict[str, str]:
    """The strata of the queries there are; a query without one is an error."""
    without = sorted(set(texts) - set(strata))
    if without:
        raise InputError(
            f"{len(without):,} of {len(texts):,} queries of {cut(topics)} have no stratum in {cut(source)}, such as "
            f"{cut(without[0])}; expected a line of query, tab and stratum for each"
        )
    return {query: strata[query].strip() for query in texts}


def _print_summary(sample: QuerySample, screen: Screen) -> None:
    names = list(sample.sizes)
    columns = [
        TextColumn("stratum", names, name=True),
        TextColumn("queries", [f"{sample.sizes[name]:,}" for name in names]),
        TextColumn("drawn", [f"{len(sample.queries_by_stratum[name]):,}" for name in names]),
    ]
    screen.explain(table_text(columns, screen))
    note = sample.table().note
    if note:
        screen.explain(filled(note, screen.prose))
