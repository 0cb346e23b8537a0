"""`irassay collect` from a small export to labels; what it makes is written out by hand."""

from __future__ import annotations

import bz2
import gzip
import json
import re
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from irassay.cli.main import main
from irassay.evidence import answering, collecting
from irassay.evidence.folder import Folder, Plan
from irassay.judging.store import open_campaign

OWLS = """The owls of the north.
== Europe ==
{| class="wikitable"
! Name !! Food
|-
| [[Barn owl]] || voles
|-
| [[Snowy owl|the snowy one]] || lemmings
|}
== Asia ==
{|
! Name
|-
| [[Barn owl]]
|-
| no link
|}
"""
PAGES = [
    ("List of owls", OWLS),
    ("Barn owl", "The '''barn owl''' is an owl of Europe, and hunts [[vole]]s."),
    ("Snowy owl", "The snowy owl breeds in the north of Europe."),
    ("Tyto alba", "#REDIRECT [[Barn owl]]"),
    ("Vole", "Voles are eaten by [[Tyto alba]] and [[Snowy owl|owls]].\n== Danger ==\nAnd by [[Fox]]."),
    ("Lemming", "Lemmings are eaten by the [[snowy owl]]."),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pages = "".join(
        f"<page><title>{escape(title)}</title><ns>0</ns>"
        + ('<redirect title="Barn owl" />' if text.startswith("#") else "")
        + f"<revision><text>{escape(text)}</text></revision></page>"
        for title, text in PAGES
    )
    (tmp_path / "wiki.xml").write_text(f"<mediawiki><siteinfo><namespaces/></siteinfo>{pages}</mediawiki>")
    return tmp_path


def collect(*words, code=0):
    assert main(["collect", *words]) == code


def rows(path):
    return [line.split("\t") for line in path.read_text().splitlines()[1:]]


def test_a_wiki_becomes_what_is_to_be_judged_and_answers_become_labels(folder, capsys):
    collect("wiki.xml", "-o", "owls")
    to_judge = rows(folder / "owls" / "to-judge.tsv")
    assert {(member, doc) for _, doc, _, member, _, _, _ in to_judge} == {
        ("Barn owl", "Barn_owl"), ("Barn owl", "Vole"),
        ("Snowy owl", "Snowy_owl"), ("Snowy owl", "Vole"), ("Snowy owl", "Lemming"),
    }  # fmt: skip
    assert {row[2] for row in to_judge} == {"List of owls » Europe » Name"}
    assert [row[1] for row in rows(folder / "owls" / "discarded.tsv")] == ["List of owls » Asia » Name"]
    assert to_judge[0][5].startswith("The barn owl")
    filled = [[*row[:6], "no" if row[1] == "Lemming" else "yes"] for row in to_judge]
    heading = (folder / "owls" / "to-judge.tsv").read_text().splitlines()[0]
    (folder / "judged.tsv").write_text("\n".join([heading, *("\t".join(row) for row in filled)]) + "\n")
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "3")
    query = to_judge[0][0].partition(".")[0]
    assert sorted(rows(folder / "owls" / "qrels.tsv")) == [
        [query, doc, grade] for doc, grade in (("Barn_owl", "1"), ("Lemming", "0"), ("Snowy_owl", "1"), ("Vole", "1"))
    ]
    [made] = [json.loads(line) for line in (folder / "owls" / "queries.jsonl").read_text().splitlines()]
    assert (made["_id"], made["text"]) == (query, "names of owls (Europe)")
    said = capsys.readouterr().out
    assert "3 passages of evidence for 1 query" in said
    assert [line.split() for line in said.splitlines() if line.startswith(("1-10", "all"))] == [
        [size, "1", "3", "3.0", "3.0", "3", "3", "0"] for size in ("1-10", "all")
    ]
    [whole] = [json.loads(line) for line in (folder / "owls" / "collection.jsonl").read_text().splitlines()]
    of = {one["_id"]: one["members"] for one in whole["evidence"]}
    assert of == {"Barn_owl": ["Barn owl"], "Snowy_owl": ["Snowy owl"], "Vole": ["Barn owl", "Snowy owl"]}
    assert whole["members"] == ["Barn owl", "Snowy owl"]
    assert "| Columns with a cell without a link | 1 | List of owls » Asia » Name (row 2) |" in card(folder)
    collect("owls", "--answers", "judged.tsv")
    assert "| Groups with too little evidence | 1 | List of owls » Europe » Name (3) |" in card(folder)
    assert "1 group with too little evidence left out" in " ".join(capsys.readouterr().out.split())


