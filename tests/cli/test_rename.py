"""`--rename`: a system whose run has another name on each collection is one system. Oracle: files with equal names."""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

import irassay
from irassay.cli.main import main
from irassay.cli.renaming import hint, proposed
from irassay.collection.renaming import Renaming
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


def test_findings_of_check_can_be_named_where_each_collection_has_its_own_renaming(here, capsys):
    """Oracle: the same files under these names. `--rename '*-sci=*'` names no run of `med`."""
    for finding in ("ties", "same-run", "grade-1-counts-as-relevant"):
        code = main(["compare", *over("plain"), "-m", "P@1", "--fail-on", finding])
        expected = [line for line in capsys.readouterr().err.splitlines() if "--fail-on" in line]
        assert main(["compare", *over("named"), *RENAMED, "-m", "P@1", "--fail-on", finding]) == code != 2
        assert [line for line in capsys.readouterr().err.splitlines() if "--fail-on" in line] == expected


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
        (
            ["--rename", "*-med=*", "--rename", "*-sci=*", "--rename", "bm25-med=bm"],
            '--rename "bm25-med=bm": "bm25-med" was renamed already, by "*-med=*": put --rename "bm25-med=bm" first',
        ),
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


def test_no_renaming_is_proposed_where_a_run_is_missing(here, capsys):
    """`sci` has two of three systems, each under a name that it has on `med` too."""
    gone = sorted(SYSTEMS)[0]
    (here / "named" / "sci" / f"{gone}-sci.run").unlink()
    assert main(["compare", *over("named"), *RENAMED, "-m", "P@1"]) == 0
    err = " ".join(capsys.readouterr().err.split())
    assert f"{gone}: not ranked, not in collection sci" in err
    assert "systems are matched by name" not in err


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


def test_a_name_that_no_run_has_is_answered_with_the_nearest_names_there_are(here, capsys):
    """Planted: of seven systems those that end as the text does stand first; the rest is counted."""
    for name in ("x-dl20.v2.run", "y-dl20.v2.run", "one", "two", "three", "four", "five"):
        (here / name).write_text("q1 d1 1.5\nq2 d1 1.5\n")
    names = ["x-dl20.v2.run", "y-dl20.v2.run", "one", "two", "three", "four", "five"]
    (here / "labels.txt").write_text("q1 0 d1 1\n")
    assert main(["eval", "labels.txt", *names, "--rename", "*-dl20=*"]) == 2
    said = 'error: --rename "*-dl20=*": no run has that name; there are x-dl20.v2, y-dl20.v2, '
    err = capsys.readouterr().err
    assert said in err
    assert err.endswith(" and 3 more\n")
    with pytest.raises(UsageError, match=r"no run has that name; there is a$"):
        irassay.Runs.from_dict({"a": {"q": {"d": 1.0}}}).renamed({"b": "c"})


def test_collections_without_a_common_system_are_named_with_systems_of_each(here, capsys):
    assert main(["compare", *over("named"), "--rename", "bm25-med=bm25"]) == 2
    err = capsys.readouterr().err
    assert "; med has bm25, " in err
    assert "; sci has bm25-sci, " in err
    both = {n: ({"q": {"a": 1}}, {f"x-{n}": {"q": {"a": 1}}}) for n in ("one", "two")}
    with pytest.raises(UsageError, match=r"gives them one; one has x-one; two has x-two$"):
        irassay.settle_over(both, "P@1")


def test_runs_are_renamed_in_python_by_the_rules_of_the_command_line():
    """Oracle: `Renaming` of the texts ``OLD=NEW``."""
    runs = irassay.Runs.from_dict({name: {"q": {"d": 1.0}} for name in ("bm25-nf", "e5-nf", "x*")})
    names = {"bm25-nf": "BM25", "*-nf": "*"}
    new = Renaming([f"{old}={new}" for old, new in names.items()])
    assert list(runs.renamed(names).systems) == [new(name) for name in runs.systems] == ["BM25", "e5", "x*"]
    assert list(runs.renamed({"x*": "y"}).systems) == ["bm25-nf", "e5-nf", "y"]
    with pytest.raises(UsageError, match='renamed "no-such=x": no run has that name'):
        runs.renamed({"no-such": "x"})
    with pytest.raises(UsageError, match="was renamed already"):
        runs.renamed({"*-nf": "*", "bm25-nf": "BM25"})
    with pytest.raises(UsageError, match="one name"):
        runs.renamed({"bm25-nf": "e5-nf"})
    for wrong in ({"*-*": "*"}, {"e5-nf": ""}, {"e5-nf": 5}, {"e5-nf": "*"}, [("e5-nf", "x")]):
        with pytest.raises(UsageError, match="expected"):
            runs.renamed(wrong)


