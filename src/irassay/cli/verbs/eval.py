"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.cli.answers.eval_tables import ALL, BY_QUERY, json_text, rows, signatures, tables_of, tsv_text
from irassay.cli.inputs import by_collection, inputs_of
from irassay.collection.renaming import Renaming
from irassay.drawing.tables.text import filled, lines_of
from irassay.errors import UsageError
from irassay.messages import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.cli.answers.eval_scores import Evaluated
    from irassay.drawing.tables.text import TextColumn
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.measures import Measure

DEFAULT = ("nDCG@10", "Judged@10")
DONE = "scored"  # what "nothing was" where input can't be used
# Options that stand in the provenance.
RECORDED = (
    *(
        "queries",
        "ties",
        "compat",
        "max_docs",
        "leave_out",
        "residual",
        "identical_ids",
        "per_query",
        "no_summary",
        "input_format",
        "grade_scale",
    ),
    *("label_map", "duplicates", "doc_texts", "collections", "rename"),
)
OF_ONE = ("leave_out", "residual", "duplicates", "doc_texts")  # options about the files of one collection


def run(args: argparse.Namespace) -> int:
    """Score and print."""
    from irassay.arguments import of_keywords
    from irassay.cli.answers import eval_screen
    from irassay.cli.answers.eval_scores import evaluated, paragraphs, warnings_of
    from irassay.measures import all_names
    from irassay.scoring.policy import Policy

    names = all_names(args.measures or DEFAULT)
    measures = list(dict.fromkeys(measure for measure, _ in names))
    parts = _parts(args.per_query, args.no_summary)
    policy = of_keywords(Policy.of, vars(args))
    inputs = inputs_of(vars(args)).but(rename=Renaming(args.rename))
    files = _files(inputs, args.collections, options.spellings(args, *OF_ONE))
    of = evaluated(files, measures, policy, args.screen, by_default=not args.measures)
    warnings = warnings_of(of)
    out = output.Output(args.screen, args.output, args.format, args.color)
    settings = options.recorded(args, *RECORDED)
    is_text, texts = out.form in ("table", "markdown"), [*_without(args.measures), *warnings]
    tables = tables_of(of, names, args.sort, parts, per_query=args.per_query) if is_text else []
    brief = out.on_screen(args.all) and not eval_screen.fits(tables, [*paragraphs(of), *texts], args.screen)
    with out.answer(lambda: _provenance(of, measures, settings)) as screen:
        if brief:
            eval_screen.print_screen(of, *names[0], tables, texts, screen)
        elif is_text:
            _print_tables(tables, out.form, screen)
        else:
            lines = {name: rows(one.scores, names, parts) for name, one in of.items()}
            same = {name: one.same(names, policy) for name, one in of.items()} if args.per_query else {}
            is_json = out.form == "json"
            screen.result(json_text(of, measures, lines, same, warnings) if is_json else tsv_text(lines, same))
    for warning in () if brief else texts:
        args.screen.warn(warning)
    if out.form == "table":
        if not brief:
            _explain(paragraphs(of), args.screen)
        if args.max_docs is None:  # no other verb drops documents
            from irassay.cli.next_command import next_command

            several = any(len(one.scores.systems) > 1 for one in of.values())
            args.screen.next(next_command("compare" if several else "check", args.texts, given_to="eval"))
    return 0


def _files(inputs: Inputs, collections: Sequence[str], of_one: Sequence[str]) -> dict[str, Inputs]:
    """What is read: of several collections by their names, else under ""; `of_one` are options that are about one."""
    if not collections:
        missing = [name for name, files in (("QRELS", inputs.qrels), ("RUN", inputs.runs)) if not files]
        if missing:
            raise UsageError(f"{' and '.join(missing)} missing: irassay eval QRELS RUN... [options]")
        return {"": inputs}
    from irassay.cli import named_collections

    named_collections.check_files((inputs.qrels, *inputs.runs), of_one)
    return by_collection(inputs, collections)


def _without(asked: Sequence[str]) -> list[str]:
    from irassay.measures.trec_names import lacking

    return [f"{name} without {listed(lacking(name))}, which irassay lacks" for name in asked if lacking(name)]


def _parts(per_query: bool, no_summary: bool) -> tuple[str, ...]:
    if no_summary and not per_query:
        raise UsageError("--no-summary needs --per-query: without both nothing is left to print")
    return tuple(name for name, wanted in ((BY_QUERY, per_query), (ALL, not no_summary)) if wanted)


def _print_tables(tables: Sequence[tuple[str, list[TextColumn]]], form: str, screen: Screen) -> None:
    if form == "markdown":
        from irassay.drawing.escape import markdown
        from irassay.drawing.tables.text import markdown_table

        texts = [part for head, one in tables for part in (f"### {markdown(head)}" * bool(head), markdown_table(one))]
        screen.result("\n\n".join(filter(None, texts)))
        return
    for i, (heading, columns) in enumerate(tables):
        if i:
            screen.result()
        if heading:
            screen.result(screen.style(filled(heading, screen.prose), "bold") + "\n")
        print_table(columns, screen)


def print_table(columns: list[TextColumn], screen: Screen) -> None:
    """A table with bold headings, in as many blocks as the screen is narrow."""
    for i, block in enumerate(lines_of(columns, screen.width)):
        if i:
            screen.result()
        screen.result("\n".join([screen.style(block[0], "bold"), *block[1:]]))


def _explain(paragraphs: list[str], screen: Screen) -> None:
    screen.explain()
    for text in paragraphs:
        screen.explain(filled(text, screen.prose))


def _provenance(of: Mapping[str, Evaluated], measures: Sequence[Measure], settings: dict[str, Any]) -> dict[str, Any]:
    from irassay.provenance import Provenance, versions

    inputs = {reading.source: reading.sha256 for one in of.values() for reading in one.readings}
    first = next(iter(of.values())).scores
    return Provenance(inputs, settings, 0, versions(), signatures(first, measures)).to_dict()
