"""`irassay explain`: every finding by its code, on one screen; what `check --all` says of checks without a finding."""

import ast
import functools
import re
from pathlib import Path

import pytest

import irassay.preflight
from irassay import Qrels, Runs
from irassay.cli.answers.decision import codes
from irassay.cli.main import main
from irassay.cli.verbs.completion import bash
from irassay.messages.facts import facts
from irassay.preflight import check
from irassay.preflight.catalogue import catalogue, entry_of, explained
from irassay.preflight.verdict import CONDITIONS, RAN

CODES = list(explained())
LABELS = Qrels.from_dict({f"q{q}": {"a": 1, "b": 0} for q in range(5)})
ONE = Runs.from_dict({"one": {f"q{q}": {"a": 2.0, "b": 1.0, "x": 0.5} for q in range(5)}})


def sentences(text):
    return re.split(r"(?<=[.]) (?=[A-Z`])", text)


def without_finding(result):
    table = next(table for table in result.tables if table.name == "without-finding")
    return {why: of.split(", ") for why, of in zip(*(table.column(name).values for name in ("why", "checks")))}


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_on_one_screen(code, capsys):
    assert main(["explain", code]) == 0  # prose, also into a pipe
    out = capsys.readouterr().out
    assert out.startswith(f"{code}: ")
    assert out.count("\n") <= 24
    assert max(map(len, out.splitlines())) <= 80
    headings = ["How it was found", "Why it matters", "How to mend it", "What it can't see"]
    if code not in catalogue() and not facts()[code].mend:
        headings.remove("How to mend it")
    for heading in headings:
        assert re.search(rf"^{heading}\n  \S", out, re.M)


def test_the_codes_are_those_that_fail_on_takes():
    assert sorted(catalogue()) == sorted(code for of in codes().values() for code in of)
    assert set(catalogue()) & set(facts()) == set()


@functools.cache
def nodes_of_the_source():
    """The calls and texts of all modules, each with its module's name."""
    kinds = (ast.Call, ast.Constant)
    return [
        (path.name, node)
        for path in Path(irassay.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, kinds)
    ]


def codes_in_the_source():
    """Each code of a Finding that a module names, with the levels written beside it; {} in a code is "NAME"."""
    for module, node in nodes_of_the_source():
        called = getattr(node, "func", None)
        names = getattr(called, "id", getattr(called, "attr", ""))
        if names not in ("Finding", "finding", "_answer", "_note", "_shorter", "_same") or not node.args:
            continue
        code, *rest = node.args
        if isinstance(code, ast.Constant):
            text = code.value
        elif isinstance(code, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "NAME" for part in code.values)
        else:
            continue
        level = rest[0].value if rest and isinstance(rest[0], ast.Constant) else None
        yield module, text, level if level in ("error", "warning", "note", "settled", "undecided") else None


def test_irassay_explains_every_code_that_it_prints():
    found = list(codes_in_the_source())
    assert len(found) > 150
    prefixes = ("read-NAME", "lines-NAME")  # of kinds of lines, which have their own entries
    unknown = [(path, code) for path, code, _ in found if code not in prefixes and entry_of(code) is None]
    assert unknown == []
    for path, code, level in found:
        if level and code not in prefixes:
            assert level in entry_of(code).levels, (path, code, level)


def test_no_entry_is_of_a_code_that_nothing_prints():
    printed = {code for _, code, _ in codes_in_the_source()}
    texts = {getattr(node, "value", None) for _, node in nodes_of_the_source()}
    unused = [entry for code, entry in facts().items() if code not in texts]
    assert [entry.code for entry in unused if not any(map(entry.is_of, printed))] == []


def test_codes_with_a_name_of_the_data_are_explained(capsys):
    for code, entry in {"bm25-order": "SET-order", "depth-first": "SELECTION-first", "misleads-2": "misleads-N",
                        "read-duplicate": "lines-duplicate"}.items():  # fmt: skip
        assert main(["explain", code]) == 0
        assert capsys.readouterr().out.startswith(f"{entry}: ")


