"""What a reranker's network answers to training and scoring, and what those of word vectors share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from irassay.search.neural.settings import Settings
from irassay.search.neural.words import Vocabulary, check_known, padded, pieces_of, read_vectors, words_of

LEAST = 1e-10  # below which a logarithm is not taken


@dataclass(frozen=True, slots=True)
class Item:
    """A query and a piece of a document in the network's numbers."""

    of: int  # which text of those that were given
    parts: Any  # what `collate` takes
    size: int  # numbers, filled up with others to the batch's longest


class Scorer(nn.Module, ABC):
    """A network that scores documents for queries."""

    settings: Settings

    @abstractmethod
    def encode(self, queries: Sequence[str], texts: Sequence[str]) -> tuple[list[Item], int]:
        """The pieces of each text with its query, in order, and how many texts were cut."""

    @abstractmethod
    def collate(self, items: Sequence[Item]) -> dict[str, Tensor]:
        """What `forward` takes."""

    def scores(self, output: Tensor) -> Tensor:
        """The score of each item, from what `forward` gives."""
        return output

    def loss(self, output: Tensor) -> Tensor:
        """The loss of each pair, from items that are relevant and non-relevant by turns: hinge with margin 1."""
        return (1 - output[0::2] + output[1::2]).clamp(min=0)

    def optimizer(self) -> torch.optim.Optimizer:
        """What changes the weights."""
        trained = [weight for weight in self.parameters() if weight.requires_grad]
        return torch.optim.Adam(trained, lr=self.settings.learning_rate)

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write the weights, and what else `load` needs."""


class WordScorer(Scorer):
    """A network over vectors of words: cosines of each query word with each word of the document."""

    def __init__(self, settings: Settings, vocabulary: Vocabulary, dimensions: int) -> None:
        super().__init__()
        self.settings = settings
        self.vocabulary = vocabulary
        self.vectors = nn.Embedding(vocabulary.n_rows, dimensions, padding_idx=0)
        self.register_buffer("idf", torch.from_numpy(vocabulary.idf.copy()))

    @classmethod
    def begin(cls, settings: Settings, texts: Iterable[str]) -> WordScorer:
        """With first weights, and the vocabulary of training texts or of a file of vectors."""
        texts = list(texts)
        if not settings.base:
            return cls(settings, Vocabulary.of(texts), settings.dimensions)
        words, vectors = read_vectors(settings.base)
        vocabulary = Vocabulary.of(texts, words)
        check_known(vocabulary, texts, settings.base)
        model = cls(settings, vocabulary, vectors.shape[1])
        with torch.no_grad():
            model.vectors.weight[-len(words) :] = torch.from_numpy(vectors)
        model.vectors.weight.requires_grad_(not settings.frozen)
        return model

    def encode(self, queries: Sequence[str], texts: Sequence[str]) -> tuple[list[Item], int]:
        """As `Scorer.encode`."""
        items = []
        n_cut = 0
        for i, (query, text) in enumerate(zip(queries, texts)):
            asked = self.vocabulary.rows(words_of(query)[: self.settings.query_length])
            rows = self.vocabulary.rows(words_of(text))
            n_cut += len(rows) > self.settings.document_length
            for piece in pieces_of(rows, self.settings.document_length):
                items.append(Item(i, (asked, piece), len(piece)))
                if self.settings.pieces == "first":
                    break
        return items, n_cut

    def collate(self, items: Sequence[Item]) -> dict[str, Tensor]:
        """As `Scorer.collate`."""
        queries, documents = (padded([item.parts[i] for item in items], least=3) for i in (0, 1))
        return {"query": torch.from_numpy(queries), "document": torch.from_numpy(documents)}

    def cosines(self, query: Tensor, document: Tensor) -> Tensor:
        """[items, query words, document words]; 0 where a word only fills up."""
        one, other = (nn.functional.normalize(self.vectors(rows), dim=-1) for rows in (query, document))
        return torch.einsum("bqv,bdv->bqd", one, other)

    def save(self, folder: Path) -> None:
        """As `Scorer.save`."""
        from safetensors.torch import save_file

        lines = (
            f"{word}\t{idf!r}\n"
            for word, idf in zip(self.vocabulary.words, self.vocabulary.idf[-len(self.vocabulary.words) :].tolist())
        )
        rest = float(self.vocabulary.idf[0])
        (folder / "words.tsv").write_text(f"\t{rest!r}\n" + "".join(lines), encoding="utf-8")
        save_file(
            {name: value.contiguous() for name, value in self.state_dict().items()}, folder / "weights.safetensors"
        )

    @classmethod
    def load(cls, settings: Settings, folder: Path) -> WordScorer:
        """As it was saved."""
        from safetensors.torch import load_file

        rows = [line.split("\t") for line in (folder / "words.tsv").read_text(encoding="utf-8").split("\n")[:-1]]
        weights = load_file(folder / "weights.safetensors")
        vocabulary = Vocabulary([word for word, _ in rows[1:]], weights["idf"].numpy())
        model = cls(settings, vocabulary, weights["vectors.weight"].shape[1])
        model.load_state_dict(weights)
        return model


def strongest(matches: Tensor, here: Tensor, n: int) -> Tensor:
    """The n strongest along the last axis of those that are here, strongest first; 0 where there are fewer."""
    infinite = float("-inf")
    filled = nn.functional.pad(matches.masked_fill(~here, infinite), (0, max(0, n - matches.shape[-1])), value=infinite)
    values = filled.topk(n, dim=-1).values
    return values.masked_fill(values == infinite, 0)
