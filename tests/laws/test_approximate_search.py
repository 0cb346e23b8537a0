"""Approximate search: exact among the cells it looks into, its recall as measured, the same on all threads."""

from __future__ import annotations

import json

import numpy as np
import pytest

from irassay import read_runs
from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.search import approximate as cells_module
from irassay.search import encode_texts, index_texts, index_vectors, open_index, search_approximately
from irassay.search.approximate import FILE, LEAST_CELLS, QUERIES_MEASURED, RECALL, cells_of, make_cells
from tests.laws.test_vector_index_laws import lists_of

RNG = np.random.default_rng(8)
CENTRES = RNG.standard_normal((40, 16))
VECTORS = (CENTRES[RNG.integers(0, 40, 3000)] + 0.5 * RNG.standard_normal((3000, 16))).astype("float32")
VECTORS[100:140] = VECTORS[7]  # copies: equal scores
IDS = [f"d{i}" for i in range(3000)]
PASSAGES = {f"q{i}": f"d{i * 5 % 3000}" for i in range(500)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    to = tmp_path_factory.mktemp("dense") / "dense.index"
    index_vectors(VECTORS, IDS, to, shard=700)
    return to


def found(folder, **options):
    index = open_index(folder, **options)
    runs, recall = search_approximately(index, *index.passage_vectors(PASSAGES), depth=20)
    return lists_of(runs), recall


def test_lists_are_the_best_of_the_cells_nearest_to_a_query(folder):
    """Against brute force: cells by the products of their centres, then all vectors in them."""
    lists, recall = found(folder)
    cells = cells_of(str(folder), open_index(folder).digest, [VECTORS])
    for query, doc in list(PASSAGES.items())[:60]:
        asked = VECTORS[int(doc[1:])].astype(float)
        nearest = np.argsort(-(cells.centres.astype(float) @ asked))[: recall.n_cells]
        there = np.flatnonzero(np.isin(cells.of_vector, nearest))
        scores = {IDS[i]: float(VECTORS[i].astype(float) @ asked) for i in there}
        ranked = sorted(scores, key=lambda doc: (round(scores[doc], 9), doc.encode()), reverse=True)[:20]
        assert lists[query][0] == ranked
        assert lists[query][1] == pytest.approx([scores[doc] for doc in ranked], rel=1e-12)


def test_recall_is_the_share_of_the_exact_lists_that_is_there(folder):
    lists, recall = found(folder)
    exact = lists_of(open_index(folder).search_passages(PASSAGES, depth=20))
    shares = {query: len(set(exact[query][0]) & set(lists[query][0])) / 20 for query in PASSAGES}
    assert (recall.n_queries, recall.of_cells) == (QUERIES_MEASURED, round(3000**0.5))
    assert LEAST_CELLS <= recall.n_cells < recall.of_cells
    assert recall.value == pytest.approx(np.mean(list(shares.values())), abs=0.03)
    assert recall.value > RECALL - 0.03
    assert min(shares.values()) <= recall.least <= recall.value
    few = dict(list(PASSAGES.items())[:30])  # of so few, all are searched for exactly
    index = open_index(folder)
    runs, of_few = search_approximately(index, *index.passage_vectors(few), depth=20)
    near = lists_of(runs)
    shares = [len(set(exact[query][0]) & set(near[query][0])) / 20 for query in few]
    assert (of_few.n_queries, of_few.value, of_few.least) == (30, pytest.approx(np.mean(shares)), min(shares))


def test_no_shard_and_no_thread_changes_a_list_or_a_cell(folder, tmp_path):
    expected = found(folder, threads=1)
    index_vectors(VECTORS, IDS, tmp_path / "dense.index", shard=3000)
    assert found(tmp_path / "dense.index", threads=2) == expected
    one, several = make_cells([VECTORS]), make_cells([VECTORS[:700], VECTORS[700:]])
    assert (one.centres == several.centres).all()
    assert (one.of_vector == several.of_vector).all()


def test_each_vector_is_in_the_cell_of_its_nearest_centre():
    cells = make_cells([VECTORS])
    distances = ((VECTORS[:, None, :].astype(float) - cells.centres[None].astype(float)) ** 2).sum(axis=2)
    assert (
        np.take_along_axis(distances, cells.of_vector[:, None].astype(int), 1)[:, 0] <= distances.min(1) + 1e-9
    ).all()
    assert sorted(np.concatenate(cells.members()).tolist()) == list(range(3000))


def test_cells_are_kept_and_made_anew_where_the_index_has_grown_or_they_are_damaged(tmp_path, monkeypatch):
    index_vectors(VECTORS[:900], IDS[:900], tmp_path / "i")
    found_first = search_of(tmp_path / "i")
    made = []
    monkeypatch.setattr(cells_module, "make_cells", lambda shards: made.append(len(shards)) or make_cells(shards))
    assert (search_of(tmp_path / "i"), made) == (found_first, [])
    (tmp_path / "i" / FILE).write_bytes((tmp_path / "i" / FILE).read_bytes()[:-300])
    assert (search_of(tmp_path / "i"), made) == (found_first, [1])
    index_vectors(VECTORS[900:], IDS[900:], tmp_path / "i", add=True)
    search_of(tmp_path / "i")
    assert made == [1, 2]


def search_of(folder):
    index = open_index(folder)
    return lists_of(search_approximately(index, *index.passage_vectors({"q": "d5"}), depth=5)[0])


def test_the_command_line_says_the_recall_and_puts_it_into_the_provenance(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.tsv").write_text("".join(f"{query}\t{doc}\n" for query, doc in PASSAGES.items()))
    (tmp_path / "runs").mkdir()
    asked = ["search", str(folder), "gold.tsv", "--passages", "--depth", "20", "-o", "runs/near.run"]
    assert main([*asked, "--approximate"]) == 0
    lists, recall = found(folder)
    assert recall.explain() in capsys.readouterr().err
    beside = json.loads((tmp_path / "runs" / "near.run.provenance.json").read_text())
    assert beside["recall"] == recall.to_dict()
    assert beside["inputs"][str(folder)] == open_index(folder).digest
    runs = read_runs("runs")  # the folder of runs is read as before
    assert runs.systems == ("near",)
    assert [runs.ranking("near", query) for query in lists] == [ranking for ranking, _ in lists.values()]


def lengths(texts):
    """An encoder that irassay can import by name."""
    return [[1.0, float(len(text)), float(text.count("fox"))] for text in texts]


@pytest.mark.parametrize("more", [[], ["--passages"], ["--passages", "--as-query"]])
def test_texts_and_passages_as_queries_are_searched_approximately_too(more, tmp_path, monkeypatch, capsys):
    """Of a few vectors all cells are looked into, so the run is that of exact search."""
    monkeypatch.chdir(tmp_path)
    encode_texts({f"d{i}": "fox " * i for i in range(1, 20)}, "e.index", encoder=lengths)
    (tmp_path / "q.tsv").write_text("q1\td3\nq2\td4\n")
    asked = ["search", "e.index", "q.tsv", *more, "--depth", "5"]
    assert main(asked) == 0
    exact = capsys.readouterr().out
    assert main([*asked, "--approximate"]) == 0
    near = capsys.readouterr()
    assert near.out == exact
    assert "recall 100% of exact search on 2 queries" in near.err


def test_one_vector_and_no_query_are_no_fault(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    index = index_vectors(np.ones((1, 2), "float32"), ["d1"], "i.index")
    runs, recall = search_approximately(index, ["q"], [[1, 0]], depth=9)
    assert (runs.ranking("i", "q"), recall.value, recall.of_cells) == (["d1"], 1.0, 1)
    (tmp_path / "none.tsv").write_text("")
    assert main(["search", "i.index", "none.tsv", "--passages", "--approximate"]) == 3
    assert "no query to search for" in capsys.readouterr().err


def test_an_index_of_words_has_no_approximate_search(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    index = index_texts({"d1": "fox"}, "w.index")
    (tmp_path / "q.tsv").write_text("q1\tfox\n")
    assert main(["search", "w.index", "q.tsv", "--approximate", "-o", "out"]) == 2
    assert '--approximate has no effect in "w.index", which is no index of vectors' in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    with pytest.raises(UsageError, match="is no index of vectors"):
        search_approximately(index, ["q1"], np.ones((1, 1)))
