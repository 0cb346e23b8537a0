"""monoT5: which word follows query and document. Source: Nogueira, Jiang, Pradeep and Lin, Findings of EMNLP 2020."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from irassay.search.neural.scorer import Item
from irassay.search.neural.settings import Settings
from irassay.search.neural.transformer import Transformer, pieces_by_text
from irassay.search.neural.words import pieces_of

BEFORE, BETWEEN, BEHIND = "Query:", "Document:", "Relevant:"
ANSWERS = ("false", "true")


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
        first = self.network.config.decoder_start_token_id
        return {**batch, "decoder_input_ids": torch.full((len(items), 1), first)}

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
