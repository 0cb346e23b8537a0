"""Topics, queries, passages and run tables of real collections: counts and first words as published."""

from __future__ import annotations

import pytest

from irassay.formats.reading.metadata import read_metadata
from irassay.formats.reading.texts import read_texts
from tests.collections_at_hand import collection

SOURCES = [
    ("leakage", "topics.robust04.txt", "title", 250),
    ("leakage", "topics.robust04.txt", "description", 250),
    ("leakage", "topics.core17.txt", "narrative", 50),
    ("leakage", "topics.core18.txt", "title", 50),
    ("trec-covid-round5", "topics.covid-round5.xml", "title", 50),
    ("trec-covid-round5", "topics.covid-round5.xml", "description", 50),
    ("trec-dl-2021-passage", "queries.tsv", None, 53),
    ("trec-dl-2021-passage", "queries.all.tsv", None, 477),
    ("trec-dl-2021-passage", "passages.tsv.xz", None, 10824),
    ("vaswani", "docs.tsv.xz", None, 11429),
    ("vaswani", "queries.tsv", None, 93),
    ("msmarco-dev", "topics*", None, 6980),
]


@pytest.mark.parametrize(("folder", "name", "field", "n"), SOURCES)
def test_every_text_is_read_and_none_is_empty(folder, name, field, n):
    (path,) = collection(folder).glob(name)
    texts = list(read_texts(str(path), field=field))
    assert len(texts) == n
    assert len(dict(texts)) == n
    assert all(text.strip() for _, text in texts)


@pytest.mark.parametrize("field", ["title", "description", "narrative"])
def test_labels_and_tags_of_a_topic_file_are_not_part_of_its_text(field):
    texts = dict(read_texts(str(collection("leakage") / "topics.robust04.txt"), field=field))
    assert not [t for t in texts.values() if t.startswith(("Number:", "Topic:", "Description:", "Narrative:"))]
    assert not [t for t in texts.values() if "<" in t or "\n" in t or "  " in t]
    assert min(texts, key=int) == "301"


@pytest.mark.parametrize(
    ("folder", "name", "systems", "columns"),
    [
        ("trec-dl-2021-passage", "runs.csv", 63, 11),
        ("trec-covid-round5", "runs.csv", 126, 3),
        ("trec-covid-round5", "leaderboard.csv", 126, 10),
    ],
)
def test_tables_of_runs_are_metadata(folder, name, systems, columns):
    about = read_metadata(str(collection(folder) / name))
    assert len(about.systems) == systems
    assert len(about.columns) == columns


def test_metadata_reads_the_same_from_json(tmp_path):
    rows = '[{"run": "a", "neural": true, "cost": 3, "note": null}, {"run": "b", "neural": false, "cost": 4.5}]'
    (tmp_path / "m.json").write_text(rows)
    about = read_metadata(str(tmp_path / "m.json"))
    assert about.of("a") == {"neural": "yes", "cost": "3", "note": ""}
    assert about.of("b") == {"neural": "no", "cost": "4.5", "note": ""}
    (tmp_path / "m.csv").write_text("run,neural,cost,note\na,yes,3,\nb,no,4.5,\n")
    table = read_metadata(str(tmp_path / "m.csv"))
    assert [table.of(system) for system in "ab"] == [about.of(system) for system in "ab"]
