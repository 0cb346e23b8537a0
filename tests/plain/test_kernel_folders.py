"""The kernel's folders: each is listed, and a file includes only files of its own folder and of those below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import irassay.kernel

KERNEL = Path(__file__).resolve().parents[2] / "src/irassay/kernel"
FOLDERS = re.findall(r"^    (\w+) {2,}", irassay.kernel.__doc__ or "", re.MULTILINE)  # highest first
MOST_FILES = 25


def included(source: Path, form: str) -> list[str]:
    return re.findall(rf"^#include {form}", source.read_text(), re.MULTILINE)


def test_the_docstring_lists_every_folder_that_holds_sources() -> None:
    assert sorted(FOLDERS) == sorted({path.parent.name for path in KERNEL.glob("*/*.[ch]pp")})


def test_only_the_module_itself_lies_outside_the_folders() -> None:
    assert [path.name for path in KERNEL.glob("*.[ch]pp")] == ["module.cpp"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_holds_few_enough_files_to_remember(folder: str) -> None:
    assert len(list((KERNEL / folder).iterdir())) <= MOST_FILES


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_file_includes_only_its_own_folder_and_lower_ones(folder: str) -> None:
    lower = {f"{name}/{path.name}" for name in FOLDERS[FOLDERS.index(folder) :] for path in (KERNEL / name).iterdir()}
    assert {source.name: set(included(source, '"([^"]+)"')) - lower for source in (KERNEL / folder).iterdir()} == {
        source.name: set() for source in (KERNEL / folder).iterdir()
    }


@pytest.mark.parametrize("folder", sorted({*FOLDERS} - {"bind"}))
def test_only_what_python_calls_knows_of_python(folder: str) -> None:
    assert [path.name for path in (KERNEL / folder).iterdir() if included(path, "<(?:nanobind/|Python.h)")] == []
