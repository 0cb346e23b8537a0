"""Encoders of texts as vectors: a model of sentence-transformers or model2vec, or any function."""

from __future__ import annotations

import json
import os
import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from irassay.arguments import check_choice
from irassay.errors import InputError, MissingLibrary, UsageError
from irassay.search.nearest import Vectors
from irassay.search.said import SEARCH

Pooling: TypeAlias = Literal["mean", "cls", "tct"]
POOLINGS: tuple[Pooling, ...] = get_args(Pooling)
BATCH = 32  # texts that a model reads at a time
QUERY_TOKENS = 36  # of TCT-ColBERT: a query is filled with [MASK] to so many
MARKS = 4  # of TCT-ColBERT: [CLS] [ Q ], or [CLS] [ D ], which are no part of the mean
MOST_TOKENS = 512  # of a passage, where the model doesn't say
LAYERS = "modules.json"  # names a model's layers; model2vec and sentence-transformers both write it
Encoder: TypeAlias = Callable[[Sequence[str]], Any]
_FUNCTION = re.compile(r"[\w.]+:[\w.<>]+")  # <lambda> and <locals> too, which nobody can import


def model_functions(name: str, pooling: Pooling | None, *, threads: int) -> tuple[Encoder, Encoder]:
    """What turns queries, and what turns passages into vectors. MissingLibrary without sentence-transformers;
    InputError where there is no such model."""
    library = MissingLibrary.load("sentence_transformers", "dense")
    torch = MissingLibrary.load("torch", "dense")
    MissingLibrary.load("transformers", "dense").utils.logging.disable_progress_bar()
    if threads:
        torch.set_num_threads(threads)
    try:
        model = library.SentenceTransformer(name)
    except (OSError, ValueError) as error:
        raise InputError(SEARCH("encoder.unloaded", name=name, reason=(str(error).splitlines() or [""])[0])) from None
    model.eval()
    if pooling == "tct":
        return (lambda texts: _tct(model, texts, "Q")), (lambda texts: _tct(model, texts, "D"))
    if pooling is not None:  # what the model does with the pooled vector, such as making its length 1, stays
        modules = list(model)
        places = [i for i, module in enumerate(modules) if type(module).__name__ == "Pooling"]
        if len(places) != 1:
            raise UsageError(SEARCH("encoder.pooling", name=name))
        place = places[0]
        modules[place] = type(modules[place])(modules[0].auto_model.config.hidden_size, pooling_mode=pooling)
        model = library.SentenceTransformer(modules=modules, device=model.device)

    def encode(texts: Sequence[str]) -> Any:
        return model.encode(list(texts), batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True, prompt="")

    return encode, encode


def _tct(model: Any, texts: Sequence[str], kind: str) -> Any:
    """TCT-ColBERT's vectors: the mean over the tokens from the fifth on; the [MASK]s of a query count. Source: Lin,
    Yang and Lin, RepL4NLP 2021, as Pyserini's encoders have it."""
    import torch

    fill = "[MASK]" * QUERY_TOKENS if kind == "Q" else ""
    longest = QUERY_TOKENS if kind == "Q" else model.max_seq_length or MOST_TOKENS
    bert = model[0].auto_model
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    vectors = np.empty((len(texts), bert.config.hidden_size), np.float32)
    for at in range(0, len(order), BATCH):
        some = order[at : at + BATCH]
        tokens = model.tokenizer(
            [f"[CLS] [{kind}] {texts[i]}{fill}" for i in some],
            max_length=longest,
            padding="longest",
            truncation=True,
            add_special_tokens=False,
            return_tensors="pt",
        ).to(bert.device)
        with torch.no_grad():
            states = bert(**tokens).last_hidden_state[:, MARKS:]
        here = tokens["attention_mask"][:, MARKS:, None].to(states.dtype)
        means = (states * here).sum(1) / here.sum(1).clamp(min=1e-9)
        vectors[some] = means.float().cpu().numpy()
    return vectors