def card(folder):
    return (folder / "owls" / "card.md").read_text()


def filled(folder, name="to-judge.tsv"):
    """A table of the folder, yes in each row."""
    return (folder / "owls" / name).read_text().replace("\t\n", "\tyes\n")


def test_answers_in_the_table_outlive_other_candidates_or_nothing_is_changed(folder, capsys):
    collect("wiki.xml", "-o", "owls")
    (folder / "owls" / "to-judge.tsv").write_text(filled(folder))
    wiki = (folder / "wiki.xml").read_text()
    more = "<page><title>Mouse</title><ns>0</ns><revision><text>The [[snowy owl]] eats it.</text></revision></page>"
    (folder / "wiki.xml").write_text(wiki.replace("</mediawiki>", f"{more}</mediawiki>"))
    collect("wiki.xml", "-o", "owls")
    assert {row[1]: row[6] for row in rows(folder / "owls" / "to-judge.tsv")}["Vole"] == "yes"
    assert [row[1] for row in rows(folder / "owls" / "to-judge.tsv") if not row[6]] == ["Mouse"]
    before = (folder / "owls" / "to-judge.tsv").read_bytes()
    assert main(["collect", "wiki.xml", "-o", "owls", "--title", "Lists of"]) == 3
    assert "5 answers to what is asked no more: move it away" in " ".join(capsys.readouterr().err.split())
    assert (folder / "owls" / "to-judge.tsv").read_bytes() == before


def test_answers_to_other_candidates_are_not_checked(folder, capsys):
    collect("wiki.xml", "-o", "owls")
    (folder / "judged.tsv").write_text(filled(folder))
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    collect("wiki.xml", "-o", "owls", "--title", "Lists of")
    assert main(["collect", "owls", "--check", "1"]) == 3
    assert "are to other candidates" in " ".join(capsys.readouterr().err.split())


def test_answers_of_several_files_are_one_and_must_not_differ(folder):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0]
    for name, doc, said in (("a", "Vole", "yes"), ("b", "Barn_owl", "yes"), ("c", "Vole", "no")):
        (folder / f"{name}.csv").write_text(f"query,doc,answer\n{query},{doc},{said}\n")
    collect("owls", "--answers", "a.csv", "b.csv", "--least-evidence", "2")
    assert {row[1] for row in rows(folder / "owls" / "qrels.tsv")} == {"Vole", "Barn_owl"}
    assert main(["collect", "owls", "--answers", "a.csv", "c.csv"]) == 3


def test_files_of_one_name_are_told_apart(folder):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0]
    for name, doc in (("a", "Vole"), ("b", "Barn_owl")):
        (folder / name).mkdir()
        (folder / name / "judged.csv").write_text(f"query,doc,answer\n{query},{doc},yes\n")
    answers = ["--answers", "a/judged.csv", "b/judged.csv", "--least-evidence", "1"]
    collect("owls", *answers)
    (folder / "a" / "judged.csv").write_text(f"query,doc,answer\n{query},Vole,no\n")
    collect("owls", *answers)
    assert sorted(row[1:] for row in rows(folder / "owls" / "qrels.tsv")) == [["Barn_owl", "1"]]


def test_a_check_is_asked_as_the_collection_asks_whatever_became_of_the_table(folder):
    collect("wiki.xml", "-o", "owls")
    (folder / "judged.tsv").write_text(filled(folder))
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    asked = (folder / "owls" / "to-judge.tsv").read_text()
    (folder / "owls" / "to-judge.tsv").write_text("saved as something else\n")
    collect("owls", "--check", "100")
    assert sorted((folder / "owls" / "to-check.tsv").read_text().splitlines()) == sorted(asked.splitlines())


