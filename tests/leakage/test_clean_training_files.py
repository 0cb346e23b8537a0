"""A training file without some rows: the others byte for byte, in every format; and what can't be written so."""

import bz2
import gzip
import io
import json
import lzma
import zipfile

import pyarrow
import pyarrow.parquet
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection.training import Training
from irassay.errors import InputError, UsageError
from irassay.formats.reading.training import read_training
from irassay.formats.sources import compressed, pipes
from irassay.formats.writing.training import clean_train

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip)
ROWS = st.lists(st.tuples(TEXT, TEXT, st.booleans(), st.sampled_from(["", "\n", "  \n"])), min_size=1, max_size=30)


def tsv(i, query, positive):
    return f"t{i}\t{query}\n"


def plain(i, query, positive):
    return f"word{i} {query.strip()}\n".replace("\t", " ")


def json_line(i, query, positive):
    return json.dumps({"id": i, "query": f"a {query}", "pos": [positive]}, ensure_ascii=i % 2 == 0) + "\n"


def triple(i, query, positive):
    return f"some query {i}\t{positive}\t{query}\r\n"


def cells(i, query, positive):
    quoted = positive.replace('"', '""')
    return f't{i},text {i},"{quoted}\n{quoted}"\n'


HEADINGS = {cells: "id,query,positive\n"}


@pytest.mark.parametrize("form", [tsv, plain, json_line, triple, cells], ids=lambda form: form.__name__)
@given(rows=ROWS, ends_in_a_line=st.booleans(), piece=st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_the_rows_that_stay_are_the_same_bytes(tmp_path_factory, form, rows, ends_in_a_line, piece):
    """The oracle joins the lines that stay, as they were before they were one file."""
    folder = tmp_path_factory.mktemp("clean")
    start = HEADINGS.get(form, "")
    parts = [
        (
            form(i, query, positive),
            leaked,
            blank.lstrip(" ") if form is cells else blank,
        )  # in a table spaces are a cell
        for i, (query, positive, leaked, blank) in enumerate(rows)
    ]
    whole = start + "".join(line + blank for line, _, blank in parts)
    rest = start + "".join(blank if leaked else line + blank for line, leaked, blank in parts)
    if not ends_in_a_line and not parts[-1][2]:
        whole = whole.removesuffix("\n")
        rest = rest if parts[-1][1] else rest.removesuffix("\n")
    (folder / "train").write_bytes(whole.encode())
    (training,) = read_training(folder / "train")
    read = list(training)
    assert len(read) == len(rows)
    leaked = [row.id for row, (_, is_leaked, _) in zip(read, parts, strict=True) if is_leaked]
    before, compressed.SMALL_PIECE, pipes.PIECE = (compressed.SMALL_PIECE, pipes.PIECE), piece, piece
    try:
        assert clean_train(training, leaked, folder / "clean") == len(leaked)
    finally:
        compressed.SMALL_PIECE, pipes.PIECE = before
    assert (folder / "clean").read_bytes() == rest.encode()


UNPACK = {
    "train.gz": gzip.decompress,
    "train.xz": lzma.decompress,
    "train.bz2": bz2.decompress,
    "train.zst": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
    "train.zip": lambda data: zipfile.ZipFile(io.BytesIO(data)).read("train"),
}


@pytest.mark.parametrize("name", UNPACK)
def test_the_file_is_compressed_as_its_name_says(tmp_path, name):
    (tmp_path / "train.tsv.gz").write_bytes(gzip.compress("".join(f"t{i}\ttext {i}\n" for i in range(9000)).encode()))
    (training,) = read_training(tmp_path / "train.tsv.gz")
    assert clean_train(training, ["t5", "t8999", "absent"], tmp_path / name) == 2
    stay = "".join(f"t{i}\ttext {i}\n" for i in range(9000) if i not in (5, 8999))
    assert UNPACK[name]((tmp_path / name).read_bytes()).decode() == stay
    (again,) = read_training(tmp_path / name)
    assert sum(len(ids) for ids, _ in again.blocks()) == 8998


@pytest.mark.parametrize(("compression", "names"), [("zstd", True), ("none", False)])
def test_parquet_has_the_other_rows_and_the_same_columns(tmp_path, compression, names):
    schema = pyarrow.schema(
        [("query_id", pyarrow.int32()), ("query", pyarrow.large_string()), ("neg", pyarrow.list_(pyarrow.string()))],
        metadata={"made": "by hand"},
    )
    columns = {"query_id": list(range(100)), "query": [f"text {i}" for i in range(100)], "neg": [["a", None]] * 100}
    table = pyarrow.table(columns, schema=schema)
    options = {"compression": compression, "use_compliant_nested_type": names}
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=30, **options)
    (training,) = read_training(tmp_path / "a.parquet")
    leaked = [str(i) for i in (*range(30, 60), 0, 99)]
    assert clean_train(training, leaked, tmp_path / "b.parquet") == 32
    clean = pyarrow.parquet.ParquetFile(tmp_path / "b.parquet")
    before = pyarrow.parquet.ParquetFile(tmp_path / "a.parquet")
    assert clean.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert clean.schema.equals(before.schema)
    assert clean.read().to_pylist() == [row for row in table.to_pylist() if str(row["query_id"]) not in leaked]
    assert clean.metadata.row_group(0).column(0).compression == {"zstd": "ZSTD", "none": "UNCOMPRESSED"}[compression]
    clean_train(training, map(str, range(100)), tmp_path / "c.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "c.parquet").num_rows == 0


def test_all_rows_of_a_query_that_leaked_are_left_out(tmp_path):
    (tmp_path / "queries.tsv").write_text("q1\tred shoes\nq2\tblue shoes\n")
    (tmp_path / "triples.tsv").write_text("q1\td1\td2\nq2\td1\td2\nq1\td1\td3\n")
    (training,) = read_training(tmp_path / "triples.tsv", corpus=tmp_path / "queries.tsv")
    assert clean_train(training, ["q1"], tmp_path / "clean") == 2
    assert (tmp_path / "clean").read_text() == "q2\td1\td2\n"


def test_what_can_not_be_written_clean_says_so_and_leaves_nothing(tmp_path):
    file = tmp_path / "train.tsv"
    file.write_text("t1\tred shoes\n")
    (training,) = read_training(file)
    (tmp_path / "link").symlink_to(file)
    with pytest.raises(UsageError, match="is the training file itself; it is never changed: name another"):
        clean_train(training, [], tmp_path / "link")
    with pytest.raises(UsageError, match="rows in memory: only a file of lines or of Parquet is written clean"):
        clean_train(Training.of([]), [], tmp_path / "x")
    (tmp_path / "list.json").write_text('[{"query": "red"}]')
    with pytest.raises(UsageError, match="is one JSON list; only lines are written clean"):
        clean_train(read_training(tmp_path / "list.json")[0], [], tmp_path / "x")
    pyarrow.parquet.write_table(pyarrow.table({"query": ["a"]}), tmp_path / "a.parquet")
    for place in ("-", str(tmp_path / "x.gz")):
        with pytest.raises(UsageError, match=r"Parquet is written to a file, and compressed within"):
            clean_train(read_training(tmp_path / "a.parquet")[0], [], place)
    file.write_text("t1\tred shoes\nt2\n")
    with pytest.raises(InputError, match="expected id TAB text"):
        clean_train(training, [], tmp_path / "x")
    assert not list(tmp_path.glob("x*"))
