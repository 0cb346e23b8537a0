"""Models of sentence-transformers as encoders, and TCT-ColBERT's way to use one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, get_args

from irassay.errors import InputError, MissingLibrary, UsageError, cut

Pooling: TypeAlias = Literal["mean", "cls", "tct"]
POOLINGS: tuple[Pooling, ...] = get_args(Pooling)
Function: TypeAlias = Callable[[Sequence[str]], Any]
BATCH = 32  # texts that a model reads at a time
QUERY_TOKENS = 36  # of TCT-ColBERT: a query is filled with [MASK] to so many
MARKS = 4  # of TCT-ColBERT: [CLS] [ Q ], or [CLS] [ D ], which are no part of the mean
MOST_TOKENS = 512  # of a passage, where the model doesn't say


def model_functions(name: str, pooling: Pooling | None, *, threads: int) -> tuple[Function, Function]:
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
        reason = (str(error).splitlines() or [""])[0]
        raise InputError(
            f"{cut(name)} can't be loaded as a model ({reason}); expected a folder or a name at the hub"
        ) from None
    model.eval()
    if pooling == "tct":
        return (lambda texts: _tct(model, texts, "Q")), (lambda texts: _tct(model, texts, "D"))
    if pooling is not None:
        model = _pooled(library, model, name, pooling)

    def encode(texts: Sequence[str]) -> Any:
        return model.encode(list(texts), batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True, prompt="")

    return encode, encode


def _pooled(library: Any, model: Any, name: str, pooling: str) -> Any:
    """The model with another pooling; what it does with the pooled vector, such as making its length 1, stays."""
    modules = list(model)
    places = [i for i, module in enumerate(modules) if type(module).__name__ == "Pooling"]
    if len(places) != 1:
        raise UsageError(f"{cut(name)} pools in no way that can be replaced: leave pooling out")
    place = places[0]
    modules[place] = type(modules[place])(modules[0].auto_model.config.hidden_size, pooling_mode=pooling)
    return library.SentenceTransformer(modules=modules, device=model.device)


def _tct(model: Any, texts: Sequence[str], kind: str) -> Any:
    """TCT-ColBERT's vectors: the mean over the tokens from the fifth on; the [MASK]s of a query count. Source: Lin,
    Yang and Lin, RepL4NLP 2021, as Pyserini's encoders have it."""
    import numpy as np
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
