"""`irassay pool`: what to judge, who found it, in which order; and what others are to rerank."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from irassay.cli import options
from irassay.cli.answers import nearly_equal_ids
from irassay.cli.answers.nearly_equal_ids import without_text
from irassay.cli.answers.one_screen import TO_A_FILE, columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.answers.unjudged_file import form_of, rate_on, refuse_answered, text_in
from irassay.cli.inputs import inputs_of
from irassay.cli.next_command import next_command
from irassay.collection.qrels import Qrels
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.errors import UsageError
from irassay.files import write_whole
from irassay.formats import read_metadata, read_qrels
from irassay.formats.labels.quepid_book import RatingScale, rating_scale
from irassay.formats.reading.texts import read_texts
from irassay.messages import percent
from irassay.pooling.audits import Audit, answers_by_id, audit
from irassay.pooling.candidates import write_candidates
from irassay.pooling.pairs import PairRule, Pairs, pairs
from irassay.pooling.pools import Pool, pool
from irassay.pooling.query_samples import BandSample, PoolSample, sample_bands, sample_pool
from irassay.record import Record
from irassay.result import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from irassay.cli.answers.one_screen import Part
    from irassay.collection.texts import Texts
    from irassay.collection.ties import Ties
    from irassay.drawing.terminal import Screen

OF_ONE_RUN = ("candidates", "run")  # forms of --to that list the first documents of one run
OF_CHOICES = ("known_answers", "known_rule", "pair_rule", "sampled_queries", "min_pool", "bands")  # options
OF_POOLS = ("judged", "metadata", "group", "audit", "budget", *OF_CHOICES)
NOT_OF_ANSWERS = ("order", "doc_texts", "pool_format")  # options of a list to judge, not of what its answers say
SHOWN_GROUPS = 10  # rows of the summary
LEFT_OUT = ("groups", "only_group", "why")  # columns that a screen has no room for
LEAST_OF_PAIRS = 2


def run(args: argparse.Namespace) -> int:
    """Write the pool, or the candidates, and say what is in it."""
    form = args.pool_format or form_of(args.output or "")
    refuse_answered(args.output or "")
    check(form, options.departures(args, "query_texts", "doc_texts", *OF_POOLS))
    queries = dict(read_texts(args.query_texts)) if args.query_texts else None
    docs = read_texts(args.doc_texts) if args.doc_texts else None
    if text := nearly_equal_ids.empty_texts(queries or {}, "query", "--query-texts"):
        args.screen.warn(text)
    runs = inputs_of({**vars(args), "qrels": None, "metadata": None}).rankings()
    ties: Ties = args.ties or "float64"
    if form in OF_ONE_RUN:
        of_run: dict[str, Any] = {"depth": args.depth, "output_format": form, "ties": ties}
        n = write_candidates(runs, args.output or "-", queries=queries, query_texts=queries, doc_texts=docs, **of_run)
        args.screen.explain(CLI("pool.candidates", n=n, depth=args.depth, run=runs.systems[0]))
        return 0
    settings: dict[str, Any] = {"depth": args.depth, "order": args.order, "seed": args.seed, "ties": ties}
    grades: dict[str, Any] = {"grade_scale": args.grade_scale, "label_map": args.label_map}
    judged = read_qrels(args.judged, **grades) if args.judged else None
    sheet = Sheet(
        form=form, to=None if args.output == "-" else args.output, screen=args.screen, queries=queries, docs=docs,
        again="" if args.all else next_command("pool", args.texts, given_to="pool"),
        scale=rating_scale(judged, factor=args.grade_scale),
    )  # fmt: skip
    if args.audit and judged is not None:
        if queries is not None:
            judged = judged.sel(queries=[query for query in judged.queries if query in queries])
        work = audit(judged, runs, n_queries=args.audit, **settings)
        if args.answers:
            return _print_coverage(work, read_qrels(args.answers, **grades), args.rel, queries, args.screen)
        return _write_audit(work, _about_audit(work, args.audit, args.rel), sheet, args.texts)
    metadata = read_metadata(args.metadata) if args.metadata else None
    of_choice = {"n_queries": args.sampled_queries, "min_pool": args.min_pool, "bands": args.bands}
    choice = Choice(pair_rule=args.pair_rule, depth=args.depth, budget=args.budget, seed=args.seed, **of_choice)
    settings |= {"depth": choice.pool_depth, "known_rule": args.known_rule, "rel": args.rel}
    known = read_qrels(args.known_answers) if args.known_answers else None
    whole = pool(runs, queries=queries, metadata=metadata, group=args.group, judged=judged, known=known, **settings)
    chosen = choose(whole, choice)
    doubts = left_out(runs.queries, queries) if queries is not None else []
    if judged is not None:
        doubts.append(unlabelled(chosen.listed.queries, judged.queries, texts_given=queries is not None))
    if args.budget:
        chosen.notes.append(within(chosen.whole, args.budget))
    _present(chosen, "group" if args.metadata else "run", doubts, sheet)
    return 0


def _write_audit(work: Audit, notes: list[str], sheet: Sheet, texts: Mapping[str, Any]) -> int:
    """Write what an audit has judged, and name the command that takes the answers."""
    of = work.pool
    _present(Chosen(whole=of, listed=of, table=of.table(), notes=notes, are="to judge on"), "run", [], sheet)
    if len(of):
        command = next_command("pool", texts, given_to="pool", without=NOT_OF_ANSWERS)
        sheet.screen.next(f"{command} --answers ANSWERS")
    return 0


def check(form: str, departures: Mapping[str, Any]) -> None:
    """Raise where an option would be without effect; `departures` has those that are not at their default."""
    given = {name: options.TABLE[name].spelling[-1] for name, value in departures.items() if value}
    if form == "candidates" and not {"query_texts", "doc_texts"} <= given.keys():
        raise UsageError("--to candidates needs the texts: add --query-texts FILE and --doc-texts FILE")
    if "doc_texts" in given and form in ("tsv", "run"):
        raise UsageError(f"--doc-texts has no effect in {form}; it is for --to csv, quepid and candidates")
    of_pools = [given[name] for name in OF_POOLS if name in given]
    if of_pools and form in OF_ONE_RUN:
        raise UsageError(f"{of_pools[0]} is for pools; --to {form} writes the first documents of one run")
    of_choices = [given[name] for name in OF_CHOICES if name in given]
    if of_choices and "audit" in given:
        raise UsageError(f"an audit draws its own queries: leave out {of_choices[0]}")
    for name in ("pair_rule", "bands"):
        if name in given and form != "tsv":
            raise UsageError(f"{given[name]} writes a table for irassay judge: leave out --to {form}, name a .tsv")
        if name in given and "budget" in given:
            raise UsageError(f"{given[name]} says how much is judged: leave out --budget")


class Sheet(Record):
    """Where a table of what to judge goes, in which form and with which texts; `again` is the next command."""

    form: str
    to: str | None
    screen: Screen
    queries: Mapping[str, str] | None
    docs: Texts | None
    again: str
    scale: RatingScale


def _present(chosen: Chosen, of: str, doubts: Sequence[str], sheet: Sheet) -> None:
    """Write the table of what people are to judge, and say how large it is and with which ratings."""
    screen, table, to, docs = sheet.screen, chosen.table, sheet.to, sheet.docs
    brief = screen.live and bool(sheet.again)
    texts = None if docs is None else docs.pick(table.column("doc").values)
    if texts is not None:
        nearly_equal_ids.warn_of_missing(table.column("doc").values, texts, "document", "--doc-texts", screen)
    if to or not brief:
        shown = (None, None) if sheet.form == "tsv" else (sheet.queries, texts)
        text = text_in(sheet.form, table, *shown, sheet.scale)
        if to:
            write_whole(to, text)
        else:
            screen.result(text.rstrip("\n"))
    ratings = rate_on(sheet.scale, sheet.form) if len(table) else ""
    if not brief:
        print_summary(chosen.listed, of, chosen.are, ratings, [*chosen.notes, *doubts], screen)
        return
    listed = None if to else table
    print_screen(chosen.listed, of, chosen.are, listed, [ratings, *chosen.notes], doubts, screen)
    if not to:
        ending = {"csv": "csv", "quepid": "json"}.get(sheet.form, "tsv")
        screen.next(f"{sheet.again} -o pool.{ending}")


def _print_coverage(work: Audit, answers: Qrels, rel: int, queries: Mapping[str, str] | None, screen: Screen) -> int:
    """What the answers of a file say of the labels."""
    from irassay.estimates import audit_coverage, audit_curves
    from irassay.estimates.pools.audit_coverage import LEAST_DEPTH, coverage_notes, deeper_notes, too_few

    by_id = answers_by_id(answers, queries or {})
    if queries and (lost := without_text(answers, by_id, queries, "--query-texts")):
        screen.warn(lost)
    coverage = audit_coverage(work, by_id, rel=rel)
    estimated, *notes = coverage_notes(coverage)
    screen.result(filled(estimated, screen.prose))
    if work.deepest >= LEAST_DEPTH and not too_few(coverage):
        notes += deeper_notes(audit_curves(work, by_id, rel=rel))
    for note in notes:
        screen.explain(filled(note, screen.prose))
    return 0


def _about_audit(work: Audit, n_queries: int, rel: int) -> list[str]:
    """Which queries were drawn; the outcome where there is nothing to judge."""
    from irassay.estimates import audit_coverage
    from irassay.estimates.pools.audit_coverage import coverage_notes, query_notes

    sentences = query_notes(work, n_queries)
    if not len(work.pool):
        sentences += coverage_notes(audit_coverage(work, Qrels.from_dict(work.labels), rel=rel))
    return sentences


def print_screen(
    listed: Pool, of: str, are: str, table: Table | None, notes: Sequence[str], doubts: Sequence[str], screen: Screen
) -> None:
    """The size first, then groups and the documents, on one screen; without documents where a file has them."""
    groups, documents = _groups(listed, of), []
    if table is not None and len(table):
        documents = columns_of(table, [column.name for column in table.columns if column.name not in LEFT_OUT])
    tables: list[Part] = [("", columns, ()) for columns in (groups, documents) if columns]
    more = "--all has every group." if table is None else TO_A_FILE
    print_answer(screen, _size(listed, are), tables, sentences=notes, cautions=doubts, more=more)


def print_summary(listed: Pool, of: str, are: str, ratings: str, notes: Sequence[str], screen: Screen) -> None:
    """With which ratings to judge, the size of the pool, what each group adds to it, and what to know of it."""
    for text in filter(None, (ratings, _size(listed, are))):
        screen.explain(filled(text, screen.prose))
    groups = _groups(listed, of)
    for column in groups:
        column.cells = column.cells[:SHOWN_GROUPS]
    for block in lines_of(groups, screen.width) if groups else ():
        screen.explain("\n" + "\n".join(block))
    if groups and len(listed.groups) > SHOWN_GROUPS:
        screen.explain(f"and {len(listed.groups) - SHOWN_GROUPS:,} more")
    for note in filter(None, notes):
        screen.explain("\n" + filled(note, screen.prose))


def _size(listed: Pool, are: str) -> str:
    """How many documents there are on how many queries, and how many more have a label or none can rate."""
    return CLI(
        "pool", documents=len(listed), are=are, queries=len(set(listed.queries)), depth=listed.depth,
        judged=listed.n_judged, unrateable=listed.n_unrateable,
    )  # fmt: skip


def _groups(listed: Pool, of: str) -> list[TextColumn]:
    """What each group adds to the pool; none where there is one group, or nothing to judge."""
    if len(listed.groups) < 2 or not len(listed):
        return []
    cells = {column.name: list(column.values) for column in listed.by_group().columns}
    columns = [TextColumn(of, cells["group"], name=True)]
    columns += [TextColumn(name, [f"{n:,}" for n in cells[name]]) for name in ("runs", "documents", "unique")]
    return [*columns, TextColumn("unique, of the pool", [percent(share) for share in cells["share"]])]


def unlabelled(pooled: Sequence[str], labelled: Collection[str], *, texts_given: bool = False) -> str:
    """Documents to judge on queries without a label; with `texts_given`, --query-texts chose the queries."""
    there = set(labelled)
    places = [query for query in pooled if query not in there]
    slots = {"n": len(places), "documents": len(pooled), "names": list(dict.fromkeys(places)), "given": texts_given}
    return CLI("pool-unlabelled", **slots) if places else ""


def within(whole: Pool, budget: int) -> str:
    """How deep the first `budget` documents of a pool get; "" where the pool has no more."""
    if budget >= len(whole):
        return ""
    depths = whole.depth_after(budget)
    counts = Counter(dict.fromkeys(depths, 0))
    counts.update(whole.queries[:budget])
    least, most = min(counts.values()), max(counts.values())
    depth, queries = min(depths.values()), len(depths)
    deeper = sum(d > depth for d in depths.values())
    if not least:
        reached = CLI("pool-budget.none", empty=sum(not n for n in counts.values()))
    elif depth:
        reached = CLI("pool-budget.depth", depth=depth, deeper=deeper, queries=queries)
    else:
        reached = CLI("pool-budget.waiting", waiting=queries - deeper, queries=queries)
    return CLI(
        "pool-budget", n=budget, documents=len(whole), least=least, most=0 if most == least else most, reached=reached,
        rounds=whole.order == "rounds",
    )  # fmt: skip


def left_out(answered: Sequence[str], wanted: Collection[str]) -> list[str]:
    """Queries of the runs that the query texts don't have, and queries of these that no run answers."""
    there, answers = set(wanted), set(answered)
    outside = [query for query in answered if query not in there]
    absent = [query for query in wanted if query not in answers]
    out = [CLI("pool-queries.outside", outside=len(outside), answered=len(answered), names=outside)] if outside else []
    return out + ([CLI("pool-queries.absent", absent=len(absent), wanted=len(wanted), names=absent)] if absent else [])


