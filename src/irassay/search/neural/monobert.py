"""monoBERT: a classifier of query and document. Source: Nogueira and Cho, arXiv:1901.04085 (2019), section 3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor, nn

from irassay.errors import InputError
from irassay.search.neural.scorer import Item
from irassay.search.neural.settings import Settings
from irassay.search.neural.transformer import Transformer, pieces_by_text
from irassay.search.said import SEARCH

WITH_KINDS = ("albert", "bert", "electra")  # networks that are told which tokens are the query's
MARKS = 8  # tokens between and around query and document, at most


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
