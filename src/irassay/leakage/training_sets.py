"""Training sets of rerankers with leaks that are known, as in section 4 of Fröbe et al., SPIRE 2022."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.errors import InputError, UsageError
from irassay.formats.reading.qrels import read_qrels
from irassay.formats.reading.some_queries import SomeLabels, SomeLists
from irassay.formats.reading.texts import read_texts
from irassay.formats.sources import opening
from irassay.leakage.files import read_leaks
from irassay.leakage.instance_sets import DocumentTexts, Pair, Side, TrainingSets
from irassay.leakage.leaks import LEAKAGE, Leaks
from irassay.leakage.pair_choice import REL, Choice, Labelled, PairChoices, TrainingQueries, in_order, labelled
from irassay.leakage.relevant_documents import key_of_text
from irassay.random_keys import Seed, key_of

Path: TypeAlias = str | os.PathLike[str]
TextsOf: TypeAlias = Path | Texts | Mapping[str, str]
Labels: TypeAlias = Path | Qrels | Mapping[str, Mapping[str, int]]

SIZES = (1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000)  # instances, as in the paper
LEAKED = 500  # queries, as in the paper for 250 topics
PER_TOPIC = 2  # pairs of a test query
MARGIN = 50  # queries that are looked at beside those that are needed, at least; of many a twentieth
NAMED = "training queries that the leaks name"
POSITIVES = "candidates that are labelled relevant"
SAME_TEXT = "training queries with the text of a leak or of a test query"
EMPTY = "training queries without a text"
NO_TEXT = "documents without a text"
FEW_PAIRS = "test queries with too few documents"
UNLABELLED = "test queries without a label"
OF_OTHERS = "leaks of other test queries"


@dataclass(frozen=True, slots=True)
class LabelledQueries:
    """Queries, labels of their documents, and texts: a training or a test collection.

    Attributes
    ----------
    queries : path, Texts, mapping of str to str, or several of these
        Training queries may be of several sources: a sequence of paths, or a mapping of a source's name to its Texts or
        mapping.
    qrels : path, Qrels, or mapping
        A document of grade 1 or more is relevant.
    corpus : path, Texts, or mapping of str to str
        Documents; streamed.
    candidates : path, Runs, or mapping of query to document to score, optional
        Of a training collection: one run, from whose first 100 documents those that are not relevant are drawn.
    skip_missing : bool
        Whether documents without a text are left out and counted, instead of an error.
    """

    queries: TextsOf | Sequence[Path] | Mapping[str, Texts | Mapping[str, str]]
    qrels: Labels
    corpus: TextsOf
    candidates: Path | Runs | Mapping[str, Mapping[str, float]] | None = None
    skip_missing: bool = False


def training_sets(
    train: LabelledQueries,
    test: LabelledQueries,
    leaks: Leaks | Path,
    *,
    leaked: int = LEAKED,
    sizes: Sequence[int] = SIZES,
    seed: Seed = 0,
    as_many: bool = False,
) -> TrainingSets:
    """Training sets of a reranker that differ by known leaks alone.

    Parameters
    ----------
    train : LabelledQueries
        With `candidates`.
    test : LabelledQueries
        Documents of grade 0 or less are those that are not relevant.
    leaks : Leaks, or path
        leaks.tsv: what people call a leak is one, and no query that it names is filler, whatever it says.
    leaked : int
        Queries that leak; two instances each.
    sizes : sequence of int
        Instances of the sets, even.
    seed : int or numpy Generator
        Decides every draw, with ids alone: the order of lines in files does not matter.
    as_many : bool
        Whether fewer leaks and smaller sets will do where there are not enough.

    Returns
    -------
    TrainingSets
        ``none`` has filler alone, ``train`` training queries that leak, ``test`` test queries, each twice with other
        documents; filler is the same, and of each source alike.

    Raises
    ------
    InputError
        There are too few leaks, documents or training queries; a query is there twice; a leak is of no training query;
        or a document has no text.
    UsageError
        A size is odd or holds fewer instances than the leaks.

    Notes
    -----
    *Source*: Fröbe, Akiki, Potthast and Hagen, "How Train-Test Leakage Affects Zero-shot Retrieval", SPIRE 2022,
    section 4. A non-relevant document with the text of a relevant one is never taken.

    Examples
    --------
    >>> from irassay.leakage import Leak, Leaks
    >>> texts = {f"d{i}": f"text {i}" for i in range(20)}
    >>> queries = {f"t{i}": f"question {i}" for i in range(9)}
    >>> qrels = {f"t{i}": {f"d{i}": 1} for i in range(9)}
    >>> run = {f"t{i}": {f"d{i}": 2.0, "d19": 1.0} for i in range(9)}
    >>> pair = Leak("q", "t3", "leak", "identical", "people", None, None, "title", "", "", "")
    >>> train = LabelledQueries(queries, qrels, texts, run)
    >>> test = LabelledQueries({"q": "question"}, {"q": {"d1": 1, "d2": 0}}, texts)
    >>> sets = training_sets(train, test, Leaks(["q"], [pair]), leaked=1, sizes=[4, 8])
    >>> [(one.query, one.relevant, one.topic) for one in sets.instances("train", 4)][:2]
    [('t3', True, 'q'), ('t3', False, 'q')]
    """
    skips = train.skip_missing or test.skip_missing
    key = key_of(seed)
    asked = {"leaked": leaked, "sizes": list(sizes), "seed": key, "as_many": as_many, "skip_missing": skips}
    making = _Making(train, test, leaks if isinstance(leaks, Leaks) else read_leaks(leaks), key, as_many)
    checked = _checked(sizes, leaked=0 if as_many else leaked)
    of_topics = making.test_pairs(leaked)
    of_leaks, filler = making.train_pairs(leaked, checked[-1] // 2)
    making.missing_raised()
    able = [size for size in checked if size <= 2 * len(filler)]
    able += [2 * len(filler)] if len(able) < len(checked) and 2 * len(filler) not in able else []
    _checked(able, leaked=max(len(of_topics), len(of_leaks)))
    return TrainingSets(
        filler=tuple(filler),
        leaks={"none": (), "train": tuple(of_leaks), "test": tuple(of_topics)},
        sizes=tuple(able),
        left_out={reason: n for reason, n in making.left_out.items() if n},
        shortfalls=tuple(making.shortfalls),
        options=asked,
        sides=(Side(making.queries.text, making.docs), Side(making.topics.__getitem__, making.test_docs)),
    )


def _checked(sizes: Sequence[int], *, leaked: int) -> list[int]:
    """Ascending sizes, each once."""
    least = max(2, 2 * leaked)
    for size in sizes:
        if size % 2:
            raise UsageError(LEAKAGE("sets.odd", size=size))
        if size < least:
            raise UsageError(LEAKAGE("sets.small", size=size, least=least, leaked=leaked))
    if not sizes:
        raise UsageError(LEAKAGE("sets.no-size"))
    return sorted(set(sizes))


class _Making:
    """What is read, and what was left out on the way."""

    def __init__(self, train: LabelledQueries, test: LabelledQueries, leaks: Leaks, key: int, as_many: bool) -> None:
        if train.candidates is None:
            raise UsageError(LEAKAGE("sets.no-candidates"))
        self.key, self.as_many = key, as_many
        self.left_out: Counter[str] = Counter()
        self.shortfalls: list[tuple[str, int, int]] = []
        self.leaks = leaks
        self._skips = train.skip_missing, test.skip_missing
        self.docs, self.test_docs = (DocumentTexts(_texts(side.corpus)) for side in (train, test))
        # document without a text -> a query that needs it, of either side
        self._lacking: tuple[dict[str, str], dict[str, str]] = ({}, {})
        self._test_texts = _texts(test.queries)
        self.topics = _each_once(self._test_texts)
        self._test_qrels = test.qrels if isinstance(test.qrels, Qrels) else read_qrels(test.qrels)
        labels, run = SomeLabels(train.qrels), SomeLists(train.candidates)
        self.queries = TrainingQueries(_sources(train.queries), labels, run, self.docs, key)

    def test_pairs(self, needed: int) -> list[Pair]:
        """Pairs of test queries, two of each."""
        labelled = set(self._test_qrels.queries)
        order = in_order([query for query in self.topics if query in labelled], self.key)
        self.left_out[UNLABELLED] = len(self.topics) - len(order)
        choices = PairChoices(self._judged, self.test_docs, PER_TOPIC)
        choices.look_at(order)
        source = opening.system_stem(self._test_texts.source) or "test"
        pairs: list[Pair] = []
        for query in order:
            if len(pairs) >= needed:
                break
            choice = choices.of(query)
            self._note(query, choice, is_test=True)
            n = min(PER_TOPIC, needed - len(pairs))
            if len(choice.pairs) >= n or self.as_many:
                pairs += [Pair(query, *docs, query, source) for docs in choice.pairs[:n]]
            self.left_out[FEW_PAIRS] += len(choice.pairs) < n
        self._need("pairs of test queries, two a query", needed, len(pairs))
        return pairs

    def _judged(self, queries: Collection[str], most: int | None) -> dict[str, Labelled]:
        made = {}
        for query in queries:
            grades = self._test_qrels.grades(query)
            relevant = {doc for doc, grade in grades.items() if grade >= REL}
            made[query] = labelled(relevant, sorted(set(grades) - relevant), self.key, query, most)
        return made

    def train_pairs(self, needed: int, n_filler: int) -> tuple[list[Pair], list[Pair]]:
        """Pairs of training queries that leak, and of those that don't; the source of each by turns."""
        named = {leak.train: leak.train_text for leak in self.leaks}
        self.queries.refuse_unknown(named)
        topic_of: dict[str, str] = {}
        for leak in self.leaks:
            if leak.verdict == "leak" and leak.by == "people":
                if leak.query in self.topics:
                    topic_of.setdefault(leak.train, leak.query)
                else:
                    self.left_out[OF_OTHERS] += 1
        self.left_out[NAMED] = len(named)
        order = {
            name: in_order([query for query in texts if query not in named], self.key)
            for name, texts in self.queries.texts.items()
        }
        n = {name: -(-(n_filler - i) // len(order)) for i, name in enumerate(order)}
        self.queries.labelled(
            [*topic_of, *(query for name in order for query in order[name][: n[name] + 2 * _more(n[name])])]
        )
        self.queries.look_at([*topic_of, *(query for name in order for query in self._next(order[name], n[name]))])
        texts = [*named.values(), *map(self.queries.text, named), *self.topics.values()]
        refused = {key_of_text(text) for text in texts if text.strip()}
        leaked: list[Pair] = []
        for query in in_order(list(topic_of), self.key):
            if len(leaked) < needed and (docs := self._documents(query, refused=())):
                leaked.append(Pair(query, *docs, topic_of[query], self.queries.source(query) or ""))
        self._need("training queries that people call a leak", needed, len(leaked))
        return leaked, self._filler(order, n, n_filler, refused)

    def _filler(
        self, order: Mapping[str, Sequence[str]], n: Mapping[str, int], n_filler: int, refused: Collection[int]
    ) -> list[Pair]:
        taken = {name: list(self._taken(ids, name, n[name], refused)) for name, ids in order.items()}
        there = min((len(order) * len(pairs) + i for i, pairs in enumerate(taken.values())), default=0)
        few = [name for name in order if len(taken[name]) < n[name]]
        what = "training queries for filler" + f", as many of each source ({' and '.join(few)})" * (len(order) > 1)
        self._need(what, n_filler, min(n_filler, there))
        if not there:
            raise InputError(LEAKAGE("sets.no-filler"))
        sides = list(taken.values())
        return [sides[i % len(sides)][i // len(sides)] for i in range(min(n_filler, there))]

    def _taken(self, ids: Sequence[str], name: str, n: int, refused: Collection[int]) -> Iterator[Pair]:
        """The first n pairs of a source, in its order."""
        place = 0
        while n and (some := self._next(ids[place:], n)):
            self.queries.look_at(some)
            for query in some:
                if n and (docs := self._documents(query, refused)):
                    n -= 1
                    yield Pair(query, *docs, "", name)
            place += len(some)

    def _next(self, ids: Sequence[str], n: int) -> Sequence[str]:
        """The first of these ids, so many that n of them and a few more have a relevant document."""
        n += _more(n)
        n_labelled = place = 0
        while n_labelled < n and place < len(ids):
            some = ids[place : place + n - n_labelled + MARGIN]
            n_labelled += len(self.queries.labelled(some))
            place += len(some)
        return ids[:place]

    def _documents(self, query: str, refused: Collection[int]) -> tuple[str, str] | None:
        """The documents of a training query; None where it is left out, for a reason that is noted."""
        text = self.queries.text(query)
        if not text.strip() or key_of_text(text) in refused:
            self.left_out[SAME_TEXT if text.strip() else EMPTY] += 1
            return None
        choice = self.queries.of(query)
        self.left_out[POSITIVES] += self.queries.n_positives.get(query, 0)
        self._note(query, choice, is_test=False)
        self.left_out[f"training {choice.lacks}"] += bool(choice.lacks)
        return choice.pairs[0] if choice.pairs else None

    def _note(self, query: str, choice: Choice, *, is_test: bool) -> None:
        self.left_out.update(choice.left_out)
        self.left_out[NO_TEXT] += len(choice.without_text)
        if not self._skips[is_test]:
            self._lacking[is_test].update((doc, query) for doc in choice.without_text)

    def missing_raised(self) -> None:
        """Raise where documents have no text."""
        for lacking, docs in zip(self._lacking, (self.docs, self.test_docs)):
            if lacking:
                doc, query = next(iter(lacking.items()))
                raise InputError(
                    LEAKAGE("sets.no-text", source=docs.corpus.source, n=len(lacking), doc=doc, query=query)
                )

    def _need(self, what: str, needed: int, there: int) -> None:
        """Raise where there are too few, or note it."""
        if there < needed:
            self.missing_raised()
            if not self.as_many:
                raise InputError(LEAKAGE("sets.few", needed=needed, what=what, there=there))
            self.shortfalls.append((what, needed, there))


def _more(n: int) -> int:
    """Queries that are looked at beside n that are needed."""
    return max(MARGIN, n // 20)


def _texts(source: object) -> Texts:
    if isinstance(source, Texts):
        return source
    if isinstance(source, Mapping):
        return Texts(lambda: iter(source.items())).load()
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        texts = read_texts(path)
        return texts if os.path.isfile(path) or opening.is_dataset(path) else texts.load()  # a pipe is read once
    raise UsageError(f"expected texts as a file, Texts or {{id: text}}, but got {type(source).__name__}")


def _sources(queries: object) -> dict[str, Texts]:
    """Sources by name."""
    if isinstance(queries, Mapping) and not all(isinstance(one, str) for one in queries.values()):
        return {str(name): _texts(one) for name, one in queries.items()}
    if isinstance(queries, list | tuple):
        names = [opening.system_stem(os.fspath(path)) for path in queries]
        distinct = len(set(names)) == len(names)
        return {(name if distinct else os.fspath(path)): _texts(path) for name, path in zip(names, queries)}
    texts = _texts(queries)
    return {opening.system_stem(texts.source) or "train": texts}


def _each_once(texts: Texts) -> dict[str, str]:
    by_id: dict[str, str] = {}
    for query, text in texts:
        if query in by_id:
            raise InputError(LEAKAGE("training.test-twice", source=texts.source, query=query))
        by_id[query] = text
    return by_id
