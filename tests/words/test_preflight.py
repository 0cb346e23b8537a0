"""Oddities planted in small files: each is found, with what it does to the scores."""

from __future__ import annotations

import ast
import gzip
import re
from pathlib import Path

import pytest

from irassay import preflight
from irassay.cli import verb_list
from irassay.cli.parser import Parser
from irassay.collection import Qrels, Runs
from irassay.errors import UsageError
from irassay.formats import load_runs
from irassay.preflight import check

LABELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}}
GOOD = {"good": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"b": 2.0, "a": 1.0}}}


def found(labels, runs, *measures):
    """Code -> Finding."""
    qrels = Qrels.from_dict(labels) if isinstance(labels, dict) else labels
    rankings = Runs.from_dict(runs) if isinstance(runs, dict) else runs
    result = check(qrels, rankings, measures=measures or ("P@1",))
    return {finding.code: finding for finding in result.findings}


def test_good_files_belong_together():
    result = check(Qrels.from_dict(LABELS), Runs.from_dict(GOOD), measures=["P@1"])
    assert result.title == "These files belong together."
    clear = next(table for table in result.tables if table.name == "without-finding").column("checks").values[0]
    assert result.standfirst == f"{len(clear.split(', '))} checks passed."
    assert result.facts == ("1 run", "2 labelled queries", "4 labels", "grades 0 to 1")
    assert not result.findings


def test_a_table_has_one_row_a_run():
    table, _ = check(Qrels.from_dict(LABELS), Runs.from_dict(GOOD), measures=["P@1"]).tables
    assert {column.name: column.values for column in table.columns} == {
        "system": ["good"],
        "answered": [2],
        "retrieved": [4],
        "judged": [1.0],
        "short_lists": [0],
        "tied": [0],
        "mean": [1.0],
        "least": [1.0],
        "greatest": [1.0],
        "float32": [1.0],
    }


def test_no_common_query_is_an_error_with_a_way_out(golden):
    finding = found(LABELS, {"s": {"topic-q1": {"a": 1.0}, "topic-q2": {"b": 1.0}}})["no-shared-query"]
    assert finding.level == "error"
    golden(finding.effect, finding.action)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: f"doc_{d}", 'without "doc_", 4 of 4 ids in the runs are in the qrels'),
        (lambda d: f"{d}.txt", 'without ".txt", 4 of 4 ids in the runs are in the qrels'),
        (lambda d: f"000{d}", 'without "000", 4 of 4 ids in the runs are in the qrels'),
    ],
)
def test_ids_that_would_meet_after_a_change_are_recognised(change, said, golden):
    labels = {"q1": dict.fromkeys(("17", "28", "39", "40"), 1)}
    runs = {"s": {"q1": {change(d): float(i) for i, d in enumerate(labels["q1"])}}}
    finding = found(labels, runs)["no-label"]
    golden(finding.text, finding.action)
    assert "4 of 4 ids in the runs are in the qrels" in finding.action
    assert said.split(",")[1] in finding.action


def test_ids_of_another_collection_are_shown_side_by_side():
    labels = {f"q{i}": {f"{100 + i}": 1} for i in range(3)}
    runs = {"s": {f"q{i}": {f"clueweb-en-{i}-xyz": 1.0} for i in range(2)}}
    finding = found(labels, runs)["no-label"]
    assert finding.where == (
        "1 of 1 run. Ids in qrels: 100",
        "Ids in runs: clueweb-en-0-xyz",
        "2 of 3 queries are in both, so the mix-up is easy to miss",
    )
    assert finding.action == "use the qrels of the collection that was searched"


def test_a_run_with_hardly_a_labelled_document_is_named_and_sparse_labels_are_no_suspicion(golden):
    docs = [f"d{i}" for i in range(100)]
    labels = {"q": dict.fromkeys(docs, 1)}
    good = {"q": {d: -float(i) for i, d in enumerate(docs)}}
    strange = {"q": {"d0": 1.0} | {f"x{i}": -float(i) for i in range(99)}}
    finding = found(labels, {"good": good, "strange": strange}, "P@50")["little-label"]
    golden(finding.text, finding.effect)
    assert "little-label" not in found({"q": {"d0": 1}}, {"strange": strange}, "P@50")


