"""Plain twins of analysis and search: words by the longest match of the grammar, scores by the formulas."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache

from tools.word_breaks import GRAMMAR, LOWER_CASE, classes

LONGEST = 255  # UTF-16 units of a word


@cache
def _class_of():
    return classes()


@cache
def _lower():
    rows = (line.split() for line in LOWER_CASE.read_text(encoding="ascii").splitlines() if line[0] != "#")
    return {chr(int(upper, 16)): chr(int(lower, 16)) for upper, lower in rows}


def words(text: str) -> list[str]:
    """At each place the longest word that the grammar has; a character that begins none is passed over."""
    kinds = "".join(_class_of().get(ord(c), "O") for c in text)
    units = [len(c.encode("utf-16-le")) // 2 for c in text]
    out, start = [], 0
    while start < len(text):
        limit = kinds.find("O", start) if "O" in kinds[start:] else len(text)  # no word goes on over an "O"
        fitting = (end for end in range(limit, start, -1) if sum(units[start:end]) <= LONGEST)
        end = next((end for end in fitting if any(re.fullmatch(one, kinds[start:end]) for one in GRAMMAR)), None)
        if end is None:
            start += 1
        else:
            out.append(text[start:end])
            start = end
    return out


def terms(text: str, stopwords: tuple[str, ...] = ()) -> list[str]:
    """The terms of a text whose words are not stemmed."""
    return terms_of(words(text), stopwords)


def terms_of(words: list[str], stopwords: tuple[str, ...] = ()) -> list[str]:
    """Words without a possessive 's, in lower case, without stop words."""
    lower = ["".join(_lower().get(c, c) for c in re.sub("['\u2019\uff07][sS]$", "", word)) for word in words]
    return [word for word in lower if word not in stopwords]


def lucene_length(n: int) -> int:
    """A length as one byte holds it: 24 and more keep the four highest bits of what is above 24."""
    above = n - 24
    if above < 16:
        return n
    shift = above.bit_length() - 4
    return 24 + (above >> shift << shift)


def search(docs, query, *, model, k1=0.9, b=0.4, mu=1000.0, lengths="lucene"):
    """Document -> score, of bags of terms; for documents that have a term of the query."""
    sizes = {doc: sum(bag.values()) for doc, bag in docs.items()}
    n_tokens, n_docs = sum(sizes.values()), sum(size > 0 for size in sizes.values())
    out = {}
    for doc, bag in docs.items():
        if not any(term in bag for term in query):
            continue
        length = lucene_length(sizes[doc]) if lengths == "lucene" else sizes[doc]
        score = 0.0
        for term, n in sorted(query.items(), key=lambda one: one[0].encode()):
            if term not in bag:
                continue
            with_term = sum(term in other for other in docs.values())
            if model == "bm25":
                idf = math.log(1 + (n_docs - with_term + 0.5) / (with_term + 0.5))
                score += n * idf * bag[term] / (bag[term] + k1 * (1 - b + b * length / (n_tokens / n_docs)))
            else:
                p = (sum(other.get(term, 0) for other in docs.values()) + 1) / (n_tokens + 1)
                score += n * max(0.0, math.log(1 + bag[term] / (mu * p)) + math.log(mu / (length + mu)))
        out[doc] = score
    return out


def bags(texts) -> dict[str, Counter]:
    """Document -> its terms, words as they are."""
    return {doc: Counter(terms(text)) for doc, text in texts}


def normalised(scores, how):
    """Scores of one list from 0 to 1, or by mean and deviation."""
    if how == "none":
        return list(scores)
    if how == "minmax":
        low, high = min(scores), max(scores)
        return [(s - low) / (high - low) if high > low else 1.0 for s in scores]
    mean = sum(scores) / len(scores)
    deviation = math.sqrt(sum((s - mean) ** 2 for s in scores) / len(scores))
    return [(s - mean) / deviation if deviation > 0 else 0.0 for s in scores]


def fuse(lists, *, method, phi=0.9, rrf_k=60.0, weight=(), normalise="minmax"):
    """Document -> score, of lists that map documents to scores."""
    total, n = Counter(), Counter()
    for i, scored in enumerate(lists):
        ranked = sorted(scored, key=lambda doc: (scored[doc], doc.encode()), reverse=True)
        by_score = dict(zip(ranked, normalised([scored[doc] for doc in ranked], normalise)))
        for rank, doc in enumerate(ranked, 1):
            parts = {"rbc": (1 - phi) * phi ** (rank - 1), "rrf": 1 / (rrf_k + rank)}
            total[doc] += parts.get(method, by_score[doc] * (weight[i] if method == "weighted" else 1))
            n[doc] += 1
    return {doc: total[doc] * (n[doc] if method == "combmnz" else 1) for doc in total}


def nearest(docs, query):
    """Document -> inner product of its vector with the query's, summed exactly and rounded once."""
    return {doc: math.fsum(float(x) * float(y) for x, y in zip(query, vector)) for doc, vector in docs.items()}
