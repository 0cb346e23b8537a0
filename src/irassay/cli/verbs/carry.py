"""`irassay carry`: labels to a new version of a corpus, and what became of each."""

from __future__ import annotations

from irassay.cli.answers.one_screen import table_text
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn, cell, filled
from irassay.errors import UsageError
from irassay.files import write_whole
from irassay.formats import read_qrels, write_qrels
from irassay.formats.reading.texts import read_addressed
from irassay.label_sets import LabelMigration, migrate_labels
from irassay.messages import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen


def run(args: argparse.Namespace) -> int:
    """Carry, write, and say how many were kept, dropped and left in doubt."""
    if args.doubtful > args.similar:
        raise UsageError(f"--doubtful is {args.doubtful:g}, expected at most --similar, which is {args.similar:g}")
    qrels = read_qrels(
        args.qrels, input_format=args.input_format, grade_scale=args.grade_scale, label_map=args.label_map
    )
    carry = migrate_labels(
        qrels, read_addressed(args.old), read_addressed(args.new), similar=args.similar, doubtful=args.doubtful
    )
    if args.fates:
        write_whole(args.fates, _fates(carry))
    write_qrels(carry.qrels, args.output or "-")
    _print_summary(carry, args.screen)
    return 0


def _fates(carry: LabelMigration) -> str:
    """A line a label, those to be judged again first."""
    order = {"doubtful": 0, "changed": 1, "gone": 2, "kept": 3}
    rows = sorted(carry.labels, key=lambda row: order[row[4]])
    lines = [("query", "old", "new", "grade", "fate", "similarity"), *((*row[:5], f"{row[5]:.4f}") for row in rows)]
    return "".join("\t".join(map(cell, line)) + "\n" for line in lines)


def _print_summary(carry: LabelMigration, screen: Screen) -> None:
    cells = {column.name: list(column.values) for column in carry.table().columns}
    columns = [
        TextColumn("labels", cells["labels"], align="left"),
        TextColumn("number", [f"{n:,}" for n in cells["number"]]),
    ]
    columns.append(TextColumn("share", [percent(share) for share in cells["share"]]))
    columns += [TextColumn(name, [f"{n:,}" for n in cells[name]]) for name in cells if name.startswith("grade ")]
    screen.explain(table_text(columns, screen))
    for fate, meaning in zip(cells["labels"], cells["meaning"]):
        screen.explain(filled(f"{fate}: {meaning}.", screen.prose))
    if carry.n_merged:
        screen.explain(filled(CLI("carried.merged", n=carry.n_merged), screen.prose))
