"""Files appear whole or not at all, whoever writes at the same time, and what can't be written is said."""

from __future__ import annotations

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from irassay.errors import InputError, UsageError
from irassay.files import WholeFiles, is_plain, make_folder, try_folder, try_place, write_whole


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


def test_folders_in_folders_are_made_for_files_and_go_after_an_error(tmp_path):
    def block():
        with WholeFiles() as files:
            files.folder(str(tmp_path / "a" / "b"))
            files.folder(str(tmp_path / "a" / "b" / "c"))
            files.write(str(tmp_path / "a" / "b" / "c" / "one"), ["1"])
            raise RuntimeError("after all were written")

    with pytest.raises(RuntimeError, match="after all were written"):
        block()
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path, mode):
    place = tmp_path / "page"
    place.write_text("before")
    place.chmod(mode)
    write_whole(place, "after")
    assert (place.read_text(), stat.S_IMODE(place.stat().st_mode)) == ("after", mode)


def test_what_only_the_owner_reads_is_never_readable_by_others_while_it_is_written(tmp_path):
    place = tmp_path / "page"
    place.write_text("before")
    place.chmod(0o600)
    with WholeFiles() as files:
        assert stat.S_IMODE(os.stat(files.beside(str(place))).st_mode) == 0o600


@pytest.mark.parametrize("there", [True, False], ids=["there", "not there yet"])
def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path, there):
    (tmp_path / "far").mkdir()
    behind = tmp_path / "far" / "page"
    if there:
        behind.write_text("before")
    (tmp_path / "near").symlink_to("far/page")
    (tmp_path / "nearest").symlink_to("near")
    write_whole(tmp_path / "nearest", "after")
    assert (tmp_path / "nearest").is_symlink()
    assert behind.read_text() == "after"
    assert [path.name for path in behind.parent.iterdir()] == ["page"]


def test_a_named_pipe_gets_everything_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    texts = []
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "all of it\n" * 50_000)
    reader.join(30)
    assert texts == ["all of it\n" * 50_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_nothing_goes_into_a_pipe_after_an_error(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RuntimeError):
        fail_after("half", pipe)  # it would wait for a reader if it were written to


def fail_after(text, place):
    with WholeFiles() as files:
        files.write(str(place), [text])
        raise RuntimeError


def test_a_device_behind_a_link_is_written_to_and_not_replaced(tmp_path):
    (tmp_path / "sink").symlink_to("/dev/null")
    write_whole(tmp_path / "sink", "gone")
    assert os.readlink(tmp_path / "sink") == "/dev/null"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_full_device_is_an_error_that_names_it():
    with pytest.raises(InputError, match=r"can't write /dev/full: no space left on device"):
        write_whole("/dev/full", "text")


def test_what_a_shell_hands_over_is_appended_to_whatever_it_is(tmp_path):
    handed = os.open(tmp_path / "handed", os.O_CREAT | os.O_WRONLY)
    os.write(handed, b"first ")
    write_whole(f"/dev/fd/{handed}", "second")
    os.close(handed)
    assert (tmp_path / "handed").read_text() == "first second"
    assert not is_plain("/dev/fd/1")
    assert not is_plain("/dev/stdout")


def test_no_file_that_waits_under_a_guessed_name_is_written_through(tmp_path, monkeypatch):
    (tmp_path / "secret").write_text("mine")
    monkeypatch.setattr(os, "urandom", lambda n: b"0" * n)
    (tmp_path / f"page.{(b'0' * 8).hex()}.part").symlink_to("secret")
    with pytest.raises(InputError, match="file exists"):
        write_whole(tmp_path / "page", "text")
    assert (tmp_path / "secret").read_text() == "mine"


def test_a_place_is_tried_without_a_trace(tmp_path):
    (tmp_path / "page").write_text("before")
    for place in ("page", "new"):
        try_place(str(tmp_path / place))
    try_folder(tmp_path / "a" / "b")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("page", "before")]
    with pytest.raises(InputError, match="no such file"):
        try_place(str(tmp_path / "gone" / "page"))
    with pytest.raises(InputError, match="is a directory"):
        try_place(str(tmp_path))
    with pytest.raises(UsageError, match=r"page\" is a file, expected a folder to write in"):
        try_folder(tmp_path / "page")
    with pytest.raises(InputError, match=r"can't write /proc/new"):
        make_folder("/proc/new")
