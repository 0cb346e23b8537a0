"""Who watches long work: each context has its own display, and threads that do the work show on it."""

from __future__ import annotations

import io
import threading
from contextvars import copy_context

import numpy as np
import pytest

from irassay import progress
from irassay.drawing import terminal
from irassay.formats.sources.opening import run_each
from irassay.search import encode_texts, encoding, index_texts, index_vectors, word_index


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


TEXTS = {f"d{i}": f"red fox {i}" for i in range(90)}


def test_searches_show_how_far_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(word_index, "CHUNK", 30)
    words = index_texts(TEXTS, tmp_path / "words")
    dense = index_vectors(np.eye(90, dtype="float32"), list(TEXTS), tmp_path / "dense", shard=45)
    screen = Screen()
    progress.show_on(screen)
    in_pieces = words.search(TEXTS, depth=90)
    dense.search_passages({"q": "d1"})
    progress.show_on(None)
    assert screen.titles == ["Searching words"] * 3 + [""] + ["Comparing vectors"] * 2 + [""]
    monkeypatch.setattr(word_index, "CHUNK", 1000)
    at_once = words.search(TEXTS, depth=90)
    assert [in_pieces.ranking("words", query) for query in TEXTS] == [at_once.ranking("words", q) for q in TEXTS]


def ones(texts):
    """An encoder."""
    return [[1.0, len(text)] for text in texts]


@pytest.mark.parametrize("source", ["mapping", "pairs", "list of pairs", "files"])
def test_encoding_shows_which_shard_it_is_at_and_its_share_where_texts_can_be_counted(source, tmp_path, monkeypatch):
    """Oracle: 90 texts in batches of 25, of which none reaches over a shard's end at 40 and 80."""
    monkeypatch.setattr(encoding, "BATCH", 25)
    for name, some in (("a", list(TEXTS.items())[:30]), ("b", list(TEXTS.items())[30:])):
        (tmp_path / f"{name}.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in some))
    texts = {
        "mapping": TEXTS,
        "pairs": iter(TEXTS.items()),
        "list of pairs": list(TEXTS.items()),
        "files": [tmp_path / "a.tsv", tmp_path / "b.tsv"],
    }[source]
    shown = []

    class Shares(Screen):
        def show(self, title, share, seconds_left):
            shown.append((title, share if share is None else round(share * 90)))

    progress.show_on(Shares())
    encode_texts(texts, tmp_path / "dense", encoder=ones, shard=40)
    progress.show_on(None)
    done = [(1, 25), (1, 40), (2, 65), (2, 80), (3, 90)]
    if source == "pairs":
        assert shown[: len(done)] == [(f"Encoding shard {shard}: {n}", None) for shard, n in done]
    else:
        assert shown[: len(done)] == [(f"Encoding shard {shard}", n) for shard, n in done]


def test_a_terminal_shows_work_of_unknown_length_without_a_share():
    out = io.StringIO()
    screen = terminal.Screen(out=out, err=out, width=60)
    screen.show("Indexing: 40 texts", None, None)
    screen.show("Indexing: 40 of 80 texts", 0.5, 3.0)
    unknown, known = out.getvalue().replace("\x1b[K", "").split("\r")[1:]
    assert unknown == "Indexing: 40 texts"
    assert known.startswith("Indexing: 40 of 80 texts  ")
    assert known.endswith("50%  3 s left")
