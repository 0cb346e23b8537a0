"""Stems against Snowball 3.1: what its stemmer for English gave for made-up words (`snowball/generate.py`)."""

from __future__ import annotations

import lzma
from pathlib import Path

from irassay.kernel import _core
from irassay.search import analyse
from tests.oracles.snowball.generate import words
from tests.plain.stemming import english_stem

PRINTED = Path(__file__).parent / "snowball" / "stems.txt.xz"


def printed():
    return lzma.decompress(PRINTED.read_bytes()).decode().split("\n")[:-1]


def test_english_stems_are_snowballs():
    as_it_is, english = _core.Analyser("none", []), _core.Analyser("english", [])
    n = 0
    for word, stem in zip(words(), printed(), strict=True):
        if as_it_is.terms(word) == [word]:  # a word of one script, without an apostrophe at its end
            assert english.terms(word) == [stem], word
            n += 1
    assert n > 6_000


def test_the_plain_twin_of_english_stems_is_snowballs():
    for word, stem in zip(words(), printed(), strict=True):
        assert english_stem(word) == stem, word


def test_english_stems_come_after_stop_words_and_lower_case():
    assert analyse("The General's NEWS, generically", stem="english") == ["general", "news", "generic"]
