"""Plain twin of Snowball's stemmer for English: each rule is a suffix, what stands before it, and what follows."""

from __future__ import annotations

import re

EXCEPTIONS = {
    "skis": "ski",
    "skies": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}
BEGINNINGS = re.compile("gener|commun|arsen|past|univers|later|emerg|organ|inter")
REGION = re.compile("[^aeiouy]*[aeiouy]+[^aeiouy]", re.DOTALL)
SHORT = re.compile("((^|.*[^aeiouy])[aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|.*past)$", re.DOTALL)
SECOND = {
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "entli": "ent",
    "izer": "ize",
    "ization": "ize",
    "ational": "ate",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "aliti": "al",
    "alli": "al",
    "fulness": "ful",
    "ousli": "ous",
    "ousness": "ous",
    "iveness": "ive",
    "iviti": "ive",
    "biliti": "ble",
    "bli": "ble",
    "ogist": "og",
    "ogi": "og",
    "fulli": "ful",
    "lessli": "less",
    "li": "",
}
THIRD = {
    "tional": "tion",
    "ational": "ate",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
    "ative": "",
}
FOURTH = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism", "ate", "iti", "ous"),
    *("ive", "ize", "ion"),
)


def english_stem(word: str) -> str:
    """The stem of a word in lower case."""
    if word in EXCEPTIONS or len(word) < 3:
        return EXCEPTIONS.get(word, word)
    word = re.sub("^y", "Y", word.removeprefix("'"))
    while (marked := re.sub("([aeiouy])y", r"\1Y", word, count=1)) != word:
        word = marked
    special, first = BEGINNINGS.match(word), REGION.match(word)
    r1 = special.end() if special else first.end() if first else len(word)
    second = REGION.match(word, r1)
    r2 = second.end() if second else len(word)
    for step in (_plural, _past, _final_y, _second, _third, _fourth, _last):
        word = step(word, r1, r2)
    return word.replace("Y", "y")


def _has_vowel(text):
    return re.search("[aeiouy]", text) is not None


def _longest(word, suffixes):
    """What stands before the longest of the suffixes that the word has, and that suffix."""
    suffix = max((one for one in suffixes if word.endswith(one)), key=len, default="")
    return word[: len(word) - len(suffix)], suffix


def _plural(word, r1, r2):
    word, _ = _longest(word, ("'", "'s", "'s'"))
    before, suffix = _longest(word, ("sses", "ied", "ies", "s", "us", "ss"))
    if suffix == "sses":
        return before + "ss"
    if suffix in ("ied", "ies"):
        return before + ("i" if len(before) > 1 else "ie")
    return before if suffix == "s" and _has_vowel(before[:-1]) else word


def _past(word, r1, r2):
    before, suffix = _longest(word, ("eed", "eedly", "ed", "edly", "ing", "ingly"))
    if suffix in ("eed", "eedly"):
        return before + "ee" if len(before) >= r1 and before not in ("proc", "exc", "succ") else word
    if suffix == "ing" and re.fullmatch("[^aeiouy]y", before, re.DOTALL):
        return before[0] + "ie"
    kept = suffix == "ing" and before in ("inn", "out", "cann", "herr", "earr", "even")
    if not suffix or kept or not _has_vowel(before):
        return word
    if before.endswith(("at", "bl", "iz")):
        return before + "e"
    if re.search(r"([bdfgmnprt])\1$", before):
        return before if re.fullmatch("[aeo]..", before) else before[:-1]
    return before + "e" if len(before) == r1 and SHORT.match(before) else before


def _final_y(word, r1, r2):
    return re.sub("(?<=.)([^aeiouy])[yY]$", r"\1i", word, flags=re.DOTALL)


def _second(word, r1, r2):
    before, suffix = _longest(word, SECOND)
    needs = {"ogi": "l", "li": "[cdeghkmnrt]"}.get(suffix, "")
    good = suffix and len(before) >= r1 and re.search(needs + "$", before)
    return before + SECOND[suffix] if good else word


def _third(word, r1, r2):
    before, suffix = _longest(word, THIRD)
    return before + THIRD[suffix] if suffix and len(before) >= (r2 if suffix == "ative" else r1) else word


def _fourth(word, r1, r2):
    before, suffix = _longest(word, FOURTH)
    good = suffix != "ion" or before.endswith(("s", "t"))
    return before if suffix and len(before) >= r2 and good else word


def _last(word, r1, r2):
    before = word[:-1]
    if word.endswith("e"):
        return before if len(before) >= r2 or (len(before) >= r1 and not SHORT.match(before)) else word
    return before if word.endswith("ll") and len(before) >= r2 else word
