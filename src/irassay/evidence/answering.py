"""What answers make of a collection's candidates: evidence, queries, labels and a card; and how sound they are."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.evidence.candidates import BETWEEN, Candidate, Evidence, filled_in, identify
from irassay.evidence.card import card, card_text
from irassay.evidence.collecting import asked_of, groups_in, write_asked
from irassay.evidence.folder import (
    CANDIDATES,
    CROWDED,
    DISCARDED,
    GROUPS,
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
from irassay.evidence.nouns import Group
from irassay.evidence.soundness import Soundness, sample_of, soundness
from irassay.files import WholeFiles, write_whole
from irassay.formats import read_qrels
from irassay.formats.format import Head
from irassay.formats.sources.opening import head_of
from irassay.formats.tables.separated import names_of, separator

JUDGMENTS, QUERIES, QRELS, CARD = "judgments.jsonl", "queries.jsonl", "qrels.tsv", "card.tsv"
WHOLE, CARD_TEXT, TO_CHECK, SOUND = "collection.jsonl", "card.md", "to-check.tsv", "soundness.txt"
WORDS = "words.tsv"


def write(folder: Folder, answers: Sequence[str], plan: Plan, query_texts: str | None = None) -> Counts:
    """What answers make of the candidates: judgments, queries, labels and the card. `query_texts` is a file of texts of
    queries, which else name the group's list."""

    def make(files: WholeFiles) -> Counts:
        groups = groups_in(folder)
        found = [
            Candidate(group=key, member=member, passage=doc) for key, member, doc in cells(folder.file(CANDIDATES))
        ]
        given = _together({path: read_answers(path, found, asked_of(groups)) for path in answers})
        of = identify(found, given, least=plan.least_evidence)
        files.write(folder.file(JUDGMENTS), _judgments(found, of))
        asked = {one.group for one in found}
        kept = [key for key in groups if key in asked and key not in of.few]
        evidence = [one for one in of.kept if one.group not in of.few]
        texts = _words_before(folder) if query_texts is None else _query_texts(query_texts, groups)
        queries = [
            {"_id": key, "text": texts.get(key, words), "names": words, "path": groups[key].path}
            for key in kept
            for words in [in_words(groups[key])]
        ]
        files.write(folder.file(QUERIES), map(json_line, queries))
        files.write(folder.file(WHOLE), _whole(queries, evidence, groups))
        labels = {(one.group, one.passage): "0" for one in found if one.group in kept}
        for one in of.open:
            labels.pop((one.group, one.passage), None)
        labels |= {(one.group, one.passage): "1" for one in of.kept if one.group in kept}
        lines = ((query, doc, grade) for (query, doc), grade in labels.items())
        files.write(folder.file(QRELS), tsv(("query-id", "corpus-id", "score"), lines))
        own = {row["_id"]: row["title"] for row in rows(folder.file(PASSAGES))}
        table = card({key: groups[key].members for key in kept}, evidence, own)
        cells_of = zip(*(map(str, column.values) for column in table.columns))
        files.write(folder.file(CARD), tsv([column.name for column in table.columns], cells_of))
        counts = {"candidates": len(found), "open": len(of.open), "queries": len(kept), "few": len(of.few)}
        return {**counts, "evidence": [*labels.values()].count("1")}

    needs = [folder.file(GROUPS), folder.file(CANDIDATES), folder.file(PASSAGES), *answers]
    needs += [query_texts] if query_texts else []
    options = {"least_evidence": plan.least_evidence}
    counts = folder.stage("write", needs, (JUDGMENTS, QUERIES, QRELS, CARD, WHOLE), options, make)
    _write_card(folder)
    return counts


def _words_before(folder: Folder) -> dict[str, str]:
    """Query -> the words that it was given before."""
    there = rows(folder.file(QUERIES)) if os.path.exists(folder.file(QUERIES)) else ()
    return {row["_id"]: row["text"] for row in there if row["text"] != row["names"]}


def _query_texts(path: str, groups: Container[str]) -> dict[str, str]:
    """Query -> its text in a file of texts; InputError for a query that there is not."""
    from irassay.formats.reading.texts import read_texts

    texts = {key: text for key, text in read_texts(path) if text}
    if unknown := [key for key in texts if key not in groups]:
        raise InputError(f"{cut(path)}: {cut(unknown[0])} is no query of this collection, expected ids of {GROUPS}")
    return texts


def _whole(
    queries: Iterable[dict[str, Any]], evidence: Iterable[Candidate], groups: Mapping[str, Group]
) -> Iterator[str]:
    """A line for each query: its members, and each passage of evidence with the members that it is evidence for."""
    passages: dict[str, dict[str, list[str]]] = {}
    for one in evidence:
        passages.setdefault(one.group, {}).setdefault(one.passage, []).append(one.member)
    for query in queries:
        shown = [{"_id": doc, "members": members} for doc, members in passages[query["_id"]].items()]
        yield json_line({**query, "members": groups[query["_id"]].members, "evidence": shown})


def _write_card(folder: Folder) -> None:
    """Write the card in Markdown, from what the stages have made."""
    [wiki], log = rows(folder.file(WIKI)), folder.log()
    is_sound = log.get("soundness", {}).get("from", {}).get(JUDGMENTS) == log["write"]["made"][JUDGMENTS]
    with open(folder.file(SOUND), encoding="utf-8") if is_sound else nullcontext(()) as sound:
        write_whole(folder.file(CARD_TEXT), "".join(card_text(log, card_of(folder), sound, _left_out(folder), wiki)))


