"""The first stage of a collection: what there is, from an export of a wiki or from tables.

Pages are read in shards. Each that is finished is kept until the stage has ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from irassay.errors import cut
from irassay.evidence.folder import (
    ALIASES,
    ARTICLES,
    LINKS,
    LISTS,
    PASSAGES,
    WIKI,
    Counts,
    Folder,
    Plan,
    json_line,
    tsv,
)
from irassay.evidence.nouns import Page, Passage
from irassay.files import WholeFiles
from irassay.progress import Progress
from irassay.provenance import VERSION
from irassay.workflows import Shard, Shelf, executor_of, shelf_in

if TYPE_CHECKING:
    from irassay.evidence.dump import Wiki

COUNTED = ("pages", "aliases", "disambiguation pages", "passages", "links", "lists")
UNFINISHED = "read.shards"  # the folder of shards
PAGES = 1_000  # of a shard


def read(folder: Folder, dump: str, plan: Plan) -> Counts:
    """Passages, aliases, links and lists of an export, or of HTML dumps."""
    from irassay.evidence.dump import wiki
    from irassay.evidence.html_dump import files_of, html_wiki, is_html

    sources = files_of(dump)
    options = {"by": plan.by, "links_of": plan.links_of, "title": plan.title}

    def make(files: WholeFiles) -> Counts:
        of, counts = (html_wiki if is_html(dump) else wiki)(dump), dict.fromkeys(COUNTED, 0)
        about = {name: getattr(of, name) for name in ("case_sensitive", "base", "is_html")}
        about["namespaces"] = sorted(of.namespaces)
        files.write(folder.file(WIKI), [json_line(about)])
        made_of = sha256(json_line([VERSION, *map(folder.hash_of, sources), options]).encode()).hexdigest()[:16]
        places = {name: files.beside(folder.file(name)) for name in (PASSAGES, ALIASES, LINKS, LISTS, ARTICLES)}
        with ExitStack() as opened:
            out = {name: opened.enter_context(open(place, "w", encoding="utf-8")) for name, place in places.items()}
            out[ALIASES].write("alias\ttitle\n")
            out[LINKS].write("passage\ttitle\n")
            for value in _shards(dump, plan, of, shelf, made_of):
                texts, more = json.loads(value)
                for name, text in texts.items():
                    out[name].write(text)
                for name, n in more.items():
                    counts[name] += n
        return counts

    with shelf_in(folder.file(UNFINISHED)) as shelf:
        return folder.stage("read", sources, (PASSAGES, ALIASES, LINKS, LISTS, WIKI, ARTICLES), options, make)


def _shards(dump: str, plan: Plan, of: Wiki, shelf: Shelf, made_of: str) -> Iterator[bytes]:
    """What all pages have, in their order, as `shard_of` has it; what is on the shelf is not made again."""
    from irassay.evidence.dump import read_dump
    from irassay.evidence.html_dump import read_html

    names: list[str] = []

    def missing() -> Iterator[Shard]:
        pages = (read_html if of.is_html else read_dump)(dump)
        with Progress("Pages read", None) as progress:
            while some := list(islice(pages, PAGES)):
                names.append(f"{made_of}-{len(names)}")
                if shelf.get(names[-1]) is None:
                    yield Shard(names[-1], shard_of, (some, plan, of))
                progress.step(len(some))

    with executor_of(plan.workers) as executor:
        for shard, value in executor.run(missing()):
            shelf.put(shard.name, value)
    for name in names:
        kept = shelf.get(name)
        assert kept is not None
        yield kept


def shard_of(pages: Sequence[Page], plan: Plan, of: Wiki) -> bytes:
    """Pieces of the files that some pages make, and what they count, as JSON."""
    pieces: dict[str, list[str]] = {name: [] for name in (PASSAGES, ALIASES, LINKS, LISTS, ARTICLES)}
    n_others = 0
    for page in pages:
        if page.redirect:
            pieces[ALIASES].append(f"{page.title}\t{page.redirect}\n")
            continue
        found = (_of_html if of.is_html else _of_wikitext)(page, plan, of)
        if found is None:
            n_others += 1
            continue
        passages, others = found
        pieces[ARTICLES].append(page.title + "\n")
        if page.title.startswith(plan.title):
            pieces[LISTS].append(json_line({"title": page.title, "text": page.text, "number": page.number}))
        for one in passages:
            key = one.id.replace(" ", "_")
            pieces[PASSAGES].append(json_line({"_id": key, "title": one.article, "text": one.text}))
            pieces[LINKS] += (f"{key}\t{title}\n" for title in dict.fromkeys((*one.links, *others)))
    n = (len(pages), len(pieces[ALIASES]), n_others, *(len(pieces[name]) for name in (PASSAGES, LINKS, LISTS)))
    texts = {name: "".join(some) for name, some in pieces.items()}
    return json_line([texts, dict(zip(COUNTED, n, strict=True))]).encode()


def _in_all(page: Page, plan: Plan) -> bool:
    """Whether links count that stand anywhere in an article; a list's own are no evidence."""
    return plan.links_of == "article" and not page.title.startswith(plan.title)


def _of_wikitext(page: Page, plan: Plan, of: Wiki) -> tuple[list[Passage], Iterable[str]] | None:
    """An article's passages, and the links of all of it where they are asked for; None for a disambiguation page."""
    from irassay.evidence.passages import is_disambiguation, passages_of_article
    from irassay.evidence.wiki_text import links_of

    if is_disambiguation(page):
        return None
    case = of.case_sensitive
    others = links_of(page.text, of.namespaces, case_sensitive=case) if _in_all(page, plan) else ()
    return passages_of_article(page, plan.by, of.namespaces, case_sensitive=case), others


def _of_html(page: Page, plan: Plan, of: Wiki) -> tuple[list[Passage], Iterable[str]] | None:
    """The same of HTML."""
    from irassay.evidence.html_text import HtmlArticle

    article = HtmlArticle(page, of.namespaces, case_sensitive=of.case_sensitive)
    others = article.links if _in_all(page, plan) else ()
    return None if article.is_disambiguation else (article.passages_of(plan.by), others)


def read_links(folder: Folder, texts: str, links: str) -> Counts:
    """Passages of a file of texts, and a table of the entities that each has; InputError for a passage without text."""
    from irassay.formats.reading.texts import read_texts
    from irassay.formats.sources.lines import Problems
    from irassay.formats.tables.separated import read_table

    def make(files: WholeFiles) -> Counts:
        problems, there = Problems(links), read_texts(texts)
        table = read_table(links, "links", problems)
        rows_of = list(zip(table.lines, table.roles["passage"], table.roles["entity"], strict=True))
        bodies = {key: body for key, body in there if body}
        for line, passage, _ in rows_of:
            if passage not in bodies:
                problems.add(line, f"the passage {cut(passage)} has no text, expected one in {cut(texts)}")
        problems.raise_if_any()
        passages = (json_line({"_id": key, "title": key, "text": body}) for key, body in bodies.items())
        files.write(folder.file(PASSAGES), passages)
        pairs = dict.fromkeys((passage, entity) for _, passage, entity in rows_of)
        files.write(folder.file(LINKS), tsv(("passage", "title"), iter(pairs)))
        files.write(folder.file(ALIASES), ["alias\ttitle\n"])
        files.write(folder.file(WIKI), [json_line({"namespaces": [], "case_sensitive": None})])  # there is none
        return {"pages": 0, "passages": len(bodies), "links": len(pairs), "aliases": 0}

    return folder.stage("read", [texts, links], (PASSAGES, ALIASES, LINKS, WIKI), {"links": True}, make)