@pytest.mark.parametrize(
    ("systems", "texts"),
    [
        ({"a": ["x-a", "y-a"], "b": ["x-b", "y-b"]}, ["*-a=*", "*-b=*"]),
        ({"a": ["a.x", "a.y"], "b": ["b.x", "b.y"]}, ["a.*=*", "b.*=*"]),
        ({"a": ["x", "y"], "b": ["x-b", "y-b"], "c": ["x-trec-covid", "y-trec-covid"]}, ["*-b=*", "*-trec-covid=*"]),
        ({"a": ["bm25-a"], "b": ["bm25-b"]}, ["*-a=*", "*-b=*"]),
        ({"a": ["x-a", "y-a"], "b": ["X", "y"], "c": ["X", "y"]}, ["x-a=X", "*-a=*"]),
        ({"a": ["E5", "BM25"], "b": ["bm25", "e5"]}, ["E5=e5", "BM25=bm25"]),
        ({"a": ["x", "X"], "b": ["X-b", "x-b"]}, ["*-b=*"]),
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


def test_the_renaming_that_is_proposed_says_of_how_many_systems_it_makes_the_names_one():
    """Oracle: the names after the proposed options. `DPR` is on one collection alone."""
    systems = {"a": ["bm25-a", "e5-a", "small-a"], "b": ["bm25_b", "e5_b", "small_b"]}
    systems["c"] = ["BM25", "small", "E5", "DPR"]
    text = hint(systems)
    renaming = Renaming(re.findall(r"--rename '([^']*)'", text))
    new = [{renaming(name) for name in of} for of in systems.values()]
    assert (len(set.intersection(*new)), len(set.union(*new))) == (3, 4)
    assert text.endswith("gives 3 of 4 systems one name everywhere")


@pytest.fixture
def two_names(tmp_path, monkeypatch):
    """The same three runs in two folders: under their names, and under others. One has ranks that contradict scores."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(6)
    queries = [f"q{i:02}" for i in range(12)]
    (tmp_path / "qrels.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    for system in SYSTEMS:
        order = {q: draw.sample("ab", 2) for q in queries}
        ranks = (2, 1) if system == "fused" else (1, 2)
        for folder, name in (("new", f"{system}-new"), ("plain", system)):
            (tmp_path / folder).mkdir(exist_ok=True)
            lines = [f"{q} Q0 {d} {r} {-i} {name}\n" for q in queries for i, (r, d) in enumerate(zip(ranks, order[q]))]
            (tmp_path / folder / f"{system}.run").write_text("".join(lines))
    for name, end in (("plain", ""), ("new", "-new")):
        rows = [f"{system}{end},{'no' if system == 'bm25' else 'yes'}" for system in SYSTEMS]
        (tmp_path / f"{name}.csv").write_text("\n".join(["run,neural", *rows]) + "\n")


NEW_NAMES = ("--rename", "*-new=*")


def test_check_names_runs_by_their_new_names(two_names, capsys):
    """Oracle: the same files under these names; places in files are left out, whose names differ."""
    codes = main(["check", "qrels.txt", "plain/", "-m", "P@1", "--all", "--format", "tsv"])
    expected = capsys.readouterr().out
    assert main(["check", "qrels.txt", "new/", "-m", "P@1", "--all", "--format", "tsv", *NEW_NAMES]) == codes
    renamed = capsys.readouterr().out
    assert renamed.replace("new/", "plain/") == expected
    assert "rank-contradicts-score" in renamed
    assert main(["check", "qrels.txt", "new/", "--rename", "nobody=x"]) == 2
    assert '--rename "nobody=x": no run has that name' in capsys.readouterr().err


@pytest.mark.parametrize("metadata", ["plain.csv", "new.csv"])
def test_the_report_is_about_the_new_names_and_so_are_its_sheets_and_its_command(two_names, capsys, metadata):
    words = ["-m", "P@1", "--metadata", metadata]
    assert main(["report", "qrels.txt", "plain/", "-m", "P@1", "--metadata", "plain.csv", "-o", "plain.json"]) == 0
    made = ["report", "qrels.txt", "new/", *words, *NEW_NAMES, "--baseline", "bm25", "-o", "based.json"]
    assert main(made) == 0
    assert main(["report", "qrels.txt", "new/", *words, *NEW_NAMES, "-o", "new.json", "--sheets", "sheets"]) == 0
    expected, renamed = (json.loads(Path(f"{name}.json").read_text()) for name in ("plain", "new"))
    for key in ("title", "standfirst", "facts"):
        assert renamed[key] == expected[key]
    league = [
        next(part for section in one["sections"] if section["name"] == "league" for part in section["body"])
        for one in (expected, renamed)
    ]
    assert json.dumps(league[1]) == json.dumps(league[0])
    assert {path.stem for path in Path("sheets").glob("*.html")} == set(SYSTEMS)
    options = renamed["provenance"]["options"]
    assert options["rename"] == ["*-new=*"]
    at = options["command"].index("--rename")
    assert options["command"][at + 1] == "*-new=*"
    assert main([*options["command"][1:-1], "again.json"]) == 0
    assert json.loads(Path("again.json").read_text())["title"] == expected["title"]
    assert "nobody" not in capsys.readouterr().err


@pytest.mark.parametrize("rows", ["plain", "named"])
def test_metadata_of_a_comparison_may_use_either_name(here, capsys, rows):
    """Oracle: the same runs and rows, all under the new names."""
    groups = {system: f"{system} lab" for system in SYSTEMS}
    tables = {"plain": groups, "named": {f"{system}-med": group for system, group in groups.items()}}
    for name, table in tables.items():
        Path(f"{name}.csv").write_text("run,group\n" + "".join(f"{run},{group}\n" for run, group in table.items()))
    words = ["-m", "P@1", "--format", "markdown"]
    assert main(["compare", *over("plain"), *words, "--metadata", "plain.csv"]) == 0
    expected = capsys.readouterr().out
    assert main(["compare", *over("named"), *RENAMED, *words, "--metadata", f"{rows}.csv"]) == 0
    assert capsys.readouterr().out == expected
    one = ["med.txt", "plain/med/"], ["med.txt", "named/med/", "--rename", "*-med=*"]
    answers = []
    for (*files,), about in zip(one, ("plain", rows)):
        assert main(["compare", *files, *words, "--metadata", f"{about}.csv"]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


def test_metadata_that_names_no_run_of_a_comparison_is_refused_and_a_run_without_a_row_is_named(here, capsys):
    words = ["compare", "med.txt", "named/med/", "--rename", "*-med=*", "-m", "P@1", "--metadata", "about.csv"]
    Path("about.csv").write_text("run,group\nother,A\n")
    assert main(words) == 3
    said = 'about.csv has rows of "other", none of a run that is compared: "bm25", "dense" and "fused"'
    assert said in " ".join(capsys.readouterr().err.split())
    Path("about.csv").write_text("run,group\nbm25-med,A\ndense,B\nbm5,C\n")
    assert main(words) == 0
    assert "1 of 3 runs has no row in the metadata: fused" in " ".join(capsys.readouterr().err.split())
    Path("about.csv").write_text("run,group\ndense-med,A\ndense-sci,B\n")
    assert main(["compare", *over("named"), *RENAMED, *words[-4:]]) == 3
    assert 'rows of "dense-med" and "dense-sci", both "dense", differ' in capsys.readouterr().err


def test_the_index_of_a_reports_sheets_has_the_groups_under_the_new_names(two_names):
    Path("about.csv").write_text("run,group\n" + "".join(f"{system}-new,{system} lab\n" for system in SYSTEMS))
    words = ["report", "qrels.txt", "new/", "-m", "P@1", *NEW_NAMES, "-o", "r.json"]
    assert main([*words, "--metadata", "about.csv", "--sheets", "known"]) == 0
    assert main([*words, "--sheets", "plain"]) == 0
    index = Path("known", "index.csv").read_text().splitlines()
    assert sorted(index) == sorted(["system,file,group", *(f"{name},{name}.html,{name} lab" for name in SYSTEMS)])
    for name in SYSTEMS:  # else nothing changes
        assert Path("known", f"{name}.csv").read_text() == Path("plain", f"{name}.csv").read_text()


def test_the_mean_over_collections_is_answered_in_one_sentence(here, capsys):
    """Oracle: the best mean and the queries of both collections, as JSON has them."""
    assert main(["compare", *over("plain"), "-m", "P@1", "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["measures"][0]["systems"][0]
    assert main(["compare", *over("plain"), "-m", "P@1", "--format", "table"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    said = f"In one sentence: By P@1 in the mean of 2 collections with 24 queries, {best['system']} scores highest"
    assert told.count("In one sentence") == 1
    assert f"{said} ({best['mean']:.3f}), but can't be told apart from" in told