def _left_out(folder: Folder) -> Iterator[tuple[str, str, str]]:
    """What was left out: the rule, a column or a group, and how it breaks the rule."""
    for rule, what, detail in cells(folder.file(DISCARDED)):
        yield rule, what, detail
    for what, member, n in cells(folder.file(CROWDED)):
        yield "crowded", what, f"{member}: {n}"
    groups = {key: BETWEEN.join(one.path) for key, one in groups_in(folder).items()}
    kept = {row["_id"] for row in rows(folder.file(QUERIES))}
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows(folder.file(JUDGMENTS)):
        found.setdefault(row["query"], {"yes": set(), "open": set(), "no": set()})[row["answer"]].add(row["doc"])
    for key, of in found.items():
        if key not in kept:
            n_open = len(of["open"])
            yield "few-evidence", groups[key], f"{len(of['yes'])}" + (f", {n_open} open" if n_open else "")


def queries_of(folder: Folder) -> dict[str, Group]:
    """The groups of a folder; once there are answers those that have enough evidence."""
    groups = groups_in(folder)
    if not os.path.exists(folder.file(QUERIES)):
        return groups
    return {row["_id"]: groups[row["_id"]] for row in rows(folder.file(QUERIES)) if row["_id"] in groups}


def draw_check(folder: Folder, n: int, seed: int) -> int:
    """Write `TO_CHECK`: so many candidates of each answer, or all, as `TO_JUDGE` asks them; how many these are."""
    answers = _answers_in(folder)
    n_yes = sum(answers.values())
    drawn = sample_of(answers, min(n, n_yes), min(n, len(answers) - n_yes), seed=seed)
    with WholeFiles() as files:
        write_asked(folder, files, TO_CHECK, groups_in(folder), drawn)
    return len(drawn)


def soundness_of(folder: Folder, checked: str) -> Soundness:
    """How sound the answers of a folder are, by people's answers to a sample of them."""
    answers = _answers_in(folder)
    found = [Candidate(group=key, member=member, passage=doc) for key, member, doc in answers]
    judged = read_answers(checked, found, asked_of(groups_in(folder)))
    if not judged:
        raise InputError(f"{cut(checked)} has no answer yet: fill in its column answer")
    sound = soundness(answers, judged)

    def make(files: WholeFiles) -> Counts:
        files.write(folder.file(SOUND), (f"{sentence}\n" for sentence in sound.sentences()))
        return {"yes": sound.judged_yes, "no": sound.judged_no}

    folder.stage("soundness", [folder.file(JUDGMENTS), checked], (SOUND,), {}, make)
    _write_card(folder)
    return sound


def _answers_in(folder: Folder) -> dict[tuple[str, str, str], bool]:
    """The answers of a folder; InputError before there are any."""
    if not os.path.exists(folder.file(JUDGMENTS)):
        raise InputError(f"{cut(folder.path)} has no answers yet: irassay collect {cut(folder.path)} --answers FILE")
    write, found = (folder.log().get(stage, {}) for stage in ("write", "candidates"))
    if not write.get("made") or write["from"][CANDIDATES] != found.get("made", {}).get(CANDIDATES):
        raise InputError(
            f"the answers in {cut(folder.path)} are to other candidates: irassay collect {cut(folder.path)} --answers "
            "FILE"
        )
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


def read_answers(
    path: str, found: list[Candidate], asked: Mapping[str, tuple[str, str]]
) -> Mapping[tuple[str, str, str], bool]:
    """The answers of a table as `TO_JUDGE` has it, filled in, or of labels, whose grades from 1 on are yes."""
    line = Head(head_of(path)).line
    heading = names_of(line.split(separator(line)))
    if "answer" in heading and (lacking := {"query", "doc"} - set(heading)):
        raise UsageError(f"{cut(path)} lacks the column {', '.join(sorted(lacking))}: fill in {TO_JUDGE}")
    given = filled_in(path) if "answer" in heading else _labels(path)
    expected = {(one.group, one.member, one.passage) for one in found}
    answers = {}
    for place, query, doc, said in given:
        key = (*asked.get(query, ("", "")), doc)
        if key not in expected:
            raise InputError(f"{cut(path)}, {place}: nobody asked for {cut(query)} {cut(doc)}")
        answers[key] = said
    return answers


def _together(by_file: Mapping[str, Mapping[tuple[str, str, str], bool]]) -> dict[tuple[str, str, str], bool]:
    """The answers of all files; InputError where two differ."""
    together: dict[tuple[str, str, str], bool] = {}
    for path, answers in by_file.items():
        for (group, member, doc), said in answers.items():
            if together.setdefault((group, member, doc), said) != said:
                raise InputError(f"{cut(path)} differs from a file before it on {cut(member)} in {cut(doc)}; leave one")
    return together


def _labels(path: str) -> Iterator[tuple[str, str, str, bool]]:
    qrels = read_qrels(path)
    for query in qrels.queries:
        for doc, grade in qrels.grades(query).items():
            yield "a label", query, doc, grade >= 1


def in_words(group: Group) -> str:
    """A query for a group that needs no model.

    >>> in_words(Group(path=("List of owls", "Europe", "Name"), members=()))
    'names of owls (Europe)'
    """
    article, *others = group.path
    what = article.partition(" of ")[2] or article
    return f"names of {what}" + (f" ({', '.join(others[:-1])})" if len(others) > 1 else "")
