"""`irassay check`: do these files belong together?"""

from __future__ import annotations

from irassay.cli import output
from irassay.cli.answers import decision
from irassay.cli.answers.one_screen import LINES, MOST_CAUTIONS, print_bold
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import inputs_of
from irassay.cli.next_command import next_command
from irassay.cli.result_files import recorded
from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import TextColumn, cell, filled, lines_of, markdown_table
from irassay.messages import capital, count, number, percent, visible
from irassay.preflight import comparable, verdict
from irassay.preflight.check import check_inputs

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.result import Finding, Result, Table

OK, WRONG = 0, 1
MARKS = {"error": "✗", "warning": "▲", "note": "·"}
TEXT_AT = 11  # column at which sentences start: after the mark and the level
LINES_TO_DO = 2  # of what to do; more are shown with --all
MOST_SHOWN = 8  # findings on one screen
EXPLAINED = 3  # codes that the last line names
SAID_ABOVE = {"unjudged-differ": comparable.UNJUDGED, "rank-contradicts-score": comparable.RANKS}  # finding -> flag


def run(args: argparse.Namespace) -> int:
    """Check and print; 1 where something is wrong, or is what `--fail-on` names."""
    inputs = inputs_of(vars(args))
    if args.fail_on:
        decision.check(args.fail_on, "check", args.screen)
    result = check_inputs(inputs, args.measures or ("nDCG@10",), ties=args.ties)
    result = recorded(result, leave_out=args.leave_out)
    out = output.Output(args.screen, args.output, args.format, args.color)
    with out.answer(result.provenance.to_dict) as screen:
        if out.form == "json":
            screen.result(result.to_json().rstrip("\n"))
        elif out.form == "markdown":
            screen.result(_markdown(result, args.fail_on))
        elif out.form == "tsv":
            rows = [_cells(finding) for finding in result.findings]
            for row in (*rows, *(_run_cells(result) if args.all else ())):
                screen.result("\t".join(map(cell, row)))
        else:
            (_print_screen if out.on_screen(args.all) else _print_all)(result, screen)
    if out.form == "table" and not any(f.level == "error" for f in result.findings):
        args.screen.next(next_command("compare", args.texts, given_to="check"))
    for reason in decision.of_findings(_named(result, args.fail_on)):
        args.screen.warn(reason)
    return _exit_code(result, args.fail_on)


def _print_screen(result: Result, screen: Screen) -> None:
    """The answer, then errors and warnings, the first in full and the others a line each, as many as fit."""
    findings = [f for f in result.findings if f.level != "note"] or result.findings
    answer, facts = f"{result.title} {result.standfirst}", filled(", ".join(result.facts), screen.prose)
    below = [filled(CLI("checked.flags", title=_flags_title(result)), screen.prose)] if _flags(result) else []
    below += ["--all shows the notes."] if len(findings) < len(result.findings) else []
    below += [_to_explain(findings, screen)] if findings else []
    room = (
        LINES
        - screen.lines_beside
        - 3
        - sum(1 + text.count("\n") for text in (filled(answer, screen.prose), facts, *below))
    )
    shown: list[str] = []
    for finding in findings:
        whole = _entry(finding, screen, whole=False)
        brief = _head(finding, screen) + filled(visible(finding.text), screen.width, indent=TEXT_AT).lstrip()
        in_full = len(shown) < MOST_CAUTIONS and whole.count("\n") + 2 <= room
        fitting = [whole] if in_full else [brief] * (room > 1 + brief.count("\n"))
        if not fitting or len(shown) == MOST_SHOWN:
            break
        shown += fitting
        room -= 1 + fitting[0].count("\n")
    print_bold(answer, screen)
    if facts:
        screen.result(facts)
    if shown:
        screen.result()
        screen.result("\n".join(shown))
    if len(shown) < len(findings):
        screen.result(f"... {count(len(findings) - len(shown))} more (--all)")
    if below:
        screen.result()
        screen.result("\n".join(below))


