"""Networks over vectors of words: K-NRM, PACRR and Duet.

K-NRM is cosines of words, pooled by kernels. Source: Xiong, Dai, Callan, Liu and Power, SIGIR 2017, eq. 2 to 8.
PACRR is matches of words and of runs of words. Source: Hui, Yates, Berberich and de Melo, EMNLP 2017, section 3.
Duet is exact matches and vectors, learned together. Source: Mitra and Craswell, arXiv:1903.07666 (2019), section 3.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from irassay.search.neural.scorer import LEAST, WordScorer, strongest
from irassay.search.neural.settings import Settings
from irassay.search.neural.words import Vocabulary

CENTRES = (*(round(-0.9 + 0.2 * i, 1) for i in range(10)), 1.0)
WIDTHS = (0.1,) * 10 + (0.001,)  # the last kernel counts exact matches
SCALE = 0.01  # of the logarithms, so that a sum over words stays small
NGRAMS = (2, 3)  # beside single words
FILTERS = 32
STRONGEST = 2  # matches of a query word that are kept
HIDDEN = 32
WINDOW = 3  # words that a convolution reads at once
POOLED = 100  # words of a document of which the strongest feature is kept


class Knrm(WordScorer):
    """Each of 11 kernels counts the document's words that are so near to a query word; a line sums the logarithms."""

    def __init__(self, settings: Settings, vocabulary: Vocabulary, dimensions: int) -> None:
        super().__init__(settings, vocabulary, dimensions)
        self.register_buffer("centres", torch.tensor(CENTRES))
        self.register_buffer("widths", torch.tensor(WIDTHS))
        self.line = nn.Linear(len(CENTRES), 1)

    def forward(self, query: Tensor, document: Tensor) -> Tensor:
        """The score of each item."""
        cosines = self.cosines(query, document)[..., None]
        near = torch.exp(-((cosines - self.centres) ** 2) / (2 * self.widths**2))
        counts = (near * (document > 0)[:, None, :, None]).sum(2)  # items, query words, kernels
        logs = torch.log(counts.clamp(min=LEAST)) * SCALE * (query > 0)[:, :, None]
        return self.line(logs.sum(1)).squeeze(-1)


class Pacrr(WordScorer):
    """The two strongest matches of each query word and of the n-grams that begin with it, with the word's rarity."""

    def __init__(self, settings: Settings, vocabulary: Vocabulary, dimensions: int) -> None:
        super().__init__(settings, vocabulary, dimensions)
        self.ngrams = nn.ModuleList(nn.Conv2d(1, FILTERS, n) for n in NGRAMS)
        width = STRONGEST * (1 + len(NGRAMS)) + 1
        self.layers = nn.Sequential(
            nn.Linear(width * settings.query_length, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, 1),
        )

    def forward(self, query: Tensor, document: Tensor) -> Tensor:
        """The score of each item."""
        query = nn.functional.pad(query, (0, self.settings.query_length - query.shape[1]))
        cosines = self.cosines(query, document)
        here = (document > 0)[:, None, :]
        kept = [strongest(cosines, here, STRONGEST)]
        for n, layer in zip(NGRAMS, self.ngrams):
            filled = nn.functional.pad(cosines, (0, n - 1, 0, n - 1))[:, None]
            kept.append(strongest(layer(filled).max(1).values, here, STRONGEST))
        rarity = self.idf[query].masked_fill(query == 0, float("-inf")).softmax(-1).nan_to_num()
        return self.layers(torch.cat([*kept, rarity[..., None]], -1).flatten(1)).squeeze(-1)


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
        return self.sum(exact + self.product(self.of_query(words) * self.of_document(texts))).squeeze(-1)
