"""`irassay maintain`: best answers and a leaderboard that stay true when runs come."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from irassay.arguments import of_keywords
from irassay.cli.answers.one_screen import columns_of, print_answer, table_text
from irassay.cli.answers.said import CLI
from irassay.cli.next_command import next_command
from irassay.drawing.tables.formats import table_tsv
from irassay.errors import UsageError, cut
from irassay.files import WholeFiles
from irassay.formats.inputs import Inputs
from irassay.formats.reading.texts import read_texts
from irassay.judging.assessors.maintaining import changes_table, labels_of, leaderboard_table, maintain, moves
from irassay.judging.store import open_campaign

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.maintaining import Maintained
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.versions import Version

FILES = ("answers.qrels", "leaderboard.tsv", "changes.tsv")


def run(args: argparse.Namespace) -> int:
    """Settle the newcomers that are judged, ask about the others, and print the leaderboard."""
    with open_campaign(args.campaign) as campaign:
        found = None
        if args.runs:
            runs = of_keywords(Inputs, {**vars(args), "runs": list(args.runs), "qrels": None}).rankings()
            texts = (read_texts(path) if path else None for path in (args.query_texts, args.doc_texts))
            how: dict[str, Any] = dict(zip(("queries", "docs"), texts)) | {"measure": args.measures}
            how |= {name: getattr(args, name) for name in ("depth", "source", "ties", "seed", "threads")}
            found = maintain(campaign, runs, **how)
        versions = campaign.versions.all()
        asked = _number(args.version, versions, campaign)
        _write(campaign, versions, asked, (args.publish, args.moves_to), args.source, args.screen)
        _print_version(versions, found, args.screen, everything=args.all)
    if found and found.n_open:
        args.screen.next(next_command("judge", args.texts, given_to="maintain"))
    return 0


def _number(asked: int | None, versions: list[Version], campaign: Campaign) -> int | None:
    """The version asked for; UsageError where there is none."""
    if not versions:
        raise UsageError(f"{cut(campaign.source)} has no version yet: give the runs of the leaderboard")
    if asked is not None and asked > len(versions):
        raise UsageError(f"--version {asked}: {cut(campaign.source)} has versions 1 to {len(versions)}")
    return asked


def _write(
    campaign: Campaign,
    versions: Sequence[Version],
    asked: int | None,
    to: tuple[str | None, str | None],
    source: str,
    screen: Screen,
) -> None:
    """Write a publication of the version asked for, by default the last, and what moved since it or the one before."""
    folder, moved = to
    with WholeFiles() as files:
        if folder:
            files.folder(folder)
            of = versions[: asked or len(versions)]
            labels = labels_of(of[-1].answers)
            qrels = "".join(f"{query} 0 {doc} 1\n" for query in labels.queries for doc in labels.grades(query))
            for name, text in zip(FILES, (qrels, table_tsv(leaderboard_table(of[-1])), table_tsv(changes_table(of)))):
                files.write(os.path.join(folder, name), [text])
        if moved:
            since = versions[asked - 1 if asked else max(0, len(versions) - 2)]
            files.write(moved, [table_tsv(moves(campaign, since, versions[-1], source=source))])
    if folder:
        number = str(asked or len(versions))
        screen.explain(CLI("version.published", folder=folder, number=number, files=", ".join(FILES)))
    if moved:
        screen.explain(CLI("version.moves", file=moved, number=str(since.number)))


def _print_version(versions: Sequence[Version], found: Maintained | None, screen: Screen, *, everything: bool) -> None:
    """The leaderboard, what changed in it, and what is left to judge."""
    of = versions[-1]
    answer = CLI(
        "version", same=found is not None and not found.is_new, number=str(of.number), queries=len(of.answers),
        answers=sum(map(len, of.answers.values())),
        changed=sum(bool(before and now) for _, before, now in of.changes),
    )  # fmt: skip
    newcomers, none = sum(map(len, of.open.values())), found.unanswered if found else ()
    sentences = [CLI("version.open", queries=len(of.open), newcomers=newcomers)] if of.open else []
    cautions = [CLI("version.unanswered", queries=len(none))] if none else []
    columns = columns_of(leaderboard_table(of))
    if everything:
        screen.result("\n".join([answer, "", table_text(columns, screen), "", *sentences, *cautions]).rstrip())
        return
    print_answer(screen, answer, [("", columns, ())], sentences=sentences, cautions=cautions)