class Choice(Record):
    """What of a pool is to be written. `depth` is that to which all documents are taken beside `bands`."""

    pair_rule: PairRule | None
    n_queries: int | None
    min_pool: int | None
    bands: Sequence[tuple[int, float]]
    depth: int
    budget: int | None
    seed: int

    @property
    def pool_depth(self) -> int:
        """How deep the pool has to be: to the end of the last band."""
        return max([self.depth, *(end for end, _ in self.bands)])

    @property
    def least(self) -> int:
        """Documents that a query's pool must have."""
        return self.min_pool or (LEAST_OF_PAIRS if self.pair_rule else 1)


class Chosen(Record):
    """What was chosen of a pool."""

    whole: Pool  # the pool of the drawn queries
    listed: Pool  # the part that is listed
    table: Table
    notes: list[str]
    are: str  # what the listed documents are to their queries


def choose(whole: Pool, choice: Choice) -> Chosen:
    """What is to be judged, drawn from a pool; UsageError where bands don't ascend or there can be no pairs, InputError
    where no query has enough documents."""
    sample = sample_pool(whole, n_queries=choice.n_queries, min_pool=choice.least, seed=choice.seed)
    listed = sample.pool.first(choice.budget) if choice.budget else sample.pool
    notes = [*known_words(sample.pool), *sample_words(sample, choice.least)]
    are = "in the pools of"
    if choice.pair_rule:
        of = pairs(listed, choice.pair_rule)
        table = _with_chance(of.table(), sample.probability)
        notes.append(pair_words(of))
    elif choice.bands:
        bands = sample_bands(listed, choice.bands, depth=choice.depth, seed=choice.seed)
        table = bands.table(1.0 if sample.probability is None else sample.probability)
        notes += band_words(bands)
    else:
        table = _with_chance(listed.table(), sample.probability)
        are = "to judge on"
    return Chosen(whole=sample.pool, listed=listed, table=table, notes=notes, are=are)


