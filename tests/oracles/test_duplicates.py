"""The same text under several ids: found as counted by hand and in a published collection, and scored as one."""

from __future__ import annotations

import json
import lzma

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import check, evaluate, overview, read_qrels
from irassay.cli.main import main
from irassay.collection import Qrels, Texts
from irassay.collection.duplicates import Duplicates, find_duplicates
from irassay.errors import UsageError
from irassay.formats.reading.texts import read_texts
from tests.collections_at_hand import collection
from tests.plain.small import one_query, runs_of


def texts_of(texts):
    return Texts(lambda: iter(texts.items()), source="memory")


def test_texts_are_the_same_to_the_letter_but_for_white_space_at_the_ends_and_within_a_query():
    labels = {"q1": {"a": 1, "b": 0, "c": 2, "e": 0, "g": 1}, "q2": {"d": 1}}
    texts = {
        "a": "red shoes",
        "b": "\u00a0red shoes\n",
        "c": "Red shoes",
        "d": "red shoes",
        "e": "  ",
        "g": "red  shoes",
    }
    runs = runs_of({"s": {"q1": ["f", "e"]}})
    found = find_duplicates(texts_of({**texts, "f": "red shoes"}), Qrels.from_dict(labels), runs)
    assert found.groups == {"q1": (("a", "b", "f"),)}
    assert find_duplicates(texts_of(texts), Qrels.from_dict(labels)).groups == {"q1": (("a", "b"),)}


def test_a_published_collection_has_the_groups_and_conflicts_that_its_notes_count():
    folder = collection("trec-dl-2021-passage")
    qrels = read_qrels(str(folder / "qrels"))
    found = find_duplicates(read_texts(str(folder / "passages.tsv.xz")), qrels)
    conflicts = found.conflicts(qrels)
    assert (len(found), found.n_documents) == (1272, 2946)
    assert max(len(group) for of in found.groups.values() for group in of) == 9
    assert len(conflicts) == 145
    gaps = [max(g for _, g in labelled) - min(g for _, g in labelled) for _, labelled in conflicts]
    assert [gaps.count(n) for n in (1, 2, 3)] == [134, 10, 1]
    assert sum(len({g >= 2 for _, g in labelled}) == 2 for _, labelled in conflicts) == 81


