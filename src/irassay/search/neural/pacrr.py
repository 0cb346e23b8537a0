"""PACRR: matches of words and of runs of words. Source: Hui, Yates, Berberich and de Melo, EMNLP 2017, section 3."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from irassay.search.neural.scorer import WordScorer, strongest
from irassay.search.neural.settings import Settings
from irassay.search.neural.words import Vocabulary

NGRAMS = (2, 3)  # beside single words
FILTERS = 32
STRONGEST = 2  # matches of a query word that are kept
HIDDEN = 32


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
        features = torch.cat([*kept, rarity[..., None]], -1)
        return self.layers(features.flatten(1)).squeeze(-1)
