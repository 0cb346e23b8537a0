"""Every command that a sentence of irassay advises exists, and runs on the files that it was advised for."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import irassay
from irassay.cli.main import main
from irassay.cli.parser import Parser
from irassay.cli.verb_list import names

WORDS = ("red", "fox", "blue", "dog", "green", "bird")
ADVICE = re.compile(r"irassay ([a-z]+)((?: (?:[A-Z.]+|--[a-z-]+))*)")
NO_VERBS = {
    "says",
    "has",
    "takes",
    "writes",
    "made",
    "developers",
    "scores",
    "irassay",
    "version",
    "doesn",
    "lacks",
    "changes",
}
RUNS = {  # verb -> how it is run on the files below
    "check": "check qrels.txt {runs}",
    "compare": "compare qrels.txt {runs} --require taken",
    "convert": "convert qrels.txt --to csv",
    "extrapolate": "extrapolate qrels.txt bm25.index --deemed 3 -o more",
    "pool": "pool {runs} --judged qrels.txt",
    "report": "report qrels.txt {runs} -o report.json",
    "sensitivity": "sensitivity qrels.txt {runs} --extrapolated more",
    "whatif": "whatif qrels.txt {runs}",
}


def source_texts():
    """Every text in the source, docstrings apart, and those of its TOML files, each with the name of its file."""
    for path in Path(irassay.__file__).parent.rglob("*.toml"):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from ((text, path.name) for text in inner_texts(tables))
    for path in Path(irassay.__file__).parent.rglob("*.py"):
        text = path.read_text()
        if "irassay " not in text:
            continue
        tree = ast.parse(text)
        holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, holders) and node.body and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value, path.name


def inner_texts(value):
    """The texts in a tree of tables and lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from inner_texts(one)


def advice():
    """(verb, options) of every text in the source."""
    for text, name in source_texts():
        for verb, options in ADVICE.findall(text):
            if verb not in NO_VERBS:
                yield verb, re.findall(r"--[a-z-]+", options), name


def test_every_verb_and_option_that_a_sentence_names_exists():
    named = list(advice())
    assert len(named) > 60
    for verb, options, where in named:
        assert verb in names(), where
        spelled = {spelling for option in Parser(verb).options for spelling in option.spelling}
        assert set(options) <= spelled, (verb, where)


@pytest.mark.parametrize("systems", [("good", "weak"), ("good", "fair", "weak")])
@pytest.mark.parametrize("labels", ["sparse", "full"])
def test_every_command_that_an_answer_advises_runs_on_the_same_files(tmp_path, monkeypatch, capsys, systems, labels):
    """Planted: one relevant passage a query and nothing else, or every passage; two systems, or three."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    orders = {"good": (0, 1, 2, 3), "fair": (1, 0, 2, 3), "weak": (3, 2, 1, 0)}
    (tmp_path / "texts.tsv").write_text("".join(f"{w}{i}\t{f'{w} ' * (5 - i)}{i}\n" for w in WORDS for i in range(4)))
    last = {"sparse": 1, "full": 4}[labels]
    (tmp_path / "qrels.txt").write_text("".join(f"q{w} 0 {w}{i} {int(i < 2)}\n" for w in WORDS for i in range(last)))
    for name in systems:
        lines = [f"q{w} Q0 {w}{i} {k} {9 - k} {name}\n" for w in WORDS for k, i in enumerate(orders[name])]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    runs = " ".join(f"{name}.run" for name in systems)
    told = ""
    for asked in ("check qrels.txt {runs}", "compare qrels.txt {runs} --format table", RUNS["report"]):
        main(asked.format(runs=runs).split())
        told += "".join(capsys.readouterr())
    told += (tmp_path / "report.json").read_text()
    verbs = {verb for verb, _ in ADVICE.findall(told) if verb not in NO_VERBS}
    assert main(["index", "texts.tsv", "-o", "bm25.index", "--quiet"]) == 0
    assert labels != "sparse" or {"extrapolate", "sensitivity", "pool", "compare"} <= verbs
    for verb in sorted(verbs):
        (tmp_path / "report.json").unlink(missing_ok=True)
        assert main(RUNS[verb].format(runs=runs).split()) == 0, capsys.readouterr().err


@pytest.mark.parametrize("n_second", [0, 3])
def test_labels_that_cannot_be_thinned_are_refused_and_lead_to_sensitivity(tmp_path, monkeypatch, capsys, n_second):
    """Planted: 53 queries with one relevant passage each, or with a second one for three of them."""
    monkeypatch.chdir(tmp_path)
    labels = [f"q{i} 0 a{i} 1\n" for i in range(53)] + [f"q{i} 0 b{i} 1\n" for i in range(n_second)]
    (tmp_path / "qrels.txt").write_text("".join(labels))
    for name, docs in {"x": "abc", "y": "bac", "z": "cab"}.items():
        lines = [f"q{i} Q0 {d}{i} {k} {9 - k} {name}\n" for i in range(53) for k, d in enumerate(docs)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    files = ["qrels.txt", "x.run", "y.run", "z.run"]
    for select in ("random", "system"):
        assert main(["whatif", *files, "--select", select]) == 3
        said = " ".join(capsys.readouterr().err.split())
        assert f"{53 + n_second} relevant labels of 53 queries: one a query leaves out {n_second or 'none'}" in said
        assert "irassay sensitivity" in said
    assert main(["whatif", *files, "--select", "depth", "--depth", "2"]) == 0