def test_ids_that_almost_meet_are_said(golden):
    labels = {"q": {f"DOC{i}": 1 for i in range(20)}}
    runs = {"s": {"q": {(f"DOC{i}" if i % 2 else f"doc{i}"): -float(i) for i in range(20)}}}
    finding = found(labels, runs)["ids-nearly-meet"]
    golden(finding.text, finding.action)


def test_ids_that_meet_in_other_queries_need_no_change():
    first, second = ([f"d{i}" for i in range(at, at + 20)] for at in (0, 20))
    labels = {"p": dict.fromkeys([*first, "x"], 1), "q": dict.fromkeys([*second, "x"], 1)}
    crossed = {"p": [*second, "x"], "q": [*first, "x"]}
    runs = {"s": {query: {doc: -float(i) for i, doc in enumerate(docs)} for query, docs in crossed.items()}}
    assert "ids-nearly-meet" not in found(labels, runs), "no id would meet that doesn't already"


def test_queries_that_would_meet_after_a_change_are_said():
    labels = {f"{i:03}": {"a": 1} for i in range(95, 105)}
    finding = found(labels, {"s": {str(i): {"a": 1.0} for i in range(95, 105)}})["missing-queries"]
    assert finding.action == ("rename the queries: without leading zeros, 5 of 5 ids in the runs are in the qrels")


def test_one_run_without_labels_among_good_ones_is_named(golden):
    runs = {**GOOD, "odd": {"q1": {"x": 1.0}, "q2": {"y": 1.0}}}
    finding = found(LABELS, runs)["no-label"]
    golden(finding.text, finding.where[0], finding.effect)


def test_ranks_that_contradict_scores_are_shown_by_two_lines(tmp_path):
    (tmp_path / "mine").write_text("# a comment\nq1 Q0 b 2 19.8 mine\nq1 Q0 a 1 0.5 mine\nq2 Q0 b 1 3 mine\n")
    finding = found(Qrels.from_dict(LABELS), load_runs(str(tmp_path / "mine")))["rank-contradicts-score"]
    two = "line 3: rank 1 has score 0.5; line 2: rank 2 has score 19.8"
    assert finding.where == ("1 labelled query of 2, first q1", two)
    assert finding.action.endswith("if you made it, write scores that fall with rank")


def test_a_missing_query_counts_zero_and_both_means_are_said():
    finding = found(LABELS, {"half": {"q1": {"a": 1.0}}})["missing-queries"]
    assert finding.text == "half: 1 labelled query unanswered"
    assert finding.where == ("q2",)
    assert finding.effect == "each counts 0: P@1 0.5000; over the 1 answered, 1.0000"


def test_the_mean_over_the_answered_queries_stands_beside_that_of_another_run_on_the_same_queries():
    """By hand: the better run has 1 and 0 on both queries of `half`'s, and 1 on the third."""
    labels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    runs = {
        "half": {"q1": {"a": 1.0}, "q2": {"a": 1.0}},
        "some": {"q1": {"a": 1.0}, "q2": {"b": 1.0}, "q3": {"a": 1.0}},
        "worse": {"q1": {"b": 1.0}, "q2": {"b": 1.0}, "q3": {"a": 1.0}},
    }
    finding = found(labels, runs)["missing-queries"]
    assert finding.effect == "each counts 0: P@1 0.6667; over the 2 answered, 1.0000, and there some has 0.5000"


def test_a_run_that_was_cut_short_is_recognised(tmp_path):
    labels = {f"{q}": {"a": 1, "b": 0} for q in range(8, 13)}
    whole = "".join(f"{q} Q0 {d} {i + 1} {-i} mine\n" for q in range(8, 13) for i, d in enumerate("ab"))
    (tmp_path / "mine").write_text(whole[: whole.index("11 Q0") - 9])
    findings = found(Qrels.from_dict(labels), load_runs(str(tmp_path / "mine")))
    assert findings["missing-queries"].where == ("11, 12: the last ones, as in a file that was cut short",)
    again = "fetch or write the file again if it was cut; if the run is complete, report both means"
    assert findings["missing-queries"].action == again
    findings = {f.code: f for f in check(Qrels.from_dict(labels), str(tmp_path / "mine")).findings}
    assert findings["lines-columns"].action == "the file ends in the middle of a line: fetch or write it again"