@dataclass(frozen=True, slots=True)
class Encoding:
    """How texts become vectors: what an index of texts by an encoder says of itself."""

    encoder: str  # a folder, a name at the hub, or MODULE:FUNCTION
    pooling: Pooling | None = None  # None: as the model says
    query_prefix: str = ""  # put before each query, as `passage_prefix` before each passage
    passage_prefix: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> Encoding:
        """From the JSON form; KeyError where it is none."""
        return cls(saved["encoder"], saved["pooling"], saved["query_prefix"], saved["passage_prefix"])


class TextEncoder:
    """An encoder that is ready: queries and passages to vectors; another process makes its own, once. `function` stands
    in for what the encoding names. MissingLibrary without sentence-transformers or model2vec, InputError without such a
    model, UsageError without such a function, for one that gives no vectors, or with a pooling."""

    def __init__(self, encoding: Encoding, function: Encoder | None = None, *, threads: int = 0) -> None:
        self.encoding = encoding
        self._origin = encoding, function, threads
        function = function or _function_of(encoding.encoder)
        if function is not None and encoding.pooling is not None:
            raise UsageError(SEARCH("encoder.no-pooling"))
        if function is None and encoding.pooling is None:
            function = static_function(encoding.encoder)
        if function is None:
            self._queries, self._passages = model_functions(encoding.encoder, encoding.pooling, threads=threads)
        else:
            self._queries = self._passages = function

    def __reduce__(self) -> tuple[Any, ...]:
        encoding, function, threads = self._origin
        if os.path.isdir(encoding.encoder):  # another process may stand in another folder
            encoding = replace(encoding, encoder=os.path.abspath(encoding.encoder))
        return _ready, (pickle.dumps((encoding, function, threads)),)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """A vector for each query."""
        return _vectors(self._queries, [self.encoding.query_prefix + text for text in texts])

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector for each passage."""
        return _vectors(self._passages, [self.encoding.passage_prefix + text for text in texts])


@lru_cache(maxsize=1)
def _ready(origin: bytes) -> TextEncoder:
    """The encoder of a process: a model is loaded once, not once a shard."""
    encoding, function, threads = pickle.loads(origin)
    return TextEncoder(encoding, function, threads=threads)


def encoding_of(
    encoder: str | os.PathLike[str] | Encoder,
    pooling: Pooling | None = None,
    query_prefix: str = "",
    passage_prefix: str = "",
) -> Encoding:
    """The encoding that arguments of `encode_texts` ask for; UsageError for another encoder or `pooling`."""
    if pooling is not None:
        check_choice("pooling", pooling, POOLINGS)
    if isinstance(encoder, str | os.PathLike):
        return Encoding(os.fspath(encoder), pooling, query_prefix, passage_prefix)
    if not callable(encoder):
        raise UsageError(SEARCH("encoder.none", encoder=encoder))
    of = encoder if hasattr(encoder, "__qualname__") else type(encoder)
    return Encoding(f"{of.__module__}:{of.__qualname__}", pooling, query_prefix, passage_prefix)


def _function_of(name: str) -> Encoder | None:
    """The function that MODULE:FUNCTION names; None for another name."""
    if os.path.exists(name) or not _FUNCTION.fullmatch(name):
        return None
    module, _, path = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(SEARCH("encoder.unimported", name=name, error=error)) from None
    if not callable(found):
        raise UsageError(SEARCH("encoder.no-function", name=name))
    function: Encoder = found
    return function


def _vectors(function: Encoder, texts: list[str]) -> Vectors:
    given = function(texts)  # what it raises is its own, and leaves the shards that are there
    try:
        vectors = np.asarray(given, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise UsageError(f"the encoder gives no array of numbers ({error}), expected a row a text") from None
    if vectors.ndim != 2 or len(vectors) != len(texts):
        shape = " x ".join(map(str, vectors.shape)) or "one number"
        raise InputError(f"the encoder gives {shape} for {len(texts):,} texts, expected a row a text")
    return vectors


def static_function(name: str) -> Encoder | None:
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
        raise InputError(SEARCH("encoder.no-static", name=name, reason=reason)) from None

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
