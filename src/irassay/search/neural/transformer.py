"""monoBERT and monoT5, and what they share: a network and a tokenizer of the library, and a loss of two classes.

monoBERT is a classifier of query and document. Source: Nogueira and Cho, arXiv:1901.04085 (2019), section 3.
monoT5 says which word follows them. Source: Nogueira, Jiang, Pradeep and Lin, Findings of EMNLP 2020.
"""

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
from irassay.search.neural.words import pieces_of
from irassay.search.said import SEARCH

WITH_KINDS = ("albert", "bert", "electra")  # networks that are told which tokens are the query's
MARKS = 8  # tokens between and around query and document, at most
BEFORE, BETWEEN, BEHIND = "Query:", "Document:", "Relevant:"
ANSWERS = ("false", "true")


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


class MonoBert(Transformer):
    """Two classes, the second of relevant documents. Cross-encoders of one class score by that."""

    LIBRARY = "AutoModelForSequenceClassification"

    @classmethod
    def begin(cls, settings: Settings, texts: Iterable[str]) -> MonoBert:
        """From a base, with a first line on top."""
        return cls(settings, settings.base, num_labels=2)

    def encode(self, queries: Sequence[str], texts: Sequence[str]) -> tuple[list[Item], int]:
        """As `Scorer.encode`."""
        config = self.network.config
        longest = getattr(config, "max_position_embeddings", self.settings.document_length)
        length = min(self.settings.document_length, self.tokenizer.model_max_length, longest)
        if length <= self.settings.query_length + MARKS:
            lengths = {"length": length, "query_length": self.settings.query_length}
            raise InputError(SEARCH("rerank.tokens", model=self.settings.base or config.name_or_path, **lengths))
        asked = self.short(queries)
        of = self.tokenizer(
            [asked[query] for query in queries],
            list(texts),
            truncation="only_second",
            max_length=length,
            return_overflowing_tokens=True,
            return_token_type_ids=True,
        )
        rows = zip(of["overflow_to_sample_mapping"], of["input_ids"], of["token_type_ids"])
        return pieces_by_text(
            [Item(place, (ids, kinds), len(ids)) for place, ids, kinds in rows], self.settings.pieces == "first"
        )

    def short(self, queries: Sequence[str]) -> dict[str, str]:
        """Each query, cut behind as many tokens as the settings allow."""
        distinct = list(dict.fromkeys(queries))
        most = self.settings.query_length
        of = self.tokenizer(distinct, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        ends = (places[most - 1][1] if len(places) > most else None for places in of["offset_mapping"])
        return {query: query[:end] for query, end in zip(distinct, ends)}

    def collate(self, items: Sequence[Item]) -> dict[str, Tensor]:
        """As `Scorer.collate`."""
        batch = self.filled([item.parts[0] for item in items])
        if self.network.config.model_type in WITH_KINDS:
            kinds = [torch.tensor(item.parts[1]) for item in items]
            batch["token_type_ids"] = nn.utils.rnn.pad_sequence(kinds, batch_first=True)
        return batch

    def forward(self, **batch: Tensor) -> Tensor:
        """The classes' numbers of each item."""
        logits: Tensor = self.network(**batch).logits
        return logits

    def optimizer(self) -> torch.optim.Optimizer:
        """As `Scorer.optimizer`."""
        return torch.optim.AdamW(self.parameters(), lr=self.settings.learning_rate)


class MonoT5(Transformer):
    """The score is the logarithm of the probability of *true* against *false*."""

    LIBRARY = "T5ForConditionalGeneration"

    def __init__(self, settings: Settings, source: str, **how: Any) -> None:
        super().__init__(settings, source, **how)
        self.answers = torch.tensor([ids[0] for ids in self.tokens(ANSWERS)])
        self.around = self.tokens([BEFORE, BETWEEN, BEHIND])

    def encode(self, queries: Sequence[str], texts: Sequence[str]) -> tuple[list[Item], int]:
        """As `Scorer.encode`."""
        before, between, behind = self.around
        behind = [*behind, self.tokenizer.eos_token_id]
        distinct = list(dict.fromkeys(queries))
        of_query = {query: ids[: self.settings.query_length] for query, ids in zip(distinct, self.tokens(distinct))}
        items = []
        for i, (query, ids) in enumerate(zip(queries, self.tokens(texts))):
            head = [*before, *of_query[query], *between]
            room = max(self.settings.document_length - len(head) - len(behind), 1)
            whole = ([*head, *piece, *behind] for piece in pieces_of(ids, room))
            items += [Item(i, row, len(row)) for row in whole]
        return pieces_by_text(items, self.settings.pieces == "first")

    def collate(self, items: Sequence[Item]) -> dict[str, Tensor]:
        """As `Scorer.collate`."""
        batch = self.filled([item.parts for item in items])
        return {**batch, "decoder_input_ids": torch.full((len(items), 1), self.network.config.decoder_start_token_id)}

    def forward(self, **batch: Tensor) -> Tensor:
        """The numbers of *false* and *true* of each item."""
        logits: Tensor = self.network(**batch).logits
        return logits[:, 0, self.answers.to(logits.device)]

    def optimizer(self) -> torch.optim.Optimizer:
        """As `Scorer.optimizer`."""
        from transformers.optimization import Adafactor

        of: torch.optim.Optimizer = Adafactor(
            self.parameters(), lr=self.settings.learning_rate, scale_parameter=False, relative_step=False
        )
        return of
