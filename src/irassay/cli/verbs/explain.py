"""`irassay explain`: how a finding was found, why it matters, how to mend it, and what it can't see."""

from __future__ import annotations

import json

from irassay.cli import output
from irassay.drawing.tables.text import filled
from irassay.errors import UsageError, cut
from irassay.messages import did_you_mean, listed
from irassay.preflight.catalogue import entry_of, explained, near

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.messages.facts import Entry

TEXT_AT = 38  # column of the list at which a finding's line starts


def run(args: argparse.Namespace) -> int:
    """Print the entries of these codes, or the list of all."""
    entries = [_entry(code) for code in args.codes] or list(explained().values())
    rows = [_row(entry, whole=bool(args.codes)) for entry in entries]
    out = output.Output(args.screen, args.output, args.format, args.color)
    form = "table" if args.codes and not (args.format or args.output) else out.form  # prose, also into a pipe
    with out.answer() as screen:
        if form == "json":
            screen.result(json.dumps(rows, indent=2, ensure_ascii=False))
        elif form == "tsv":
            screen.result("\n".join("\t".join(cells) for cells in (rows[0], *(row.values() for row in rows))))
        elif args.codes:
            screen.result("\n\n".join(_told(entry, screen) for entry in entries))
        else:
            screen.result("\n".join(_line(entry, screen) for entry in entries))
    if form == "table" and not args.codes:
        args.screen.next("irassay explain CODE")
    return 0


def _entry(code: str) -> Entry:
    if entry := entry_of(code):
        return entry
    raise UsageError(f"no finding has the code {cut(code)}{did_you_mean(near(code), start='; ')}\nAll: irassay explain")


def _row(entry: Entry, *, whole: bool) -> dict[str, str]:
    levels, verbs = listed(entry.levels, last="or"), listed(entry.verbs)
    row = {"code": entry.code, "level": levels, "verb": verbs, "text": entry.text}
    if whole:
        row |= {"found": entry.found, "matters": entry.matters, "mend": entry.mend, "unseen": entry.unseen}
    return row


def _line(entry: Entry, screen: Screen) -> str:
    line = f"{entry.levels[0]:<10}{entry.code:<{TEXT_AT - 10}}{entry.text}"
    return line if len(line) <= screen.width else line[: screen.width - 1] + "…"


def _told(entry: Entry, screen: Screen) -> str:
    """The entry on one screen: what it is, then each of four texts under its heading."""
    row = _row(entry, whole=False)
    lines = [screen.style(f"{entry.code}: {entry.text}", "bold"), f"{row['level']} of irassay {row['verb']}"]
    for heading, text in entry.told().items():
        lines += ["", heading, filled(text.replace("`", ""), screen.prose, indent=2)]
    return "\n".join(lines)
