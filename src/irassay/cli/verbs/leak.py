"""`irassay leak`: which test queries were trained on, and whether that moved scores or order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from irassay.arguments import of_keywords
from irassay.cli import output
from irassay.cli.answers.leak_files import Wanted, clean_places, refuse_own, training, write
from irassay.cli.answers.one_screen import print_answer
from irassay.cli.inputs import study_settings
from irassay.cli.next_command import next_command
from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
from irassay.drawing.tables.text import TextColumn, filled, shortened
from irassay.errors import UsageError, cut
from irassay.formats.inputs import Inputs
from irassay.leakage import effect_words
from irassay.leakage.effect_words import left_out
from irassay.messages import number, visible
from irassay.studies.leak import words
from irassay.studies.leak.evidence import Settings
from irassay.studies.leak.study import explore

if TYPE_CHECKING:
    import argparse

    from irassay.drawing.terminal import Screen
    from irassay.leakage import Leak
    from irassay.studies.leak.study import Leakage

FAILS = ("leaked", "review")  # what --fail-on names
FORMAT = "irassay.leak/1"
SHOWN = 10  # leaked queries under --all


def run(args: argparse.Namespace) -> int:
    """Hold test queries against training texts and print, or make the page."""
    for name in args.fail_on:
        if name not in FAILS:
            raise UsageError(f"--fail-on is {cut(name)}, expected one of {', '.join(FAILS)}")
    files = (args.leaks, args.by_query, args.clean_queries, args.review)
    wanted = Wanted(*files, args.per_review, args.n_sample, args.seed)
    to_page = page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    columns = {"query": args.train_query, "positive": args.train_positive, "negative": args.train_negative}
    trained = training(args.train, corpus=args.train_corpus, screen=args.screen, **columns)
    refuse_own(args.test_queries, trained)
    places = clean_places(trained, args.train, args.clean_train)
    values = vars(args) | ({"fields": args.field} if args.field else {})
    values |= {"screen": args.cheap_encoder, "qrels": args.optional_qrels, "runs": list(args.leak_runs) or None}
    answer = explore(args.test_queries, trained, of_keywords(Inputs, values), study_settings(Settings, values))
    write(answer, wanted, trained, places, args.screen)
    out = output.Output(args.screen, args.output, args.format, args.color)
    if to_page or out.form != "table":
        for sentence in left_out(answer.scored.effects[0]) if answer.scored is not None else ():
            args.screen.warn(sentence)  # what the table says itself
    if to_page:
        write_page(answer.result(), args.output, args.screen)
    else:
        print_leaks(answer, out, brief=out.on_screen(args.all))
        if out.form == "table":
            args.screen.next(f"{next_command('leak', args.texts, given_to='leak')} -o leak.html")
    if args.figures:
        write_charts(answer.result(), args.figures, args.figure_format, args.screen)
    return int(any(getattr(answer.leaks, name) for name in args.fail_on))


def print_leaks(answer: Leakage, out: output.Output, *, brief: bool) -> None:
    """Print the answer in the form that is asked for; `brief` is on one screen."""
    with out.answer(answer.provenance.to_dict) as screen:
        if out.form == "json":
            document = {"format": FORMAT, **answer.to_dict(), "provenance": answer.provenance.to_dict()}
            screen.result(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False))
        elif out.form == "tsv":
            from irassay.leakage.files import leak_lines

            screen.result("".join(leak_lines(answer.leaks)).rstrip("\n"))
        else:
            (_print_screen if brief else _print_text)(answer, screen)


def _print_screen(answer: Leakage, screen: Screen) -> None:
    """The answer, leaked queries beside what was trained on, what it did to scores, and what is not seen."""
    firsts, scored = _strongest(answer), answer.scored
    queries = [visible(pair.query) for pair in firsts]
    room = max(20, (screen.width - max(map(len, ("999 more", *queries))) - 4) // 2)
    texts = [[shortened(_line(text), room) for text in (pair.text, pair.train_text)] for pair in firsts]
    columns = [TextColumn("Query", queries, name=True)]
    columns += [
        TextColumn(head, [of[i] for of in texts], align="left")
        for i, head in enumerate(("Test text", "Training text"))
        if any(of[i] for of in texts)
    ]
    sentences = [words.conclusion(answer), words.to_look_at(answer.leaks), words.cant_see(answer)]
    lost = [text for one in scored.effects[:1] for text in left_out(one)] if scored is not None else []
    doubts = [*lost, words.unscored(scored) if scored is not None else ""]
    tables = [(", ".join(answer.result().facts), columns, ())] if firsts else []
    print_answer(
        screen, words.title(answer.leaks), tables, sentences=sentences, cautions=doubts, more=words.SAID("more")
    )


def _strongest(answer: Leakage) -> list[Leak]:
    """The strongest pair of each leaked query, the strongest first."""
    return sorted((answer.leaks.of(query)[0] for query in answer.leaks.leaked), key=lambda pair: -pair.strength)


def _print_text(answer: Leakage, screen: Screen) -> None:
    result = answer.result()
    screen.result(", ".join(result.facts))
    firsts = _strongest(answer)
    was_bare = False
    for pair in firsts[:SHOWN]:
        is_bare = not pair.train_text
        screen.result(("" if is_bare and was_bare else "\n") + "\n".join(_lines(pair, screen.width)))
        was_bare = is_bare
    if len(firsts) > SHOWN:
        screen.result(f"\n{words.SAID('more.queries', n=len(firsts) - SHOWN)}")
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    screen.result(filled(f"{words.leaked(answer)} {words.what_counts(answer)}", screen.prose))
    recall = answer.searched.recall
    for text in filter(None, (words.to_look_at(answer.leaks), recall.share if recall is not None else "")):
        screen.result(filled(text, screen.prose))
    if answer.people is not None:
        texts = [*words.calibrated(answer.people.calibration), *words.label_files(answer.people.files)]
        screen.result("\n" + filled(" ".join(texts), screen.prose))
        if answer.people.agreement is not None:
            screen.result(filled(" ".join(words.agreement(answer.people.agreement)), screen.prose))
    if answer.kinds is not None:
        screen.result("\n" + filled(" ".join(effect_words.findings_on_kinds(answer.kinds)), screen.prose))
        if notes := effect_words.notes_on_kinds(answer.kinds):
            screen.result(filled(" ".join(notes), screen.prose))
    if answer.scored is not None and (text := words.unscored(answer.scored)):
        screen.result("\n" + filled(text, screen.prose))
    for one in answer.scored.effects if answer.scored is not None else ():
        screen.result("\n" + screen.style(one.measure, "bold"))
        for text in filter(None, (*one.explain(), words.leader(one))):
            screen.result(filled(text, screen.prose))
    if answer.scored is not None and answer.scored.without_documents is not None:
        screen.result("\n" + filled(" ".join(answer.scored.without_documents.explain()), screen.prose))
    if text := words.counts(answer):
        screen.explain(filled(text, screen.prose))
    screen.explain(filled(words.cant_see(answer), screen.prose))


def _lines(pair: Leak, width: int) -> list[str]:
    """The query with its text, and under it the training text with what it is."""
    if not pair.train_text:
        query = visible(pair.query)
        return [f"{query}  {shortened(_line(pair.text), max(20, width - len(query) - 2))}".rstrip()]
    marks: list[str] = [pair.type]
    marks += [f"overlap {number(pair.overlap, 2)}"] if pair.overlap is not None else []
    marks += [f"cosine {number(pair.similarity, 3)}"] if pair.similarity is not None else []
    last = f"  ({', '.join(marks)})"
    query = visible(pair.query)
    indent = len(query) + 2
    asked = shortened(_line(pair.text), max(20, width - indent))
    trained = shortened(_line(pair.train_text), max(20, width - indent - len(last)))
    return [f"{query}  {asked}", " " * indent + trained + last]


def _line(text: str) -> str:
    """A text on one line: any white space, also one that doesn't break, as one space."""
    return visible(" ".join(text.split()))
