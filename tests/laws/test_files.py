"""Files appear whole or not at all, whoever writes at the same time, and what can't be written is said."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from irassay.errors import InputError
from irassay.files import WholeFiles, write_whole


def test_nothing_of_several_files_is_there_after_an_error(tmp_path):
    (tmp_path / "b").write_text("before")
    with pytest.raises(RuntimeError):
        fail_between(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    assert (tmp_path / "b").read_text() == "before"


def fail_between(folder):
    with WholeFiles() as files:
        files.folder(str(folder / "new"))
        files.write(str(folder / "new" / "a"), ["a"])
        files.write(str(folder / "b"), ["b"])
        raise RuntimeError


def test_many_who_write_to_one_place_leave_one_whole_file(tmp_path):
    texts = [f"{i}" * 100_000 for i in range(10)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda text: write_whole(tmp_path / "page", text), texts * 5))
    assert (tmp_path / "page").read_text() in texts
    assert len(list(tmp_path.iterdir())) == 1


def test_a_new_file_has_the_permissions_that_any_new_file_has(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "page", b"bytes")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "page").stat().st_mode) == 0o640


def test_what_cannot_be_written_is_said_by_name(tmp_path):
    with pytest.raises(InputError, match=r"can't write .*gone/page: no such file or directory"):
        write_whole(tmp_path / "gone" / "page", "text")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"can't write .*folder: is a directory"):
        write_whole(tmp_path / "folder", "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder"]
