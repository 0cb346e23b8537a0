"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.arguments import of_keywords
from irassay.cli import options, output, verb_list
from irassay.cli.answers.eval_notes import paragraphs
from irassay.cli.answers.eval_tables import ALL, BY_QUERY, json_text, rows, signatures, tables_of, tsv_text
from irassay.cli.answers.one_screen import LINES, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import by_collection, check_files, inputs_of
from irassay.cli.next_command import next_command
from irassay.collection.renaming import Renaming
from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import filled, lines_of, markdown_table
from irassay.drawing.terminal import NARROW
from irassay.measures import all_names
from irassay.measures.trec_names import lacking
from irassay.messages import listed, plural, visible
from irassay.scoring.policy import Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.cli.answers.eval_notes import Evaluated
    from irassay.drawing.tables.text import TextColumn
    from irassay.drawing.terminal import Screen
    from irassay.measures import Measure

VERB = verb_list.description("eval")
DEFAULT = ("nDCG@10", "Judged@10")


def run(args: argparse.Namespace) -> int:
    """Score and print."""
    from irassay.cli.answers.eval_notes import evaluated, warnings_of

    names = all_names(args.measures or DEFAULT)
    measures = list(dict.fromkeys(measure for measure, _ in names))
    parts = tuple(name for name, wanted in ((BY_QUERY, args.per_query), (ALL, not args.no_summary)) if wanted)
    policy = of_keywords(Policy.of, vars(args))
    inputs = inputs_of(vars(args)).but(rename=Renaming(args.rename))
    files = {"": inputs}
    if args.collections:
        check_files((inputs.qrels, *inputs.runs), options.spellings(args, *VERB["of_one"]))
        files = by_collection(inputs, args.collections)
    of = evaluated(files, measures, policy, args.screen, by_default=not args.measures)
    warnings = warnings_of(of)
    out = output.Output(args.screen, args.output, args.format, args.color)
    settings = options.recorded(args, *VERB["recorded"])
    lacks = {name: listed(lacking(name)) for name in args.measures if lacking(name)}
    is_text = out.form in ("table", "markdown")
    texts = [*(CLI("lacking", name=name, without=without) for name, without in lacks.items()), *warnings]
    tables = tables_of(of, names, args.sort, parts, per_query=args.per_query) if is_text else []
    brief = out.on_screen(args.all) and not _fits(tables, [*paragraphs(of), *texts], args.screen)
    with out.answer(lambda: _provenance(of, measures, settings)) as screen:
        if brief:
            told = paragraphs(of)[-1:] if len(of) > 1 else paragraphs(of)
            whole = [(heading, columns, ()) for heading, columns in tables]
            print_answer(screen, _answer(of, *names[0]), whole, sentences=told, cautions=texts)
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
            args.screen.explain("\n".join(["", *(filled(text, args.screen.prose) for text in paragraphs(of))]))
        if args.max_docs is None:  # no other verb drops documents
            several = any(len(one.scores.systems) > 1 for one in of.values())
            args.screen.next(next_command("compare" if several else "check", args.texts, given_to="eval"))
    return 0


def _print_tables(tables: Sequence[tuple[str, list[TextColumn]]], form: str, screen: Screen) -> None:
    if form == "markdown":
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


def _provenance(of: Mapping[str, Evaluated], measures: Sequence[Measure], settings: dict[str, Any]) -> dict[str, Any]:
    from irassay.provenance import Provenance, versions

    inputs = {reading.source: reading.sha256 for one in of.values() for reading in one.readings}
    first = next(iter(of.values())).scores
    return Provenance(inputs, settings, 0, versions(), signatures(first, measures)).to_dict()


def _fits(tables: Sequence[tuple[str, list[TextColumn]]], texts: Sequence[str], screen: Screen) -> bool:
    """Whether the whole tables fit one screen with these paragraphs and warnings; a narrow one is never cut."""
    if screen.width < NARROW:
        return True
    blocks = [block for _, columns in tables for block in lines_of(columns, screen.width)]
    lines = sum(1 + len(block) for block in blocks) + 2 * sum(bool(heading) for heading, _ in tables)
    return lines + sum(1 + filled(text, screen.prose).count("\n") for text in texts) <= LINES - screen.lines_beside


def _answer(of: Mapping[str, Evaluated], measure: Measure, name: str) -> str:
    """Who comes first by a measure, of several collections by its mean; how many systems where nobody does."""
    from irassay.cli.answers.eval_tables import means_of

    means = means_of(of, measure)
    systems = plural(len({system for one in of.values() for system in one.scores.systems}), "system")
    where = (
        plural(len(of), "collection") if len(of) > 1 else plural(len(next(iter(of.values())).scores.queries), "query")
    )
    first = min(means, key=lambda system: -measure.direction * means[system]) if len(means) > 1 else ""
    slots = {"measure": name, "mean": len(of) > 1, "systems": systems, "where": where}
    return CLI("scores.first", first=visible(first), **slots)
