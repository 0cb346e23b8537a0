"""Duet: exact matches and vectors, learned together. Source: Mitra and Craswell, arXiv:1903.07666 (2019), section 3."""

from __future__ import annotations

from torch import Tensor, nn

from irassay.search.neural.scorer import WordScorer
from irassay.search.neural.settings import Settings
from irassay.search.neural.words import Vocabulary

HIDDEN = 32
WINDOW = 3  # words that a convolution reads at once
POOLED = 100  # words of a document of which the strongest feature is kept


class Duet(WordScorer):
    """The sum of two networks: over exact matches weighted by idf, and over the product of query and document."""

    def __init__(self, settings: Settings, vocabulary: Vocabulary, dimensions: int) -> None:
        super().__init__(settings, vocabulary, dimensions)
        self.length = max(settings.document_length, WINDOW)
        self.exact = nn.Sequential(
            nn.Conv1d(self.length, HIDDEN, 1),
            nn.Tanh(),
            nn.Flatten(),
            nn.Linear(HIDDEN * max(settings.query_length, 3), HIDDEN),
            nn.Tanh(),
        )
        self.of_query = nn.Sequential(
            nn.Conv1d(dimensions, HIDDEN, WINDOW, padding=1), nn.Tanh(), nn.AdaptiveMaxPool1d(1)
        )
        pooled = min(POOLED, self.length)
        self.of_document = nn.Sequential(
            nn.Conv1d(dimensions, HIDDEN, WINDOW, padding=1),
            nn.Tanh(),
            nn.MaxPool1d(pooled),
            nn.Conv1d(HIDDEN, HIDDEN, 1),
            nn.Tanh(),
        )
        self.product = nn.Sequential(nn.Flatten(), nn.Linear(HIDDEN * (self.length // pooled), HIDDEN), nn.Tanh())
        self.sum = nn.Sequential(nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))

    def forward(self, query: Tensor, document: Tensor) -> Tensor:
        """The score of each item."""
        query = nn.functional.pad(query, (0, max(self.settings.query_length, 3) - query.shape[1]))
        document = nn.functional.pad(document, (0, self.length - document.shape[1]))
        matches = (document[:, :, None] == query[:, None, :]) & (query > 0)[:, None, :]
        exact = self.exact(matches * self.idf[query][:, None, :])
        words, texts = (self.vectors(rows).transpose(1, 2) for rows in (query, document))
        product = self.product(self.of_query(words) * self.of_document(texts))
        return self.sum(exact + product).squeeze(-1)
