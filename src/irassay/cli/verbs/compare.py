"""`irassay compare`: order, differences, tie groups; and whether two systems differ, in sentences."""

from __future__ import annotations

from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Any

from irassay.arguments import of_keywords
from irassay.cli import options, output, verb_list
from irassay.cli.answers import decision, league_columns, league_data, league_text
from irassay.cli.answers.comparison import Comparison, Question
from irassay.cli.answers.comparisons import Beside, MissingLabels
from irassay.cli.answers.gathering import Sources, compared, refuse_silent
from irassay.cli.answers.league_columns import warnings
from irassay.cli.answers.over_collections import title
from irassay.cli.answers.said import CLI
from irassay.cli.answers.unjudged_file import ToJudge, form_of, refuse_answered
from irassay.cli.inputs import check_files, inputs_of
from irassay.cli.next_command import next_command
from irassay.cli.result_files import extras_can_be_written
from irassay.collection.renaming import Renaming
from irassay.comparison import compare
from irassay.drawing.tables.text import filled
from irassay.drawing.terminal import Screen, is_terminal
from irassay.errors import UsageError
from irassay.messages import plural, visible
from irassay.provenance import Provenance, versions
from irassay.scoring.policy import Policy
from irassay.verdict import expectation
from irassay.verdict.words.answers import sentence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from irassay.drawing.charts.drawers import Captions
    from irassay.formats.inputs import Inputs
    from irassay.reporting.figures import Format
    from irassay.result import Finding
    from irassay.studies.paper_scores import Across
    from irassay.studies.paper_table import Caption

VERB = verb_list.description("compare")
DEFAULT = ("nDCG@10",)


def run(args: argparse.Namespace) -> int:
    """Compare and print."""
    inputs = inputs_of(vars(args)).but(rename=Renaming(args.rename), metadata=None)
    question = Question(args.pair, args.expect, args.margin, args.pair_queries, args.all, args.mark)
    if args.collections:
        check_files((inputs.qrels, *inputs.runs, *args.scores), options.spellings(args, *VERB["of_one"]))
    elif args.scores and (of_labels := options.spellings(args, *VERB["of_labels"])):
        raise UsageError(f"{of_labels[0]} needs qrels and runs, not --scores")
    out = output.Output(args.screen, args.output, args.format, args.color)
    unused, where = _unused(out.form, args.expect, args.unjudged)
    options.refuse(args, *unused, where=where)
    extras_can_be_written(args.figures, args.figure_format)
    expectation.check(args.expect, args.margin)
    decision.check(args.fail_on, "compare", args.screen)
    policy = of_keywords(Policy.of, vars(args))
    refuse_answered(args.unjudged or "")
    to_judge = None if args.unjudged is None else ToJudge(args.unjudged, args.unjudged_limit)
    beside = Beside(args.metadata, args.query_texts, args.doc_texts)
    sources = Sources(inputs, args.scores, args.collections, args.measures, beside)
    comparisons, hashes = compared(
        sources, question, policy,
        MissingLabels(args.unseen, args.scale, args.require or "likely", to_judge),
        partial(
            compare, baseline=args.baseline, test=args.test, correction=args.correction, interval=args.interval,
            ranks=args.ranks, alpha=args.alpha, n_resamples=args.n_resamples, seed=args.seed, threads=args.threads,
        ),
        args.screen, default=DEFAULT,
    )  # fmt: skip
    order = question.order(comparisons[0].league)
    pairs = [tuple(pair) for pair in args.pair] or ([order] if order else [])
    refuse_silent(comparisons)
    wrong = _wrong_files(sources, args.fail_on, args.measures or DEFAULT, policy.ties, comparisons[0], args.screen)
    code, why = _decision(comparisons, order, wrong, args.fail_on)
    with out.answer(lambda: _provenance(hashes, options.recorded(args, *VERB["recorded"]), comparisons)) as screen:
        _print(comparisons, pairs, question, out, screen, why, (args.caption, args.across))
    short = out.on_screen(args.all)
    for text in comparisons[0].notes if short else filter(None, comparisons[0].news[1:]):
        args.screen.explain(filled(visible(text), args.screen.prose))
    how = (args.figure_format, args.width, args.captions)
    _write_beside(comparisons, inputs, args.figures, how, args.methods, args.screen)
    told = [[one] for one in comparisons] if args.collections else [comparisons]
    shown = map(warnings, told) if short else [one.warnings for one in comparisons]
    for warning in dict.fromkeys(text for texts in shown for text in texts):
        args.screen.warn(warning)
    if out.form == "table" and not pairs and not args.scores and not args.collections:
        args.screen.next(_next(comparisons[0], args.texts))
    return code


def _write_beside(
    comparisons: Sequence[Comparison],
    inputs: Inputs,
    figures: str | None,
    drawn: tuple[Format, int | str, Captions],
    methods: str | None,
    screen: Screen,
) -> None:
    """The files of a paper beside the answer: charts in a folder, and the paragraph on methods."""
    if figures:
        from irassay.cli.answers.paper_text import write_leagues

        form, width, captions = drawn
        n = write_leagues(comparisons, figures, format=form, width=width, captions=captions)
        screen.explain(f"{figures}  {plural(n, 'figure')}")
    if methods:
        from irassay.cli.answers.paper_text import write_methods

        write_methods(methods, comparisons, inputs)
        screen.explain(f"{methods}  1 paragraph on methods and results, for a paper")


def _unused(form: str, expect: str | None, unjudged: str | None) -> tuple[list[str], str]:
    """The options that change nothing of an answer in this form, and where that is."""
    if form != "latex":
        return ["mark", "caption", "across"], f"with --format {form}, only with latex"
    names = [name for name in VERB["not_in_a_paper"] if name != "pair" or not unjudged]
    where = "in a LaTeX table, which has every system and marks what is significant"
    return [*names, *([] if expect else ["require"])], where