def test_texts_are_not_kept_while_they_are_read():
    import tracemalloc

    qrels = Qrels.from_dict({"q": {f"d{i}": 0 for i in range(0, 20_000, 100)}})
    tracemalloc.start()
    found = find_duplicates(Texts(lambda: ((f"d{i}", f"{i % 500} " * 2_000) for i in range(20_000))), qrels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 5
    assert peak < 2_000_000  # the texts are 150 MB


def merged_by_hand(ranking, grades, groups):
    name = {doc: min(group) for group in groups for doc in group}
    ranking = list(dict.fromkeys(name.get(doc, doc) for doc in ranking))
    merged = {}
    for doc, grade in grades.items():
        kept = name.get(doc, doc)
        merged[kept] = max(grade, merged.get(kept, grade))
    return ranking, merged


@settings(max_examples=80, deadline=None)
@given(case=one_query(n_docs=8), cut=st.integers(1, 3), data=st.data())
def test_scored_as_one_is_scoring_the_lists_and_labels_merged_by_hand(case, cut, data):
    rankings, grades = case
    docs = data.draw(st.permutations([f"d{i}" for i in range(8)]))
    groups = [tuple(docs[:cut]), tuple(docs[cut : cut + 2])]
    same = Duplicates({"q": [group for group in groups if len(group) > 1]})
    qrels = Qrels.from_dict({"q": grades})
    runs = runs_of({f"s{i}": {"q": ranking} for i, ranking in enumerate(rankings)})
    by_hand = [merged_by_hand(ranking, grades, groups) for ranking in rankings]
    expected_runs = runs_of({f"s{i}": {"q": ranking} for i, (ranking, _) in enumerate(by_hand)})
    expected_qrels = Qrels.from_dict({"q": by_hand[0][1]})
    merged_qrels, merged_runs = same.merge_labels(qrels), same.merge_runs(runs)
    assert dict(merged_qrels.grades("q")) == by_hand[0][1]
    for i, (ranking, _) in enumerate(by_hand):
        assert list(merged_runs.ranking(f"s{i}", "q")) == ranking
    names = ["nDCG@3", "AP", "P@2", "RR", "Judged@3"]
    ours = evaluate(merged_qrels, merged_runs, names)
    assert ours.summary.tolist() == evaluate(expected_qrels, expected_runs, names).summary.tolist()


def test_merging_twice_changes_nothing_more():
    same = Duplicates({"q": [("d1", "d2")], "r": [("x", "y")]})
    runs = runs_of({"s": {"q": ["d2", "d3", "d1"]}, "t": {"q": ["d3"]}})
    once = same.merge_runs(runs)
    assert list(once.ranking("s", "q")) == ["d1", "d3"]
    assert list(same.merge_runs(once).ranking("s", "q")) == ["d1", "d3"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("q1 0 a 0\nq1 0 b 2\nq1 0 c 1\n")
    (tmp_path / "s.run").write_text("q1 Q0 a 1 3 s\nq1 Q0 b 2 2 s\nq1 Q0 c 3 1 s\n")
    (tmp_path / "t.run").write_text("q1 Q0 c 1 3 t\nq1 Q0 b 2 2 t\n")
    (tmp_path / "docs.tsv").write_text("a\tred shoes\nb\tred shoes \nc\tblue shoes\n")
    return tmp_path


def test_check_lists_the_conflicts(here, capsys):
    assert main(["check", "qrels.txt", "s.run", "--doc-texts", "docs.tsv", "--format", "json"]) == 0
    findings = {f["code"]: f for f in json.loads(capsys.readouterr().out)["sections"][0]["body"]}
    assert findings["same-text-other-grade"]["where"] == ["query q1: a (0), b (2)"]
    assert "1 text has different grades under different ids" in findings["same-text-other-grade"]["text"]
    assert "same-text" in findings
    assert "same-text" not in {f.code for f in check("qrels.txt", "s.run").findings}


def largest_move(findings, code):
    return findings[code]["numbers"]["largest_move"]


def test_check_says_apart_what_one_grade_a_text_moves_and_what_one_document_a_text_moves(here, capsys):
    # P@2 by hand. As they are, b and c are relevant: s has 1 of 2 (a, b), t has 2 of 2 (c, b).
    # a with the grade of b: s has 2 of 2, t stays. a and b as one document: s has 2 of 2 (a, c), t stays.
    (here / "qrels.txt").write_text("q1 0 a 0\nq1 0 b 1\nq1 0 c 1\nq1 0 e 0\n")
    (here / "u.run").write_text("q1 Q0 b 1 5 u\nq1 Q0 a 2 4 u\nq1 Q0 e 3 3 u\n")  # 1; levelled 2; merged 1 (a, e)
    (here / "v.run").write_text("q1 Q0 e 1 5 v\nq1 Q0 d 2 4 v\nq1 Q0 b 3 3 v\n")  # 0; levelled 0; merged 1 (e, b)
    texts = "a\tred shoes\nb\tred shoes\nc\tblue shoes\nd\tgreen hat\ne\tgreen hat\n"
    (here / "docs.tsv").write_text(texts)
    for runs, levelled, merged in ((["u.run"], "1 of u", "none"), (["v.run"], "none", "1 of v")):
        words = ["check", "qrels.txt", *runs, "-m", "P@2", "--doc-texts", "docs.tsv", "--format", "json"]
        assert main(words) == 0
        findings = {f["code"]: f for f in json.loads(capsys.readouterr().out)["sections"][0]["body"]}
        grade, document = (findings[code]["effect"] for code in ("same-text-other-grade", "same-text"))
        for effect, what in ((grade, levelled), (document, merged)):
            moved = "changes no mean of P@2" if what == "none" else f"changes P@2 by at most 0.5000 ({what[-1]})"
            assert moved in effect
        assert grade.startswith("the grades differ 1 by 1; the highest grade of each text under all its ids ")
        assert document.startswith("each counts separately; one document a text ")
        moves = [largest_move(findings, code) for code in ("same-text-other-grade", "same-text")]
        assert moves == [0.5 * (levelled != "none"), 0.5 * (merged != "none")]


def test_on_a_published_collection_the_highest_grade_alone_moves_less_than_one_document_a_text():
    folder = collection("trec-dl-2021-passage")
    found = check(str(folder / "qrels"), str(folder / "runs"), doc_texts=str(folder / "passages.tsv.xz"))
    effects = {f.code: f.effect for f in found.findings}
    # Labels levelled by hand (a loop over ids) and scored by `evaluate`.
    assert "under all its ids changes nDCG@10 by at most 0.0080 (pash_r2);" in effects["same-text-other-grade"]
    assert "one document a text changes nDCG@10 by at most 0.0178 (uogTrPCP);" in effects["same-text"]


@settings(max_examples=80, deadline=None)
@given(case=one_query(n_docs=8), data=st.data())
def test_levelled_labels_keep_every_id_and_give_each_the_highest_grade_of_its_text(case, data):
    _, grades = case
    docs = data.draw(st.permutations([f"d{i}" for i in range(8)]))
    text = {doc: i // 3 for i, doc in enumerate(docs)}
    same = Duplicates({"q": [tuple(d for d in docs if text[d] == n) for n in range(3)]})
    highest = {doc: max(grade for other, grade in grades.items() if text[other] == text[doc]) for doc in grades}
    assert dict(same.level_labels(Qrels.from_dict({"q": grades})).grades("q")) == highest


def test_eval_compare_and_report_score_them_as_one_and_say_so(here, capsys):
    words = ["qrels.txt", "s.run", "t.run", "-m", "nDCG@2", "--doc-texts", "docs.tsv", "--duplicates", "one"]
    assert main(["eval", *words, "--format", "tsv", "-o", "scores.tsv"]) == 0
    scores = {
        line.split("\t")[0]: float(line.split("\t")[3]) for line in (here / "scores.tsv").read_text().splitlines()
    }
    assert scores["s"] == 1.0  # a and b are one document with grade 2, then c
    options = json.loads((here / "scores.tsv.provenance.json").read_text())["options"]
    assert (options["duplicates"], options["doc_texts"]) == ("one", "docs.tsv")
    assert main(["compare", *words, "--format", "json", "-o", "league.json"]) == 0
    systems = {row["system"]: row for row in json.loads((here / "league.json").read_text())["measures"][0]["systems"]}
    assert systems["s"]["mean"] == 1.0
    assert main(["report", *words, "-o", "report.json"]) == 0
    result = json.loads((here / "report.json").read_text())
    assert result["provenance"]["options"]["duplicates"] == "one"
    assert "--duplicates one" in " ".join(result["provenance"]["options"]["command"])
    assert "the highest grade" in json.dumps(result)
    capsys.readouterr()


def test_as_one_needs_the_texts(here, capsys):
    assert main(["eval", "qrels.txt", "s.run", "--duplicates", "one"]) == 2
    assert "add --doc-texts FILE" in capsys.readouterr().err
    with pytest.raises(UsageError, match="needs the documents' texts"):
        overview("qrels.txt", "s.run", duplicates="one")


def test_compressed_texts_are_read_too(here):
    (here / "docs.tsv.xz").write_bytes(lzma.compress((here / "docs.tsv").read_bytes()))
    assert len(find_duplicates(read_texts("docs.tsv.xz"), read_qrels("qrels.txt"))) == 1
