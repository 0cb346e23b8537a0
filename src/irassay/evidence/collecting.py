"""The stages of a collection, each from files of its folder to others: read, group, candidates, answers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Literal

from irassay.errors import InputError, UsageError, cut
from irassay.evidence.candidates import MOST_REFERENCES, Candidate, candidates, id_of
from irassay.evidence.card import card
from irassay.evidence.folder import Counts, Folder, cells, json_line, rows, tsv
from irassay.evidence.groups import Discarded
from irassay.evidence.identify import BETWEEN, LEAST_EVIDENCE, QUESTION_VERSION, Evidence, identify, question
from irassay.evidence.nouns import Group, Page
from irassay.evidence.soundness import Soundness, sample_of, soundness
from irassay.files import WholeFiles
from irassay.progress import Progress
from irassay.record import Record

PASSAGES, ALIASES, LINKS, LISTS, WIKI = "passages.jsonl", "aliases.tsv", "links.tsv", "lists.jsonl", "wiki.json"
ARTICLES = "articles.txt"
GROUPS, CANDIDATES, TO_JUDGE, DISCARDED = "groups.jsonl", "candidates.tsv", "to-judge.tsv", "discarded.tsv"
JUDGMENTS, QUERIES, QRELS, CARD = "judgments.jsonl", "queries.jsonl", "qrels.tsv", "card.tsv"
TO_CHECK = "to-check.tsv"
YES, NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")


class Plan(Record):
    """How a collection is made. `title` begins the titles of lists, `heading` is in the headings of columns."""

    by: Literal["article", "section"] = "article"
    title: str = "List of"
    heading: str = "name"
    most_references: int = MOST_REFERENCES
    least_evidence: int = LEAST_EVIDENCE


def begin(folder: Folder, dump: str, members: str | None, plan: Plan, links: str | None = None) -> Counts:
    """All stages up to the candidates; the counts of the last ones that count. With `links` `dump` has texts alone."""
    counts = read(folder, dump, plan) if links is None else read_links(folder, dump, links)
    counts = {name: counts[name] for name in ("pages", "passages", "links", "aliases")}
    return {**counts, **group(folder, members, plan), **find(folder, plan)}


def read(folder: Folder, dump: str, plan: Plan) -> Counts:
    """Passages, aliases, links and lists of an export."""
    from irassay.evidence.dump import read_dump, wiki
    from irassay.evidence.passages import is_disambiguation, passages_of_article

    def make(files: WholeFiles) -> Counts:
        counts = dict.fromkeys(("pages", "aliases", "disambiguation pages", "passages", "links", "lists"), 0)
        of = wiki(dump)
        about = {"namespaces": sorted(of.namespaces), "case_sensitive": of.case_sensitive}
        files.write(folder.file(WIKI), [json_line(about)])
        places = {name: files.beside(folder.file(name)) for name in (PASSAGES, ALIASES, LINKS, LISTS, ARTICLES)}
        with ExitStack() as opened, Progress("Pages read", None) as progress:
            out = {name: opened.enter_context(open(place, "w", encoding="utf-8")) for name, place in places.items()}
            out[ALIASES].write("alias\ttitle\n")
            out[LINKS].write("passage\ttitle\n")
            for page in read_dump(dump):
                counts["pages"] += 1
                progress.step()
                if page.redirect:
                    counts["aliases"] += 1
                    out[ALIASES].write(f"{page.title}\t{page.redirect}\n")
                    continue
                if is_disambiguation(page):
                    counts["disambiguation pages"] += 1
                    continue
                out[ARTICLES].write(page.title + "\n")
                if page.title.startswith(plan.title):
                    counts["lists"] += 1
                    out[LISTS].write(json_line({"title": page.title, "text": page.text, "number": page.number}))
                for one in passages_of_article(page, plan.by, of.namespaces, case_sensitive=of.case_sensitive):
                    counts["passages"] += 1
                    counts["links"] += len(one.links)
                    key = one.id.replace(" ", "_")
                    text = {"_id": key, "title": one.article, "text": one.text}
                    out[PASSAGES].write(json_line(text))
                    out[LINKS].writelines(f"{key}\t{title}\n" for title in one.links)
        return counts

    options = {"by": plan.by, "title": plan.title}
    return folder.stage("read", [dump], (PASSAGES, ALIASES, LINKS, LISTS, WIKI, ARTICLES), options, make)


def read_links(folder: Folder, texts: str, links: str) -> Counts:
    """Passages of a file of texts, and a table of the entities that each has; InputError for a passage without text."""
    from irassay.formats.reading.texts import read_texts
    from irassay.formats.sources.problems import Problems
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
    from irassay.evidence.title_numbers import TitleNumbers
    from irassay.formats.loss_warnings import say
    from irassay.formats.sources.problems import Problems

    [about] = rows(folder.file(WIKI))
    articles = TitleNumbers()
    with open(folder.file(ARTICLES), encoding="utf-8") as lines:
        for line in lines:
            articles.setdefault(line.rstrip("\n"), 0)
    problems = Problems(LISTS)
    found = groups_of(
        (Page(redirect="", **row) for row in rows(folder.file(LISTS))),
        title=plan.title,
        heading=plan.heading,
        resolve=resolver(folder),
        is_article=articles.__contains__,
        namespaces=frozenset(about["namespaces"]),
        problems=problems,
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
        found = candidates(groups.values(), passages, links, resolve=resolver(folder), most=plan.most_references)
        rows_of = [(one.group, one.member, one.passage) for one in found.candidates]
        files.write(folder.file(CANDIDATES), tsv(("query", "member", "doc"), iter(rows_of)))
        ids = {(key, member): one for one, (key, member) in asked_of(groups).items()}
        ask = (
            (ids[key, member], doc, BETWEEN.join(groups[key].path), member, question(groups[key], member), "")
            for key, member, doc in rows_of
        )
        files.write(folder.file(TO_JUDGE), tsv(("query", "doc", "group", "member", "question", "answer"), ask))
        return {"candidates": len(rows_of), "groups": len(groups), "crowded": len(found.crowded)}

    needs = [folder.file(name) for name in (GROUPS, ALIASES, LINKS, PASSAGES)]
    options = {"most_references": plan.most_references, "question": QUESTION_VERSION}
    return folder.stage("candidates", needs, (CANDIDATES, TO_JUDGE), options, make)


def write(folder: Folder, answers: str, plan: Plan) -> Counts:
    """What answers make of the candidates: judgments, queries and labels."""

    def make(files: WholeFiles) -> Counts:
        groups = {id_of(one): one for one in groups_in(folder)}
        found = [
            Candidate(group=key, member=member, passage=doc) for key, member, doc in cells(folder.file(CANDIDATES))
        ]
        of = identify(found, read_answers(answers, found, asked_of(groups)), least=plan.least_evidence)
        files.write(folder.file(JUDGMENTS), _judgments(found, of))
        kept = [key for key in groups if key in {one.group for one in found} and key not in of.few]
        files.write(
            folder.file(QUERIES),
            (json_line({"_id": key, "text": in_words(groups[key]), "path": groups[key].path}) for key in kept),
        )
        evidence = [one for one in of.kept if one.group not in of.few]
        labels = dict.fromkeys((one.group, one.passage, "1") for one in evidence)
        files.write(folder.file(QRELS), tsv(("query-id", "corpus-id", "score"), iter(labels)))
        own = {row["_id"]: row["title"] for row in rows(folder.file(PASSAGES))}
        table = card({key: groups[key].members for key in kept}, evidence, own)
        lines = zip(*(map(str, column.values) for column in table.columns))
        files.write(folder.file(CARD), tsv([column.name for column in table.columns], lines))
        return {"candidates": len(found), "open": len(of.open), "evidence": len(labels), "queries": len(kept),
                "few": len(of.few)}  # fmt: skip

    needs = [folder.file(GROUPS), folder.file(CANDIDATES), folder.file(PASSAGES), answers]
    options = {"least_evidence": plan.least_evidence}
    return folder.stage("write", needs, (JUDGMENTS, QUERIES, QRELS, CARD), options, make)


def draw_check(folder: Folder, n: int, seed: int) -> int:
    """Write `TO_CHECK`: so many candidates of each answer, as `TO_JUDGE` asks them; how many these are."""
    answers = _answers_in(folder)
    ids = {of: one for one, of in asked_of({id_of(one): one for one in groups_in(folder)}).items()}
    wanted = {(ids[key, member], doc): i for i, (key, member, doc) in enumerate(sample_of(answers, n, n, seed=seed))}
    heading, *lines = cells(folder.file(TO_JUDGE), heading=True)
    drawn = sorted((line for line in lines if (line[0], line[1]) in wanted), key=lambda line: wanted[line[0], line[1]])
    with WholeFiles() as files:
        files.write(folder.file(TO_CHECK), tsv(heading, iter(drawn)))
    return len(drawn)


def soundness_of(folder: Folder, checked: str) -> Soundness:
    """How sound the answers of a folder are, by people's answers to a sample of them."""
    answers = _answers_in(folder)
    found = [Candidate(group=key, member=member, passage=doc) for key, member, doc in answers]
    groups = {id_of(one): one for one in groups_in(folder)}
    return soundness(answers, read_answers(checked, found, asked_of(groups)))


