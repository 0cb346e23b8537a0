"""Plain twins of what holds test texts against training texts: stems, their weights, overlap, slips, runs of words."""

from __future__ import annotations

from collections import Counter
from math import log

from irassay.kernel import _core
from tests.plain.retrieval import terms_of, words

RUN = 13
_stemmer = _core.Analyser("porter", [])
# The first and last characters of the blocks whose scripts have no spaces.
UNSPACED = ("\u0e00\u0eff", "\u1000\u109f", "\u1780\u17ff", "\u3040\u30ff", "\u3400\u9fff", "\uf900\ufaff")


def is_unspaced(text: str) -> bool:
    return any(first <= text[0] <= last for first, last in UNSPACED) or "\U00020000" <= text[0] <= "\U0003ffff"


def tokens(text: str) -> list[tuple[str, bool]]:
    """Words, and of scripts without spaces every three neighbours; whether each has spaces around it."""
    out: list[tuple[str, bool]] = []
    run, end, at = "", -1, 0
    for word in [*words(text), None]:
        start = text.index(word, at) if word is not None else -1
        unspaced = word is not None and is_unspaced(word)
        if run and not (unspaced and start == end):
            out += [(run[i : i + 3], False) for i in range(max(1, len(run) - 2))]
            run = ""
        if word is None:
            break
        at = end = start + len(word)
        if unspaced:
            run += word
        else:
            out.append((word, True))
    return out


def lower(word: str) -> str:
    return terms_of([word])[0]


def stem(word: str, is_spaced: bool) -> str:
    return "".join(_stemmer.terms(word)) if is_spaced else lower(word)


def stems(text: str, function_words: set[str]) -> set[str]:
    content = {stem(w, spaced) for w, spaced in tokens(text) if not (spaced and lower(w) in function_words)}
    return content or {stem(w, spaced) for w, spaced in tokens(text)}


def runs(text: str) -> set[tuple[str, ...]]:
    all_words = [lower(word) for word, _ in tokens(text)]
    return {tuple(all_words[i : i + RUN]) for i in range(len(all_words) - RUN + 1)}


def weights(training: list[set[str]], wanted: set[str]) -> dict[str, float]:
    n_texts = Counter(one for text in training for one in text)
    return {one: log((len(training) + 1) / (n_texts[one] + 0.5)) for one in wanted}


def overlap(a: set[str], b: set[str], weight: dict[str, float]) -> float:
    either = sum(weight[one] for one in sorted(a | b))
    return sum(weight[one] for one in sorted(a & b)) / either if either else 0.0


def is_slip(word: str, meant: str) -> bool:
    """Whether one comes of the other by a letter lost, put in or doubled, or by two neighbours swapped."""
    if abs(len(word) - len(meant)) == 1:
        longer, shorter = (word, meant) if len(word) > len(meant) else (meant, word)
        return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
    if len(word) != len(meant):
        return False
    apart = [i for i, (a, b) in enumerate(zip(word, meant, strict=True)) if a != b]
    return (
        len(apart) == 2
        and apart[1] == apart[0] + 1
        and word[apart[0]] == meant[apart[1]]
        and word[apart[1]] == meant[apart[0]]
    )
