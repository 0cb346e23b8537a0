"""Static models are read by model2vec where it is installed. Here a class stands in for it; `tests/neural` has it."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from irassay.errors import InputError, MissingLibrary
from irassay.search import encode_texts
from irassay.search.encoders import Encoding, TextEncoder

STATIC = [{"idx": 0, "name": "0", "path": ".", "type": "sentence_transformers.models.StaticEmbedding"}]


class Letters:
    """A model whose vectors count two letters."""

    @classmethod
    def from_pretrained(cls, name, *, force_download):
        if name.endswith("broken"):
            raise ValueError("no weights\nin it")
        assert not force_download
        return cls()

    def encode(self, texts, *, show_progress_bar, use_multiprocessing):
        assert not show_progress_bar
        assert not use_multiprocessing
        return [[text.count("a"), text.count("e")] for text in texts]


@pytest.fixture
def library(monkeypatch):
    spec = SimpleNamespace(name="model2vec")
    monkeypatch.setitem(sys.modules, "model2vec", SimpleNamespace(StaticModel=Letters, __spec__=spec))


def folder_of(path, layers):
    path.mkdir()
    path.joinpath("modules.json").write_text(layers if isinstance(layers, str) else json.dumps(layers))
    return path


def test_a_folder_of_a_static_model_is_an_encoder(tmp_path, library):
    model = folder_of(tmp_path / "model", STATIC)
    index = encode_texts({"d1": "banana", "d2": "eel"}, tmp_path / "i", encoder=model)
    assert index.search({"q1": "sea eel"}, depth=1).ranking("i", "q1") == ["d2"]


def test_without_a_library_a_static_model_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec", None)
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    model = folder_of(tmp_path / "model", STATIC)
    with pytest.raises(MissingLibrary, match=r'model2vec is not installed: .*pip install "irassay\[dense\]"'):
        TextEncoder(Encoding(str(model)))


@pytest.mark.parametrize("layers", ["", "{}", "[]", [{"type": "sentence_transformers.models.Transformer"}]])
def test_other_models_are_left_to_sentence_transformers(tmp_path, monkeypatch, library, layers):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    model = folder_of(tmp_path / "model", layers)
    with pytest.raises(MissingLibrary, match="sentence_transformers is not installed"):
        TextEncoder(Encoding(str(model)))


def test_a_static_model_without_model2vec_is_left_to_sentence_transformers(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec", None)
    there = SimpleNamespace(__spec__=SimpleNamespace(name="sentence_transformers"))
    monkeypatch.setitem(sys.modules, "sentence_transformers", there)
    monkeypatch.setitem(sys.modules, "torch", None)  # the first that a transformer takes beside it
    for_processors = r'torch is not installed: uv pip install --torch-backend=cpu "irassay\[dense\]" for processors'
    with pytest.raises(MissingLibrary, match=for_processors):
        TextEncoder(Encoding(str(folder_of(tmp_path / "model", STATIC))))


def test_a_static_model_that_cannot_be_read_is_named_with_the_reason(tmp_path, library):
    model = folder_of(tmp_path / "broken", STATIC)
    with pytest.raises(InputError, match=r"broken.* can't be loaded as a static model \(no weights\); expected"):
        TextEncoder(Encoding(str(model)))


def test_the_files_of_a_hub_name_say_that_it_is_static(tmp_path, monkeypatch, library):
    folder_of(tmp_path / "cached", STATIC)

    def download(name, file):
        if name != "some/static":
            raise OSError("no such model")
        return str(tmp_path / "cached" / file)

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(hf_hub_download=download))
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    assert TextEncoder(Encoding("some/static")).queries(["era"]).tolist() == [[1, 1]]
    with pytest.raises(MissingLibrary, match="sentence_transformers"):
        TextEncoder(Encoding("some/transformer"))