def _answers_in(folder: Folder) -> dict[tuple[str, str, str], bool]:
    """The answers of a folder; InputError before there are any."""
    if not os.path.exists(folder.file(JUDGMENTS)):
        raise InputError(f"{cut(folder.path)} has no answers yet: irassay collect {cut(folder.path)} --answers FILE")
    return {
        (one["query"], one["member"], one["doc"]): one["answer"] == "yes"
        for one in rows(folder.file(JUDGMENTS))
        if one["answer"] != "open"
    }


def card_of(folder: Folder) -> tuple[list[str], list[list[str]]]:
    """The heading and the rows of a folder's card."""
    heading, *lines = list(cells(folder.file(CARD), heading=True))
    return heading, lines


def _judgments(found: list[Candidate], of: Evidence) -> Iterator[str]:
    kept, still_open = ({(one.group, one.member, one.passage) for one in some} for some in (of.kept, of.open))
    for one in found:
        key = one.group, one.member, one.passage
        said = "open" if key in still_open else "yes" if key in kept else "no"
        yield json_line({"query": one.group, "member": one.member, "doc": one.passage, "answer": said})


def in_words(group: Group) -> str:
    """A query for a group that needs no model.

    >>> in_words(Group(path=("List of owls", "Europe", "Name"), members=()))
    'names of owls (Europe)'
    """
    article, *others = group.path
    what = article.partition(" of ")[2] or article
    return f"names of {what}" + (f" ({', '.join(others[:-1])})" if len(others) > 1 else "")


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