def test_a_check_after_a_stage_that_was_killed_is_refused(folder, capsys):
    """The log as it stands while a stage replaces its files."""
    collect("wiki.xml", "-o", "owls")
    (folder / "judged.tsv").write_text(filled(folder))
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    log = folder / "owls" / "log.jsonl"
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    for stage in ("candidates", "write"):
        none = {"options": {}, "from": {}, "made": {}, "counts": {}}
        cut = [{"stage": stage, **none} if one["stage"] == stage else one for one in entries]
        log.write_text("".join(json.dumps(one) + "\n" for one in cut))
        assert main(["collect", "owls", "--check", "1"]) == 3
        assert "are to other candidates" in " ".join(capsys.readouterr().err.split())


def test_two_answers_to_one_question_are_refused(folder, capsys):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0]
    (folder / "both.csv").write_text(f"query,doc,answer\n{query},Vole,yes\n{query},Vole,no\n")
    assert main(["collect", "owls", "--answers", "both.csv"]) == 3
    assert "lines 2 and 3 differ" in " ".join(capsys.readouterr().err.split())


def test_queries_may_have_words_of_their_own(folder):
    collect("wiki.xml", "-o", "owls")
    key = rows(folder / "owls" / "to-judge.tsv")[0][0]
    (folder / "judged.csv").write_text(f"query,doc,answer\n{key},Vole,yes\n")
    (folder / "words.tsv").write_text(f"{key.partition('.')[0]}\towls of Europe\n")
    collect("owls", "--answers", "judged.csv", "--least-evidence", "1", "--query-texts", "words.tsv")
    [made] = [json.loads(line) for line in (folder / "owls" / "queries.jsonl").read_text().splitlines()]
    assert (made["text"], made["names"]) == ("owls of Europe", "names of owls (Europe)")
    (folder / "judged.csv").write_text(f"query,doc,answer\n{key},Vole,yes\n{key},Barn_owl,yes\n")
    collect("owls", "--answers", "judged.csv", "--least-evidence", "1")
    assert "owls of Europe" in (folder / "owls" / "queries.jsonl").read_text()  # they stay
    (folder / "words.tsv").write_text("q7\towls of Europe\n")
    assert main(["collect", "owls", "--answers", "judged.csv", "--query-texts", "words.tsv"]) == 3


def test_a_check_says_on_the_card_how_sound_the_answers_are_until_they_change(folder):
    collect("wiki.xml", "-o", "owls")
    judged = (folder / "owls" / "to-judge.tsv").read_text().replace("\t\n", "\tyes\n")
    (folder / "judged.tsv").write_text(judged)
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    collect("owls", "--check", "100")  # all five, and none of the other answer
    to_check = (folder / "owls" / "to-check.tsv").read_text()
    assert sorted(to_check.splitlines()) == sorted((folder / "owls" / "to-judge.tsv").read_text().splitlines())
    assert main(["collect", "owls", "--checked", "owls/to-check.tsv"]) == 3  # without an answer
    (folder / "owls" / "to-check.tsv").write_text(filled(folder, "to-check.tsv"))
    collect("owls", "--check", "100", "--seed", "2")
    assert all(row[6] == "yes" for row in rows(folder / "owls" / "to-check.tsv"))
    collect("owls", "--checked", "owls/to-check.tsv")
    assert "People keep 100%" in card(folder)
    (folder / "judged.tsv").write_text(judged.replace("yes\n", "no\n", 1))
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    assert "People keep" not in card(folder)


def test_answers_may_be_compressed_or_separated_by_commas(folder):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0]
    (folder / "judged.csv").write_text(f"query,doc,answer\n{query},Vole,yes\n")
    (folder / "judged.tsv.gz").write_bytes(gzip.compress(f"query\tdoc\tanswer\n{query}\tVole\tyes\n".encode()))
    for name in ("judged.csv", "judged.tsv.gz"):
        collect("owls", "--answers", name, "--least-evidence", "1")
        assert rows(folder / "owls" / "qrels.tsv") == [[query.partition(".")[0], "Vole", "1"]]


