"""Who watches long work: each context has its own display, and threads that do the work show on it."""

from __future__ import annotations

import threading
from contextvars import copy_context

import pytest

from irassay import progress
from irassay.formats.sources.parallel import run_each


class Screen:
    def __init__(self):
        self.titles = []

    def show(self, title, share, seconds_left):
        self.titles.append(title)

    def clear(self):
        self.titles.append("")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0)
    monkeypatch.setattr(progress, "EVERY", 0)


def work(title, screen=None, wait=lambda: None):
    if screen is not None:
        progress.show_on(screen)
    wait()
    with progress.Progress(title, 2) as steps:
        wait()
        steps.step()
        wait()
        steps.step()


def test_two_threads_show_each_their_own_work():
    screens = [Screen(), Screen()]
    together = threading.Barrier(2)
    crew = [threading.Thread(target=work, args=(f"request {i}", screens[i], together.wait)) for i in range(2)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert [screen.titles for screen in screens] == [["request 0"] * 2 + [""], ["request 1"] * 2 + [""]]
    assert progress.watched() is None


def test_a_context_that_ends_takes_its_watcher_with_it():
    first, second = Screen(), Screen()
    copy_context().run(work, "first", first)
    copy_context().run(work, "second", second)
    work("unwatched")
    assert first.titles == ["first", "first", ""]
    assert second.titles == ["second", "second", ""]


def test_threads_that_take_the_steps_show_on_the_display_of_who_asked():
    screen = Screen()

    def read():
        progress.show_on(screen)
        run_each(lambda number: None, 6, threads=2, title="Reading runs", stop=lambda: None)

    copy_context().run(read)
    assert screen.titles == ["Reading runs"] * 6 + [""]