def _wrong_files(
    sources: Sources, names: Sequence[str], measures: Sequence[str], ties: str | None, first: Comparison, screen: Screen
) -> list[Finding]:
    """What `irassay check` finds of these in the files, and the answer depends on; the screen says it."""
    collections = sources.of_files()
    findings = [one for inputs in collections for one in decision.of_files(names, inputs, measures, ties=ties)]
    counted, moot = decision.on_answer(findings, first)
    for finding in counted:
        screen.warn(CLI("fail-on", code=finding.code, text=finding.text))
    for finding in moot:
        screen.explain(CLI("fail-on.moot", code=finding.code, text=finding.text))
    return counted


def _decision(
    comparisons: Sequence[Comparison], order: tuple[str, str] | None, wrong: list[Finding], fail_on: Sequence[str]
) -> tuple[int, str]:
    """The exit code, and a line on why it is that one: the files, what was expected, or a finding of `compare`."""
    if wrong:
        return 1, decision.line(1, decision.of_findings(wrong))
    code = decision.code(comparisons[0], *order) if order else 0
    named = decision.of_comparisons(fail_on, comparisons)
    if named and not code:
        return 1, decision.line(1, decision.of_findings(named))
    if order:
        return code, decision.line(code, [decision.sentence(comparisons[0], *order)])
    return 0, decision.line(0, ["nothing that --fail-on names was found"]) if fail_on else ""


def _next(one: Comparison, texts: Mapping[str, Any]) -> str:
    """The next command: judging first where the labels are thin, else the page."""
    first = next(iter(one.verdict.steps), None)
    form = form_of(texts["unjudged"]) if texts["unjudged"] and one.n_to_judge() else ""
    if form == "tsv":
        of_texts = (f"--{kind}-texts {quote(texts[f'{kind}_texts'] or 'FILE')}" for kind in ("query", "doc"))
        return f"irassay judge new.campaign {quote(texts['unjudged'])} {' '.join(of_texts)}"
    if form == "csv":
        files = f"{quote(texts['qrels'])} {quote(texts['unjudged'])}"
        return f"irassay convert {files} --to trec -o all-qrels.txt  # once it is filled in"
    if first is not None and first.kind == "labels" and not texts["unjudged"]:
        return next_command("compare", texts, given_to="compare") + " --unjudged judge-first.tsv"
    if one.to_act_on.suspects:
        return next_command("check", texts, given_to="compare")
    return next_command("report", texts, given_to="compare", without=("unjudged", "unjudged_limit", "require"))


def _print(
    comparisons: Sequence[Comparison],
    pairs: list[tuple[str, ...]],
    question: Question,
    out: output.Output,
    screen: Screen,
    why: str,
    table: tuple[Caption, Across],
) -> None:
    named = {name for pair in pairs for name in pair}
    # A collection that lacks a system has nothing to say of its pairs; the mean raises where a name is nobody's.
    comparisons = [one for one in comparisons if not one.collection or named <= set(one.league.runs)]
    if out.form == "json":
        screen.result(league_data.json_text(comparisons, pairs))
    elif out.form == "tsv":
        if pairs and question.pair_queries:
            screen.result(league_data.queries_tsv(comparisons, pairs))
        elif pairs or question.list_pairs:
            screen.result(league_data.pairs_tsv(comparisons, pairs))
        else:
            screen.result(league_data.league_tsv(comparisons))
    elif out.form == "markdown":
        from irassay.cli.answers.league_markdown import markdown_text

        screen.result(markdown_text(comparisons, pairs, head=why, list_pairs=question.list_pairs))
    elif out.form == "latex":
        from irassay.cli.answers.paper_text import latex_table

        screen.result(latex_table(comparisons, question.mark, *table))
    else:
        cut = out.on_screen(question.list_pairs)
        several = any(one.collection for one in comparisons)
        main = cut and not pairs and not several and all(map(league_columns.is_for, comparisons))
        for i, one in enumerate(comparisons[:1] if main else comparisons):
            if i:
                screen.result()
            heading = title(one)
            about = ", ".join(filter(None, [heading, one.league.measure if one.among_measures else ""]))
            if about and not (is_terminal(screen.out) and is_terminal(screen.err)):  # where no table says it
                screen.explain("\n" + filled(about, screen.prose))
            if heading:
                screen.result(screen.style(filled(heading, screen.prose), "bold") + "\n")
            if pairs:
                league_text.print_pairs(one, pairs, screen, cut=cut)
            else:
                league_text.print_league(one, screen, list_pairs=not cut, further=comparisons[1:] if main else ())
            if len(one.league.collections) > 1:
                if not pairs and one.verdict.kind in ("two", "few", "many"):
                    screen.result("\n" + filled(f"In one sentence: {visible(sentence(one.verdict))}", screen.prose))
                screen.explain("\n" + filled(CLI("over-collections.scope"), screen.prose))
        if not pairs and cut and any(map(league_columns.is_for, comparisons)):
            screen.explain(filled(CLI("settled.more", ranks=not comparisons[0].league.baseline), screen.prose))
        if question.expect and comparisons[0].among_measures:
            screen.explain("\n" + filled(decision.by_first(comparisons[0]), screen.prose))


def _provenance(
    inputs: Mapping[str, str], settings: Mapping[str, Any], comparisons: Sequence[Comparison]
) -> dict[str, Any]:
    league = comparisons[0].league
    resamples = {"n_resamples": league.n_resamples, "n_bootstrap": league.n_bootstrap, "family": league.family}
    signatures = [one.league.signature for one in comparisons]
    return Provenance(inputs, {**settings, **resamples}, league.seed, versions(), signatures).to_dict()