def read_answers(
    path: str, found: list[Candidate], asked: Mapping[str, tuple[str, str]]
) -> Mapping[tuple[str, str, str], bool]:
    """The answers of a table as `TO_JUDGE` has it, filled in, or of labels, whose grades from 1 on are yes; InputError
    for another word, and for what nobody asked."""
    from irassay.formats.format import Head
    from irassay.formats.sources.opening import head_of
    from irassay.formats.tables.separated import names_of, separator

    line = Head(head_of(path)).line
    heading = names_of(line.split(separator(line)))
    given = _filled_in(path, heading) if "answer" in heading else _labels(path)
    expected = {(one.group, one.member, one.passage) for one in found}
    answers = {}
    for place, query, doc, said in given:
        key = (*asked.get(query, ("", "")), doc)
        if key not in expected:
            raise InputError(f"{cut(path)}, {place}: nobody asked for {cut(query)} {cut(doc)}")
        answers[key] = said
    return answers


def _labels(path: str) -> Iterator[tuple[str, str, str, bool]]:
    from irassay.formats import read_qrels

    qrels = read_qrels(path)
    for query in qrels.queries:
        for doc, grade in qrels.grades(query).items():
            yield "a label", query, doc, grade >= 1


def _filled_in(path: str, heading: list[str]) -> Iterator[tuple[str, str, str, bool]]:
    from irassay.formats.sources.problems import Problems
    from irassay.formats.tables.separated import read_table

    if lacking := {"query", "doc"} - set(heading):
        raise UsageError(f"{cut(path)} lacks the column {', '.join(sorted(lacking))}: fill in {TO_JUDGE}")
    problems = Problems(path)
    table = read_table(path, "answers", problems, {"answer": "grade"})
    problems.raise_if_any()
    for number, *row in zip(table.lines, *(table.roles[role] for role in ("query", "doc", "grade")), strict=True):
        query, doc, said = (cell.strip() for cell in row)
        if said and said.lower() not in (*YES, *NO):
            raise InputError(f"{cut(path)}, line {number}: the answer {cut(said)}, expected yes, no or nothing")
        if said:
            yield f"line {number}", query, doc, said.lower() in YES
