"""What a wiki has, as the stages of a collection hand it on."""

from __future__ import annotations

from irassay.record import Record


class Page(Record):
    """A page of the main namespace; `redirect` is the title it leads to or "", `number` its place in the export."""

    title: str
    text: str  # wikitext of the main slot
    redirect: str
    number: int


class Passage(Record):
    """A piece of an article: its introduction, or one of its sections. Source: D-MERIT, section 2.1."""

    id: str  # the article's title; of a section, with its path after #
    article: str
    text: str  # plain, in one line a paragraph
    links: tuple[str, ...]  # titles that it links to, each once, as they come


class ListedColumn(Record):
    """A column of a table. A cell is the title that its first link leads to, None where it has no link or no text."""

    path: tuple[str, ...]  # article, sections, heading
    cells: tuple[str | None, ...]


class Group(Record):
    """Articles that belong together, and what says so. Source: D-MERIT, section 2.2."""

    path: tuple[str, ...]  # article, sections, heading: the structured query
    members: tuple[str, ...]  # titles, each once
