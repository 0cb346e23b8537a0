"""From a text to terms: Lucene's words, its stop words for English, and stemming, as Anserini's default analyser."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from irassay.arguments import check_choice
from irassay.errors import InputError, UsageError
from irassay.kernel import _core

Stem: TypeAlias = Literal["porter", "english", "none"]
STEMS: tuple[Stem, ...] = get_args(Stem)
LUCENE = "lucene"
NO_WORDS = "none"
# Of Lucene's EnglishAnalyzer.
LUCENE_STOPWORDS = (
    *("a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of"),
    *("on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will"),
    "with",
)


@dataclass(frozen=True, slots=True)
class Analysis:
    """How texts become terms."""

    stem: Stem
    stopwords: tuple[str, ...]  # words in lower case that become no term

    def analyser(self) -> _core.Analyser:
        """The kernel's object."""
        return _core.Analyser(self.stem, list(self.stopwords))

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"stem": self.stem, "stopwords": list(self.stopwords)}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Analysis:
        """From the JSON form; KeyError or TypeError where it is none."""
        check_choice("stem", saved["stem"], STEMS)
        return cls(saved["stem"], tuple(map(str, saved["stopwords"])))


def analysis_of(stem: Stem = "porter", stopwords: str | os.PathLike[str] | Iterable[str] = LUCENE) -> Analysis:
    """The analysis that these arguments of `analyse` and `index_texts` ask for. UsageError for another stemmer;
    InputError where the file of stop words can't be read."""
    check_choice("stem", stem, STEMS)
    if isinstance(stopwords, str | os.PathLike):
        name = os.fspath(stopwords)
        words = {LUCENE: LUCENE_STOPWORDS, NO_WORDS: ()}.get(name)
        if words is None:
            words = _words_of(name)
    else:
        words = tuple(stopwords)
        if not all(isinstance(word, str) for word in words):
            raise UsageError(f"expected stopwords as words or a file, but got stopwords={stopwords!r}")
    return Analysis(stem, tuple(sorted({word.lower() for word in words})))


def analyse(
    text: str, *, stem: Stem = "porter", stopwords: str | os.PathLike[str] | Iterable[str] = LUCENE
) -> list[str]:
    """The terms of a text, in its order.

    Answers: what does an index know of this text?

    Parameters
    ----------
    text : str
    stem : {"porter", "english", "none"}
        Porter's stemmer, his second one for English (Snowball's, "Porter2"), or words as they are.
    stopwords : {"lucene", "none"}, path or iterable of str
        Lucene's 33 words for English, no word, a file with a word a line, or the words.

    Returns
    -------
    list of str

    Raises
    ------
    UsageError
        `stem` is another word.
    InputError
        The file of stop words can't be read.

    Notes
    -----
    *Guarantees* by "porter" the terms of Anserini 0.22.1, by "english" the stems of Snowball 3.1; words as
    StandardTokenizer of Lucene 9.5 parts them, by Unicode 12.1.
    *Source* Unicode Standard Annex 29; Porter, An algorithm for suffix stripping, Program 14(3), 1980, with the changes
    of his programs; Porter, Snowball: a language for stemming algorithms, 2001.

    Examples
    --------
    >>> analyse("The U.S. economy's 3.5% growth")
    ['u.', 'economi', '3.5', 'growth']
    """
    return analysis_of(stem, stopwords).analyser().terms(text)


def bag_of(terms: Iterable[str]) -> list[tuple[str, int]]:
    """Terms in byte order, each with how often it stands there."""
    return sorted(Counter(terms).items(), key=lambda one: one[0].encode())


def _words_of(path: str) -> tuple[str, ...]:
    try:
        with open(path, encoding="utf-8") as file:
            return tuple(line.strip() for line in file if line.strip() and not line.startswith("#"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: can't be read as stop words ({error}); expected a file with a word a line, lucene or none"
        ) from None
