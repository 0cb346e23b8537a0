"""Writing labels and reading them again changes nothing, in every format that can hold the ids."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError
from irassay.formats import beir, detect, dicts, elasticsearch, msmarco, quepid
from irassay.formats.compressed import chunks
from irassay.formats.writing import write_qrels

READERS = {"beir": beir, "quepid": quepid, "elasticsearch": elasticsearch, "json": dicts, "msmarco": msmarco}
letters = st.characters(exclude_categories=["C", "Z"])
# a first id that starts like a comment or a JSON object needs input_format
ids = st.text(letters, min_size=1, max_size=8).filter(lambda i: i[0] not in "#{")
phrases = st.lists(ids, min_size=1, max_size=3).map(" ".join)


def trees(queries):
    docs = st.dictionaries(ids, st.integers(-127, 127), min_size=1, max_size=4)
    return st.dictionaries(queries, docs, min_size=1, max_size=4)


class Labelled:
    def __init__(self, tree):
        self.tree = tree
        self.queries = list(tree)

    def grades(self, query):
        return self.tree[query]


@pytest.mark.parametrize("family", sorted(READERS))
@given(tree=trees(ids))
def test_labels_written_are_the_labels_read(family, tree):
    assert round_trip(family, tree) == tree


@pytest.mark.parametrize("family", ["quepid", "elasticsearch", "json"])
@given(tree=trees(phrases))
def test_query_texts_as_ids_survive_where_the_format_allows_spaces(family, tree):
    assert round_trip(family, tree) == tree


def test_trec_refuses_white_space_in_ids_and_offers_to_rename(tmp_path):
    labels = Labelled({"red shoes": {"d1": 1}, "hat": {"d2": 0}})
    with pytest.raises(InputError, match=r"1 query ids hold white space.*--rename-queries FILE"):
        write_qrels(labels, str(tmp_path / "qrels.txt"))
    write_qrels(labels, str(tmp_path / "qrels.txt"), rename_queries=str(tmp_path / "names.tsv"))
    assert (tmp_path / "qrels.txt").read_text() == "q1 0 d1 1\nq2 0 d2 0\n"
    assert (tmp_path / "names.tsv").read_text() == "q1\tred shoes\nq2\that\n"


def round_trip(family, tree):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "labels")
        write_qrels(Labelled(tree), path, output_format=family)
        found = detect.label_format(b"".join(chunks(path)), source=path)
        assert found == ("trec" if family == "msmarco" else family)
        return READERS[family].read_labels(path).grades
