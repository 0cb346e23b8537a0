"""The stems of a text. The kernel finds them; here stand the function words, which are about nothing."""

from __future__ import annotations

import re
import unicodedata

from irassay.search.analysis import LUCENE_STOPWORDS

# Scripts without spaces, as the kernel has them: Thai and Lao, Burmese, Khmer, Hiragana, Chinese; and Katakana, whose
# words are told from others.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u309f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a0-\u30ff"
# Latin letters with a mark, as one character or as a letter and its marks; and those that no mark makes of others.
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f]")
_MARKS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})

# What one text is written with in several ways. Apostrophes before NFKC, which makes an accent of the acute one.
_ONE_WAY = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u00b4\u055a\u05f3\ua78c\uff07`", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
    | {"_": " ", "\u066c": ","}
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff")  # soft hyphens and what has no width
)
_DIGITS = r"(?<![\d.,])\d{1,3}(?:([,'\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?![\d,]\d)(?!\d)"
_THOUSANDS = re.compile(_DIGITS)  # 10,000 and 1'000'000; not the list 1,2,3 or 10,0000
# U.S. and e.g.; not x.y.com. A row of letters is tried from its first one only, and once.
_DOTTED = re.compile(r"(?<!\b[^\W\d_]\.)\b[^\W\d_](?:\.[^\W\d_])++(?:\.(?!\w)|(?![\w.]))")
_BETWEEN_UNSPACED = re.compile("|".join(rf"(?<=[{one}])\s+(?=[{one}])" for one in (_UNSPACED, _KATAKANA)))
_BESIDE_KATAKANA = re.compile(rf"(?<=[{_UNSPACED}])(?=[{_KATAKANA}])|(?<=[{_KATAKANA}])(?=[{_UNSPACED}])")
# What of this may be in plain ASCII; each begins with its sign, which a search skips to.
_IN_ASCII = tuple(map(re.compile, ("_", "`", r",\d{3}", r"'\d{3}", r"\.[A-Za-z]\b")))

# Lucene's stop words, and others that ask, point or help without saying what about; not "us", which may be the U.S.
FUNCTION_WORDS = (
    *LUCENE_STOPWORDS,
    *("what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did", "done", "can"),
    *("could", "should", "would", "may", "might", "must", "shall", "has", "have", "had", "been", "being", "am", "were"),
    *("i", "me", "my", "we", "our", "you", "your", "he", "him", "his", "she", "her", "its", "them", "those"),
    *("from", "about", "than", "so", "too", "also", "any", "some", "there's", "what's", "who's", "how's", "where's"),
)


def plain(text: str) -> str:
    """A text as it is compared: compatible characters as one (NFKC), case folded, Latin letters without accents;
    apostrophes, underscores, thousands, dotted abbreviations and spaces in scripts without spaces are written one
    way."""
    if text.isascii():
        return with_accents(text) if any(one.search(text) for one in _IN_ASCII) else text
    accented = with_accents(text)
    if not _ACCENTED.search(accented):
        return accented
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", accented.translate(_LETTERS))))


def with_accents(text: str) -> str:
    """As `plain`, with the accents: "mà" and "má" are different words where both are written."""
    text = text.translate(_ONE_WAY)
    text = _THOUSANDS.sub(lambda number: re.sub(r"\D", "", number[0]), text)
    text = _DOTTED.sub(lambda one: one[0].replace(".", ""), unicodedata.normalize("NFKC", text))
    return _BESIDE_KATAKANA.sub(" ", _BETWEEN_UNSPACED.sub("", text)).casefold()


def is_accented(text: str) -> bool:
    """Whether a Latin letter of the text has an accent."""
    return not text.isascii() and plain(text) != with_accents(text)