def test_a_campaign_asks_each_question_and_its_labels_are_answers(folder):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0].partition(".")[0]
    given = [(f"{query}.1", "Vole", 1), (f"{query}.2", "Vole", 1), (f"{query}.2", "Lemming", 0)]
    (folder / "given.csv").write_text(
        "query,doc,answer,assessor\n" + "".join(f"{q},{doc},{('no', 'yes')[grade]},Ann\n" for q, doc, grade in given)
    )
    texts = ["--doc-texts", "owls/passages.jsonl", "--scale", "binary"]
    assert main(["judge", "owls.campaign", "owls/to-judge.tsv", *texts, "--import", "given.csv"]) == 0
    with open_campaign("owls.campaign") as campaign:
        assert campaign.facts.texts("query")[f"{query}.1"].startswith("You collect every passage")
    assert main(["labels", "owls.campaign", "-o", "labels"]) == 0
    collect("owls", "--answers", "labels", "--least-evidence", "1")
    assert sorted(rows(folder / "owls" / "qrels.tsv")) == [[query, "Lemming", "0"], [query, "Vole", "1"]]
    said = [json.loads(line) for line in (folder / "owls" / "judgments.jsonl").read_text().splitlines()]
    assert {(one["member"], one["doc"]): one["answer"] for one in said} == {
        ("Barn owl", "Barn_owl"): "open", ("Snowy owl", "Snowy_owl"): "open",
        ("Barn owl", "Vole"): "yes", ("Snowy owl", "Vole"): "yes", ("Snowy owl", "Lemming"): "no",
    }  # fmt: skip


def test_a_table_without_an_end_is_told_and_read_up_to_the_next_heading(folder, capsys):
    wiki = (folder / "wiki.xml").read_text()
    (folder / "wiki.xml").write_text(wiki.replace("|}\n== Asia ==", "== Asia =="))
    collect("wiki.xml", "-o", "owls")
    assert "List of owls > Europe a table without an end" in " ".join(capsys.readouterr().err.split())
    assert {row[3] for row in rows(folder / "owls" / "to-judge.tsv")} == {"Barn owl", "Snowy owl"}


def test_members_of_a_table_are_found_in_the_wiki_under_any_spelling_or_alias(folder):
    (folder / "groups.tsv").write_text("group\tmember\nowls\ttyto alba\nowls\tsnowy_owl\nrodents\tVole\n")
    collect("wiki.xml", "-o", "mine", "--members", "groups.tsv")
    found = {(row[2], row[3], row[1]) for row in rows(folder / "mine" / "to-judge.tsv")}
    assert found == {
        ("owls", "Barn owl", "Barn_owl"), ("owls", "Barn owl", "Vole"),
        ("owls", "Snowy owl", "Snowy_owl"), ("owls", "Snowy owl", "Vole"), ("owls", "Snowy owl", "Lemming"),
        ("rodents", "Vole", "Vole"), ("rodents", "Vole", "Barn_owl"),
    }  # fmt: skip


def test_tables_of_members_and_links_take_the_place_of_a_wiki(folder, capsys):
    (folder / "texts.tsv").write_text("p1\tBarn owls hunt.\np2\tOwls and voles.\n")
    (folder / "links.csv").write_text("entity,passage\nbarn owl,p1\nbarn owl,p2\nvole,p2\nvole,p2\n")
    (folder / "groups.csv").write_text("group,member\nowls,barn owl\nowls,snowy owl\n")
    collect("texts.tsv", "--links", "links.csv", "-o", "mine", code=2)
    assert "add --members FILE" in capsys.readouterr().err
    collect("texts.tsv", "--links", "links.csv", "--members", "groups.csv", "-o", "mine")
    assert [(row[3], row[1]) for row in rows(folder / "mine" / "to-judge.tsv")] == [
        ("barn owl", "p1"),
        ("barn owl", "p2"),
    ]
    (folder / "links.csv").write_text("entity,passage\nbarn owl,p1\nbarn owl,p9\n")
    collect("texts.tsv", "--links", "links.csv", "--members", "groups.csv", "-o", "mine", code=3)
    assert 'the passage "p9" has no text' in " ".join(capsys.readouterr().err.split())


