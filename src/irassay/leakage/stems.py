"""What a text is about: its stems. The kernel finds them; here stand the function words, which are about nothing."""

from __future__ import annotations

import re
import unicodedata

# Latin letters with a mark, as one character or as a letter and its marks; and those that no mark makes of others.
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f]")
_MARKS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})

# Lucene's stop words, and others that ask, point or help without saying what about.
FUNCTION_WORDS = (
    *("a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of"),
    *(
        "on",
        "or",
        "such",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "will",
        "with",
    ),
    *("what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did", "done", "can"),
    *("could", "should", "would", "may", "might", "must", "shall", "has", "have", "had", "been", "being", "am", "were"),
    *("i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "its", "them", "those"),
    *("from", "about", "than", "so", "too", "also", "any", "some", "there's", "what's", "who's", "how's", "where's"),
)


def plain(text: str) -> str:
    """A text as it is compared: compatible characters as one (NFKC), case folded, Latin letters without accents.

    >>> plain("ﬁne Ｆox, naïve Straße, Йод")
    'fine fox, naive strasse, йод'
    """
    if text.isascii():
        return text
    accented = with_accents(text)
    if not _ACCENTED.search(accented):
        return accented
    apart = unicodedata.normalize("NFD", accented.translate(_LETTERS))
    return unicodedata.normalize("NFC", _MARKS.sub("", apart))


def with_accents(text: str) -> str:
    """As `plain`, with the accents: "mà" and "má" are different words where both are written.

    >>> with_accents("Naïve")
    'naïve'
    """
    return unicodedata.normalize("NFKC", text).casefold()


def is_accented(text: str) -> bool:
    """Whether a Latin letter of the text has an accent.

    >>> is_accented("naïve"), is_accented("naive"), is_accented("йод")
    (True, False, False)
    """
    return not text.isascii() and plain(text) != with_accents(text)
