"""From test queries, training files and runs to who leaked and what it did: measured, told in sections."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from irassay.arguments import of_keywords
from irassay.collection.metadata import Metadata
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import TITLE, TestTexts
from irassay.collection.training import Training
from irassay.errors import UsageError, cut
from irassay.formats.inputs import Inputs
from irassay.formats.reading.training import how_read
from irassay.leakage import Leaks, calibrate, read_leaks
from irassay.leakage.calibration import PRECISION
from irassay.leakage.find import Path, Search, Test, Train, search, texts_of, training_of
from irassay.leakage.kinds import kinds_of
from irassay.leakage.label_files import read_pair_labels
from irassay.leakage.nearest import FLOOR, NEIGHBOURS, AnyEncoder
from irassay.leakage.pair_labels import people_agreement, with_labels
from irassay.leakage.relevant_documents import Corpus
from irassay.measures import Measure
from irassay.messages import plural, runs_and_systems
from irassay.provenance import Provenance, versions
from irassay.random_keys import Seed
from irassay.result import Result
from irassay.studies.files import hashes, sources
from irassay.studies.leak import sections
from irassay.studies.leak.evidence import MEASURES, LeakEvidence, People, Settings, effects_of
from irassay.workflows import Workers


class Leakage(LeakEvidence):
    """What is known of leaks, with its page."""

    __slots__ = ()

    def result(self) -> Result:
        """The page."""
        facts = [plural(len(self.leaks.queries), "test query")]
        if not self.known:
            facts.append(plural(self.leaks.n_train, "training text"))
        if self.scored is not None and self.scored.effects:
            first = self.scored.effects[0]
            facts += [runs_and_systems(self.scored.n_runs, first.n_systems), first.measure]
        title, standfirst = sections.headline(self.leaks), sections.standfirst(self)
        return Result(title, standfirst, sections.sections_of(self), self.provenance, facts, "leak")


def explore(test: Test, train: Train, inputs: Inputs, settings: Settings) -> Leakage:
    """Who leaked, and what it did: `leak` with its keywords in two values, without the page."""
    key, corpus, found, fields = settings.seed, settings.corpus, settings.found, settings.fields
    if inputs.qrels is None and (inputs.runs is not None or corpus is not None):
        raise UsageError(f"{'runs' if inputs.runs is not None else 'a corpus'} without labels: give qrels too")
    training = training_of(train)
    if found is None and not training:
        raise UsageError("expected training texts, or leaks that are known already")
    labels = settings.labels
    files = [labels] if isinstance(labels, str | os.PathLike) else list(labels)
    texts = texts_of(test, fields=fields, variants=settings.variants)
    if found is not None:
        searched = Search(read_leaks(found, texts.queries, wordless=texts.wordless), None, None)
    else:
        searched = search(texts, training, settings)
    threshold, exposed = settings.threshold, settings.exposed
    people, leaks, threshold = _after_people(searched.leaks, training, files, threshold, settings.precision, key)
    leaks = _with_texts(leaks, texts)
    judged: Any = inputs.read(inputs.qrels)
    has_rows = judged is not None and training
    kinds = kinds_of(leaks, training, judged, corpus=corpus, rel=settings.rel) if has_rows else None
    systems = None if inputs.runs is None else inputs.rankings()
    scored = None if systems is None else effects_of(leaks, kinds, judged, systems, settings)
    nouns = [noun for noun in (judged, systems) if noun is not None]
    options: dict[str, Any] = {"fields": list(fields), "threshold": threshold, "exposed": exposed}
    options |= {"read_as": how_read(training) or None, "leave_out": list(inputs.leave_out) or None}
    if settings.encoder is not None:
        options |= {"encoder": str(settings.encoder), "neighbours": settings.neighbours, "floor": settings.floor}
    options = {name: value for name, value in options.items() if value is not None}
    of_training = [one.path for one in training if one.path]
    beside = [settings.variants, found, inputs.metadata]
    digests = hashes(nouns, [*sources(test), *of_training, *beside, *sources(corpus), *files])
    provenance = Provenance(digests, options, key, versions())
    return Leakage(leaks, found is not None, threshold, people, kinds, scored, searched, provenance)


def leak(
    test: Test,
    train: Train = (),
    *,
    found: Path | None = None,
    fields: Sequence[str] = (TITLE, "description"),
    variants: Path | None = None,
    encoder: AnyEncoder | None = None,
    screen: AnyEncoder | None = None,
    neighbours: int = NEIGHBOURS,
    floor: float = FLOOR,
    threshold: float | None = None,
    labels: Path | Sequence[Path] = (),
    precision: float = PRECISION,
    qrels: Path | Qrels | None = None,
    runs: Path | Sequence[Path] | Runs | None = None,
    leave_out: Sequence[str] = (),
    measures: Sequence[str | Measure] = MEASURES,
    corpus: Corpus | None = None,
    rel: int = 1,
    metadata: Path | Metadata | None = None,
    exposed: str | None = None,
    alpha: float = 0.05,
    work: Path | None = None,
    workers: Workers = 1,
    seed: Seed = 0,
    threads: int = 0,
) -> Result:
    """Which test queries were trained on, and did it move scores or order?

    Parameters
    ----------
    test : path, TestTexts, or mapping of str to str
        Test queries.
    train : path, Training, sequence of them, or mapping of str to str
        Training texts; where the leaks are known, none are needed.
    found : path, optional
        Leaks that are known: a table parted by tabs with a column ``query``, such as leaks.tsv.
    fields, variants, encoder, screen, neighbours, floor, threshold
        As for `find_leaks`.
    labels : path or sequence of paths
        What people say of pairs. Their word stands, also of a pair that was not found and is in the training texts.
        Where no threshold is given, it is the lowest from which on a bound of their precision reaches `precision`.
    precision : float, in (0, 1)
    qrels : path or Qrels, optional
        With training texts: which relevant documents were trained on, with a leaked query or without.
    corpus : path, Texts, or mapping of str to str, optional
        The documents' texts. Without it documents are told by id alone.
    rel : int
        The least relevant grade of a document.
    runs : path, sequence of paths, or Runs, optional
        Of which queries that leaked are held against those that did not.
    leave_out : sequence of str
        Runs that are read as if their files were not there.
    measures : sequence of str or Measure
        The first is the main one.
    metadata : path or Metadata, optional
    exposed : str, optional
        Its column that says of each system whether it saw the leaked queries: yes, no, or nothing where that is not
        known.
    alpha : float, in (0, 1)
        The level of the tests, over all measures together.
    work, workers
        As for `find_leaks`.
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Who leaked, with evidence; how far the evidence is right; scores on leaked and on clean queries; the order
        without the leaked ones.

    Raises
    ------
    InputError
        Files that can't be read in one way only.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* what `find_leaks`, `calibrate` and `effect` assume. *Source* Froebe et al., How Train-Test Leakage Affects
    Zero-shot Retrieval, SPIRE 2022; the adjusted difference and the random controls are ours.

    Examples
    --------
    >>> leak({"q1": "red fox", "q2": "blue dogs"}, {"t1": "the fox is red", "t2": "a cat"}).title
    '1 of 2 test queries leaked.'
    """
    return explore(test, train, of_keywords(Inputs, locals()), of_keywords(Settings, locals())).result()


def _with_texts(leaks: Leaks, texts: TestTexts) -> Leaks:
    """The same pairs; those without a test text have the first one of the query."""
    if all(pair.text for pair in leaks):
        return leaks
    first = {one.query: one.text for one in reversed(list(texts))}
    return leaks.with_pairs(replace(pair, text=pair.text or first.get(pair.query, "")) for pair in leaks)


def _after_people(
    leaks: Leaks, training: Sequence[Training], files: Sequence[Path], threshold: float | None, precision: float,
    key: int,
) -> tuple[People | None, Leaks, float | None]:  # fmt: skip
    """What people's labels say, the pairs after it, and the threshold that holds."""
    if not files:
        return None, leaks, threshold
    places = [os.path.realpath(file) for file in files]
    if twice := [file for i, file in enumerate(files) if places[i] in places[:i]]:
        raise UsageError(f"the labels {cut(os.fspath(twice[0]))} are given twice, expected a file for each person")
    by_file = [read_pair_labels(file) for file in files]
    labels = [label for some in by_file for label in some]
    calibration = calibrate(leaks, labels, precision=precision)
    agreement = people_agreement(*by_file, seed=key) if len(by_file) == 2 else None
    threshold = calibration.threshold if threshold is None else threshold
    after = with_labels(leaks, labels, training, threshold=threshold)
    return People(calibration, agreement, by_file), after, threshold