def test_a_sentence_of_the_catalogue_is_short_and_stands_nowhere_else():
    of_files = [entry for code, entry in explained().items() if not code.startswith("lines-")]
    everything = [one for entry in of_files for text in entry.told().values() for one in sentences(text)]
    assert [one for one in everything if len(one.split()) > 20] == []
    assert len(everything) == sum(bool(text) for entry in of_files for text in entry.told().values()), "one each"
    assert [one for one in everything if len(re.findall(r"\d[\d.,]*", re.sub("`[^`]*`", "", one))) > 2] == []
    assert [one for one in set(everything) if everything.count(one) > 1] == []
    told = {one.rstrip(".").lower() for one in everything if len(one.split()) > 3}
    folder = Path(irassay.preflight.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    literals = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert told & {text.lower().rstrip(".") for text in literals if isinstance(text, str)} == set()


def test_the_list_has_a_line_a_code_with_its_level(capsys):
    assert main(["explain", "--format", "table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == CODES
    assert [line.split()[0] for line in lines] == [entry.levels[0] for entry in explained().values()]
    assert max(map(len, lines)) <= 80


def test_a_pipe_gets_columns_parted_by_tabs(capsys):
    assert main(["explain"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == "code\tlevel\tverb\ttext"
    assert [row.split("\t")[0] for row in rows] == CODES
    assert main(["explain", "ties", "lead", "--format", "tsv"]) == 0
    head, *rows = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert head == ["code", "level", "verb", "text", "found", "matters", "mend", "unseen"]
    assert [row[:3] for row in rows] == [
        ["ties", "warning or note", "check"],
        ["lead", "settled or undecided", "compare"],
    ]


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("unjudged-differs", "; did you mean unjudged-differ or unjudged?"),
        ("line-duplicates", "; did you mean lines-duplicate?"),
        ("tie", "; did you mean ties?"),
        ("zzz", ""),
    ],
)
def test_an_unknown_code_is_bad_usage_and_names_the_nearest(capsys, typed, near):
    assert main(["explain", typed]) == 2
    assert capsys.readouterr().err == f'error: no finding has the code "{typed}"{near}\nAll: irassay explain\n'


def test_shells_complete_the_codes():
    assert f'    explain:*) COMPREPLY=($(compgen -W "{" ".join(CODES)}" -- "$cur")) ;;' in bash()


def test_every_check_has_a_finding_ran_without_one_or_says_why_not():
    for labels, runs in ((LABELS, ONE), (Qrels.from_dict({}), ONE)):
        result = check(labels, runs)
        of = without_finding(result)
        codes_of_check = {code for code, entry in catalogue().items() if "check" in entry.verbs}
        listed = [code for codes in of.values() for code in codes]
        assert sorted([*listed, *{finding.code for finding in result.findings}]) == sorted(codes_of_check)


def test_every_need_of_the_catalogue_has_a_condition():
    assert {entry.needs for entry in catalogue().values()} - {"", "texts"} == set(CONDITIONS)


def test_what_did_not_apply_has_its_reason():
    of = without_finding(check(LABELS, ONE))
    assert "no-label" in of[RAN]
    assert of["there is one run"] == ["same-run", "same-to-depth", "repeated-tags"]
    assert of["no grade is above 1"] == ["grade-1-counts-as-relevant"]
    assert of["the runs have no metadata"][0] == "runs-without-metadata"
    apart = without_finding(check(Qrels.from_dict({"other": {"a": 1}}), ONE))
    assert "no-label" in apart["labels and runs share no query"]


def test_the_number_of_passed_checks_is_that_of_those_that_ran():
    result = check(LABELS, Runs.from_dict({"one": {f"q{q}": {"a": 2.0, "b": 1.0} for q in range(5)}}), measures=["P@2"])
    assert result.standfirst == f"{len(without_finding(result)[RAN])} checks passed."
