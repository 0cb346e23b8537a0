"""The stages of a collection, each from files of its folder to others: read, group, candidates, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from irassay.evidence.candidates import BETWEEN, HEADING, QUESTION_VERSION, candidates, id_of, question, with_answers
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
from irassay.evidence.groups import Discarded
from irassay.evidence.nouns import Group, Page
from irassay.evidence.reading import read, read_links
from irassay.files import WholeFiles


def begin(folder: Folder, dump: str, members: str | None, plan: Plan, links: str | None = None) -> Counts:
    """All stages up to the candidates; the counts of the last ones that count. With `links` `dump` has texts alone."""
    counts = read(folder, dump, plan) if links is None else read_links(folder, dump, links)
    counts = {name: counts[name] for name in ("pages", "passages", "links", "aliases")}
    return {**counts, **group(folder, members, plan), **find(folder, plan)}


def members_in(folder: Folder, members: str) -> list[Group]:
    """The groups of a table, members as the titles that they lead to where there is a wiki."""
    from irassay.evidence.groups import read_members
    from irassay.evidence.titles import title_of

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
    from irassay.evidence.groups import groups_of
    from irassay.evidence.html_text import columns_of_html
    from irassay.evidence.tables import columns_of
    from irassay.evidence.titles import TitleNumbers
    from irassay.formats.loss_warnings import say
    from irassay.formats.sources.lines import Problems

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
        groups = {id_of(one): one for one in groups_in(folder)}
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
    from irassay.evidence.passages import mentions

    members = dict.fromkeys(member for one in groups for member in one.members)
    aliases = ((alias, end) for alias, _ in cells(folder.file(ALIASES)) if (end := resolve(alias)) in members)
    texts = ((row["_id"], row["text"]) for row in rows(folder.file(PASSAGES)))
    return mentions(texts, chain(((one, one) for one in members), aliases), most=most)


def groups_in(folder: Folder) -> Iterator[Group]:
    """The groups of a folder."""
    for row in rows(folder.file(GROUPS)):
        yield Group(path=tuple(row["path"]), members=tuple(row["members"]))


def asked_of(groups: Mapping[str, Group]) -> dict[str, tuple[str, str]]:
    """What is asked about passages: the id of each question -> group and member."""
    return {f"{key}.{i}": (key, member) for key, one in groups.items() for i, member in enumerate(one.members, 1)}


def resolver(folder: Folder) -> Any:
    """Title -> the title that it leads to, by the folder's aliases."""
    from irassay.evidence.titles import Aliases

    return Aliases((alias, title) for alias, title in cells(folder.file(ALIASES))).resolve
