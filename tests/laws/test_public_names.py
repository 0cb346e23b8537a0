"""The names of the package: one list for Python, for type checkers and in the documentation, and no way around it."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import irassay
from irassay import upward

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "irassay"
ROOMS = sorted(path.parent.relative_to(SOURCE.parent) for path in SOURCE.glob("*/__init__.py"))
MODULES = sorted(SOURCE.rglob("*.py"))


def documented():
    """Public paths on the page of the Python functions."""
    return re.findall(r"^::: (\S+)$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.M)


def typed_names(path):
    """Names that a module imports for type checkers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: f"{node.module}" for node in imports for alias in node.names}


def test_python_checkers_and_the_documentation_know_the_same_names():
    assert sorted(irassay.__all__) == irassay.__all__
    assert dir(irassay) == irassay.__all__
    assert {name: typed_names(SOURCE / "__init__.py")[name] for name in irassay.__all__} == irassay._HOME
    assert set(typed_names(SOURCE / "__init__.py")) == set(irassay.__all__)
    roots = {path.removeprefix("irassay.") for path in documented() if path.count(".") == 1}
    of_errors = {name for name, home in irassay._HOME.items() if home == "irassay.errors"}
    assert roots - {"errors"} | of_errors | {"__version__"} == set(irassay.__all__)


@pytest.mark.parametrize("name", irassay.__all__)
def test_a_public_name_is_the_thing_that_its_room_hands_on(name):
    room = importlib.import_module(irassay._HOME[name])
    assert getattr(irassay, name) is getattr(room, {"__version__": "VERSION"}.get(name, name))


@pytest.mark.parametrize("path", documented())
def test_a_documented_path_can_be_imported_and_is_the_shortest(path):
    home, _, name = path.rpartition(".")
    thing = getattr(importlib.import_module(home), name)
    assert path in ("irassay.errors", f"irassay.{name}") or name in importlib.import_module(home).__all__
    assert path.count(".") <= 2
    assert path.count(".") == 1 or getattr(irassay, name, None) is not thing


def test_every_path_that_the_documentation_names_is_there():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    of_code = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    paths = set(re.findall(r"`(irassay(?:\.\w+)+)[`(]", text + of_code))
    for home, names in re.findall(r"from (irassay[.\w]*) import ([\w, ]+)", text):
        paths |= {f"{home}.{name.strip()}" for name in names.split(",")}
    assert len(paths) > 20
    for path in paths:
        thing = irassay
        for name in path.split(".")[1:]:
            thing = getattr(thing, name, None) or importlib.import_module(f"{thing.__name__}.{name}")


@pytest.mark.parametrize("room", ["irassay", *(".".join(room.parts) for room in ROOMS)])
def test_what_a_room_promises_it_has(room):
    module = importlib.import_module(room)
    for name in getattr(module, "__all__", ()):
        if name != "register_provider":  # needs a library that is not installed everywhere
            assert getattr(module, name) is not None


def test_a_type_checker_sees_functions_and_classes_and_no_name_that_is_not_there(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import irassay\n"
        "reveal_type(irassay.compare)\n"
        "reveal_type(irassay.Qrels.from_dict({}).scale)\n"
        "reveal_type(irassay.__version__)\n"
        "irassay.comparee\n"
        "irassay.settle(1, 2)\n" + "".join(f"irassay.{name}\n" for name in irassay.__all__),
        encoding="utf-8",
    )
    arguments = ["--strict", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary", str(program)]
    done = subprocess.run([sys.executable, "-m", "mypy", *arguments], capture_output=True, text=True, cwd=ROOT)
    lines = [line.partition("program.py:")[2] for line in done.stdout.splitlines()]
    assert "-> irassay.comparison.league.league.League" in lines[0]
    assert 'Revealed type is "tuple[int, ...]"' in lines[1].replace("builtins.", "")
    assert "str" in lines[2]
    assert 'Module has no attribute "comparee"' in lines[3]
    assert [re.findall(r'Argument \d to "settle"', line) for line in lines[4:]] == [
        ['Argument 1 to "settle"'],
        ['Argument 2 to "settle"'],
    ]


def test_no_module_imports_the_root_of_the_package():
    line = re.compile(r"^\s*(import .*\birassay\b(?!\.)|from (irassay\s|\.)).*", re.M)
    texts = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in MODULES}
    assert {name: [m[0] for m in line.finditer(text)] for name, text in texts.items() if line.search(text)} == {}


def test_the_page_of_rooms_names_every_room():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert {room.name for room in ROOMS} <= set(re.findall(r"^\| (\w+) \|", page, re.M))


def test_every_question_that_is_asked_upward_has_an_answer():
    for room in ROOMS:
        importlib.import_module(".".join(room.parts))
    asked = {name for path in MODULES for name in re.findall(r'\bask\("(\w+)"\)', path.read_text(encoding="utf-8"))}
    asked -= {"gcd"}  # an example
    assert asked
    assert asked == set(upward._MODULES) - {"gcd"}
    for question in asked:
        assert callable(upward.ask(question))