def test_files_with_a_run_that_is_not_comparable_belong_together_on_that_condition():
    """One of two labelled queries is left out, far more than one in twenty; the other run answers both."""
    result = check(Qrels.from_dict(LABELS), Runs.from_dict({**GOOD, "half": {"q1": {"a": 1.0}}}), measures=["P@1"])
    assert result.title == "These files belong together, with a reservation about 1 of 2 runs."


def test_a_run_that_answers_no_labelled_query_is_an_error_that_names_it():
    """`compare --pair` ends with an error on such a run; where no run answers any, no-shared-query says so."""
    runs = {"good": {"q1": {"a": 1.0}, "q2": {"a": 1.0}}, "silent": {"Q1": {"a": 1.0}, "Q2": {"a": 1.0}}}
    findings = found(LABELS, runs)
    finding = findings["no-query-answered"]
    assert (finding.level, finding.text, finding.systems) == ("error", "silent answers no labelled query", ("silent",))
    assert finding.where == ("Queries in qrels: q1, q2", "Queries in this run: Q1, Q2")
    assert "missing-queries" not in findings
    both = found(LABELS, {**runs, "half": {"q1": {"a": 1.0}}, "mute": {"Q1": {"a": 1.0}}})
    assert both["no-query-answered"].text == "2 runs answer no labelled query"
    assert both["missing-queries"].systems == ("half",)
    assert "no-query-answered" not in found(LABELS, {"silent": {"Q1": {"a": 1.0}}})


@pytest.mark.parametrize("beside", [{}, {"good": {"hat": {"a": 1.0}, "cap": {"a": 1.0}}}])
def test_queries_that_are_numbered_as_those_of_msearch_come_with_the_way_to_number_the_labels(beside):
    runs = {**beside, "new": {"1": {"a": 1.0}, "2": {"a": 1.0}}}
    finding = found({"hat": {"a": 1}, "cap": {"a": 1}}, runs)["no-query-answered" if beside else "no-shared-query"]
    assert finding.action.startswith("the queries are numbered in the order in which _msearch answers them")
    assert "irassay convert LABELS --query-texts FILE --to json" in finding.action
    other = {**beside, "new": {"1": {"a": 1.0}, "4": {"a": 1.0}}}
    assert not any("_msearch" in one.action for one in found({"hat": {"a": 1}, "cap": {"a": 1}}, other).values())


def test_many_runs_with_missing_queries_are_one_finding():
    runs = {f"s{i}": {"q1": {"a": 1.0}} for i in range(9)}
    finding = found(LABELS, runs)["missing-queries"]
    assert finding.text == "9 runs leave labelled queries unanswered"
    assert finding.where == ("s0 (1), s1 (1), s2 (1) and 6 more; q2 by none of these",)
    one_has_it = found(LABELS, {**{f"s{i}": {"q1": {"a": 1.0}} for i in range(8)}, "s8": {"q2": {"a": 1.0}}})
    assert one_has_it["missing-queries"].where == ("s0 (1), s1 (1), s2 (1) and 6 more",)


def test_queries_without_labels_change_nothing(golden):
    finding = found(LABELS, {"s": {**GOOD["good"], "q3": {"a": 1.0}}})["extra-queries"]
    golden(finding.text, finding.effect)


def test_queries_without_a_relevant_document_pull_every_mean_down(golden):
    finding = found({**LABELS, "q3": {"a": 0}}, {"s": {**GOOD["good"], "q3": {"a": 1.0}}})["no-relevant"]
    golden(finding.text, finding.effect)


def test_ties_say_how_far_their_order_moves_each_measure():
    runs = {"tied": {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}}}
    finding = found(LABELS, runs, "P@1", "RR")["ties"]
    # by document id b comes first on q1: P@1 is 0 there and could be 1, RR 1/2 and could be 1
    assert finding.effect == "another order changes P@1 by at most 0.5000 (tied), RR by at most 0.2500 (tied)"
    assert finding.level == "warning"


