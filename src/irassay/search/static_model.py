"""Static models, a vector a token and their mean, by model2vec: tens of times as fast as a transformer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeAlias

from irassay.errors import InputError, MissingLibrary, cut

Function: TypeAlias = Callable[[Sequence[str]], Any]
LAYERS = "modules.json"  # names a model's layers; model2vec and sentence-transformers both write it


def static_function(name: str) -> Function | None:
    """What turns texts into vectors; None where the name is no static model's, or is left to sentence-transformers.
    MissingLibrary where neither library is there; InputError where its files can't be read."""
    if not _is_static(name):
        return None
    if not find_spec("model2vec") and find_spec("sentence_transformers"):
        return None
    library = MissingLibrary.load("model2vec", "dense")
    try:
        model = library.StaticModel.from_pretrained(name, force_download=False)
    except (OSError, ValueError, KeyError) as error:
        reason = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"{cut(name)} can't be loaded as a static model ({reason}); expected what model2vec saves"
        ) from None

    def encode(texts: Sequence[str]) -> Any:
        return model.encode(list(texts), show_progress_bar=False, use_multiprocessing=False)

    return encode


def _is_static(name: str) -> bool:
    path = os.path.join(name, LAYERS) if os.path.isdir(name) else _from_hub(name)
    if path is None or not os.path.exists(path):
        return False
    try:
        with open(path, encoding="utf-8") as file:
            layers = json.load(file)
        return str(layers[0]["type"]).endswith(".StaticEmbedding")
    except (ValueError, LookupError, TypeError):
        return False


def _from_hub(name: str) -> str | None:
    """Where the hub's file lies on this machine; None where there is none, or nobody could load such a model."""
    if not find_spec("model2vec") or os.path.exists(name):
        return None
    try:
        return str(MissingLibrary.load("huggingface_hub", "dense").hf_hub_download(name, LAYERS))
    except (OSError, ValueError):  # no such model, no such file, no network: sentence-transformers says which
        return None
