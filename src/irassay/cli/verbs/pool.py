"""`irassay pool`: what to judge, who found it, in which order; and what others are to rerank."""

from __future__ import annotations

from irassay.cli import options
from irassay.cli.answers import nearly_equal_ids, pool_text
from irassay.cli.answers.pool_text import Choice, check, choose
from irassay.cli.answers.said import CLI
from irassay.cli.answers.unjudged_file import form_of
from irassay.cli.inputs import inputs_of
from irassay.cli.next_command import next_command
from irassay.drawing.tables.text import filled
from irassay.errors import UsageError
from irassay.files import write_whole
from irassay.formats import read_metadata, read_qrels
from irassay.formats.labels.quepid_book import rating_scale
from irassay.formats.reading.texts import read_texts
from irassay.pooling.pools import pool
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.cli.answers.pool_text import Chosen
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.collection.ties import Ties
    from irassay.drawing.terminal import Screen
    from irassay.formats.labels.quepid_book import RatingScale
    from irassay.pooling.audits import Audit

OF_ONE_RUN = ("candidates", "run")  # forms of --to that list the first documents of one run
CHECKED = (
    *("query_texts", "doc_texts", "judged", "metadata", "group", "audit", "budget"),
    *("known_answers", "known_rule", "pair_rule", "sampled_queries", "min_pool", "bands"),
)
NOT_OF_ANSWERS = ("order", "doc_texts", "pool_format")  # options of a list to judge, not of what its answers say


def run(args: argparse.Namespace) -> int:
    """Write the pool, or the candidates, and say what is in it."""
    form = args.pool_format or form_of(args.output or "")
    _check(form, departures := options.departures(args, *CHECKED))
    check(departures, form)
    queries = dict(read_texts(args.query_texts)) if args.query_texts else None
    docs = read_texts(args.doc_texts) if args.doc_texts else None
    if text := nearly_equal_ids.empty_texts(queries or {}, "query", "--query-texts"):
        args.screen.warn(text)
    runs = inputs_of({**vars(args), "qrels": None, "metadata": None}).rankings()
    ties: Ties = args.ties or "float64"
    if form in OF_ONE_RUN:
        order = {"depth": args.depth, "output_format": form, "ties": ties}
        return _write_candidates(runs, args.output or "-", order, queries, docs, args.screen)
    settings: dict[str, Any] = {"depth": args.depth, "order": args.order, "seed": args.seed, "ties": ties}
    grades: dict[str, Any] = {"grade_scale": args.grade_scale, "label_map": args.label_map}
    judged = read_qrels(args.judged, **grades) if args.judged else None
    sheet = Sheet(
        form=form, to=None if args.output == "-" else args.output, screen=args.screen, queries=queries, docs=docs,
        again="" if args.all else next_command("pool", args.texts, given_to="pool"),
        scale=rating_scale(judged, factor=args.grade_scale),
    )  # fmt: skip
    if args.audit and judged is not None:
        work = _audit(judged, runs, args.audit, queries, settings)
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
    doubts = pool_text.left_out(runs.queries, queries) if queries is not None else []
    if judged is not None:
        doubts.append(pool_text.unlabelled(chosen.listed.queries, judged.queries, texts_given=queries is not None))
    if args.budget:
        chosen.notes.append(pool_text.within(chosen.whole, args.budget))
    _present(chosen, "group" if args.metadata else "run", doubts, sheet)
    return 0


def _write_audit(work: Audit, notes: list[str], sheet: Sheet, texts: Mapping[str, Any]) -> int:
    """Write what an audit has judged, and name the command that takes the answers."""
    from irassay.cli.answers.pool_text import Chosen

    of = work.pool
    _present(Chosen(whole=of, listed=of, table=of.table(), notes=notes, are="to judge on"), "run", [], sheet)
    if len(of):
        command = next_command("pool", texts, given_to="pool", without=NOT_OF_ANSWERS)
        sheet.screen.next(f"{command} --answers ANSWERS")
    return 0


def _check(form: str, departures: Mapping[str, Any]) -> None:
    """Raise where an option would be without effect; `departures` has those that are not at their default."""

    def has(*names: str) -> bool:
        return any(departures.get(name) for name in names)

    if form == "candidates" and not (has("query_texts") and has("doc_texts")):
        raise UsageError("--to candidates needs the texts: add --query-texts FILE and --doc-texts FILE")
    if has("doc_texts") and form in ("tsv", "run"):
        raise UsageError(f"--doc-texts has no effect in {form}; it is for --to csv, quepid and candidates")
    for name in ("judged", "metadata", "group", "audit", "budget"):
        if form in OF_ONE_RUN and has(name):
            raise UsageError(f"--{name} is for pools; --to {form} writes the first documents of one run")


def _write_candidates(
    runs: Runs, to: str, order: Mapping[str, Any], queries: Mapping[str, str] | None, docs: Texts | None, screen: Screen
) -> int:
    from irassay.pooling.candidates import write_candidates

    n = write_candidates(runs, to, queries=queries, query_texts=queries, doc_texts=docs, **order)
    screen.explain(CLI("pool.candidates", n=n, depth=order["depth"], run=runs.systems[0]))
    return 0


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
    from irassay.cli.answers.unjudged_file import rate_on, text_in

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
        pool_text.print_summary(chosen.listed, of, chosen.are, ratings, [*chosen.notes, *doubts], screen)
        return
    listed = None if to else table
    pool_text.print_screen(chosen.listed, of, chosen.are, listed, [ratings, *chosen.notes], doubts, screen)
    if not to:
        ending = {"csv": "csv", "quepid": "json"}.get(sheet.form, "tsv")
        screen.next(f"{sheet.again} -o pool.{ending}")


def _audit(
    labels: Qrels, runs: Runs, n_queries: int, queries: Mapping[str, str] | None, settings: Mapping[str, Any]
) -> Audit:
    from irassay.pooling.audits import audit

    if queries is not None:
        labels = labels.sel(queries=[query for query in labels.queries if query in queries])
    return audit(labels, runs, n_queries=n_queries, **settings)


def _print_coverage(work: Audit, answers: Qrels, rel: int, queries: Mapping[str, str] | None, screen: Screen) -> int:
    """What the answers of a file say of the labels."""
    from irassay.cli.answers.nearly_equal_ids import without_text
    from irassay.estimates import audit_coverage, audit_curves
    from irassay.estimates.pools import words_audit
    from irassay.pooling.audits import answers_by_id

    by_id = answers_by_id(answers, queries or {})
    if queries and (lost := without_text(answers, by_id, queries, "--query-texts")):
        screen.warn(lost)
    coverage = audit_coverage(work, by_id, rel=rel)
    estimated, *notes = words_audit.coverage(coverage)
    screen.result(filled(estimated, screen.prose))
    if work.deepest >= words_audit.LEAST_DEPTH and not words_audit.too_few(coverage):
        notes += words_audit.deeper(audit_curves(work, by_id, rel=rel))
    for note in notes:
        screen.explain(filled(note, screen.prose))
    return 0


def _about_audit(work: Audit, n_queries: int, rel: int) -> list[str]:
    """Which queries were drawn; the outcome where there is nothing to judge."""
    from irassay.collection.qrels import Qrels
    from irassay.estimates import audit_coverage
    from irassay.estimates.pools import words_audit

    sentences = words_audit.query_notes(work, n_queries)
    if not len(work.pool):
        coverage = audit_coverage(work, Qrels.from_dict(work.labels), rel=rel)
        sentences += words_audit.coverage(coverage)
    return sentences
