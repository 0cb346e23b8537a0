"""`irassay measures` and `irassay completion`."""

import json
import os
import re
import shutil
import subprocess

import pytest

from irassay.cli import verb_list
from irassay.cli.main import main
from irassay.cli.parser import Parser
from irassay.measures import DEFINITIONS, Measure, trec_names


def test_every_measure_is_listed_with_its_definition_and_its_paper(capsys):
    assert main(["measures", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in listed] == list(DEFINITIONS)
    assert all(entry["definition"].endswith(".") and entry["paper"] for entry in listed)


@pytest.mark.parametrize("width", [40, 80, 160])
def test_the_list_fits_the_screen(width, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["measures", "--format", "table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= width


def test_measures_can_be_asked_for_by_any_name(capsys):
    assert main(["measures", "map", "nDCG@10", "--format", "tsv"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["name", "nDCG", "AP"]


def test_the_list_says_where_a_trec_eval_name_means_another_default(capsys):
    for name, ours in (("rbp", "RBP"), ("rbp_resid", "RBPResidual")):
        meant = Measure.parse(name)
        assert meant == Measure.parse(f"{ours}(p=0.9)") != Measure.parse(ours)
        assert main(["measures", ours, "--format", "tsv"]) == 0
        assert f"trec_eval's {name}, where no p is given, is {meant}" in capsys.readouterr().out


def test_every_trec_eval_name_is_shown_with_the_measure_that_it_means(capsys):
    assert main(["measures", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    names = [(name, of["name"]) for of in listed for name in of["trec_eval"].split(", ") if name]
    shown = {re.sub(r"_\{.*|_p=\{p\}|\(.*", "", name): of for name, of in names}
    assert shown["map"] == shown["map_cut"] == "AP"
    assert set(shown) == set(trec_names.NAMES) - {"official", "all_trec", "set", "qrels_jg"}
    for name, ours in shown.items():
        printed, notation = trec_names.translate(name)[0]
        assert Measure.parse(printed) == Measure.parse(notation)
        assert Measure.parse(notation).name == ours


def test_an_unknown_measure_is_answered_with_the_nearest(capsys):
    assert main(["measures", "nDGC@10"]) == 2
    assert capsys.readouterr().err == (
        'error: unknown measure "nDGC@10"; did you mean nDCG@10?\nAll: irassay measures\n'
    )


def completed(script, *words):
    line = " ".join(f"'{word}'" for word in words)
    ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _irassay; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "--norc", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture(scope="module")
def script():
    from irassay.cli.verbs.completion import bash

    return bash()


def test_bash_completes_verbs_options_and_values(script):
    assert completed(script, "irassay", "") == [*verb_list.names(), "--help", "--version"]
    for verb in verb_list.names():
        flags = completed(script, "irassay", verb, "-")
        for option in Parser(verb).options:
            assert option.operand or set(option.spelling) <= set(flags)
    assert completed(script, "irassay", "eval", "--ties", "") == ["float64", "float32"]
    assert completed(script, "irassay", "completion", "z") == ["zsh"]


def test_bash_offers_measures_that_can_be_parsed(script):
    offered = completed(script, "irassay", "eval", "q", "r", "-m", "")
    assert offered[0] == "nDCG@10"
    assert {Measure.parse(name).name for name in offered} == set(DEFINITIONS)


def test_the_script_for_zsh_can_be_read():
    from irassay.cli.verbs.completion import zsh

    shell = shutil.which("zsh") or "bash"  # both read what the script is made of
    subprocess.run([shell, "-n"], input=zsh(), text=True, check=True)


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish shell here")
def test_fish_completes_verbs_options_values_and_files(tmp_path):
    from irassay.cli.verbs.completion import fish

    (tmp_path / "irassay.fish").write_text(fish())
    (tmp_path / "qrels.txt").write_text("")

    def offered(line):
        ask = f"source irassay.fish; complete -C '{line}'"
        env = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        words = ["fish", "--no-config", "-c", ask]
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return [text.split("\t")[0] for text in done.stdout.splitlines()]

    assert set(verb_list.names()) <= set(offered("irassay "))
    for verb in verb_list.names():
        flags = {spelling for option in Parser(verb).options for spelling in option.spelling if spelling[:2] == "--"}
        assert flags <= set(offered(f"irassay {verb} --"))
    assert offered("irassay eval --ties ") == ["float32", "float64"]
    assert offered("irassay completion f") == ["fish"]
    assert "qrels.txt" in offered("irassay compare q")
    assert "qrels.txt" in offered("irassay compare a b --residual q")


def test_an_unknown_shell_is_named(capsys):
    assert main(["completion", "csh"]) == 2
    assert capsys.readouterr().err == 'error: no completion for "csh", expected bash, zsh or fish\n'
