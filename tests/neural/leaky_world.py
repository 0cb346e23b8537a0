"""A world in which labels can only be remembered, and the way from its texts to memory by the command line."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from irassay.cli.main import main
from tests.leakage.training_worlds import World, leak, written
from tests.neural import networks_by_hand as by_hand

N_TOPICS, N_DOCS, N_LISTED = 20, 12, 40


def world(seed: int, size: int) -> World:
    """Topics of two words that no other topic has, over documents of words by chance: half of them leak two pairs."""
    rng = random.Random(seed)
    partners = list(by_hand.PARTNER.values())

    def texts(name: str, n: int) -> dict[str, str]:
        return {f"{name}{i}": " ".join(rng.sample(partners, 6)) for i in range(n)}

    topics = {f"t{i}": " ".join(by_hand.WORDS[2 * i : 2 * i + 2]) for i in range(N_TOPICS)}
    n_filler = size // 2 + 10 * N_TOPICS
    queries = {f"f{i}": " ".join(rng.sample(by_hand.WORDS, 3)) for i in range(n_filler)}
    docs, news = texts("d", 4 * n_filler), texts("n", N_DOCS * N_TOPICS)
    ids = list(docs)
    candidates = {query: ids[4 * i : 4 * i + 4] for i, query in enumerate(queries)}
    run = {query: {doc: -float(rank) for rank, doc in enumerate(of)} for query, of in candidates.items()}
    labels = {topic: {f"n{N_DOCS * i + j}": int(j < 4) for j in range(N_DOCS)} for i, topic in enumerate(topics)}
    leaks = [leak(f"t{i}", f"f{i}") for i in range(N_TOPICS)]
    clicks = {query: {of[0]: 1} for query, of in candidates.items()}
    return World({"f": queries}, clicks, run, docs, leaks, topics, labels, news, {"leaked": N_TOPICS, "sizes": [size]})


def write_sets(folder: Path, seed: int, size: int) -> None:
    """The world's files, its training sets, and a run that ranks by chance what is labelled and others."""
    of = world(seed, size)
    asked(*written(of, folder), "-o", folder / "sets")
    rng = random.Random(seed)
    rows = []
    for topic, labels in of.test_qrels.items():
        docs = list(dict.fromkeys([*labels, *rng.sample(list(of.test_corpus), N_LISTED)]))
        rows += [f"{topic} Q0 {doc} 0 {-i} first\n" for i, doc in enumerate(rng.sample(docs, len(docs)))]
    (folder / "first.run").write_text("".join(rows))


def remembered(folder: Path, size: int, model: Sequence[object], with_: Sequence[int], without: Sequence[int]) -> Any:
    """What memory answers of runs by these seeds, with leaks and without; `model` is what train is asked with."""
    texts = ["--queries", folder / "topics.tsv", "--corpus", folder / "news.tsv"]
    leaky = folder / "sets" / f"test-{size}.jsonl"
    words: list[object] = ["memory", leaky]
    for name, option, seeds in (("test", "--with", with_), ("none", "--without", without)):
        for seed in seeds:
            out = folder / f"{model[0]}-{name}-{seed}"
            asked("train", *model, folder / "sets" / f"{name}-{size}.jsonl", "--seed", seed, "-o", out)
            asked("rerank", out, folder / "first.run", *texts, "--also", leaky, "-o", f"{out}.run")
            words += [option, f"{out}.run"]
    asked(*words, "--format", "json", "-o", folder / "memory.json")
    return json.loads((folder / "memory.json").read_text())


def asked(*words: object) -> None:
    """Ask irassay; AssertionError where it exits with another code than 0."""
    code = main([str(word) for word in words])
    if code:
        raise AssertionError(f"exit {code}: irassay {' '.join(map(str, words))}")
