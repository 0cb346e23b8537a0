"""Extrapolated labels against a plain search, fusion and choice; and on the judged passages of DL21."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from irassay import Qrels, read_qrels
from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.label_sets import passage_searches
from irassay.label_sets.extrapolated import extrapolated
from irassay.label_sets.extrapolated_files import read_extrapolated, write_extrapolated
from irassay.retrieval import WordIndex, index_texts, open_index
from tests.collections_at_hand import collection
from tests.oracles.lucene.generate import passages
from tests.plain import retrieval as plain

TEXTS = [(doc, text) for doc, text in passages(120) if text]
LABELS = {
    "q1": {TEXTS[3][0]: 2, TEXTS[9][0]: 0},
    "q2": {TEXTS[5][0]: 1, TEXTS[6][0]: 3},
    "q3": {"elsewhere": 1},
    "q4": {TEXTS[20][0]: 0},
}


@pytest.fixture(scope="module")
def indexes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("indexes")
    index_texts(TEXTS, folder / "words", stem="none", stopwords="none")
    index_texts(TEXTS, folder / "few", stem="none", stopwords=["ba", "bo", "ci"])
    return [open_index(folder / "words", lengths="exact"), open_index(folder / "few", model="ql")]


def ranked(scores):
    return sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)


def plain_lists(doc, depth):
    """The lists of a passage in both indexes, by the formulas."""
    few = {key: Counter({t: n for t, n in bag.items() if t not in ("ba", "bo", "ci")}) for key, bag in bags.items()}
    one = plain.search(bags, bags[doc], model="bm25", lengths="exact")
    other = plain.search(few, few[doc], model="ql")
    return [ranked(one)[:depth], ranked(other)[:depth]]


bags = plain.bags(TEXTS)


def test_deemed_passages_are_those_of_a_plain_search_and_fusion(indexes):
    more = extrapolated(Qrels.from_dict(LABELS), indexes, deemed=6, feed=3, depth=15, phi=0.8, seed=5)
    assert more.without == ("q3", "q4")
    assert set(more.gold) == {"q1", "q2"}
    for query, gold in more.gold.items():
        assert LABELS[query][gold.doc] == gold.grade >= 1
        lists = plain_lists(gold.doc, 15)
        feeds = [doc for of in lists for doc in of[:3]]
        sums = Counter()
        for doc in feeds:
            for of in plain_lists(doc, 15):
                for rank, near in enumerate(of):
                    sums[near] += 0.2 * 0.8**rank
        expected = {"words": lists[0], "few": lists[1], "fused": ranked(sums)[:15]}
        for name, docs in expected.items():
            assert more.lists[name].ranking(name, query) == docs
            assert list(more.deemed[name][query]) == [doc for doc in docs if doc not in LABELS[query]][:6]


def test_what_is_to_come_is_foreseen_before_it_is_searched(indexes, monkeypatch):
    """Counted by hand: of 40 golds 10 are timed, and each of two indexes can add 3 passages a gold."""
    monkeypatch.setattr(passage_searches, "TIMED", 10)
    qrels = Qrels.from_dict({f"q{i:02}": {TEXTS[i][0]: 1} for i in range(40)})
    costs, searched = [], []
    search = WordIndex.search_passages

    def noted(of, some, **options):
        searched.append((of.name, *some))
        return search(of, some, **options)

    monkeypatch.setattr(WordIndex, "search_passages", noted)
    extrapolated(qrels, indexes, feed=3, deemed=5, depth=20, expect=lambda cost: costs.append((cost, len(searched))))
    (first, before), (second, later) = costs
    assert (first.n_passages, first.exact, first.n_indexes, before) == (30 + 40 * 3 * 2, False, 2, 2)
    assert first.n_bytes == first.n_passages * 2 * 20 * passage_searches.DOC_BYTES
    assert first.seconds > 0
    assert (second.exact, later) == (True, 4)
    further = {doc for name, *docs in searched[later:] for doc in docs}
    assert second.n_passages == len(further) <= 40 * 3 * 2
    every = [(name, doc) for name, *docs in searched for doc in docs]
    assert len(every) == len(set(every))  # each once
    costs.clear()
    extrapolated(qrels, indexes[:1], deemed=5, expect=lambda cost: costs.append((cost.n_passages, cost.exact)))
    assert costs == [(30, True)]


def test_the_cost_is_printed_before_the_work(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(passage_searches, "TIMED", 10)
    index_texts(TEXTS, "words.index")
    (tmp_path / "qrels").write_text("".join(f"q{i} 0 {TEXTS[i][0]} 1\n" for i in range(40)))
    assert main(["extrapolate", "qrels", "words.index", "-o", "more"]) == 0
    told = capsys.readouterr().err
    assert "30 more passages to search for in 1 index: some 1 s, and 0.3 MB for their lists" in told


def test_no_label_is_overturned_and_each_variant_adds_one_passage(indexes):
    more = extrapolated(Qrels.from_dict(LABELS), indexes, deemed=5)
    stack = more.stack()
    assert stack.names[:3] == ("given", "words, 1 more", "words, 2 more")
    assert stack.names[-1] == "fused, 5 more"
    for name, recipe in zip(stack.names, stack.recipes):
        variant = stack.variant(name)
        for query, grades in LABELS.items():
            labels = dict(variant.grades(query))
            assert {doc: labels[doc] for doc in grades} == grades
            added = set(labels) - set(grades)
            assert len(added) == (recipe.get("more", 0) if query in more.gold else 0)
            assert all(labels[doc] == more.gold[query].grade for doc in added)


def test_a_gold_is_drawn_evenly_and_by_the_seed(indexes):
    docs = [doc for doc, _ in TEXTS[:4]]
    qrels = Qrels.from_dict({"q": dict.fromkeys(docs, 1)})
    drawn = Counter(extrapolated(qrels, indexes[:1], deemed=1, seed=seed).gold["q"].doc for seed in range(400))
    assert set(drawn) == set(docs)
    assert max(drawn.values()) < 140  # 100 each; 5 standard deviations
    again = [extrapolated(qrels, indexes[:1], deemed=1, seed=7).gold["q"].doc for _ in range(3)]
    assert len(set(again)) == 1


def test_a_folder_gives_the_same_stack_back(indexes, tmp_path):
    more = extrapolated(Qrels.from_dict(LABELS), indexes, deemed=4)
    files = write_extrapolated(more, tmp_path / "more", provenance={"inputs": {}})
    assert sorted(files) == sorted(
        [*(f"{n}.qrels" for n in more.deemed), *(f"runs/{n}.run" for n in more.deemed), "gold.tsv", "provenance.json"]
    )
    back = read_extrapolated(tmp_path / "more")
    assert (back.gold, back.without) == (more.gold, more.without)
    ours, theirs = more.stack(), back.stack()
    assert set(ours.names) == set(theirs.names)
    for name in ours.names:
        assert {q: dict(ours.variant(name).grades(q)) for q in LABELS} == {
            q: dict(theirs.variant(name).grades(q)) for q in LABELS
        }
    lines = (tmp_path / "more" / "fused.qrels").read_text().splitlines()
    places = [line.split()[1] for line in lines if line.startswith("q1 ")]
    assert places == ["0", "0", "1", "2", "3", "4"]
    assert json.loads((tmp_path / "more" / "provenance.json").read_text())["options"]["deemed"] == 4


@pytest.mark.parametrize("damage", ["no qrels", "line", "provenance", "gold"])
def test_a_damaged_folder_is_refused_by_name(damage, indexes, tmp_path):
    more = extrapolated(Qrels.from_dict(LABELS), indexes[:1], deemed=2)
    write_extrapolated(more, tmp_path / "m", provenance={})
    if damage == "no qrels":
        (tmp_path / "m" / "words.qrels").unlink()
    elif damage == "line":
        (tmp_path / "m" / "words.qrels").write_text("q1 0 d\n")
    else:
        (tmp_path / "m" / {"provenance": "provenance.json", "gold": "gold.tsv"}[damage]).write_text("x\n\n")
    with pytest.raises(InputError, match=r"expected|extrapolate again"):
        read_extrapolated(tmp_path / "m")


def test_labels_of_another_corpus_are_an_error(indexes):
    with pytest.raises(InputError, match='every index has, such as "elsewhere" of the labels'):
        extrapolated(Qrels.from_dict({"q": {"elsewhere": 1}}), indexes)
    with pytest.raises(InputError, match="no label is of grade 4 or more"):
        extrapolated(Qrels.from_dict(LABELS), indexes, rel=4)


@pytest.mark.parametrize("options", [{"phi": 1}, {"deemed": 0}, {"feed": 0}, {"depth": 3, "deemed": 4}, {"rel": 0}])
def test_odd_options_are_refused(options, indexes):
    with pytest.raises(UsageError):
        extrapolated(Qrels.from_dict(LABELS), indexes, **options)
    with pytest.raises(UsageError, match="different names"):
        extrapolated(Qrels.from_dict(LABELS), [indexes[0], indexes[0]])


def test_precision_on_dl21_is_that_of_an_independent_trial(tmp_path):
    """Share of deemed passages with NIST's label 2 or more, gold one of the best; in 10 other draws .79 to .54."""
    folder = collection("trec-dl-2021-passage")
    full = read_qrels(folder / "qrels")
    index_texts(folder / "passages.tsv.xz", tmp_path / "bm25")
    index = open_index(tmp_path / "bm25")
    grades = {query: dict(full.grades(query)) for query in full.queries}
    best = {query: {doc: g for doc, g in of.items() if g == max(of.values())} for query, of in grades.items()}
    shares = {1: [], 2: [], 5: [], 10: [], 20: []}
    for seed in range(10):
        drawn = extrapolated(Qrels.from_dict(best), [index], seed=seed).gold
        alone = Qrels.from_dict({query: {gold.doc: gold.grade} for query, gold in drawn.items()})
        deemed = extrapolated(alone, [index], seed=seed).deemed["bm25"]
        for n, of in shares.items():
            of.append(np.mean([grades[query].get(doc, 0) >= 2 for query, docs in deemed.items() for doc in docs[:n]]))
    means = [float(np.mean(of)) for of in shares.values()]
    assert means == pytest.approx([0.79, 0.73, 0.65, 0.60, 0.54], abs=0.05)
    assert means == sorted(means, reverse=True)
