"""The files of `irassay leak`: training texts in; pairs, queries, pairs to label and clean training texts out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from irassay.cli.answers.said import CLI
from irassay.cli.output import writable
from irassay.errors import UsageError, cut
from irassay.files import STDOUT, WholeFiles, make_folder, try_folder

if TYPE_CHECKING:
    from irassay.collection.training import Training
    from irassay.drawing.terminal import Screen
    from irassay.leakage import Leaks
    from irassay.studies.leak.study import Leakage


class Wanted(NamedTuple):
    """The files that are asked for; None for those that are not."""

    leaks: str | None
    by_query: str | None
    clean_queries: str | None
    review: str | None
    per_query: int  # pairs of a query to review, at most
    sample: int | None  # pairs to review, drawn at random under `seed`; None for the queue
    seed: int

    def files(self) -> list[str | None]:
        """Those that are files, without the clean training files, which may go into a folder."""
        return [self.leaks, self.by_query, self.clean_queries, self.review]


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
    from irassay.formats.reading.training import read_training
    from irassay.formats.reading.training_folders import notes_left_out

    if not sources:
        return []
    trained = read_training(sources, query=query, positive=positive, negative=negative, corpus=corpus)
    for sentence in notes_left_out(sources):
        screen.explain(sentence)
    return trained


def refuse_own(test: str, train: Sequence[Training]) -> None:
    """Raise where the test queries are among the training files, also in a folder of them."""
    from irassay.formats.sources.opening import same_file

    for one in train:
        if same_file(test, one.source):
            raise UsageError(f"{test} is given as test queries and to --train: every query would be a leak of itself")


def clean_places(train: Sequence[Training], given: Sequence[str], to: str | None) -> list[str]:
    """Where the clean training files go, tried before the search; [] where nobody asks for them. UsageError for two of
    one name or a file that can't be clean; InputError if unwritable."""
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
    """Write what was asked for, the clean training files to `places`; `screen` says how they were read, and how much
    was written."""
    from irassay.formats.reading.training import how_read
    from irassay.leakage.files import by_query_lines, leak_lines
    from irassay.leakage.words import own_texts
    from irassay.studies.leak import words

    for sentence in how_read(train):
        screen.explain(sentence)
    unmatched = answer.scored.unmatched if answer.scored is not None else ""
    for warning in (own_texts(answer.leaks), words.not_told(answer.leaks), unmatched):
        if warning:
            screen.warn(warning)
    with WholeFiles() as files:
        for to, lines in (
            (wanted.leaks, leak_lines(answer.leaks)),
            (wanted.by_query, by_query_lines(answer.leaks, answer.kinds.by_query if answer.kinds is not None else {})),
            (wanted.clean_queries, _clean(answer.leaks)),
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


Rows: TypeAlias = dict[str, set[str]]  # training file -> ids of rows


def _rows_searched(leaks: Leaks, train: Sequence[Training]) -> tuple[Rows, Rows, int]:
    """The rows of leaks and those to be reviewed of leaks that were found in these files; none is missing."""
    rows: dict[str, Rows] = {verdict: {one.source: set() for one in train} for verdict in ("leak", "review", "no")}
    for pair in leaks:
        rows[pair.verdict][pair.source].add(pair.train)
    return rows["leak"], rows["review"], 0


def _rows_named(leaks: Leaks, train: Sequence[Training]) -> tuple[Rows, Rows, int]:
    """The same of leaks that are known: the files may have other paths now; and how many leaks have no row."""
    from irassay.leakage.files import LeakedRows

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


def _clean(leaks: Leaks) -> Iterator[str]:
    leaked = set(leaks.leaked)
    return (f"{query}\n" for query in leaks.queries if query not in leaked)