def _with_chance(table: Table, probability: float | None) -> Table:
    if probability is None:
        return table
    chance = Column("probability", [probability] * len(table), definition="of being drawn")
    return replace(table, columns=[*table.columns, chance])


def known_words(pool: Pool) -> list[str]:
    """How many known answers are in the pool, and how many no run has."""
    if not pool.known:
        return []
    without = len(set(pool.queries) - set(pool.known))
    text = CLI("pool-known", answers=sum(map(len, pool.known.values())), new=int((pool.n_runs == 0).sum()))
    return [text, CLI("pool-known.none", n=without)] if without else [text]


def sample_words(sample: PoolSample, least: int) -> list[str]:
    """How many queries were left out, and how many were drawn."""
    out = [CLI("pool-queries.small", n=sample.n_small, least=least)] if sample.n_small else []
    if sample.probability is not None:
        out.append(CLI("pool-queries.drawn", n=len(set(sample.pool.queries)), of=sample.n_queries))
    return out


def pair_words(of: Pairs) -> str:
    """How many pairs there are, and how many queries have none."""
    return CLI("pool-pairs", pairs=len(of), queries=len(set(of.queries)), without=of.n_without)


def band_words(sample: BandSample) -> list[str]:
    """How many documents of each band are to be judged."""
    parts = []
    for name in sorted(set(sample.stratum), key=lambda name: (not name[0].isdecimal(), len(name), name)):
        drawn = [bool(d) for s, d in zip(sample.stratum, sample.drawn, strict=True) if s == name]
        parts.append(CLI("pool-bands.part", drawn=sum(drawn), of=len(drawn), name=name))
    return [CLI("pool-bands", n=int(sample.drawn.sum()), parts=", ".join(parts))]
