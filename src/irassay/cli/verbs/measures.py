"""`irassay measures`: what can be measured, with definitions and papers."""

from __future__ import annotations

from irassay.cli import output
from irassay.drawing.tables.text import filled
from irassay.measures import DEFINITIONS, Definition, names_as_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen

INDENT = 17
WRITTEN = "Write nDCG@10 or AP(rel=2); trec_eval's names work too."


def run(args: argparse.Namespace) -> int:
    """Print them all, or those named."""
    families = [[name] if name in DEFINITIONS else [m.name for m in names_as_asked([name])] for name in args.names]
    names = {name for family in families for name in family} or set(DEFINITIONS)
    definitions = [definition for definition in DEFINITIONS.values() if definition.name in names]
    records, out = [*map(_record, definitions)], output.Output(args.screen, args.output, args.format, args.color)
    with out.answer() as screen:
        if out.form == "json":
            import json

            screen.result(json.dumps(records, indent=2, ensure_ascii=False))
        elif out.form == "tsv":
            screen.result("\n".join("\t".join(row) for row in (records[0], *(one.values() for one in records))))
        else:
            _table(definitions, screen)
    return 0


def _record(of: Definition) -> dict[str, str]:
    better = "higher" if of.direction == 1 else "lower"
    record = {"name": of.name, "written": of.pattern, "definition": of.sentence, "better": better}
    return record | {"trec_eval": of.names.trec_eval, "paper": of.citation}


def _table(definitions: list[Definition], screen: Screen) -> None:
    for definition in definitions:
        cutoff = {"required": "@k", "optional": "[@k]", "recall": "@recall"}.get(definition.cutoff, "")
        direction = "" if definition.direction == 1 else " Lower is better."
        _entry(definition.name + cutoff, definition.sentence + direction, screen)
        inside = [p.name if p.default is None else f"{p.name}={p.default}" for p in definition.parameters]
        names = ", ".join(map(_short, definition.names.trec_eval.split(", ")))
        parts = [part for part in (", ".join(inside), f"trec_eval: {names}" if names else "") if part]
        if parts:
            screen.result(filled("; ".join(parts), screen.prose, indent=INDENT))
        paper = filled(definition.citation, screen.prose, indent=INDENT).split("\n")
        screen.result("\n".join(screen.style(line, "dim") for line in paper))
        screen.result()
    meanings = {p.name: p.meaning for definition in definitions for p in definition.parameters}
    if meanings:
        screen.result(screen.style("Parameters", "bold"))
    for name, meaning in meanings.items():
        _entry(name, meaning, screen)
    screen.explain()
    screen.explain(filled(WRITTEN, screen.prose))


def _short(name: str) -> str:
    """One of trec_eval's names, without what it means in brackets and without a parameter that is no cutoff."""
    name = name.partition("(")[0]
    return name if name.endswith("{k}") else name.partition("{")[0].rstrip("_=")


def _entry(name: str, text: str, screen: Screen) -> None:
    body = filled(text, screen.prose, indent=INDENT, first=INDENT).lstrip()
    screen.result(screen.style(name, "bold") + " " * (INDENT - len(name)) + body)
