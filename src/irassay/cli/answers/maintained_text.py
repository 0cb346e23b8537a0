"""The answer of `irassay maintain`: the leaderboard of a version, what is open, and the files of a publication."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.formats import table_tsv
from irassay.drawing.tables.text import lines_of
from irassay.judging.assessors.maintaining import changes_table, labels_of, leaderboard_table, moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.maintaining import Maintained
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.versions import Version

FILES = ("answers.qrels", "leaderboard.tsv", "changes.tsv")


def write(
    campaign: Campaign,
    versions: Sequence[Version],
    asked: int | None,
    to: tuple[str | None, str | None],
    source: str,
    screen: Screen,
) -> None:
    """Write a publication of the version asked for, by default the last, and what moved since it or the one before."""
    from irassay.files import WholeFiles

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


def print_version(versions: Sequence[Version], found: Maintained | None, screen: Screen, *, everything: bool) -> None:
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
        table = (line for lines in lines_of(columns, screen.width) for line in lines)
        screen.result("\n".join([answer, "", *table, "", *sentences, *cautions]).rstrip())
        return
    print_answer(screen, answer, [("", columns, ())], sentences=sentences, cautions=cautions)
