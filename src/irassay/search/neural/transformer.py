"""What monoBERT and monoT5 share: a network and a tokenizer of the library, and a loss of two classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from irassay.errors import InputError, MissingLibrary
from irassay.search.neural.scorer import Item, Scorer
from irassay.search.neural.settings import OF_T5, Settings
from irassay.search.said import SEARCH


class Transformer(Scorer):
    """Two classes; the score is the logarithm of the probability of the second."""

    LIBRARY = ""  # the class of the library that holds the network

    def __init__(self, settings: Settings, source: str, **how: Any) -> None:
        super().__init__()
        self.settings = settings
        library = MissingLibrary.load("transformers", "neural")
        library.utils.logging.disable_progress_bar()
        try:
            is_t5 = library.AutoConfig.from_pretrained(source).model_type in OF_T5
            if is_t5 != (settings.model == "monot5"):
                raise ValueError("a T5" if is_t5 else "no T5")
            self.network = getattr(library, self.LIBRARY).from_pretrained(source, dtype=torch.float32, **how)
            self.tokenizer = library.AutoTokenizer.from_pretrained(source)
        except (OSError, ValueError, KeyError) as error:
            reason = (str(error).splitlines() or [""])[0]
            raise InputError(SEARCH("rerank.base", source=source, model=settings.model, reason=reason)) from None

    @classmethod
    def begin(cls, settings: Settings, texts: Iterable[str]) -> Transformer:
        """From a base."""
        return cls(settings, settings.base)

    @classmethod
    def load(cls, settings: Settings, folder: Path) -> Transformer:
        """As it was saved."""
        return cls(settings, str(folder))

    def save(self, folder: Path) -> None:
        """As `Scorer.save`."""
        self.network.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def scores(self, output: Tensor) -> Tensor:
        """As `Scorer.scores`."""
        return output[:, 0] if output.shape[1] == 1 else output.log_softmax(-1)[:, 1]

    def loss(self, output: Tensor) -> Tensor:
        """Cross-entropy of each pair."""
        classes = torch.arange(1, 1 + len(output), device=output.device) % 2
        return nn.functional.cross_entropy(output, classes, reduction="none").view(-1, 2).mean(1)

    def filled(self, rows: Sequence[Sequence[int]]) -> dict[str, Tensor]:
        """Tokens of items, filled up to the longest, and which of them are text."""
        ids = [torch.tensor(row) for row in rows]
        lengths = torch.tensor([len(row) for row in rows])
        filled = nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=self.tokenizer.pad_token_id)
        return {"input_ids": filled, "attention_mask": (torch.arange(filled.shape[1]) < lengths[:, None]).long()}

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text, without the model's marks."""
        ids: list[list[int]] = self.tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]
        return ids


def pieces_by_text(items: Sequence[Item], first: bool) -> tuple[list[Item], int]:
    """The first piece of each text, or all, and how many texts have several."""
    n_cut = len({one.of for one, other in pairwise(items) if one.of == other.of})
    kept = [item for i, item in enumerate(items) if not first or not i or items[i - 1].of != item.of]
    return kept, n_cut
