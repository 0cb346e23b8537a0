"""The networks written again in loops over words, by their papers' formulas; and tiny random transformers."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np

from irassay.collection.instances import Instance, Instances
from simulations.leakage_world import write_bert, write_t5

WORDS = [f"w{i}" for i in range(40)]
PARTNER = {word: f"p{i}" for i, word in enumerate(WORDS)}


def partners(n: int, seed: int, words: int = 40) -> Instances:
    """Pairs of two words: a relevant document holds both words' partners, another one neither."""
    rng = random.Random(seed)
    pairs = []
    for i in range(n):
        query = rng.sample(WORDS[:words], 2)
        mine = [PARTNER[word] for word in query]
        others = [PARTNER[word] for word in WORDS[:words] if PARTNER[word] not in mine]
        relevant = [*mine, *rng.sample(others, 4)]
        rng.shuffle(relevant)
        text = " ".join(query)
        pairs.append(
            (
                Instance(f"q{i}", text, f"r{i}", " ".join(relevant), True),
                Instance(f"q{i}", text, f"n{i}", " ".join(rng.sample(others, 6)), False),
            )
        )
    return Instances(pairs)


def bert(folder: str, *, labels: int = 2, words: int = 40) -> str:
    """A random BERT of two layers and its tokenizer."""
    return str(write_bert(Path(folder), known(words), labels=labels))


def t5(folder: str, *, words: int = 40) -> str:
    """A random T5 of two layers and a tokenizer of whole words."""
    return str(write_t5(Path(folder), known(words)))


def known(words: int) -> list[str]:
    """The first words and their partners."""
    return [*WORDS[:words], *(PARTNER[word] for word in WORDS[:words])]


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-12))


def knrm(weights: dict[str, np.ndarray], query: list[int], document: list[int]) -> float:
    """K-NRM's score by equations 2 to 8 of its paper."""
    centres = [-0.9, -0.7, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]
    widths = [0.1] * 10 + [0.001]
    vectors = weights["vectors.weight"]
    pooled = [
        sum(
            math.log(
                max(
                    sum(math.exp(-((cosine(vectors[q], vectors[d]) - centre) ** 2) / (2 * width**2)) for d in document),
                    1e-10,
                )
            )
            * 0.01
            for q in query
        )
        for centre, width in zip(centres, widths)
    ]
    return float(np.dot(weights["line.weight"][0], pooled) + weights["line.bias"][0])


def pacrr(weights: dict[str, np.ndarray], query: list[int], document: list[int], length: int) -> float:
    """PACRR's score: of each query word its rarity and the two strongest of its matches, of 1, 2 and 3 words."""
    vectors = weights["vectors.weight"]
    q_n, d_n = length, len(document)
    similar = np.zeros((q_n + 2, d_n + 2))
    for i, q in enumerate(query):
        for j, d in enumerate(document):
            similar[i, j] = cosine(vectors[q], vectors[d])
    idf = [weights["idf"][q] for q in query]
    rare = np.exp(idf - max(idf)) / np.exp(idf - max(idf)).sum()
    features = []
    for i in range(q_n):
        row = []
        for n in (1, 2, 3):
            if n == 1:
                found = list(similar[i, :d_n])
            else:
                kernel, bias = weights[f"ngrams.{n - 2}.weight"], weights[f"ngrams.{n - 2}.bias"]
                found = [
                    max(float((kernel[f, 0] * similar[i : i + n, j : j + n]).sum() + bias[f]) for f in range(32))
                    for j in range(d_n)
                ]
            row += [*sorted(found, reverse=True), 0.0, 0.0][:2]
        features += [*row, rare[i] if i < len(query) else 0.0]
    x = np.array(features)
    for layer in (0, 2):
        x = np.maximum(weights[f"layers.{layer}.weight"] @ x + weights[f"layers.{layer}.bias"], 0)
    return float((weights["layers.4.weight"] @ x + weights["layers.4.bias"])[0])


def duet(weights: dict[str, np.ndarray], query: list[int], document: list[int], lengths: tuple[int, int]) -> float:
    """Duet's score: exact matches weighted by idf in one network, products of convolved vectors in the other."""
    q_n, d_n = lengths
    query = [*query, *([0] * (q_n - len(query)))]
    document = [*document, *([0] * (d_n - len(document)))]
    matches = np.array([[weights["idf"][q] if q and q == d else 0.0 for q in query] for d in document])
    hidden = np.tanh(np.tensordot(weights["exact.0.weight"][:, :, 0], matches, 1) + weights["exact.0.bias"][:, None])
    exact = np.tanh(weights["exact.3.weight"] @ hidden.ravel() + weights["exact.3.bias"])

    def convolved(rows: list[int], name: str) -> np.ndarray:
        kernel, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        x = np.vstack([np.zeros(kernel.shape[1]), weights["vectors.weight"][rows], np.zeros(kernel.shape[1])])
        return np.array([np.tensordot(kernel, x[i : i + 3].T, ([1, 2], [0, 1])) + bias for i in range(len(rows))]).T

    of_query = np.tanh(convolved(query, "of_query.0")).max(1)
    of_document = np.tanh(convolved(document, "of_document.0"))
    window = min(100, d_n)
    pooled = np.array([of_document[:, i * window : (i + 1) * window].max(1) for i in range(d_n // window)]).T
    pooled = np.tanh(weights["of_document.3.weight"][:, :, 0] @ pooled + weights["of_document.3.bias"][:, None])
    product = np.tanh(weights["product.1.weight"] @ (pooled * of_query[:, None]).ravel() + weights["product.1.bias"])
    x = np.maximum(weights["sum.0.weight"] @ (exact + product) + weights["sum.0.bias"], 0)
    return float((weights["sum.2.weight"] @ x + weights["sum.2.bias"])[0])