def _print_all(result: Result, screen: Screen) -> None:
    screen.result(screen.style(filled(f"{result.title} {result.standfirst}", screen.prose), "bold"))
    if result.facts:
        screen.result(filled(", ".join(result.facts), screen.prose) + "\n")
    for finding in result.findings:
        screen.result(_entry(finding, screen, whole=True))
    if result.findings:
        screen.result()
    flags = ["  " + filled(text, screen.prose, indent=4, first=2).lstrip() for text in _flags(result)]
    if flags:
        screen.result("\n".join([filled(f"{_flags_title(result)}:", screen.prose), *flags]) + "\n")
    tables = {table.name: table for table in result.tables}
    if "runs" in tables:
        screen.result(_runs(result, screen) + "\n")
    screen.result(_without_finding(tables["without-finding"], screen))
    if result.findings:
        screen.result("\n" + _to_explain(result.findings, screen))


def _to_explain(findings: Sequence[Finding], screen: Screen) -> str:
    """Which codes `irassay explain` says more of, those whose action is not shown first."""
    longest = sorted(findings, key=lambda finding: not _is_long(finding, screen))
    codes = list(dict.fromkeys(finding.code for finding in longest))[:EXPLAINED]
    return filled(CLI("checked.explain", codes=" ".join(codes)), screen.prose)


def _markdown(result: Result, fail_on: tuple[str, ...]) -> str:
    """The exit code, the answer, then all findings as a table."""
    errors = [f"error {finding.code}: {finding.text}" for finding in result.findings if finding.level == "error"]
    named = decision.of_findings([f for f in _named(result, fail_on) if f.level != "error"])
    why = [*errors, *named] or [CLI("checked.no-error", asked=fail_on)]
    paragraphs = [decision.line(_exit_code(result, fail_on), why)]
    wrong = verdict.answer(result.findings) == "wrong"  # where the findings have said the title
    last = result.standfirst if wrong else f"{result.title} {result.standfirst}"
    paragraphs += [f"**{markdown(last)}**", markdown(", ".join(result.facts))]
    if result.findings:
        heads = ("Level", "Finding", "What", "Where", "Effect", "Do")
        columns = zip(heads, zip(*map(_cells, result.findings)))
        paragraphs.append(markdown_table([TextColumn(head, texts, align="left") for head, texts in columns]))
    return "\n\n".join(filter(None, paragraphs))


def _flags(result: Result) -> list[str]:
    """Runs that are not comparable as they are, a reason a text; without reasons that a finding is about."""
    return [f"{visible(system)}  {word}: {visible(why)}" for system, word, why in _flagged(result)]


def _flagged(result: Result) -> list[tuple[str, str, str]]:
    table = next((table for table in result.tables if table.name == "not-comparable"), None)
    if table is None:
        return []
    above = {SAID_ABOVE.get(finding.code) for finding in result.findings}
    rows = zip(*(table.column(name).values for name in ("system", "flag", "why")))
    return [row for row in rows if row[1] not in above]


def _flags_title(result: Result) -> str:
    """How many of the runs are not comparable as they are."""
    runs = next(table for table in result.tables if table.name == "runs")
    return comparable.title(len({system for system, _, _ in _flagged(result)}), len(runs))


def _without_finding(table: Table, screen: Screen) -> str:
    """Which checks ran without a finding, and which did not apply, a reason a paragraph."""
    (ran, clear), *rest = zip(*(table.column(name).values for name in ("why", "checks")))
    lines = clear.split(", lines-")
    kinds = f", and {len(lines) - 1} kinds of lines-" if len(lines) > 1 else ""
    paragraphs = [filled(f"{capital(ran)}: {lines[0]}{kinds}", screen.prose, indent=2, first=0)]
    if rest:
        paragraphs.append("Did not apply:")
    paragraphs += ["  " + filled(f"{checks}: {why}", screen.prose, indent=4, first=2).lstrip() for why, checks in rest]
    return "\n".join(paragraphs)


