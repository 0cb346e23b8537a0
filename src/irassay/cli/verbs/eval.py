"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.arguments import of_keywords
from irassay.cli import options, output, verb_list
from irassay.cli.answers import eval_lists
from irassay.cli.answers.eval_notes import Evaluated, evaluated, paragraphs, warnings_of
from irassay.cli.answers.one_screen import LINES, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import by_collection, check_files, inputs_of
from irassay.cli.next_command import next_command
from irassay.collection.renaming import Renaming
from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import TextColumn, cell, filled, lines_of, markdown_table
from irassay.drawing.terminal import NARROW, Screen
from irassay.measures import Measure, all_names
from irassay.measures.trec_names import lacking
from irassay.messages import DASH, count, listed, number, plural, visible
from irassay.scoring.policy import Policy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from irassay.scoring import Scores

    Row: TypeAlias = tuple[str, str, str, float]
    Rows: TypeAlias = Mapping[str, Sequence[Row]]  # by collection

VERB = verb_list.description("eval")
DEFAULT = ("nDCG@10", "Judged@10")
LAST_ROW = {"mean": "mean", "sum": "sum", "geometric": "geometric mean"}
ALL = "all"  # stands for the query where a value is over all queries, as in trec_eval
BY_QUERY = "by query"
FIELDS = ("system", "query", "measure", "value")


def run(args: argparse.Namespace) -> int:
    """Score and print."""
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
    return Provenance(inputs, settings, 0, versions(), signatures(next(iter(of.values())).scores, measures)).to_dict()


def _fits(tables: Sequence[tuple[str, list[TextColumn]]], texts: Sequence[str], screen: Screen) -> bool:
    """Whether the whole tables fit one screen with these paragraphs and warnings; a narrow one is never cut."""
    if screen.width < NARROW:
        return True
    blocks = [block for _, columns in tables for block in lines_of(columns, screen.width)]
    lines = sum(1 + len(block) for block in blocks) + 2 * sum(bool(heading) for heading, _ in tables)
    return lines + sum(1 + filled(text, screen.prose).count("\n") for text in texts) <= LINES - screen.lines_beside


def _answer(of: Mapping[str, Evaluated], measure: Measure, name: str) -> str:
    """Who comes first by a measure, of several collections by its mean; how many systems where nobody does."""
    means = means_of(of, measure)
    systems = plural(len({system for one in of.values() for system in one.scores.systems}), "system")
    where = (
        plural(len(of), "collection") if len(of) > 1 else plural(len(next(iter(of.values())).scores.queries), "query")
    )
    first = min(means, key=lambda system: -measure.direction * means[system]) if len(means) > 1 else ""
    slots = {"measure": name, "mean": len(of) > 1, "systems": systems, "where": where}
    return CLI("scores.first", first=visible(first), **slots)


def tables_of(
    of: Mapping[str, Evaluated],
    names: Sequence[tuple[Measure, str]],
    sort: str,
    parts: Sequence[str],
    *,
    per_query: bool,
) -> list[tuple[str, list[TextColumn]]]:
    """Each table with its heading, which is "" where there is one collection."""
    first = names[0][0]
    if per_query:
        return [
            (_heading(collection, one), _by_query(one, measure, name, order(one.scores, first, sort), parts))
            for collection, one in of.items()
            for measure, name in names
        ]
    if len(of) > 1:
        systems = _order_over(of, first, sort)
        return [("", _by_collection(of, measure, name, systems)) for measure, name in names]
    (one,) = of.values()
    return [("", _by_system(one.scores, names, order(one.scores, first, sort)))]


def order(scores: Scores, first: Measure, sort: str) -> list[int]:
    """Systems in the order of the table."""
    systems = range(len(scores.systems))
    if sort == "name":
        return sorted(systems, key=lambda s: scores.systems[s].encode())
    if sort == "given":
        return list(systems)
    m = scores.measures.index(first)
    return sorted(systems, key=lambda s: -first.direction * scores.summary_view[m, 0, s])


def _order_over(of: Mapping[str, Evaluated], first: Measure, sort: str) -> list[str]:
    """Systems in the order of the table: by their mean over collections, then those that have none."""
    systems = list(dict.fromkeys(system for one in of.values() for system in one.scores.systems))
    if sort == "name":
        return sorted(systems, key=str.encode)
    means = means_of(of, first)
    if sort == "given" or not means:
        return systems
    return sorted(systems, key=lambda system: (system not in means, -first.direction * means.get(system, 0.0)))


def means_of(of: Mapping[str, Evaluated], measure: Measure) -> dict[str, float]:
    """System -> mean over collections, or over the queries of the only one; empty for no mean."""
    if len(of) == 1:
        (one,) = of.values()
        m = one.scores.measures.index(measure)
        return {system: one.scores.summary_view[m, 0, s] for s, system in enumerate(one.scores.systems)}
    from irassay.scoring.over_collections import means_over

    return means_over([one.scores for one in of.values()], measure)


