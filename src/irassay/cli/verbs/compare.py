"""`irassay compare`: order, differences, tie groups; and whether two systems differ, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.cli import expectation, options, output
from irassay.cli.answers import by_query
from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.cli.answers.comparisons import Comparison
    from irassay.cli.parser import Parser
    from irassay.drawing.terminal import Screen

HELP = (
    "Order, differences and tie groups: who leads, who can't be told apart, and whether the queries or the missing "
    "labels leave that open."
)
DEFAULT = ("nDCG@10",)
DONE = "compared"


def configure(parser: Parser) -> None:
    """The options of `compare`."""
    options.add(
        parser,
        *("qrels", "runs", "measures", "pair", "by_query", "baseline", "scores", "test", "correction"),
        *("interval", "ranks", "alpha", "n_resamples"),
        *(
            "seed",
            "ties",
            "queries",
            "compat",
            "residual",
            "unseen",
            "scale",
            "unjudged",
            "query_texts",
            "doc_texts",
            "duplicates",
            "metadata",
            "expect",
            "require",
            "fail_on",
        ),
        *("format", "output", "input_format", "grade_scale", "threads"),
        fail_on={
            "help": "exit 1 when a finding is of this level or has this code, unless --expect says 4 or 5; repeat it "
            "for more"
        },
        qrels={"count": "?"},
        runs={"count": "*", "default": ()},
    )
    parser.examples = (
        "irassay compare qrels.txt runs/ -m nDCG@10 -m AP",
        "irassay compare qrels.txt runs/ --pair mine baseline --by-query",
        "irassay compare qrels.txt new.run old.run --expect 'new > old'",
    )


def run(args: argparse.Namespace) -> int:
    """Compare and print."""
    from irassay.cli.answers import comparisons

    _check(args)
    if args.expect:
        expectation.parse(args.expect)  # refused before any file is read
    expectation.known(args.fail_on, expectation.CODES)
    found = comparisons.from_scores(args) if args.scores else comparisons.from_labels(args, DEFAULT)
    order = expectation.parse(args.expect, found[0].league.runs) if args.expect else None
    pairs = [tuple(pair) for pair in args.pair] + ([order] if order and not args.pair else [])
    form = output.form(args)
    with output.Answer(args, lambda: _provenance(args, found)) as screen:
        _print(args, found, pairs, form, screen)
    for warning in dict.fromkeys(w for one in found for w in one.warnings):
        args.screen.warn(warning)
    if form == "table" and not pairs and not args.scores:
        args.screen.next(_next(args, found[0]))
    answer = expectation.code(found[0], *order) if order else 0
    return answer or int(expectation.named(args.fail_on, found))


def _next(args: argparse.Namespace, one: Comparison) -> str:
    """Judging first where the labels are thin, else the page."""
    first = next(iter(one.verdict.steps), None)
    if first is not None and first.kind == "labels" and not args.unjudged:
        again = output.command_on(args, "compare", one.league.measure)
        return f"{again} --unjudged judge-first.tsv"
    return output.command_on(args, "report", one.league.measure)


def _check(args: argparse.Namespace) -> None:
    by_query.check(args)
    if args.scores:
        if args.qrels or args.runs:
            raise UsageError(
                f"--scores takes the place of qrels and runs, but {cut(args.qrels or args.runs[0])} is given too"
            )
        wanting_labels = (
            "unjudged",
            "query_texts",
            "doc_texts",
            "duplicates",
            "unseen",
            "scale",
            "ties",
            "queries",
            "compat",
            "residual",
            "metadata",
            "require",
        )
        given = [name for name in wanting_labels if getattr(args, name) is not None]
        if given:
            raise UsageError(f"{options.TABLE[given[0]].spelling[-1]} needs qrels and runs, not --scores")
    elif not args.qrels or not args.runs:
        raise UsageError("QRELS and RUN missing: irassay compare QRELS RUN... [options], or --scores FILE...")
    given = [args.qrels, *args.runs, *args.scores, args.metadata, args.query_texts, args.doc_texts]
    for path in (args.output, args.unjudged):
        if path and path != "-":
            output.writable(path, filter(None, given))


def _print(
    args: argparse.Namespace, found: Sequence[Comparison], pairs: list[tuple[str, ...]], form: str, screen: Screen
) -> None:
    from irassay.cli.answers import league_data, league_text

    if form == "json":
        screen.result(league_data.json_text(found, pairs))
    elif form == "tsv":
        if pairs and args.by_query:
            screen.result(league_data.queries_tsv(found, pairs))
        else:
            screen.result(league_data.pairs_tsv(found, pairs) if pairs else league_data.league_tsv(found))
    elif form == "latex":
        screen.result(league_data.latex_table(found))
    else:
        for i, one in enumerate(found):
            if i:
                screen.result()
            if pairs:
                league_text.print_pairs(one, pairs, screen)
            else:
                league_text.print_league(one, screen)


def _provenance(args: argparse.Namespace, found: Sequence[Comparison]) -> dict[str, Any]:
    from irassay.provenance import Provenance, versions

    names = (
        "baseline",
        "test",
        "correction",
        "interval",
        "ranks",
        "alpha",
        "ties",
        "queries",
        "compat",
        "residual",
        "unseen",
        "scale",
        "duplicates",
        "doc_texts",
    )
    chosen = {name: getattr(args, name) for name in names if getattr(args, name)}
    league = found[0].league
    chosen |= {"n_resamples": league.n_resamples, "n_bootstrap": league.n_bootstrap, "family": league.family}
    return Provenance(
        found[0].inputs, chosen, league.seed, versions(), [one.league.signature for one in found]
    ).to_dict()
