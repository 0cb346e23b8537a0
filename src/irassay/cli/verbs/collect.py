"""`irassay collect`: a collection that tries to hold every relevant passage, from a wiki."""

from __future__ import annotations

import os
from collections.abc import Mapping
from shlex import quote
from typing import TYPE_CHECKING

from irassay.arguments import of_keywords
from irassay.cli import options
from irassay.cli.answers.one_screen import print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.output import losses_told
from irassay.drawing.tables.text import TextColumn
from irassay.errors import InputError, UsageError, cut
from irassay.evidence import answering, collecting
from irassay.evidence.answering import CARD_TEXT, QRELS, TO_CHECK, WHOLE, card_of
from irassay.evidence.card import in_words
from irassay.evidence.folder import DISCARDED, LOG, TO_JUDGE, Folder, Plan
from irassay.evidence.words import EVIDENCE
from irassay.messages import count

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen

OF_WIKIS = ("links_of", "sections", "list_title", "workers")
OF_EXPORTS = ("output", "members", "links", "mentions", *OF_WIKIS)
OF_FOLDERS = ("answers", "check", "checked", "phrase")  # what goes on with a collection


def run(args: argparse.Namespace) -> int:
    """Collect as far as there are answers, and say what comes next."""
    plan = of_keywords(Plan, vars(args) | {"by": "section" if args.sections else "article", "title": args.list_title})
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
            _print_candidates(folder, counts, args.screen)
            if counts["candidates"]:
                args.screen.next(f"irassay collect {quote(folder.path)} --answers judged.tsv")
            return 0
    else:
        options.refuse(args, *OF_EXPORTS, where=f"on the folder {args.wiki}")
        folder = Folder(args.wiki)
    if sum(bool(getattr(args, name)) for name in OF_FOLDERS) != 1:
        raise UsageError(f"{cut(args.wiki)} waits for one of --answers FILE, --check N, --checked FILE, --phrase FILE")
    if args.answers:
        _print_evidence(folder, answering.write(folder, args.answers, plan, args.query_texts), args.screen)
    elif args.check:
        answer = CLI("candidates.check", n=answering.draw_check(folder, args.check, args.seed))
        told = [CLI("candidates.answer-again", file=folder.file(TO_CHECK))]
        print_answer(args.screen, answer, sentences=told, more="")
        args.screen.next(f"irassay collect {quote(folder.path)} --checked checked.tsv")
    elif args.phrase:
        _phrase(folder, args.phrase, args.screen)
    else:
        first, *others = answering.soundness_of(folder, args.checked).sentences()
        print_answer(args.screen, first, sentences=others, more=CLI("evidence.sample"))
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
    from irassay.judging.assessors.phrasing import phrase

    words = folder.file(answering.WORDS)
    n = phrase(model, answering.queries_of(folder), words)
    print_answer(screen, CLI("phrased", n=n, words=words), more=CLI("phrased.more"))
    screen.next(f"irassay collect {quote(folder.path)} --answers judged.tsv --query-texts {quote(words)}")


def _print_candidates(folder: Folder, counts: Mapping[str, int], screen: Screen) -> None:
    """What is to be judged, then the counts of the stages."""
    told = [
        CLI("candidates.answer", file=folder.file(TO_JUDGE)) if counts["candidates"] else "",
        CLI("candidates.left-out", file=folder.file(DISCARDED)) if counts["discarded"] else "",
        "" if counts["groups"] or counts["discarded"] else CLI("candidates.none"),
    ]
    some = {name: count(n) for name, n in counts.items() if n}
    table = [TextColumn("", list(some), align="left"), TextColumn("", list(some.values()))]
    answer = CLI("candidates", n=counts["candidates"], groups=counts["groups"])
    print_answer(screen, answer, [("", table, ())], sentences=told, more="")


def _print_evidence(folder: Folder, written: Mapping[str, int], screen: Screen) -> None:
    """How much evidence answers found, by group size."""
    files = {"qrels": folder.file(QRELS), "whole": folder.file(WHOLE), "card": folder.file(CARD_TEXT)}
    columns = enumerate(in_words(*card_of(folder)))  # what groups of each size have, to a digit
    table = [TextColumn(head, cells, name=not i) for i, (head, cells) in columns if head != "elsewhere"]
    answer = EVIDENCE("card", passages=written["evidence"], queries=written["queries"])
    told = [
        CLI("evidence.open", n=written["open"]) if written["open"] else "",
        CLI("evidence.few", n=written["few"]) if written["few"] else "",
        CLI("evidence.files", **files),
    ]
    print_answer(screen, answer, [("", table, ())], sentences=told, more="")
