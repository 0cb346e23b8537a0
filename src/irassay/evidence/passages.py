"""Passages of a wiki's articles: introductions or sections, in plain text, with the titles that they link to."""

from __future__ import annotations

import re

from irassay.errors import UsageError, cut
from irassay.evidence.nouns import Page, Passage
from irassay.evidence.titles import NAMESPACES
from irassay.evidence.wiki_text import headings, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TEMPLATE = re.compile(r"\{\{([^{}|<>]+)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Names of templates of pages that list what a title can mean.
_LISTS = re.compile(
    "disambig|disamb|dab|hndis|geodis|sia|set ?index|.*disambiguation|.*set index article"
    "|(?:ship|mountain|road|lake|sports?|storm) ?index"
)
_MAGIC = "__DISAMBIG__"


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
