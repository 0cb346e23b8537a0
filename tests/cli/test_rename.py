"""`--rename`: a system whose run has another name on each collection is one system. Oracle: files with equal names."""

import itertools
import json
import random

import pytest

from irassay.cli.main import main
from irassay.cli.renaming import Renaming, hint, proposed
from irassay.errors import UsageError

SYSTEMS = ("bm25", "dense", "fused")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Two collections; the runs' names end in that of the collection in one folder, and are equal in the other."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(4)
    for collection in ("med", "sci"):
        queries = [f"q{i:02}" for i in range(12)]
        (tmp_path / f"{collection}.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
        for system in SYSTEMS:
            order = {q: draw.sample("ab", 2) for q in queries}
            for folder, name in (("named", f"{system}-{collection}"), ("plain", system)):
                lines = [f"{q} Q0 {d} {r} {-r} {name}\n" for q in queries for r, d in enumerate(order[q], 1)]
                (tmp_path / folder / collection).mkdir(parents=True, exist_ok=True)
                (tmp_path / folder / collection / f"{name}.run").write_text("".join(lines))
    return tmp_path


def over(folder):
    return [w for name in ("med", "sci") for w in ("--collection", f"{name}={name}.txt,{folder}/{name}/")]


RENAMED = ("--rename", "*-med=*", "--rename", "*-sci=*")


def test_runs_that_are_renamed_are_compared_as_runs_of_these_names_are(here, capsys):
    assert main(["compare", *over("plain"), "-m", "P@1", "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)["measures"]
    assert main(["compare", *over("named"), *RENAMED, "-m", "P@1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"] == expected
    assert main(["compare", *over("named"), *RENAMED, "-m", "P@1", "--pair", "bm25", "dense"]) == 0


def test_scores_with_a_column_of_collections_are_renamed_too(here, capsys):
    rows = {"named": ["collection\tsystem\tquery\tvalue"], "plain": ["collection\tsystem\tquery\tvalue"]}
    for folder, collection in itertools.product(rows, ("med", "sci")):
        assert main(["eval", f"{collection}.txt", f"{folder}/{collection}/", "-m", "P@1", "-q", "--no-summary"]) == 0
        for line in capsys.readouterr().out.splitlines():
            system, query, _, value = line.split("\t")
            rows[folder].append(f"{collection}\t{system}\t{query}\t{value}")
    answers = []
    for folder, words in (("plain", ()), ("named", RENAMED)):
        (here / f"{folder}.tsv").write_text("\n".join(rows[folder]) + "\n")
        assert main(["compare", "--scores", f"{folder}.tsv", *words, "--format", "tsv"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]
    assert main(["compare", "--scores", "named.tsv"]) == 2
    assert "--rename '*-med=*' --rename '*-sci=*'" in capsys.readouterr().err


def test_runs_of_one_collection_are_renamed_with_where_they_were_read_from(here, capsys):
    words = ["compare", "med.txt", "named/med/", "--rename", "*-med=*", "-m", "P@1", "-o", "out.json"]
    assert main(words) == 0
    assert sorted(one["system"] for one in json.loads((here / "out.json").read_text())["measures"][0]["systems"]) == [
        *SYSTEMS
    ]
    provenance = json.loads((here / "out.json.provenance.json").read_text())
    assert "named/med/bm25-med.run" in provenance["inputs"]
    assert provenance["options"]["rename"] == ["*-med=*"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no system is in all collections (med and sci); systems are matched by name; here --rename '*-med=*'"),
        (["--rename", "*-med=*", "--rename", "*-web=*"], '--rename "*-web=*": no run has that name'),
        (["--rename", "bm25-med=x", "--rename", "dense-med=x"], 'gives "bm25-med" and "dense-med" one name, "x"'),
        (["--rename", "bm25-med"], "expected OLD=NEW"),
        (["--rename", "*-*=*"], "expected OLD=NEW"),
        (["--rename", "bm25-med=*"], "expected OLD=NEW"),
    ],
)
def test_what_leaves_no_system_in_common_or_names_none_is_refused(here, capsys, words, message):
    assert main(["compare", *over("named"), *words, "-m", "P@1"]) == 2
    assert message in capsys.readouterr().err


def test_a_warning_of_systems_that_a_collection_lacks_names_the_option_once(here, capsys):
    assert main(["compare", *over("named"), "--rename", "bm25-med=bm25", "--rename", "bm25-sci=bm25"]) == 0
    err = " ".join(capsys.readouterr().err.split())
    assert "dense-med: not ranked, not in collection sci" in err
    assert err.count("systems are matched by name; --rename OLD=NEW") == 1


def test_a_name_may_hold_an_equals_sign():
    new = Renaming(["bm25-k1=0.9-med=bm25-k1=0.9"])
    assert new("bm25-k1=0.9-med") == "bm25-k1=0.9"
    assert new("bm25") == "bm25"
    new.check()


def test_the_first_text_that_names_a_system_renames_it():
    new = Renaming(["a-*=b-*", "a-1=c", "*=x-*"])
    assert [new(name) for name in ("a-1", "a-", "z")] == ["b-1", "x-a-", "x-z"]
    with pytest.raises(UsageError, match="a-1=c"):
        new.check()


@pytest.mark.parametrize(
    ("systems", "texts"),
    [
        ({"a": ["x-a", "y-a"], "b": ["x-b", "y-b"]}, ["*-a=*", "*-b=*"]),
        ({"a": ["a.x", "a.y"], "b": ["b.x", "b.y"]}, ["a.*=*", "b.*=*"]),
        ({"a": ["x", "y"], "b": ["x-b", "y-b"], "c": ["x-trec-covid", "y-trec-covid"]}, ["*-b=*", "*-trec-covid=*"]),
        ({"a": ["bm25-a"], "b": ["bm25-b"]}, ["*-a=*", "*-b=*"]),
        ({"a": ["x", "y"], "b": ["x", "z"]}, []),
        ({"a": ["x"], "b": ["y"]}, []),
    ],
)
def test_ends_that_the_runs_of_a_collection_share_are_proposed(systems, texts):
    assert proposed(systems) == texts
    renaming = Renaming(texts)
    names = [{renaming(name) for name in of} for of in systems.values()]
    assert bool(set.intersection(*names)) == bool(texts or set.intersection(*map(set, systems.values())))
    assert all(f"--rename '{text}'" in hint(systems) for text in texts)
