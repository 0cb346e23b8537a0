"""What a text is about: its stems. The kernel finds them; here stand the function words, which are about nothing."""

from __future__ import annotations

import unicodedata

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
    """A text as it is compared: compatible characters as one (NFKC), case folded.

    >>> plain("ﬁne Ｆox, naïve Straße")
    'fine fox, naïve strasse'
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
