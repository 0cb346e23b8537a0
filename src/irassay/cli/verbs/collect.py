"""`irassay collect`: a collection that tries to hold every relevant passage, from a wiki."""

from __future__ import annotations

import os
from shlex import quote

from irassay.cli import options
from irassay.errors import InputError, UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.evidence.folder import Folder

DONE = "collected"
OF_WIKIS = ("links_of", "sections", "list_title", "workers")
OF_EXPORTS = ("output", "members", "links", "mentions", *OF_WIKIS)
OF_FOLDERS = ("answers", "check", "checked", "phrase")  # what goes on with a collection


def run(args: argparse.Namespace) -> int:
    """Collect as far as there are answers, and say what comes next."""
    from irassay.cli.answers import collected_text
    from irassay.cli.answers.losses import losses_told
    from irassay.evidence import answering, collecting
    from irassay.evidence.folder import LOG, Folder, Plan

    plan = Plan(
        by="section" if args.sections else "article",
        links_of=args.links_of,
        mentions=args.mentions,
        title=args.list_title,
        least_evidence=args.least_evidence,
        workers=args.workers,
    )
    is_dump = os.path.isdir(args.wiki) and args.output and not os.path.exists(os.path.join(args.wiki, LOG))
    if is_dump or not os.path.isdir(args.wiki):
        options.refuse(
            args, "check", "checked", "phrase", where="with an export: they are of a collection that has answers"
        )
        if args.links:
            options.refuse(args, *OF_WIKIS, where="with --links: there is no wiki")
        _check_places(args.wiki, args.output, members=args.members, links=args.links)
        folder = Folder(args.output)
        with losses_told(args.screen):
            counts = collecting.begin(folder, args.wiki, args.members, plan, args.links)
        if not args.answers:
            collected_text.print_candidates(folder, counts, args.screen)
            if counts["candidates"]:
                args.screen.next(f"irassay collect {quote(folder.path)} --answers judged.tsv")
            return 0
    else:
        options.refuse(args, *OF_EXPORTS, where=f"on the folder {args.wiki}")
        folder = Folder(args.wiki)
    given = [name for name in OF_FOLDERS if getattr(args, name)]
    if len(given) != 1:
        raise UsageError(f"{cut(args.wiki)} waits for one of --answers FILE, --check N, --checked FILE, --phrase FILE")
    if args.answers:
        collected_text.print_evidence(
            folder, answering.write(folder, args.answers, plan, args.query_texts), args.screen
        )
    elif args.check:
        collected_text.print_check(folder, answering.draw_check(folder, args.check, args.seed), args.screen)
        args.screen.next(f"irassay collect {quote(folder.path)} --checked checked.tsv")
    elif args.phrase:
        _phrase(folder, args.phrase, args.screen)
    else:
        collected_text.print_soundness(answering.soundness_of(folder, args.checked), args.screen)
    return 0


def _check_places(wiki: str, output: str | None, *, members: str | None, links: str | None) -> None:
    """Raise where there is no wiki, no place for a collection of it, or nothing says what belongs together."""
    if links and not members:
        raise UsageError("--links says what passages are about, not what belongs together: add --members FILE")
    if not os.path.exists(wiki):
        raise InputError(f"{cut(wiki)} is not there")
    if not output:
        raise UsageError(f"where is the collection of {cut(wiki)} to be? Add -o DIR, a folder")


def _phrase(folder: Folder, model: str, screen: Screen) -> None:
    """Have a model put queries into words."""
    from irassay.cli.answers import collected_text
    from irassay.evidence import answering
    from irassay.judging.assessors.phrasing import phrase

    words = folder.file(answering.WORDS)
    collected_text.print_words(phrase(model, answering.queries_of(folder), words), words, screen)
    screen.next(f"irassay collect {quote(folder.path)} --answers judged.tsv --query-texts {quote(words)}")
