"""K-NRM: cosines of words, pooled by kernels. Source: Xiong, Dai, Callan, Liu and Power, SIGIR 2017, eq. 2 to 8."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from irassay.search.neural.scorer import LEAST, WordScorer
from irassay.search.neural.settings import Settings
from irassay.search.neural.words import Vocabulary

CENTRES = (*(round(-0.9 + 0.2 * i, 1) for i in range(10)), 1.0)
WIDTHS = (0.1,) * 10 + (0.001,)  # the last kernel counts exact matches
SCALE = 0.01  # of the logarithms, so that a sum over words stays small


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
