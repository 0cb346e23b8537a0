"""Extrapolated labels against a plain search, fusion and choice; and on the judged passages of DL21."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from irassay import Qrels, read_qrels
from irassay.cli.main import main
from irassay.errors import InputError, UsageError
from irassay.label_sets import extrapolated, passage_lists
from irassay.label_sets.extrapolated_files import read_extrapolated
from irassay.search import WordIndex, index_texts, open_index
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
    monkeypatch.setattr(passage_lists, "TIMED", 10)
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
    assert first.n_bytes == first.n_passages * 2 * 20 * passage_lists.DOC_BYTES
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
    monkeypatch.setattr(passage_lists, "TIMED", 10)
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
    files = more.write(tmp_path / "more")
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
    record = json.loads((tmp_path / "more" / "provenance.json").read_text())
    assert (record["options"]["deemed"], record["inputs"], "irassay" in record["versions"]) == (4, {}, True)
    with pytest.raises(UsageError, match="read without their lists: write them when they are extrapolated"):
        back.write(tmp_path / "again")
    assert not (tmp_path / "again").exists()


DAMAGE = {
    "no file of labels": ("words.qrels", None, r"words.qrels.* can't be read"),
    "no label": ("words.qrels", lambda text: "", "words.qrels.* is empty"),
    "a short line": ("words.qrels", lambda text: "q1 0 d\n", 'words.qrels:1: "q1 0 d"'),
    "a grade of four digits": ("words.qrels", lambda text: text.replace(" 2\n", " 2000\n", 1), "words.qrels:1: "),
    "a place twice": ("words.qrels", lambda text: text.replace("q1 2 ", "q1 1 "), "words.qrels:4: "),
    "a label that is deemed": ("words.qrels", lambda text: text + text.splitlines()[2] + "\n", "words.qrels:11: "),
    "no heading": ("gold.tsv", lambda text: "x\n\n", 'gold.tsv:1: "x'),
    "nothing of golds": ("gold.tsv", lambda text: "", "gold.tsv.* is empty"),
    "a gold without a label": ("gold.tsv", lambda text: text.replace("q1\t", "q1\tx"), "gold.tsv:2: "),
    "a count in words": ("gold.tsv", lambda text: text.replace("\t2\t", "\ttwo\t"), "gold.tsv:3: "),
    "a missing gold": ("gold.tsv", lambda text: "".join(text.splitlines(True)[:-1]), 'no gold of query "q2"'),
    "no options": ("provenance.json", lambda text: "{}", r"provenance.json.* can't be read"),
}


@pytest.mark.parametrize(("file", "change", "words"), DAMAGE.values(), ids=list(DAMAGE))
def test_a_damaged_folder_is_refused_by_file_and_line(file, change, words, indexes, tmp_path):
    extrapolated(Qrels.from_dict(LABELS), indexes[:1], deemed=2).write(tmp_path / "m")
    place = tmp_path / "m" / file
    if change is None:
        place.unlink()
    else:
        assert change(place.read_text()) != place.read_text()
        place.write_text(change(place.read_text()))
    with pytest.raises(InputError, match=f"{words}.*extrapolate again"):
        read_extrapolated(tmp_path / "m")


def test_lists_of_other_labels_are_no_folder(indexes, tmp_path):
    extrapolated(Qrels.from_dict(LABELS), indexes, deemed=2).write(tmp_path / "m")
    lines = (tmp_path / "m" / "words.qrels").read_text().splitlines(keepends=True)
    (tmp_path / "m" / "words.qrels").write_text("".join(line for line in lines if " elsewhere " not in line))
    with pytest.raises(
        InputError, match=r"words.qrels.* has other labels at place 0 than few.qrels: extrapolate again"
    ):
        read_extrapolated(tmp_path / "m")


def test_a_folder_with_other_lists_is_refused_before_any_search_and_stays_as_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("words", "more"):
        index_texts(TEXTS, f"{name}.index")
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q, of in LABELS.items() for d, g in of.items()))
    assert main(["extrapolate", "qrels", "words.index", "more.index", "-o", "labels", "--deemed", "2"]) == 0
    before = {path: path.read_bytes() for path in (tmp_path / "labels").rglob("*") if path.is_file()}
    monkeypatch.setattr(WordIndex, "search_passages", None)
    assert main(["extrapolate", "qrels", "words.index", "-o", "labels", "--deemed", "2"]) == 2
    assert '"labels" holds labels of "fused" and "more", which would stay beside' in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (tmp_path / "labels").rglob("*") if path.is_file()} == before


def test_indexes_of_other_passages_are_refused_with_their_sizes_and_nothing_is_left(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    index_texts({"d1": "red fox", "d2": "red dog"}, "small.index")
    index_texts({"d1": "red fox", "d2": "red dog", "d3": "red red fox"}, "large.index")
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    before = sorted(tmp_path.rglob("*"))
    sizes = 'expected indexes of the same passages. "small" has 2 and "large" has 3 passages.'
    assert main(["extrapolate", "qrels", "small.index", "large.index", "-o", "new/labels", "--deemed", "2"]) == 3
    told = capsys.readouterr().err
    assert f'1 of 2 passages is not in "small", such as "d3": {sizes}' in told
    assert sorted(tmp_path.rglob("*")) == before
    (tmp_path / "qrels").write_text("q1 0 d3 1\n")
    assert main(["extrapolate", "qrels", "small.index", "large.index", "-o", "new/labels", "--deemed", "2"]) == 3
    told = capsys.readouterr().err
    assert '"d3" of the labels; are they of another corpus? "small" has 2 and "large" has 3 passages.' in told
    assert sorted(tmp_path.rglob("*")) == before


def test_a_list_of_the_folder_that_one_stands_in_has_its_name(tmp_path, monkeypatch):
    index_texts({"d1": "red fox"}, tmp_path / "mine.index")
    monkeypatch.chdir(tmp_path / "mine.index")
    assert open_index(".").name == "mine"


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
