"""Words for the oracle, and their stems by Snowball.

``python -m tests.oracles.snowball.generate FILE`` writes the stems of these words by PyStemmer 3.1.0, a line each, as
`stems.txt.xz` has them.
"""

from __future__ import annotations

import lzma
import random
import sys
from pathlib import Path

BEGINNINGS = (
    *("y", "ay", "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter", "proc", "exc"),
    *("succ", "inn", "out", "cann", "herr", "earr", "even", "d", "l", "add", "egg", "off", "hopp", "é", "日"),
    *("\U00010400", "byy"),
)
SUFFIXES = (
    *("s", "sses", "ied", "ies", "us", "ss", "eed", "eedly", "ed", "edly", "ing", "ingly", "y", "at", "bl", "iz"),
    *("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt", "tional", "enci", "anci", "abli", "entli", "izer"),
    *("ization", "ational", "ation", "ator", "alism", "aliti", "alli", "fulness", "ousli", "ousness", "iveness"),
    *("iviti", "biliti", "bli", "ogist", "ogi", "logi", "fulli", "lessli", "li", "alize", "icate", "iciti", "ical"),
    *("ful", "ness", "ative", "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism"),
    *("ate", "iti", "ous", "ive", "ize", "ion", "sion", "tion", "e", "l", "ll", "ly", "ogy", "'s'"),
)
SPECIAL = (
    *("skis", "skies", "idly", "gently", "ugly", "early", "only", "singly", "sky", "news", "howe", "atlas", "cosmos"),
    *(
        "bias",
        "andes",
        "dying",
        "lying",
        "tying",
        "vying",
        "aying",
        "inning",
        "outing",
        "canning",
        "herring",
        "earring",
    ),
    *("evening", "pasted", "pasting", "psychology", "sayyid", "ebbed", "adding", "proceed", "exceedly", "a", "ox"),
)


def words(n: int = 8_000, seed: int = 3) -> list[str]:
    """Words of made-up stems and suffixes, in which every rule is at work."""
    rng = random.Random(seed)
    out = dict.fromkeys(SPECIAL)
    while len(out) < n:
        beginning = rng.choice(BEGINNINGS) if rng.random() < 0.4 else ""
        middle = "".join(rng.choice("aeiouybcdfghlmnprstwxzé") for _ in range(rng.randint(0, 6)))
        end = "".join(rng.choice(SUFFIXES) for _ in range(rng.randint(0, 3)))
        if word := beginning + middle + end:
            out[word] = None
    return list(out)


if __name__ == "__main__":
    from Stemmer import Stemmer

    stems = Stemmer("english").stemWords(words())
    Path(sys.argv[1]).write_bytes(lzma.compress("".join(f"{stem}\n" for stem in stems).encode()))