def test_ties_that_move_nothing_are_a_note():
    finding = found({"q": {"a": 1, "b": 1}}, {"s": {"q": {"a": 1.0, "b": 1.0}}})["ties"]
    assert finding.level == "note"
    assert finding.effect == "none on P@1: another order changes nothing"


def test_scores_that_collapse_as_32_bit_floats_are_said_in_both_orders(golden):
    runs = {"s": {"q1": {"a": 1.0 + 1e-12, "b": 1.0}, "q2": {"b": 2.0, "a": 1.0}}}
    finding = found(LABELS, runs)["float32"]
    golden(finding.text, finding.effect)


def test_scores_read_as_32_bit_floats_have_no_such_finding_and_every_mean_is_of_these():
    """The oracle: 1 and 1 + 1e-12 are one float32, so ids order q1 as b, a; q2 is right either way."""
    runs = {"s": {"q1": {"a": 1.0 + 1e-12, "b": 1.0}, "q2": {"b": 2.0, "a": 1.0}}}
    result = check(Qrels.from_dict(LABELS), Runs.from_dict(runs), measures=["P@1"], ties="float32")
    assert "float32" not in {finding.code for finding in result.findings}
    assert result.provenance.options["ties"] == "float32"
    of = {column.name: column.values for column in result.tables[0].columns}
    assert (of["mean"], of["float32"], of["tied"]) == ([0.5], [0.5], [1])
    with pytest.raises(UsageError, match="ties"):
        check(Qrels.from_dict(LABELS), Runs.from_dict(runs), ties="single")


def test_one_score_for_all_documents_is_an_error():
    finding = found(LABELS, {"flat": {q: {"a": 1.0, "b": 1.0} for q in LABELS}})["all-equal-scores"]
    assert finding.level == "error"
    assert finding.effect == "only document ids decide: P@1 0.5000; other orders give 0 to 1.0000"


def test_ranks_that_contradict_scores_give_both_means(tmp_path, golden):
    path = tmp_path / "mine"
    path.write_text("q1 Q0 a 2 9 t\nq1 Q0 b 1 8 t\nq2 Q0 b 1 9 t\nq2 Q0 a 2 8 t\n")
    finding = found(Qrels.from_dict(LABELS), load_runs(str(path)))["rank-contradicts-score"]
    assert finding.level == "error"
    golden(finding.text, finding.where[0], finding.effect)


def test_the_same_run_under_two_names_is_found():
    findings = found(LABELS, {**GOOD, "copy": GOOD["good"], "other": {q: {"b": 2.0, "a": 1.0} for q in LABELS}})
    assert findings["same-run"].text == "1 run is the same as another, in every document and order"
    assert findings["same-run"].where == ("good, copy",)


def test_runs_that_are_the_same_to_the_cutoff_are_a_note():
    other = {"q1": {"a": 2.0, "x": 1.0}, "q2": {"b": 2.0, "x": 1.0}}
    finding = found(LABELS, {**GOOD, "other": other})["same-to-depth"]
    assert (finding.level, finding.where) == ("note", ("good, other",))


def test_lists_that_end_early_say_how_many_places_are_empty(golden):
    finding = found(LABELS, GOOD, "P@4")["short-lists"]
    golden(finding.text, finding.effect)
    for measures in (("P@1", "P@4"), ("P@4", "P@1")):  # the deepest, whichever comes first
        assert found(LABELS, GOOD, *measures)["short-lists"].text == "good: lists that end before rank 4"


def test_grade_1_as_relevant_is_said_with_the_stricter_score(golden):
    labels = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 2}}
    finding = found(labels, GOOD, "P@1")["grade-1-counts-as-relevant"]
    golden(finding.text, finding.effect)
    assert "grade-1-counts-as-relevant" not in found(labels, GOOD, "nDCG@1", "P(rel=2)@1")


