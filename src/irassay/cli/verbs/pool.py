"""`irassay pool`: what to judge, who found it, in which order; and what others are to rerank."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.errors import UsageError, cut
from irassay.files import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from irassay.cli.parser import Parser
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.pooling.audits import Audit
    from irassay.pooling.pools import Pool

HELP = "What to judge: the first documents of all runs, who found them, and in which order to judge them."
DONE = "written"
SHOWN_GROUPS = 10  # rows of the summary


def configure(parser: Parser) -> None:
    """The options of `pool`."""
    options.add(
        parser,
        *("runs", "depth", "output", "judged", "query_texts", "doc_texts", "metadata", "group", "order", "seed"),
        *("audit", "answers", "rel", "pool_format", "ties", "input_format", "threads"),
        output={"help": "write to FILE", "shown": "standard output"},
        query_texts={
            "spelling": ("--queries",),
            "help": "pool these queries only: tab-separated, JSON lines or TREC topics, with their texts",
        },
        doc_texts={"help": "the documents' texts, tab-separated or JSON lines: for quepid and candidates"},
    )
    parser.examples = (
        "irassay pool runs/ --metadata runs.csv -o pool.tsv",
        "irassay pool runs/ --judged qrels.txt --order shuffled -o more.csv",
        "irassay pool others/ --judged qrels.txt --audit 20 -o audit.tsv",
        "irassay pool bm25.run --depth 100 --to run -o top100.run",
    )


def run(args: argparse.Namespace) -> int:
    """Write the pool, or the candidates, and say what is in it."""
    from irassay.formats import read_runs
    from irassay.formats.texts import read_texts

    inputs = [*args.runs, args.judged, args.answers, args.metadata, args.query_texts, args.doc_texts]
    if args.output and args.output != "-":
        output.writable(args.output, [path for path in inputs if path])
    if inputs.count("-") > 1:
        raise UsageError("- is given twice, but standard input can be read only once")
    form = args.pool_format or ("quepid" if (args.output or "").lower().endswith(".csv") else "tsv")
    _check(args, form)
    queries = dict(read_texts(args.query_texts)) if args.query_texts else None
    docs = read_texts(args.doc_texts) if args.doc_texts else None
    runs = read_runs(args.runs, input_format=args.input_format, threads=args.threads)
    if form in ("candidates", "run"):
        return _candidates(args, runs, form, queries, docs)
    return _pool(args, runs, form, queries, docs)


def _check(args: argparse.Namespace, form: str) -> None:
    """Raise where an option would be without effect."""
    of_one_run = form in ("candidates", "run")
    if form == "candidates" and not (args.query_texts and args.doc_texts):
        raise UsageError("--to candidates needs the texts: add --queries FILE and --doc-texts FILE")
    if args.doc_texts and form in ("tsv", "run"):
        raise UsageError(f"--doc-texts says nothing in {form}; it is for --to quepid and --to candidates")
    for name in ("judged", "metadata", "group", "audit"):
        if of_one_run and getattr(args, name):
            raise UsageError(f"--{name} is for pools; --to {form} writes the first documents of one run")
    if args.answers and not args.audit:
        raise UsageError("--answers are those of an audit: add --audit N, with the runs, depth and seed that it had")
    if args.rel != 1 and not args.answers:
        raise UsageError("--rel counts relevant documents of --answers: add them")
    if args.answers and (args.output or args.pool_format):
        raise UsageError("--answers makes one result, which is printed: leave out -o and --to")
    if args.audit and not args.judged:
        raise UsageError("--audit asks about labels that are there: add --judged QRELS")
    if args.audit and (args.metadata or args.group):
        raise UsageError("--metadata and --group say nothing in an audit: leave them out")
    if args.group and not args.metadata:
        raise UsageError(f"--group {cut(args.group)} names a column of the metadata: add --metadata FILE")


def _candidates(
    args: argparse.Namespace, runs: Runs, form: str, queries: Mapping[str, str] | None, docs: Texts | None
) -> int:
    from irassay.pooling.candidates import write_candidates

    n = write_candidates(
        runs,
        args.output or "-",
        depth=args.depth,
        output_format="candidates" if form == "candidates" else "run",
        queries=queries,
        query_texts=queries,
        doc_texts=docs,
        ties=args.ties or "float64",
    )
    args.screen.explain(f"{n:,} documents to rerank, the first {args.depth:,} of {runs.systems[0]}")
    return 0


def _pool(
    args: argparse.Namespace, runs: Runs, form: str, queries: Mapping[str, str] | None, docs: Texts | None
) -> int:
    from irassay.cli.answers.unjudged_file import quepid, tsv

    if args.audit:
        work = _audit(args, runs, queries)
        if args.answers:
            return _audited(args, work, queries)
        found = work.pool
    else:
        work, found = None, _pooled(args, runs, queries)
    table = found.table()
    if form == "quepid":
        picked = None if docs is None else docs.pick(found.docs)
        text = quepid(table, queries, picked)
    else:
        text = tsv(table, None, None)
    if args.output and args.output != "-":
        write_whole(args.output, text)
    else:
        args.screen.result(text.rstrip("\n"))
    _say(args, found)
    if work is not None:
        _say_of_audit(args, work)
    return 0


def _pooled(args: argparse.Namespace, runs: Runs, queries: Mapping[str, str] | None) -> Pool:
    from irassay.formats import read_metadata, read_qrels
    from irassay.pooling.pools import pool

    return pool(
        runs,
        depth=args.depth,
        queries=queries,
        metadata=read_metadata(args.metadata) if args.metadata else None,
        group=args.group,
        judged=read_qrels(args.judged) if args.judged else None,
        order=args.order,
        seed=args.seed,
        ties=args.ties or "float64",
    )


def _audit(args: argparse.Namespace, runs: Runs, queries: Mapping[str, str] | None) -> Audit:
    from irassay.formats import read_qrels
    from irassay.pooling.audits import audit

    labels = read_qrels(args.judged)
    if queries is not None:
        labels = labels.sel(queries=[query for query in labels.queries if query in queries])
    return audit(
        labels,
        runs,
        n_queries=args.audit,
        depth=args.depth,
        order=args.order,
        seed=args.seed,
        ties=args.ties or "float64",
    )


def _audited(args: argparse.Namespace, work: Audit, queries: Mapping[str, str] | None) -> int:
    """Print what the answers say of the labels."""
    from irassay.drawing.tables.text import filled
    from irassay.estimates import audited
    from irassay.estimates.pools import words_audit
    from irassay.formats import read_qrels
    from irassay.pooling.audits import answers_by_id

    answers = answers_by_id(read_qrels(args.answers), queries or {})
    found = audited(work, answers, rel=args.rel)
    screen = args.screen
    screen.result(filled(words_audit.coverage(found), screen.prose))
    for said in words_audit.notes(found):
        screen.explain(filled(said, screen.prose))
    return 0


def _say_of_audit(args: argparse.Namespace, work: Audit) -> None:
    """Which queries were drawn, and how the audit goes on; its outcome where there is nothing to judge."""
    from irassay.collection.qrels import Qrels
    from irassay.drawing.tables.text import filled
    from irassay.estimates import audited
    from irassay.estimates.pools import words_audit

    said = words_audit.drawn(work, args.audit)
    if not len(work.pool):
        found = audited(work, Qrels.from_dict(work.labels), rel=args.rel)
        said += [words_audit.coverage(found), *words_audit.notes(found)]
    for sentence in said:
        args.screen.explain("\n" + filled(sentence, args.screen.prose))
    if len(work.pool):
        args.screen.next(_with_answers(args))


def _with_answers(args: argparse.Namespace) -> str:
    """The command that reads the answers: all that decides what is listed is as it was."""
    from shlex import quote

    asked = ["irassay", "pool", *args.runs, "--judged", args.judged, "--audit", str(args.audit)]
    for name, spelling in (("depth", "--depth"), ("seed", "--seed"), ("query_texts", "--queries"), ("ties", "--ties")):
        given = getattr(args, name)
        if given is not None and given != options.TABLE[name].default:
            asked += [spelling, str(given)]
    return " ".join(map(quote, [*asked, "--answers", "ANSWERS"]))


def _say(args: argparse.Namespace, found: Pool) -> None:
    """The size of the pool, and what each group adds to it."""
    from irassay.drawing.tables.text import Column, filled, lines_of
    from irassay.wording import percent, plural

    screen = args.screen
    documents, queries = plural(len(found), "document"), plural(len(set(found.queries)), "query")
    said = f"{documents} to judge on {queries}, depth {found.depth:,}"
    if found.n_judged:
        said += f"; {found.n_judged:,} more {'has' if found.n_judged == 1 else 'have'} a label already"
    screen.explain(filled(said + ".", screen.prose))
    if len(found.groups) < 2 or not len(found):
        return
    table = found.by_group()
    cells = {c.name: list(c.values)[:SHOWN_GROUPS] for c in table.columns}
    columns = [Column("group" if args.metadata else "run", cells["group"], name=True)]
    for name in ("runs", "documents", "unique"):
        columns.append(Column(name, [f"{n:,}" for n in cells[name]]))
    columns.append(Column("unique, of the pool", [percent(share) for share in cells["share"]]))
    for block in lines_of(columns, screen.width):
        screen.explain("\n" + "\n".join(block))
    if len(table) > SHOWN_GROUPS:
        screen.explain(f"and {len(table) - SHOWN_GROUPS:,} more")
