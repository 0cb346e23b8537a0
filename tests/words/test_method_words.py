"""The methods paragraph names the test, the correction and the intervals that were used."""

import json
import warnings

import pytest

import irassay
from irassay.studies.overview.study import overview
from irassay.studies.paper_methods import paragraph
from irassay.verdict.words import answers
from tests.search_answers_by_hand import response
from tests.verdict_by_hand import with_league


def test_the_paragraph_names_what_was_used(evidence, golden):
    corrections = {"benjamini-hochberg": 0, "max-t": 100_000, "tukey": 9_999}
    for changes in (
        *({"test": test} for test in ("randomization", "wilcoxon", "sign", "bootstrap")),
        *({"correction": name, "n_joint": n_joint} for name, n_joint in corrections.items()),
        *({"interval": kind} for kind in ("bca", "simultaneous", "wilson")),
    ):
        found = with_league(evidence(4, test="randomization", n_resamples=100_000), **changes)
        text = paragraph(found.verdict, 0, "0.1")
        golden(text.partition(" By nDCG")[0])
        assert text.count("  ") == 0


def test_the_paragraph_holds_the_result_in_one_sentence(evidence):
    found = evidence(12, 30)
    assert answers.sentence(found.verdict) in paragraph(found.verdict, 0, "0.1")
    assert "scores highest" not in paragraph(evidence(2, 30).verdict, 0, "0.1"), "two systems have their own sentence"


BY_ID = "equal scores ordered by document id, descending"
AS_LISTED = "each list in the order of the ranks or hits in its file"


def _methods(folder, *names):
    (folder / "qrels.txt").write_text("q1 0 a 1\nq1 0 b 0\n")
    (folder / "scored.run").write_text("q1 Q0 a 1 2.0 s\nq1 Q0 b 2 1.0 s\n")
    (folder / "ranked.tsv").write_text("q1\ta\t1\nq1\tb\t2\n")
    (folder / "served.json").write_text(json.dumps({"q1": response(("a", 1.0), ("b", 1.0))}))
    (folder / "falling.json").write_text(json.dumps({"q1": response(("b", 2.0), ("a", 1.0))}))
    result = overview(str(folder / "qrels.txt"), [str(folder / name) for name in names], measures=["P@1"])
    body = next(section.body for section in result.sections if section.name == "method")
    return body[0].text


@pytest.mark.parametrize("name", ["ranked.tsv", "served.json", "falling.json"])
def test_lists_that_ranks_or_hits_order_are_not_said_to_be_ordered_by_document_id(tmp_path, name):
    text = _methods(tmp_path, name)
    assert AS_LISTED in text
    assert "document id" not in text


def test_the_paragraph_says_which_order_goes_for_which_lists(tmp_path):
    assert f"labels; {BY_ID})." in _methods(tmp_path, "scored.run")
    both = _methods(tmp_path, "scored.run", "ranked.tsv")
    assert f"where these decide, others by score, {BY_ID})." in both


N, DEPTH = 12, 20  # queries, documents a list


def _collection(*names):
    """Labels of 16 documents a query; runs: one leaves out 2 queries, one is cut at rank 5, one has equal scores."""
    qrels = {f"q{q:02}": {f"d{i}": int((i + q) % 3 == 0) for i in range(16)} for q in range(N)}

    def run(shift, depth=DEPTH, skip=0, score=float):
        return {
            query: {f"d{(i * shift + 1) % 23}": score(DEPTH - i) for i in range(depth)} for query in list(qrels)[skip:]
        }

    runs = {"two_gone": run(2, skip=2), "cut_at_5": run(3, 5), "tied": run(5, score=lambda _: 1.0), "old": run(7)}
    return irassay.Qrels.from_dict(qrels), irassay.Runs.from_dict({name: runs[name] for name in names or runs})


BESIDE = (
    "nanswered queries count 0: two_gone 2",
    "ists end before the measure's depth, the rest counts as not relevant: cut_at_5 at rank 5",
    "Other orders of equal scores give these means: tied 0",
    "of a system's documents down to rank 10) count as not relevant.",
)


@pytest.mark.parametrize("baseline", [[], ["old"]], ids=["leaders", "baseline"])
def test_paragraph_and_tables_say_of_runs_what_the_caption_of_compare_says(baseline):
    """Oracle: the caption of `paper_table`, which `compare --format latex` prints. In a paragraph names are plain."""
    qrels, runs = _collection()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        caption = irassay.paper_table(qrels, runs, ["P@10"], baseline=baseline).splitlines()[2]
    result = overview(qrels, runs, measures=["P@10", "AP"], baseline=baseline)
    body = next(section.body for section in result.sections if section.name == "method")
    texts = {part.name: part.text for part in body}
    for sentence in BESIDE:
        assert sentence in texts["methods"]
        escaped = sentence.replace("_", r"\_")
        assert escaped in caption
        assert escaped in texts["latex"]
        assert escaped.partition(") count")[0] in texts["latex-measures"]
    assert texts["methods"].endswith(" seed 0.")


def test_the_table_of_all_measures_counts_documents_without_a_label_at_the_depth_of_each():
    """By hand: AP reads all 20 documents of a list, of which some have a label; P@5 reads five."""
    qrels, runs = _collection("two_gone", "old")
    result = overview(qrels, runs, measures=["P@5", "AP"])
    body = next(section.body for section in result.sections if section.name == "method")
    (caption,) = (part.text.splitlines()[2] for part in body if part.name == "latex-measures")
    judged = {name: [int(doc[1:]) < 16 for doc in runs.ranking(name, "q05")] for name in ("two_gone", "old")}
    for depth, where in ((5, " down to rank 5"), (DEPTH, " in whole lists")):
        shares = [1 - sum(of[:depth]) / depth for of in judged.values()]
        low = f"{100 * min(shares):.1f}" if min(shares) else "0"
        expected = rf"{low}--{100 * max(shares):.1f}\%"
        assert f"{expected} of a system's documents{where}" in caption or f"{expected}{where}" in caption