def test_a_sample_of_each_answer_tells_how_sound_the_answers_are(folder, capsys):
    """By hand: of three yes two are kept by people, of two no none."""
    collect("wiki.xml", "-o", "owls")
    heading, *lines = (folder / "owls" / "to-judge.tsv").read_text().splitlines()
    said = ["yes", "yes", "no", "yes", "no"]
    (folder / "judged.tsv").write_text("\n".join([heading, *map("".join, zip(lines, said))]) + "\n")
    collect("owls", "--checked", "people.tsv", code=3)
    collect("owls", "--answers", "judged.tsv", "--least-evidence", "1")
    collect("owls", "--check", "2")
    drawn = rows(folder / "owls" / "to-check.tsv")
    answers = dict(zip(lines, said))
    assert sorted(answers["\t".join(row)] for row in drawn) == ["no", "no", "yes", "yes"]
    people = ["yes", "no", "no", "yes", "no"]
    (folder / "people.tsv").write_text("\n".join([heading, *map("".join, zip(lines, people))]) + "\n")
    capsys.readouterr()
    collect("owls", "--checked", "people.tsv")
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("People keep 66.7% (95% interval")
    assert "People keep 0% (95% interval 0% to" in told
    assert "Of what people would keep 100% (95% interval" in told


def test_what_ended_is_not_done_again_and_what_changed_is(folder, monkeypatch):
    collect("wiki.xml", "-o", "owls")
    before = {file.name: file.read_bytes() for file in (folder / "owls").iterdir()}
    made = []
    stage = Folder.stage

    def watched(self, name, needs, makes, options, make):
        return stage(self, name, needs, makes, options, lambda files: made.append(name) or make(files))

    monkeypatch.setattr(Folder, "stage", watched)
    collect("wiki.xml", "-o", "owls")
    assert made == []
    (folder / "owls" / "candidates.tsv").unlink()
    collect("wiki.xml", "-o", "owls")
    assert made == ["candidates"]
    assert {file.name: file.read_bytes() for file in (folder / "owls").iterdir()} == before
    collect("wiki.xml", "-o", "owls", "--title", "Lists of")
    assert made == ["candidates", "read", "group", "candidates"]


@pytest.mark.parametrize("stage", ["read", "group", "find", "write"])
def test_a_stage_that_is_ended_halfway_leaves_none_of_its_files_and_is_done_anew(folder, monkeypatch, stage):
    collect("wiki.xml", "-o", "whole")
    query = rows(folder / "whole" / "to-judge.tsv")[0][0]
    (folder / "labels").write_text(f"{query} 0 Barn_owl 1\n")
    collect("whole", "--answers", "labels")

    def end(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("irassay.evidence.folder.sha256_of", _after(end, n=_hashes_before(stage)))
        with pytest.raises(KeyboardInterrupt):
            all_stages(Folder("cut"))
    collect("wiki.xml", "-o", "cut")
    collect("cut", "--answers", "labels")
    whole, cut = ({file.name: file.read_bytes() for file in (folder / name).iterdir()} for name in ("whole", "cut"))
    assert whole == cut


def all_stages(cut):
    collecting.begin(cut, "wiki.xml", None, Plan())
    answering.write(cut, ["labels"], Plan())


def _hashes_before(stage):
    """How many hashes are made before the last one of a stage: each file is read once."""
    needs, makes = {"read": 1, "group": 0, "find": 0, "write": 1}, {"read": 6, "group": 2, "find": 2, "write": 4}
    names = list(needs)
    upto = names[: names.index(stage) + 1]
    return sum(needs[name] + makes[name] for name in upto) - 1


def _after(end, n):
    """`sha256_of`, which ends at the n-th call, when files are there and the log doesn't know them yet."""
    from irassay.evidence.folder import sha256_of

    calls = []

    def hashed(path):
        calls.append(path)
        return end() if len(calls) > n else sha256_of(path)

    return hashed


@pytest.mark.parametrize(
    ("answers", "code", "message"),
    [
        ("query\tdoc\tanswer\n{query}\tVole\tperhaps\n", 3, "line 2: the answer"),
        ("query\tdoc\tanswer\n{query}\tFox\tyes\n", 3, "line 2: nobody asked for"),
        ("query\tanswer\n{query}\tyes\n", 2, "lacks the column doc"),
        ("{query} 0 Fox 1\n", 3, "a label: nobody asked for"),
    ],
)
def test_answers_to_what_was_not_asked_are_refused_with_their_place(folder, capsys, answers, code, message):
    collect("wiki.xml", "-o", "owls")
    query = rows(folder / "owls" / "to-judge.tsv")[0][0]
    (folder / "judged").write_text(answers.format(query=query))
    collect("owls", "--answers", "judged", code=code)
    assert message in " ".join(capsys.readouterr().err.split())
    assert not (folder / "owls" / "qrels.tsv").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["wiki.xml"], "Add -o DIR"),
        (["owls"], "waits for one of --answers"),
        (["owls", "--title", "x", "--answers", "y"], "--title"),
    ],
)
def test_what_is_missing_is_named(folder, capsys, words, message):
    collect("wiki.xml", "-o", "owls")
    capsys.readouterr()
    collect(*words, code=2)
    assert message in capsys.readouterr().err


