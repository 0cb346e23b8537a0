"""A verb is two files and a line: help, completion and the command itself follow."""

import sys

import pytest

from irassay.cli import verb_list, verbs
from irassay.cli.main import main
from irassay.cli.verbs.completion import bash, zsh

TOY = '''
"""`irassay toy`: says how deep."""

def run(args):
    """Say it."""
    args.screen.result(f"to depth {args.depth}")
    return 0
'''
HELP = """
about = "{line}: the depth."
options = ["depth"]
examples = ["irassay toy --depth 3"]
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """The files, where verbs are looked for, and the line."""
    (tmp_path / "toy.py").write_text(TOY)
    (tmp_path / "toy.toml").write_text(HELP)
    monkeypatch.setattr(verbs, "__path__", [*verbs.__path__, str(tmp_path)])
    monkeypatch.setattr(verb_list, "GROUPS", verb_list.GROUPS | {"Play": {"toy": "says how deep"}})
    yield
    sys.modules.pop("irassay.cli.verbs.toy", None)


@pytest.mark.usefixtures("toy")
def test_two_files_and_a_line_make_a_verb(capsys):
    assert verb_list.names()[-1] == "toy"
    assert main(["toy", "--depth", "3"]) == 0
    assert capsys.readouterr().out == "to depth 3\n"


@pytest.mark.usefixtures("toy")
def test_help_lists_it_and_it_has_help_of_its_own(capsys):
    assert main(["--help", "all"]) == 0
    assert "Play    toy          says how deep" in capsys.readouterr().out
    assert main(["toy", "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Says how deep: the depth.")
    assert "--depth" in told
    assert "irassay toy --depth 3" in told


@pytest.mark.usefixtures("toy")
def test_shells_complete_it():
    script = bash()
    assert " toy --help --version" in script
    assert '    toy) flags="--depth --color --quiet --help" ;;' in script
    assert "'toy:says how deep'" in zsh()


@pytest.mark.usefixtures("toy")
def test_a_mistyped_name_leads_to_it(capsys):
    assert main(["toyy"]) == 2
    assert "did you mean toy?" in capsys.readouterr().err