def digits(measure: Measure) -> int:
    """Decimals that a person is shown: none for counts."""
    return 0 if measure.aggregate == "sum" else 4


def _by_system(scores: Scores, names: Sequence[tuple[Measure, str]], systems: Sequence[int]) -> list[TextColumn]:
    columns = [TextColumn("System", [scores.systems[s] for s in systems], name=True)]
    for measure, name in names:
        m = scores.measures.index(measure)
        columns.append(TextColumn(name, [number(scores.summary_view[m, 0, s], digits(measure)) for s in systems]))
    return columns


def _by_collection(
    of: Mapping[str, Evaluated], measure: Measure, name: str, systems: Sequence[str]
) -> list[TextColumn]:
    """Systems by collections, under the measure's name; the mean last, where the measure is a mean over queries."""
    columns = [TextColumn(name, list(systems), name=True)]
    for collection, one in of.items():
        columns.append(TextColumn(collection, _cells(means_of({"": one}, measure), systems, measure)))
    means = means_of(of, measure)
    return [*columns, TextColumn("Mean", _cells(means, systems, measure))] if means else columns


def _cells(values: Mapping[str, float], systems: Sequence[str], measure: Measure) -> list[str]:
    return [number(values[system], digits(measure)) if system in values else DASH for system in systems]


def _by_query(
    one: Evaluated, measure: Measure, name: str, systems: Sequence[int], parts: Sequence[str]
) -> list[TextColumn]:
    scores = one.scores
    m = scores.measures.index(measure)
    last = 1 if ALL in parts else 0
    columns = [TextColumn(name, [*scores.queries, *[LAST_ROW[measure.aggregate]] * last], name=True)]
    for s in systems:
        values = [scores.values_view[m, 0, s, q] for q in range(len(scores.queries))]
        values += [scores.summary_view[m, 0, s]] * last
        columns.append(TextColumn(scores.systems[s], [number(v, digits(measure)) for v in values]))
    reasons = [*one.notes.of_queries(measure), *[f"{count(len(scores.queries))} queries"] * last]
    return [*columns, TextColumn("", reasons, align="left")]


def _heading(collection: str, one: Evaluated) -> str:
    return f"{visible(collection)}, {plural(len(one.scores.queries), 'query')}" if collection else ""


def rows(scores: Scores, names: Sequence[tuple[Measure, str]], parts: Sequence[str]) -> list[Row]:
    """System, query, measure, value: systems and measures as given, a system's queries in byte order, then "all"."""
    which = [(scores.measures.index(measure), name) for measure, name in names]
    lines: list[Row] = []
    for s, system in enumerate(scores.systems):
        if BY_QUERY in parts:
            for q, query in enumerate(scores.queries):
                values = [(name, scores.values_view[m, 0, s, q]) for m, name in which]
                lines += [(system, query, name, x) for name, x in values if x == x]  # NaN: it doesn't count here
        if ALL in parts:
            lines += [(system, ALL, name, scores.summary_view[m, 0, s]) for m, name in which]
    return lines


def tsv_text(lines: Rows, same: Rows) -> str:
    """One line a score; with a heading and the collection in front where there are several."""
    table: list[tuple[object, ...]] = []
    for collection, of in lines.items():
        head = (collection,) if collection else ()
        table += [(*head, *row) for row in (*of, *same.get(collection, ()))]
    if "" not in lines:
        table.insert(0, ("collection", *FIELDS))
    return "\n".join("\t".join(map(cell, row)) for row in table)


def json_text(
    of: Mapping[str, Evaluated], measures: Sequence[Measure], lines: Rows, same: Rows, warnings: Sequence[str]
) -> str:
    """The scores as one document; of several collections with the number of queries of each."""
    import json

    first = next(iter(of.values()))
    document: dict[str, Any] = {
        "format": "irassay.scores/1",
        "signatures": signatures(first.scores, measures),
        "queries": sum(len(one.scores.queries) for one in of.values()),
        "warnings": list(warnings),
    }
    if "" not in of:
        document["collections"] = {name: len(one.scores.queries) for name, one in of.items()}
    document["scores"] = [
        ({"collection": name} if name else {}) | dict(zip(FIELDS, row, strict=True))
        for name, table in lines.items()
        for row in table
    ]
    if same:
        groups = {name: eval_lists.same_run_groups(table) for name, table in same.items()}
        document["same"] = groups.get("", groups)
    return json.dumps(document, indent=1, ensure_ascii=False)


def signatures(scores: Scores, measures: Sequence[Measure]) -> list[str]:
    """What the scores of these measures depend on; the same for all collections."""
    return [scores.signatures[scores.measures.index(measure)] for measure in measures]
