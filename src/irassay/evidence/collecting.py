"""The stages of a collection, each from files of its folder to others: read, group, candidates, answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from itertools import chain, islice

from irassay.errors import cut
from irassay.evidence.candidates import BETWEEN, HEADING, QUESTION_VERSION, candidates, id_of, question, with_answers
from irassay.evidence.dump import Wiki, files_of, html_wiki, is_html, read_dump, read_html, wiki
from irassay.evidence.folder import (
    ALIASES,
    ARTICLES,
    CANDIDATES,
    CROWDED,
    DISCARDED,
    GROUPS,
    LINKS,
    LISTS,
    PASSAGES,
    TO_JUDGE,
    WIKI,
    Counts,
    Folder,
    Plan,
    cells,
    json_line,
    rows,
    tsv,
)
from irassay.evidence.groups import Discarded, groups_of, read_members
from irassay.evidence.nouns import Group, Page, Passage
from irassay.evidence.passages import is_disambiguation, mentions, passages_of_article
from irassay.evidence.tables import columns_of
from irassay.evidence.titles import TitleNumbers, resolver_of, title_of
from irassay.evidence.wiki_text import links_of
from irassay.files import WholeFiles
from irassay.formats.loss_warnings import say
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import read_table
from irassay.progress import Progress
from irassay.provenance import VERSION
from irassay.workflows import Shard, Shelf, executor_of, shelf_in

COUNTED = ("pages", "aliases", "disambiguation pages", "passages", "links", "lists")
UNFINISHED = "read.shards"  # the folder of shards
PAGES = 1_000  # of a shard


def read(folder: Folder, dump: str, plan: Plan) -> Counts:
    """Passages, aliases, links and lists of an export, or of HTML dumps."""
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


def begin(folder: Folder, dump: str, members: str | None, plan: Plan, links: str | None = None) -> Counts:
    """All stages up to the candidates; the counts of the last ones that count. With `links` `dump` has texts alone."""
    counts = read(folder, dump, plan) if links is None else read_links(folder, dump, links)
    counts = {name: counts[name] for name in ("pages", "passages", "links", "aliases")}
    return {**counts, **group(folder, members, plan), **find(folder, plan)}


def members_in(folder: Folder, members: str) -> list[Group]:
    """The groups of a table, members as the titles that they lead to where there is a wiki."""
    groups = read_members(members)
    resolve, [about] = resolver(folder), rows(folder.file(WIKI))
    if about["case_sensitive"] is None:
        return groups

    def titles(one: Group) -> tuple[str, ...]:
        spelled = (title_of(member, case_sensitive=about["case_sensitive"]) or member for member in one.members)
        return tuple(dict.fromkeys(map(resolve, spelled)))

    return [one.but(members=titles(one)) for one in groups]


def group(folder: Folder, members: str | None, plan: Plan) -> Counts:
    """Groups of a table of members, or of the lists' columns, and which columns are left out."""

    def make(files: WholeFiles) -> Counts:
        found, discarded = (members_in(folder, members), []) if members else _listed(folder, plan)
        files.write(
            folder.file(GROUPS),
            (json_line({"id": id_of(one), "path": one.path, "members": one.members}) for one in found),
        )
        lost = ((one.rule, BETWEEN.join(one.path), one.detail) for one in discarded)
        files.write(folder.file(DISCARDED), tsv(("rule", "group", "detail"), lost))
        return {"groups": len(found), "members": sum(len(one.members) for one in found), "discarded": len(discarded)}

    needs = (
        [members, folder.file(ALIASES), folder.file(WIKI)]
        if members
        else [folder.file(name) for name in (ALIASES, LISTS, WIKI, ARTICLES)]
    )
    return folder.stage("group", needs, (GROUPS, DISCARDED), {"title": plan.title, "heading": plan.heading}, make)