def test_the_walk_of_the_documents_ends_in_a_report(folder):
    """The export, the answers and the commands as docs/collect.md has them."""
    said = (Path(__file__).parents[2] / "docs" / "collect.md").read_text().partition("## From an export to a report")[2]
    lines = [line[4:] for line in said.partition("\n## ")[0].splitlines() if line.startswith("    ")]
    commands = [line.split()[1:] for line in lines if line.startswith("irassay")]
    (folder / "owls.xml").write_text("\n".join(line for line in lines if not line.startswith("irassay")))
    collect("owls.xml", "-o", "owls/")
    to_judge = (folder / "owls" / "to-judge.tsv").read_text()
    (folder / "judged.tsv").write_text(to_judge.replace("\t\n", "\tyes\n"))
    assert [main(command) for command in commands] == [0, 0, 0, 0, 0]
    assert "R@20" in (folder / "owls.html").read_text()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda xml: bz2.compress(xml)[:-40], r"wiki.xml is cut short: its compressed data ends after 0 bytes"),
        (
            lambda xml: xml[: len(xml) * 3 // 4],
            r"cut short: its XML has no end; fetch the file again; it stops in page \d",
        ),
        (lambda xml: b'<!DOCTYPE m [<!ENTITY a "aa">]>' + xml, "wiki.xml:1 <!DOCTYPE m>, whose entities may grow"),
    ],
)
def test_an_export_that_is_cut_or_may_explode_ends_with_its_place_and_nothing_is_left(folder, capsys, spoil, message):
    (folder / "wiki.xml").write_bytes(spoil((folder / "wiki.xml").read_bytes()))
    collect("wiki.xml", "-o", "owls", code=3)
    assert re.search(message, " ".join(capsys.readouterr().err.split()))
    assert not list((folder / "owls").iterdir())


def test_revisions_and_titles_that_come_twice_are_told_and_the_collection_is_made(folder, capsys):
    wiki = (folder / "wiki.xml").read_text()
    vole = wiki[wiki.rindex("<page><title>Vole") : wiki.index("<page><title>Lemming")]
    old = "<revision><text>Old [[Barn owl]] text.</text></revision>"
    twice = vole.replace("<revision>", old + "<revision>") + vole.replace("Tyto alba", "Fox")
    (folder / "wiki.xml").write_text(wiki.replace(vole, twice))
    collect("wiki.xml", "-o", "owls")
    told = " ".join(capsys.readouterr().err.split())
    assert "1 page has several revisions; the last one in the file counts" in told
    assert 'the first counts: "Vole", pages 5 and 6' in told
    assert ("Barn owl", "Vole") in {(row[3], row[1]) for row in rows(folder / "owls" / "to-judge.tsv")}
