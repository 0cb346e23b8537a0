"""Titles of a wiki as one spelling each, the articles that redirects lead to, and a number for each of very many."""

from __future__ import annotations

import html
import re
import unicodedata
from array import array
from collections.abc import Callable, Iterable
from hashlib import blake2b
from urllib.parse import unquote_to_bytes

# Names of namespaces that every wiki understands, whatever its language; `dump.wiki` adds those of one wiki.
NAMESPACES = frozenset(
    ("file", "image", "media", "category", "template", "help", "portal", "draft", "module", "special", "talk", "user")
)
# Prefixes of links to other wikis and, where a code follows no rule, to other languages.
_ELSEWHERE = re.compile(
    r"(?:[a-z]{2,3}(?:-[a-z]+)*|[cdmnqsvwb]|simple|commons|meta|species|voy|wikt|wikipedia|wiktionary|wikisource"
    r"|wikidata|wikiquote|wikibooks|wikinews|wikiversity|wikivoyage|wikispecies):\S"
)
_SPACES = re.compile(r"[\s_]+")  # \s has U+00A0 and the other spaces of Unicode
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e]")  # of direction: a wiki takes them out
_REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
# What a title can't have: these characters, and what would be decoded once more.
_NOT_IN_TITLES = re.compile(rf"[\[\]{{}}|<>\x00-\x1f\x7f\ufffd]|%[0-9A-Fa-f]{{2}}|{_REFERENCE.pattern}")
FEWEST = 1 << 12  # places of an empty table


def unescape(text: str) -> str:
    """Text with its entities decoded as a wiki does it: those alone that end in a semicolon.

    >>> unescape("AT&T &eacute;tude &copy 1999")
    'AT&T étude &copy 1999'
    """
    return _REFERENCE.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def namespace_of(link: str, namespaces: frozenset[str] = NAMESPACES) -> str:
    """The namespace of a link's target, case-folded; "*" for another wiki or language, "" for an article.

    >>> namespace_of("File:Owl.jpg"), namespace_of(":fr:Chouette"), namespace_of("Star Trek: Voyager")
    ('file', '*', '')
    """
    text = link.strip().removeprefix(":").lstrip()
    head, colon, _ = text.partition(":")
    name = _SPACES.sub(" ", head).strip().casefold()
    if colon and name in namespaces:
        return name
    return "*" if _ELSEWHERE.match(text) else ""


def title_of(link: str, namespaces: frozenset[str] = NAMESPACES, *, case_sensitive: bool = False) -> str:
    """The title of the article that a link's target in wikitext names, in its one spelling; "" where none is: for a
    fragment alone, another namespace, wiki or language, and for what a title can't have. Source: the order is
    MediaWiki's: %-escapes, entities, white space, prefix, fragment, first letter.

    >>> title_of("barn_owl#Diet"), title_of("&eacute;tude"), title_of("caf%C3%A9"), title_of("File:Owl.jpg")
    ('Barn owl', 'Étude', 'Café', '')
    """
    try:
        text = unquote_to_bytes(link).decode() if "%" in link else link
    except UnicodeError:
        return ""
    text = unicodedata.normalize("NFC", _MARKS.sub("", unescape(text)))
    text = _SPACES.sub(" ", text).strip().removeprefix(":").lstrip()
    if namespace_of(text, namespaces):
        return ""
    text = text.partition("#")[0].rstrip()
    if text.startswith(":") or _NOT_IN_TITLES.search(text):
        return ""
    first = text[:1].title()  # not upper(): Georgian letters stay, as in a wiki
    return text if case_sensitive or len(first) != 1 else first + text[1:]


def resolver_of(redirects: Iterable[tuple[str, str]]) -> Callable[[str], str]:
    """Title -> the article that it leads to, through redirects to redirects; itself where it is no redirect, or leads
    nowhere or round in circles. Of a title that comes twice, the first counts.

    >>> resolve = resolver_of([("Screech owl", "Tyto alba"), ("Tyto alba", "Barn owl"), ("A", "B"), ("B", "A")])
    >>> resolve("Screech owl"), resolve("Barn owl"), resolve("A")
    ('Barn owl', 'Barn owl', 'A')
    """
    next_of: dict[str, str] = {}
    for title, target in redirects:
        next_of.setdefault(title, target)
    ends: dict[str, str] = {}  # "": a chain that never ends; each is followed once
    for title in next_of:
        chain: dict[str, None] = {}
        at = title
        while at in next_of and at not in chain and at not in ends:
            chain[at] = None
            at = next_of[at]
        ends |= dict.fromkeys(chain, "" if at in chain else ends.get(at, at))
    return lambda title: ends.get(title) or title


class TitleNumbers:
    """Title -> number, in 18 to 36 bytes each: of a title 64 bits of its hash are kept. Two of twenty million titles
    share them in one of 90,000 wikis.

    >>> numbers = TitleNumbers()
    >>> numbers.setdefault("Barn owl", 1), numbers.setdefault("Barn owl", 2), "Snowy owl" in numbers
    (1, 1, False)
    """

    def __init__(self) -> None:
        self._n = 0
        self._keys = array("Q", bytes(8 * FEWEST))  # 0: free
        self._numbers = array("I", bytes(4 * FEWEST))

    def setdefault(self, title: str, number: int) -> int:
        """The number of a title, which is `number` where it has none yet."""
        key = _key(title)
        at = self._place(key)
        if self._keys[at]:
            return self._numbers[at]
        self._keys[at], self._numbers[at] = key, number
        self._n += 1
        if 3 * self._n > 2 * len(self._keys):
            self._grow()
        return number

    def __contains__(self, title: object) -> bool:
        return isinstance(title, str) and self._keys[self._place(_key(title))] != 0

    def _place(self, key: int) -> int:
        """Where a key stands, or would."""
        keys, mask = self._keys, len(self._keys) - 1
        at = key & mask
        while keys[at] and keys[at] != key:
            at = (at + 1) & mask
        return at

    def _grow(self) -> None:
        keys, numbers = self._keys, self._numbers
        self._keys, self._numbers = array("Q", bytes(16 * len(keys))), array("I", bytes(8 * len(keys)))
        for key, number in zip(keys, numbers):
            if key:
                at = self._place(key)
                self._keys[at], self._numbers[at] = key, number


def _key(title: str) -> int:
    return int.from_bytes(blake2b(title.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") or 1
