"""`irassay leak`: which test queries were trained on, and whether that moved scores or order."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from irassay.arguments import of_keywords
from irassay.cli import output
from irassay.cli.answers.one_screen import print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import study_settings
from irassay.cli.next_command import next_command
from irassay.cli.output import writable
from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
from irassay.drawing.tables.text import TextColumn, filled, shortened
from irassay.errors import UsageError, cut
from irassay.files import STDOUT, WholeFiles, make_folder, try_folder
from irassay.formats.inputs import Inputs
from irassay.formats.reading.training import how_read, read_training
from irassay.formats.reading.training_folders import notes_left_out
from irassay.formats.sources.opening import same_file
from irassay.leakage import Leak, Leaks, effect_words
from irassay.leakage.effect_words import left_out
from irassay.leakage.files import LeakedRows, by_query_lines, leak_lines
from irassay.leakage.words import own_texts
from irassay.messages import number, visible
from irassay.studies.leak import sections
from irassay.studies.leak.evidence import Settings
from irassay.studies.leak.study import Leakage, explore

if TYPE_CHECKING:
    import argparse

    from irassay.collection.training import Training
    from irassay.drawing.terminal import Screen

FAILS = ("leaked", "review")  # what --fail-on names
FORMAT = "irassay.leak/1"
SHOWN = 10  # leaked queries under --all
Rows: TypeAlias = dict[str, set[str]]  # training file -> ids of rows


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
    sentences = [sections.conclusion(answer), sections.to_look_at(answer.leaks), sections.cant_see(answer)]
    lost = [text for one in scored.effects[:1] for text in left_out(one)] if scored is not None else []
    doubts = [*lost, sections.unscored(scored) if scored is not None else ""]
    tables = [(", ".join(answer.result().facts), columns, ())] if firsts else []
    print_answer(
        screen,
        sections.headline(answer.leaks),
        tables,
        sentences=sentences,
        cautions=doubts,
        more=sections.SAID("more"),
    )


def _strongest(answer: Leakage) -> list[Leak]:
    """The strongest pair of each leaked query, the strongest first."""
    return sorted((answer.leaks.of(query)[0] for query in answer.leaks.leaked), key=lambda pair: -pair.strength)


def _print_text(answer: Leakage, screen: Screen) -> None:
    result = answer.result()
    screen.result(", ".join(result.facts))
    firsts = _strongest(answer)
    for last, pair in zip([None, *firsts], firsts[:SHOWN]):
        are_bare = last is not None and not (last.train_text or pair.train_text)
        screen.result(("" if are_bare else "\n") + "\n".join(_lines(pair, screen.width)))
    if len(firsts) > SHOWN:
        screen.result(f"\n{sections.SAID('more.queries', n=len(firsts) - SHOWN)}")
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    screen.result(filled(f"{sections.leaked(answer)} {sections.what_counts(answer)}", screen.prose))
    recall = answer.searched.recall
    for text in filter(None, (sections.to_look_at(answer.leaks), recall.share if recall is not None else "")):
        screen.result(filled(text, screen.prose))
    if answer.people is not None:
        texts = [*sections.calibrated(answer.people.calibration), *sections.label_files(answer.people.files)]
        screen.result("\n" + filled(" ".join(texts), screen.prose))
        if answer.people.agreement is not None:
            screen.result(filled(" ".join(sections.people_agree(answer.people.agreement)), screen.prose))
    if answer.kinds is not None:
        screen.result("\n" + filled(" ".join(effect_words.findings_on_kinds(answer.kinds)), screen.prose))
        if notes := effect_words.notes_on_kinds(answer.kinds):
            screen.result(filled(" ".join(notes), screen.prose))
    if answer.scored is not None and (text := sections.unscored(answer.scored)):
        screen.result("\n" + filled(text, screen.prose))
    for one in answer.scored.effects if answer.scored is not None else ():
        screen.result("\n" + screen.style(one.measure, "bold"))
        for text in filter(None, (*one.explain(), sections.leader(one))):
            screen.result(filled(text, screen.prose))
    if answer.scored is not None and answer.scored.without_documents is not None:
        screen.result("\n" + filled(" ".join(answer.scored.without_documents.explain()), screen.prose))
    if text := sections.counts(answer):
        screen.explain(filled(text, screen.prose))
    screen.explain(filled(sections.cant_see(answer), screen.prose))


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


class Wanted(NamedTuple):
    """The files that are asked for; None for those that are not."""

    leaks: str | None
    by_query: str | None
    clean_queries: str | None
    review: str | None
    per_query: int  # pairs of a query to review, at most
    sample: int | None  # pairs to review, drawn at random under `seed`; None for the queue
    seed: int


def training(
    sources: Sequence[str],
    *,
    query: str | None,
    positive: str | None,
    negative: str | None,
    corpus: Sequence[str],
    screen: Screen,
) -> list[Training]:
    """The training files, none without sources; `screen` says which files beside them are left out."""
    if not sources:
        return []
    trained = read_training(sources, query=query, positive=positive, negative=negative, corpus=corpus)
    for sentence in notes_left_out(sources):
        screen.explain(sentence)
    return trained


def refuse_own(test: str, train: Sequence[Training]) -> None:
    """Raise where the test queries are among the training files, also in a folder of them."""
    for one in train:
        if same_file(test, one.source):
            raise UsageError(f"{test} is given as test queries and to --train: every query would be a leak of itself")


def clean_places(train: Sequence[Training], given: Sequence[str], to: str | None) -> list[str]:
    """Where the clean training files go, tried before the search; [] where nobody asks for them."""
    from irassay.formats.writing.training import can_be_clean

    if to is None:
        return []
    is_folder = len(train) > 1 or any(map(os.path.isdir, (*given, to))) or to.endswith(os.sep)
    places = [os.path.join(to, os.path.basename(one.source)) if is_folder else to for one in train]
    if is_folder and to == STDOUT:
        raise UsageError("the clean files of a folder, or of several files, go into a folder: name one")
    if len(set(places)) < len(places):
        again = next(os.path.basename(place) for place in places if places.count(place) > 1)
        raise UsageError(f"two training files are called {cut(again)}: clean them one by one")
    for one, place in zip(train, places, strict=True):
        can_be_clean(one, place)
    if is_folder:
        try_folder(to)
    for place in places:
        if not is_folder or os.path.isdir(to):
            writable(place)
    return places


def write(answer: Leakage, wanted: Wanted, train: Sequence[Training], places: Sequence[str], screen: Screen) -> None:
    """Write what was asked for, the clean training files to `places`; `screen` says how much."""
    for sentence in how_read(train):
        screen.explain(sentence)
    unmatched = answer.scored.unmatched if answer.scored is not None else ""
    for warning in (own_texts(answer.leaks), sections.not_told(answer.leaks), unmatched):
        if warning:
            screen.warn(warning)
    leaked = set(answer.leaks.leaked)
    with WholeFiles() as files:
        for to, lines in (
            (wanted.leaks, leak_lines(answer.leaks)),
            (wanted.by_query, by_query_lines(answer.leaks, answer.kinds.by_query if answer.kinds is not None else {})),
            (wanted.clean_queries, (f"{query}\n" for query in answer.leaks.queries if query not in leaked)),
        ):
            if to:
                files.write(to, lines)
    if wanted.review:
        _write_review(answer.leaks, wanted.review, wanted, screen)
    if places:
        _write_clean(answer, train, places, screen)


def _write_review(leaks: Leaks, to: str, wanted: Wanted, screen: Screen) -> None:
    from irassay.leakage import review

    pairs = (
        review.review_queue(leaks, per_query=wanted.per_query)
        if wanted.sample is None
        else list(review.sample(leaks, wanted.sample, seed=wanted.seed).pairs)
    )
    n = review.write_review(pairs, to)
    certain = review.certain_pairs(leaks) if wanted.sample is None else 0
    screen.explain(f"{to}  {CLI('leak-files.review', n=n, certain=certain)}")


def _write_clean(answer: Leakage, train: Sequence[Training], places: Sequence[str], screen: Screen) -> None:
    from irassay.formats.writing.training import clean_train

    if folder := os.path.dirname(places[0]):
        make_folder(folder)
    of_leak, of_review, n_missing = (_rows_named if answer.known else _rows_searched)(answer.leaks, train)
    if n_missing:
        screen.warn(CLI("leak-files.no-row", n=n_missing))
    for one, place in zip(train, places, strict=True):
        n = clean_train(one, of_leak[one.source], place)
        stay = len(of_review[one.source] - of_leak[one.source])
        screen.explain(f"{place}  {CLI('leak-files.clean', n=n, source=one.source, stay=stay)}")


def _rows_searched(leaks: Leaks, train: Sequence[Training]) -> tuple[Rows, Rows, int]:
    """The rows of leaks and those to be reviewed of leaks that were found in these files; none is missing."""
    rows: dict[str, Rows] = {verdict: {one.source: set() for one in train} for verdict in ("leak", "review", "no")}
    for pair in leaks:
        rows[pair.verdict][pair.source].add(pair.train)
    return rows["leak"], rows["review"], 0


def _rows_named(leaks: Leaks, train: Sequence[Training]) -> tuple[Rows, Rows, int]:
    """The same of leaks that are known: the files may have other paths now; and how many leaks have no row."""
    named = LeakedRows(leaks)
    of_leak: Rows = {one.source: set() for one in train}
    of_review: Rows = {one.source: set() for one in train}
    for one in train:
        for row in one:
            leaked, in_review = named.of(row, one.source)
            if leaked:
                of_leak[one.source].add(row.id)
            elif in_review:
                of_review[one.source].add(row.id)
    return of_leak, of_review, named.n_missing
