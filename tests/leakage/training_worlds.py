"""Worlds for training sets: queries of sources, clicks, candidates, leaks, and a test collection."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path

from irassay.leakage import LabelledQueries, Leak, Leaks, training_sets


def leak(query, train, verdict="leak", by="people"):
    return Leak(query, train, verdict, "reformulation", by, None, None, "title", "", "", "")


@dataclass
class World:
    """Everything that `training_sets` takes, in dicts."""

    sources: dict[str, dict[str, str]]
    qrels: dict[str, dict[str, int]]
    run: dict[str, dict[str, float]]
    corpus: dict[str, str]
    leaks: list[Leak]
    topics: dict[str, str]
    test_qrels: dict[str, dict[str, int]]
    test_corpus: dict[str, str]
    options: dict = field(default_factory=dict)

    def sets(self, **options):
        skip = options.pop("skip_missing", False)
        train = LabelledQueries(self.sources, self.qrels, self.corpus, self.run, skip_missing=skip)
        test = LabelledQueries(self.topics, self.test_qrels, self.test_corpus, skip_missing=skip)
        leaks = Leaks(list(dict.fromkeys(pair.query for pair in self.leaks)), self.leaks)
        return training_sets(train, test, leaks, **{**self.options, **options})

    def with_(self, **fields):
        return replace(self, **fields)


def world(*, n=20, n_leaks=3, sources=("a", "b"), seed=0):
    """`n` queries a source, each with a click, a copy of it under another id, and ten candidates; the first leak."""
    rng = random.Random(seed)
    ids = [f"{name}{i}" for name in sources for i in range(n)]
    docs = [f"d{i}" for i in range(3 * len(ids))]
    corpus = {doc: f"text of {doc}" for doc in docs}
    qrels, run = {}, {}
    for i, query in enumerate(ids):
        copy = f"copy{i}"
        corpus[copy] = f"TEXT  of d{i}"
        qrels[query] = {f"d{i}": 1, rng.choice(docs[len(ids) :]): 0}
        candidates = [f"d{i}", copy, *rng.sample(docs[len(ids) :], 8)]
        rng.shuffle(candidates)
        run[query] = {doc: 10.0 - rank for rank, doc in enumerate(candidates)}
    leaky = rng.sample(ids, n_leaks + 4)
    topics = {f"q{i}": f"topic {i}" for i in range(n_leaks)}
    leaks = [leak(f"q{i}", query) for i, query in enumerate(leaky[:n_leaks])]
    leaks += [
        leak("q0", leaky[-1], "review", "words"),
        leak("q0", leaky[-2], "no"),
        leak("q0", leaky[-3], "leak", "words"),
        leak("elsewhere", leaky[-4]),
    ]
    test_qrels = {topic: {f"n{i}": int(i < 4) for i in range(9)} for topic in topics}
    return World(
        {name: {query: f"question {query}" for query in ids if query.startswith(name)} for name in sources},
        qrels,
        run,
        corpus,
        leaks,
        topics,
        test_qrels,
        {f"n{i}": f"news {i}" for i in range(9)},
        {"leaked": n_leaks, "sizes": [2 * n_leaks, 4 * n_leaks]},
    )


def written(of: World, to: Path, rng: random.Random | None = None) -> list[str]:
    """The world as files, lines shuffled where there is a generator; the words of a command."""

    def lines(name, rows):
        rows = list(rows)
        if rng is not None:
            rng.shuffle(rows)
        (to / name).write_text("".join(f"{row}\n" for row in rows))
        return str(to / name)

    words = ["trainset"]
    for name, texts in of.sources.items():
        words += ["--queries", lines(f"{name}.tsv", ("\t".join(pair) for pair in texts.items()))]
    for option, name, labels in (("--qrels", "clicks", of.qrels), ("--test-qrels", "qrels", of.test_qrels)):
        rows = (f"{query} 0 {doc} {grade}" for query, grades in labels.items() for doc, grade in grades.items())
        words += [option, lines(name, rows)]
    for option, name, texts in (
        ("--corpus", "docs.tsv", of.corpus),
        ("--test-corpus", "news.tsv", of.test_corpus),
        ("--test", "topics.tsv", of.topics),
    ):
        words += [option, lines(name, ("\t".join(pair) for pair in texts.items()))]
    rows = (f"{query} Q0 {doc} 0 {score} bm25" for query, docs in of.run.items() for doc, score in docs.items())
    words += ["--candidates", lines("bm25.run", rows)]
    rows = [f"{one.query}\t{one.train}\t{one.verdict}\t{one.by}" for one in of.leaks]
    (to / "leaks.tsv").write_text("query\ttrain\tverdict\tby\n")
    with open(to / "leaks.tsv", "a") as file:
        file.writelines(f"{row}\n" for row in (rows if rng is None else rng.sample(rows, len(rows))))
    sizes = ",".join(map(str, of.options["sizes"]))
    return [*words, "--leaks", str(to / "leaks.tsv"), "--leaked", str(of.options["leaked"]), "--sizes", sizes]
