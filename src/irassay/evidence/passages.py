"""Passages of a wiki's articles: introductions or sections in plain text with links, and those that name a title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from irassay.errors import UsageError, cut
from irassay.evidence.candidates import MOST_REFERENCES
from irassay.evidence.nouns import Page, Passage
from irassay.evidence.titles import NAMESPACES
from irassay.evidence.wiki_text import headings, plain

_TEMPLATE = re.compile(r"\{\{([^{}|<>]+)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Names of templates of pages that list what a title can mean.
_LISTS = re.compile(
    "disambig|disamb|dab|hndis|geodis|sia|set ?index|.*disambiguation|.*set index article"
    "|(?:ship|mountain|road|lake|sports?|storm) ?index"
)
_MAGIC = "__DISAMBIG__"
_WORD = re.compile(r"\w+|[^\w\s]")  # a sign is a word of its own
_INSIDE = re.compile(r"\w\w")


def is_disambiguation(page: Page) -> bool:
    """Whether a page lists what its title can mean, as its templates say: it is no article.

    >>> is_disambiguation(Page("Mercury", "'''Mercury''' may be ... {{Disambiguation|surname}}", "", 1))
    True
    """
    text = _COMMENT.sub("", page.text) if "<!--" in page.text else page.text
    if _MAGIC in text:
        return True
    names = (" ".join(found[1].replace("_", " ").split()).casefold() for found in _TEMPLATE.finditer(text))
    return any(_LISTS.fullmatch(name.removeprefix("template:").lstrip()) for name in names)


def passages_of(
    page: Page, *, by: str = "article", namespaces: frozenset[str] = NAMESPACES, case_sensitive: bool = False
) -> list[Passage]:
    """Passages of one article: plain text and links.

    Parameters
    ----------
    page : Page
        An article; a redirect or a page that `is_disambiguation` has no passage.
    by : {"article", "section"}
        "article": its introduction alone, which stands before the first heading; "section": the introduction and each
        section, without the sections in it.
    namespaces : frozenset of str
        Case-folded names of the wiki's namespaces, as `dump.wiki` has them.
    case_sensitive : bool
        Whether titles keep their first letter, as in a Wiktionary.

    Returns
    -------
    list of Passage
        None for a piece without text. Of references, templates, tables, pictures and comments nothing stays; the links
        of {{sortname}} and {{ill}} do. The id of a section has its path after ``#``, and a number from 2 on where a
        path comes again.

    Raises
    ------
    UsageError
        Where mwparserfromhell is not installed, or `by` is another word.

    Notes
    -----
    *Source*: Rassin et al. (2024), section 2.1.

    Examples
    --------
    >>> passages_of(Page("Owl", "An '''owl''' is a [[bird]].<ref>x</ref>", "", 1))[0].text
    'An owl is a bird.'
    """
    if by not in ("article", "section"):
        raise UsageError(f'by is {cut(by)}; expected "article" or "section"')
    if page.redirect or is_disambiguation(page):
        return []
    return passages_of_article(page, by, namespaces, case_sensitive=case_sensitive)


def passages_of_article(page: Page, by: str, namespaces: frozenset[str], *, case_sensitive: bool) -> list[Passage]:
    """`passages_of` a page that is known to be an article."""
    passages = []
    for path, wikitext in _pieces(page.text, by == "article"):
        text, links = plain(wikitext, namespaces, case_sensitive=case_sensitive)
        if text:
            passages.append(Passage(f"{page.title}#{path}" if path else page.title, page.title, text, links))
    return passages


def _pieces(text: str, is_introduction: bool) -> Iterator[tuple[str, str]]:
    """The path, "" for the introduction, and the wikitext of each piece."""
    found = headings(text)
    heading = next(found, None)
    yield "", text[: heading.start] if heading else text
    above: list[tuple[int, str]] = []  # levels and titles of the sections that a section is in
    counts: dict[str, int] = {}
    while heading is not None and not is_introduction:
        above = [one for one in above if one[0] < heading.level]
        above.append((heading.level, plain(heading.title, frozenset())[0]))
        path = "/".join(title for _, title in above)
        counts[path] = counts.get(path, 0) + 1
        after = next(found, None)
        yield path + f" {counts[path]}" * (counts[path] > 1), text[heading.end : after.start if after else len(text)]
        heading = after


def mentions(
    texts: Iterable[tuple[str, str]], names: Iterable[tuple[str, str]], *, most: int = MOST_REFERENCES
) -> Iterator[tuple[str, str]]:
    """The passages that names stand in, as whole words with the case that they have, but for the first letter.

    Parameters
    ----------
    texts : iterable of (passage, text)
    names : iterable of (name, title)
        What an article is called: its title, aliases.
    most : int
        A name that stands in more passages is left out: it means something else, too.

    Yields
    ------
    (passage, title)
        By names, in the order of texts.

    Notes
    -----
    The first two words of each name are looked up among those of a text; only where they are found is the text compared
    with names, by their lengths.

    Examples
    --------
    >>> texts = [("Vole", "Hunted by a barn owl."), ("Hay", "Of barn owls, or a Barn Owl.")]
    >>> list(mentions(texts, [("Barn owl", "Barn owl")]))
    [('Vole', 'Barn owl')]
    """
    spelled: dict[str, dict[str, None]] = {}  # each way to write a name -> names
    titles: dict[str, dict[str, None]] = {}
    for name, title in names:
        titles.setdefault(name, {})[title] = None
        for first in {name[:1], name[:1].lower(), name[:1].title()}:
            if name.strip() and len(first) == 1:
                spelled.setdefault(first + name[1:], {})[name] = None
    passages: dict[str, dict[str, None]] = {name: {} for name in titles}
    for passage, name in _standing(texts, spelled):
        if len(passages[name]) <= most:
            passages[name][passage] = None
    for name, some in passages.items():
        if len(some) <= most:
            yield from ((passage, title) for title in titles[name] for passage in some)


def _standing(texts: Iterable[tuple[str, str]], spelled: dict[str, dict[str, None]]) -> Iterator[tuple[str, str]]:
    """Passages and the names that stand in them."""
    lengths: dict[str, set[int]] = {}  # of names by their first word
    alone, pairs = set(), set()  # words of names of one word; the first two of others
    for name in spelled:
        first, *others = _WORD.findall(name)
        lengths.setdefault(first, set()).add(len(name))
        if others:
            pairs.add((first, others[0]))
        else:
            alone.add(first)
    for passage, text in texts:
        words = _WORD.findall(text)
        if alone.isdisjoint(words) and pairs.isdisjoint(pairwise(words)):
            continue
        for first in lengths.keys() & words:
            at = text.find(first)
            while at >= 0:
                for length in lengths[first]:
                    names = spelled.get(text[at : at + length])
                    if names and not _INSIDE.match(text, at + length - 1) and not (at and _INSIDE.match(text, at - 1)):
                        yield from ((passage, name) for name in names)
                at = text.find(first, at + 1)