def _listed(folder: Folder, plan: Plan) -> tuple[list[Group], list[Discarded]]:
    """The groups of the wiki's lists; warns of tables without an end."""
    from irassay.evidence.html_text import columns_of_html

    [about] = rows(folder.file(WIKI))
    articles = TitleNumbers()
    with open(folder.file(ARTICLES), encoding="utf-8") as lines:
        for line in lines:
            articles.setdefault(line.rstrip("\n"), 0)
    problems = Problems(LISTS)
    found = groups_of(
        (Page(redirect="", **row) for row in rows(folder.file(LISTS))),
        title=plan.title,
        resolve=resolver(folder),
        is_article=articles.__contains__,
        columns=partial(
            columns_of_html if about.get("is_html") else columns_of,
            heading=plan.heading,
            namespaces=frozenset(about["namespaces"]),
            problems=problems,
        ),
    )
    for _, line in problems.lines:
        say(line)
    return found


def find(folder: Folder, plan: Plan) -> Counts:
    """Candidates of the groups, and the table of what is to be judged."""

    def make(files: WholeFiles) -> Counts:
        groups = groups_in(folder)
        passages = ((row["_id"], row["title"]) for row in rows(folder.file(PASSAGES)))
        links = ((passage, title) for passage, title in cells(folder.file(LINKS)))
        resolve, most = resolver(folder), plan.most_references
        named = _mentions(folder, groups.values(), resolve, most) if plan.mentions else ()
        found = candidates(groups.values(), passages, links, mentions=named, resolve=resolve, most=most)
        rows_of = [(one.group, one.member, one.passage) for one in found.candidates]
        files.write(folder.file(CANDIDATES), tsv(("query", "member", "doc"), iter(rows_of)))
        write_asked(folder, files, TO_JUDGE, groups, rows_of)
        crowded = ((BETWEEN.join(groups[key].path), member, f"{n}") for key, (member, n) in found.crowded.items())
        files.write(folder.file(CROWDED), tsv(("group", "member", "references"), crowded))
        return {"candidates": len(rows_of), "groups": len(groups), "crowded": len(found.crowded)}

    needs = [folder.file(name) for name in (GROUPS, ALIASES, LINKS, PASSAGES)]
    options = {"most_references": plan.most_references, "mentions": plan.mentions, "question": QUESTION_VERSION}
    return folder.stage("candidates", needs, (CANDIDATES, TO_JUDGE, CROWDED), options, make)


def write_asked(
    folder: Folder, files: WholeFiles, name: str, groups: Mapping[str, Group], asked: Sequence[tuple[str, str, str]]
) -> None:
    """Write a table to fill in, of groups, members and passages; answers that are in it stay."""
    ids = {of: one for one, of in asked_of(groups).items()}
    texts = dict.fromkeys((doc for _, _, doc in asked), "")
    texts |= {row["_id"]: row["text"] for row in rows(folder.file(PASSAGES)) if row["_id"] in texts}
    table = [
        (ids[key, member], doc, BETWEEN.join(groups[key].path), member, question(groups[key], member), texts[doc])
        for key, member, doc in asked
    ]
    files.write(folder.file(name), tsv(HEADING, with_answers(folder.file(name), table)))


def _mentions(
    folder: Folder, groups: Iterable[Group], resolve: Callable[[str], str], most: int
) -> Iterator[tuple[str, str]]:
    """Passages and the members that they name, by title or by alias."""
    members = dict.fromkeys(member for one in groups for member in one.members)
    aliases = ((alias, end) for alias, _ in cells(folder.file(ALIASES)) if (end := resolve(alias)) in members)
    texts = ((row["_id"], row["text"]) for row in rows(folder.file(PASSAGES)))
    return mentions(texts, chain(((one, one) for one in members), aliases), most=most)


def groups_in(folder: Folder) -> dict[str, Group]:
    """The groups of a folder by their ids."""
    groups = (Group(path=tuple(row["path"]), members=tuple(row["members"])) for row in rows(folder.file(GROUPS)))
    return {id_of(one): one for one in groups}


def asked_of(groups: Mapping[str, Group]) -> dict[str, tuple[str, str]]:
    """What is asked about passages: the id of each question -> group and member."""
    return {f"{key}.{i}": (key, member) for key, one in groups.items() for i, member in enumerate(one.members, 1)}


def resolver(folder: Folder) -> Callable[[str], str]:
    """Title -> the title that it leads to, by the folder's aliases."""
    return resolver_of((alias, title) for alias, title in cells(folder.file(ALIASES)))
