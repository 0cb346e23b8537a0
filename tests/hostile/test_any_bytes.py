"""Whatever bytes a file has, every reader reads it or refuses it by name: no crash, and lines add up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.errors import InputError
from irassay.formats import read_preferences, read_qrels, read_runs, read_texts, registry
from irassay.formats.detection import kinds_in
from irassay.formats.reading.metadata import read_metadata
from irassay.scoring.score_files import is_results, read_results

WORDS = (
    *(
        '{"judgmentRatings": [',
        '{"details": {',
        '"q": {',
        '"hits": [',
        '{"hit": {"_id": "d"}, "rating": 1}',
        "]",
        "}",
        ",",
    ),
    *(
        '{"queries": [',
        '{"query": "q", "ratings": {',
        '"placeholders": {"$query": "q"}',
        '"relevant_documents": {"1": [',
        '{"query_groups": [',
        '{"query_doc_pairs": [',
        '{"query_text": "q", "doc_id": "d", "judgements": [{"rating": 1}]}',
        '{"case_name": "c", "queries": [',
        '{"query_text": "q", "ratings": [{"doc_id": "d", "rating": 1}]}',
        "query,docid,Ann,Bo",
        "q,d,1.0,",
    ),
    *(
        '{"query_id": "q", "doc_id": "d", "relevance": 1}',
        '{"qid": 1, "docno": "d", "score": 2.5}',
        '"run": null',
        "\n",
    ),
    *(
        "3 qid:1 # d x",
        "q 0 d 1 2",
        "q Q0 d 1 2.5 t",
        "q j g d 1",
        "q a b a",
        "# ir_metadata.start",
        "# a: [1",
        "# b: c",
    ),
    *(
        "query-id\tcorpus-id\tscore\n",
        "query,docid,rating\n",
        "run,group\n",
        '{"requests": [',
        '{"a": {',
        '"b": 1',
        "nan",
    ),
    *("# ir_metadata.end", "<DOC>", "<DOCNO>1", "</DOCNO>", "</DOC>", "<TEXT>", "&amp;", "<top>", "<num> 1", "</top>"),
    *(
        '{"task_name": "T", "scores": {"test": [',
        '{"ndcg": {"NDCG@1": 1',
        '{"q1": {"map": 0.5',
        "\t",
        " ",
        "PAR1",
        "\ufeff",
    ),
)
JUNK = st.one_of(
    st.binary(max_size=80),
    st.lists(st.sampled_from(WORDS), max_size=14).map(lambda parts: "".join(parts).encode()),
    st.lists(st.sampled_from(WORDS), max_size=14).map(lambda parts: "\n".join(parts).encode()),
)
LABELS, RUNS = registry.readable("labels"), registry.readable("runs")
TEXTS = ("docs", "topics-xml", "topics", "jsonl")
# A line of these is read or skipped, whatever it is.
BY_LINE = ("labels beir", "labels strata", "labels subtopics", "labels ltr", "labels msmarco", "runs msmarco")
READ = {
    "labels": read_qrels,
    "runs": read_runs,
    **{f"labels {name}": lambda path, name=name: read_qrels(path, input_format=name) for name in LABELS},
    **{f"runs {name}": lambda path, name=name: read_runs(path, input_format=name) for name in RUNS},
    **{
        f"preferences {name}": lambda p, name=name: read_preferences(p, input_format=name)
        for name in ("pairs", "prefs")
    },
    "texts": lambda path: list(read_texts(path)),
    **{f"texts {name}": lambda p, name=name: list(read_texts(p, input_format=name)) for name in TEXTS},
    "metadata": read_metadata,
    "results": lambda path: read_results(path) if is_results(path) else None,
    "kinds": kinds_in,
}


@pytest.mark.parametrize("kind", sorted(READ))
@settings(max_examples=30)
@given(content=JUNK)
def test_any_bytes_are_read_or_refused_by_name(tmp_path_factory, kind, content):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)
    noun, said = None, str(path)
    try:
        noun = READ[kind](str(path))
    except InputError as refusal:
        said = str(refusal)
    assert str(path) in said
    for reading in getattr(noun, "readings", ()):
        assert reading.lines == reading.used + sum(reading.skipped.values())
        if kind in BY_LINE:
            assert reading.lines == content.count(b"\n") + (not content.endswith(b"\n"))