def _runs(result: Result, screen: Screen) -> str:
    """One line a run: what was counted, and how far ties and precision move the first measure."""
    table = next(table for table in result.tables if table.name == "runs")
    of = {column.name: column.values for column in table.columns}
    measure = table.column("mean").unit
    reach = [max(m - low, high - m) for low, m, high in zip(of["least"], of["mean"], of["greatest"])]
    columns = [
        TextColumn("System", of["system"], name=True),
        TextColumn("Queries", map(count, of["answered"])),
        TextColumn("Labelled", [percent(s) if s == s else number(None) for s in of["judged"]]),
        TextColumn("Tied", map(count, of["tied"])),
        TextColumn(measure, map(number, of["mean"])),
        TextColumn("Ties move", map(number, reach)),
    ]
    as_32_bit = result.provenance.options["ties"] == "float32"
    if not as_32_bit:
        columns.append(TextColumn("32-bit", [number(b - a) for a, b in zip(of["mean"], of["float32"])]))
    blocks = ["\n".join(lines) for lines in lines_of(columns, screen.width)]
    depth = result.provenance.options["depth"]
    note = CLI("checked.runs", depth=f"{depth}", single=as_32_bit)
    return "\n\n".join(blocks) + "\n\n" + filled(note, screen.prose)


def _is_long(finding: Finding, screen: Screen) -> bool:
    """Whether `irassay explain` has what to do in its place: of an error it is always shown."""
    return finding.level != "error" and len(finding.action) > LINES_TO_DO * (screen.prose - TEXT_AT)


def _entry(finding: Finding, screen: Screen, *, whole: bool) -> str:
    """One finding: its sentence, then where, effect and what to do, and its code where it is shown as a `whole`."""
    text = filled(visible(finding.text), screen.prose, indent=TEXT_AT, first=TEXT_AT).lstrip()
    lines = [_head(finding, screen) + text]
    action = finding.action if whole or not _is_long(finding, screen) else ""
    code = finding.code if whole else ""
    for word, texts in (("where", finding.where), ("effect", (finding.effect,)), ("do", (action,)), ("code", (code,))):
        for text in filter(None, texts):
            body = filled(visible(text), screen.prose, indent=TEXT_AT, first=TEXT_AT).lstrip()
            lines.append(f"  {word:<{TEXT_AT - 2}}{body}")
            word = ""
    return "\n".join(lines)


def _head(finding: Finding, screen: Screen) -> str:
    """The mark and the level, as wide as what stands before every text."""
    colour = {"error": ("red",), "note": ("dim",)}.get(finding.level, ())
    return screen.style(f"{MARKS[finding.level]} {finding.level:<{TEXT_AT - 2}}", *colour)


def _cells(finding: Finding) -> list[str]:
    """Level, code, sentence, where, effect, what to do; white space made single, so that a line stays a line."""
    texts = (finding.level, finding.code, finding.text, "; ".join(finding.where), finding.effect, finding.action)
    return [" ".join(text.split()) for text in texts]


def _run_cells(result: Result) -> list[list[str]]:
    """A line for each run, as wide as a finding's: its name and its counts, then what is odd about it."""
    of = {table.name: table for table in result.tables}
    if "runs" not in of:
        return []
    flags: dict[str, list[str]] = {}
    if "not-comparable" in of:
        for system, word in zip(*(of["not-comparable"].column(name).values for name in ("system", "flag"))):
            flags.setdefault(system, []).append(word)
    names = [column.name for column in of["runs"].columns]
    rows = []
    for values in zip(*(column.values for column in of["runs"].columns)):
        counts = dict(zip(names, values))
        system = counts.pop("system")
        text = " ".join(f"{name}={value}" for name, value in counts.items())
        rows.append(["run", system, text, "", "; ".join(flags.get(system, ())), ""])
    return rows


def _exit_code(result: Result, fail_on: tuple[str, ...]) -> int:
    return WRONG if _named(result, fail_on) or any(finding.level == "error" for finding in result.findings) else OK


def _named(result: Result, fail_on: tuple[str, ...]) -> list[Finding]:
    """What was found of that which `--fail-on` names, by level or code."""
    return [finding for finding in result.findings if finding.level in fail_on or finding.code in fail_on]