def test_labels_that_are_all_one_way_are_said():
    assert found({"q1": {"a": 0}}, GOOD)["nothing-relevant"].level == "error"
    assert found({"q1": {"a": 1}}, GOOD)["only-relevant"].level == "note"
    assert found({"q1": {"a": 1, "b": -1}}, GOOD)["negative-grades"].text == "1 label is below 0"


def test_each_measure_for_which_nothing_is_relevant_is_named_with_one_that_counts():
    """By hand: the largest grade is 1, so rel=2 finds nothing, whichever measure comes first."""
    second = found(LABELS, GOOD, "nDCG@10", "AP(rel=2)", "P(rel=2)@5", "RR")["nothing-relevant"]
    assert (second.level, second.text) == ("warning", "No label has grade 2 or more")
    assert second.effect == "AP(rel=2) and P(rel=2)@5 are 0 for every run"
    assert second.action == "take AP and P@5, if the columns are query, iteration, document, grade"
    main = found(LABELS, GOOD, "AP(rel=2)", "nDCG@10")["nothing-relevant"]
    assert (main.level, main.effect) == ("error", "AP(rel=2) is 0 for every run")
    assert "nothing-relevant" not in found(LABELS, GOOD, "nDCG@10", "AP")


def test_an_option_that_a_finding_advises_is_one_of_every_verb_or_stands_beside_its_verbs():
    """Findings stand on the pages of `track` too, which takes fewer options than `eval`."""
    words = Path(preflight.__file__).parent
    everywhere = set.intersection(*(spellings(verb) for verb in ("eval", "compare", "report", "track")))
    for path in [*words.glob("words/*.py"), words / "duplicates.py"]:
        for sentence in sentences_of(ast.parse(path.read_text())):
            for option in set(re.findall(r"--[a-z][a-z-]+", sentence)) - everywhere:
                takers = [verb for verb in verb_list.names() if option in spellings(verb)]
                assert any(re.search(rf"\b{verb}\b", sentence) for verb in takers), (path.name, sentence)


def spellings(verb):
    """All spellings of all options of a verb."""
    return {spelling for option in Parser(verb).options for spelling in option.spelling}


def sentences_of(tree):
    """The texts of a module but its docstrings; parts of one expression in parentheses are one text."""
    docstrings = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if hasattr(node, "body") and isinstance(node, ast.Module | ast.FunctionDef)
    }
    inside = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in inside
            and node.value not in docstrings
        ):
            yield node.value


def test_lists_in_the_order_of_ids_rank_nothing():
    labels = {"q": {f"d{i:02}": i % 2 for i in range(12)}}
    finding = found(labels, {"s": {"q": {f"d{i:02}": -float(i) for i in range(12)}}})["documents-in-id-order"]
    assert finding.text == "s: lists sorted by document id"


def test_relevant_documents_that_no_deep_run_has_are_said(tmp_path):
    labels = {"q": {f"d{i}": 1 for i in range(200)} | {f"gone{i}": 1 for i in range(300)}}
    paths = []
    for name in "xyz":
        lines = [f"q Q0 d{(i * 7 + ord(name)) % 200} {2 * i + 1} {-i} {name}\n" for i in range(150)]
        paths.append(tmp_path / name)
        paths[-1].write_text("".join(lines))
    finding = found(Qrels.from_dict(labels), load_runs([str(p) for p in paths]))["relevant-in-no-run"]
    assert finding.where[1] == "in its first query x lists 150 documents and skips 149 ranks"
    assert "residual collection" in finding.action


def test_lines_that_eval_refuses_are_findings(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 a 1\nq1 0 a 0\nq1 0 b 0\n")
    run.write_text("q1 Q0 a 1 3 t\nq1 Q0 a 2 2 t\nq1 Q0 b 3 nan t\nq1 Q0 c\u00a0d 4 1 t\n")
    findings = {f.code: f for f in check(str(qrels), str(run)).findings}
    assert findings["lines-conflict"].text == "1 line labels a document again with another grade"
    assert findings["lines-conflict"].where[0].startswith(f"{qrels}:2  document a twice")
    assert findings["lines-duplicate"].text == "1 line repeats a document of its query"
    assert findings["lines-nan"].level == "error"
    assert findings["lines-space"].level == "warning"


def test_a_file_without_data_is_one_finding(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "empty").write_text("# nothing\n")
    (tmp_path / "bad").write_text("q1 Q0 a\n")
    findings = {
        f.code: f for f in check(str(tmp_path / "qrels"), [str(tmp_path / n) for n in ("empty", "bad")]).findings
    }
    assert findings["no-data"].text == "1 file has no line of data"
    assert findings["no-data"].where == (str(tmp_path / "empty"),)
    assert findings["lines-columns"].numbers["lines"] == 1


def test_files_that_are_no_labels_are_a_finding_and_no_error(tmp_path):
    run = tmp_path / "run"
    run.write_text("q1 Q0 a 1 3 t\n")
    result = check(str(run), str(run))
    assert result.title == "These files can't be used."
    assert [f.code for f in result.findings] == ["files-unusable"]
    assert "looks like a run" in result.findings[0].text


def test_repeated_and_mixed_tags_are_said(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).write_text("q1 Q0 a 1 3 t\nq2 Q0 b 1 3 t\n")
    (tmp_path / "three").write_text("q1 Q0 a 1 3 t\nq2 Q0 b 1 3 u\n")
    findings = found(Qrels.from_dict(LABELS), load_runs(str(tmp_path)))
    assert findings["repeated-tags"].where == ("t: one, three, two",)
    assert findings["mixed-tags"].text == "1 file has more than one run tag"


def test_a_copied_file_shares_its_tag_also_with_the_file_that_is_named_like_it(tmp_path):
    for name in ("bm25", "copy"):
        (tmp_path / name).write_text("q1 Q0 a 1 3 bm25\nq2 Q0 b 1 3 bm25\n")
    finding = found(Qrels.from_dict(LABELS), load_runs(str(tmp_path)))["repeated-tags"]
    assert finding.where == ("bm25: bm25, copy",)


@pytest.mark.parametrize("packed", [False, True])
def test_a_tag_cut_with_its_file_is_no_second_tag(tmp_path, packed):
    whole = b"q1 Q0 a 1 3 bm25\nq2 Q0 b 1 3 bm25\n"

    def codes(content):
        path = tmp_path / "file"
        path.write_bytes(gzip.compress(content) if packed else content)
        runs = load_runs(str(path))
        return runs.systems, {f.code: f for f in check(Qrels.from_dict(LABELS), runs, measures=["P@1"]).findings}

    systems, findings = codes(whole[:-3])
    assert systems == ("bm25",)
    assert "mixed-tags" not in findings
    cut = findings["lines-cut-tag"]
    assert cut.level == "warning"
    assert cut.action == "fetch or write the file again"
    assert cut.where == (f'{tmp_path / "file"}:2  the file ends in the middle of a line, in the tag: "bm"',)
    assert codes(whole[:-3] + b"\n")[1].keys() >= {"mixed-tags"}  # the line has its end: it is another tag
    assert codes(whole[:-5] + b"tf")[1].keys() >= {"mixed-tags"}  # no part of the first line's tag
    assert codes(whole[:-1])[1].keys().isdisjoint({"mixed-tags", "lines-cut-tag"})


def test_worst_comes_first_and_within_a_level_the_largest_effect():
    runs = {"flat": {q: {"a": 1.0, "b": 1.0} for q in LABELS}, "half": {"q1": {"a": 1.0}}}
    findings = check(Qrels.from_dict(LABELS), Runs.from_dict(runs), measures=["P@1"]).findings
    order = ["error", "warning", "note"]
    keys = [(order.index(f.level), -float(f.numbers["size"])) for f in findings]
    assert keys == sorted(keys)
    assert findings[0].level == "error"


def test_every_code_is_in_the_catalogue_with_its_levels():
    import re
    from pathlib import Path

    import irassay.preflight
    from irassay.preflight.catalogue import catalogue

    folder = Path(irassay.preflight.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    used = set(re.findall(r'(?:finding|shorter|_same)\(\s*"([a-z0-9-]+)"', text))
    of_league = ("lead", "settled-by-queries", "caution", "unranked")
    assert used == {code for code in catalogue() if code not in of_league and not code.startswith("lines-")}
