"""A made-up collection with a query log, planted leaks and tiny transformers, as files of an experiment.

A query is three words; a relevant document holds the partner of each, never the words, so that only training finds it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from irassay.leakage import Leak, Leaks, write_leaks

N_WORDS = 40
WORDS = [f"w{i}" for i in range(N_WORDS)]
PARTNERS = {word: f"p{i}" for i, word in enumerate(WORDS)}
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
T5_MARKS = ["<pad>", "</s>", "<unk>", "query:", "document:", "relevant:", "true", "false"]
KNOWN = (*WORDS, *PARTNERS.values())
BESIDE = 4  # other partners in a document
LEAKS_A_TOPIC = 2


def write_world(folder: Path, *, topics: int = 50, training: int = 6000, seed: int = 0) -> Path:
    """Write the files and a plan without models, sizes and seeds; its path."""
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    asked = _queries(rng, topics + training)
    tests = {f"t{i}": query for i, query in enumerate(asked[:topics])}
    trained = {f"q{i}": query for i, query in enumerate(asked[topics:])}
    leaks = []
    for topic, query in tests.items():
        for i in range(LEAKS_A_TOPIC):
            trained[f"l{topic}{i}"] = rng.sample(query, 3)
            text = " ".join(trained[f"l{topic}{i}"])
            of = ("reformulation", "people", None, None, "title", " ".join(query), text, "queries.tsv")
            leaks.append(Leak(topic, f"l{topic}{i}", "leak", *of))
    for side, queries, n_relevant, n_others in (("test", tests, 4, 20), ("train", trained, 1, 3)):
        _write_side(folder, side, queries, n_relevant, n_others, rng)
    write_leaks(Leaks(list(tests), leaks), folder / "leaks.tsv")
    (folder / "collections.toml").write_text(collection_of_plan("made-up", LEAKS_A_TOPIC * topics))
    return folder


def collection_of_plan(name: str, leaked: int) -> str:
    """The part of a plan that names a world's files."""
    return (
        '[training]\nqueries = "train.tsv"\ncorpus = "train.jsonl"\nqrels = "train.qrels"\ncandidates = "train.run"\n\n'
        f'[[collections]]\nname = "{name}"\nqueries = "test.tsv"\nqrels = "test.qrels"\ncorpus = "test.jsonl"\n'
        f'run = "test.run"\nleaks = "leaks.tsv"\nleaked = {leaked}\n'
    )


def _queries(rng: random.Random, n: int) -> list[list[str]]:
    """Different sets of three words."""
    found: dict[frozenset[str], list[str]] = {}
    while len(found) < n:
        query = rng.sample(WORDS, 3)
        found.setdefault(frozenset(query), query)
    return list(found.values())


def _write_side(
    folder: Path, side: str, queries: dict[str, list[str]], n_relevant: int, n_others: int, rng: random.Random
) -> None:
    """Texts, labels and lists of one side; the list holds all of the query's documents in any order."""
    docs, labels, lists = {}, [], []
    for query, words in queries.items():
        mine = []
        for i in range(n_relevant + n_others):
            doc = f"{side}-{query}-{i}"
            docs[doc] = _document(words if i < n_relevant else [], words, rng)
            labels.append(f"{query} 0 {doc} {int(i < n_relevant)}\n")
            mine.append(doc)
        rng.shuffle(mine)
        lists += [f"{query} Q0 {doc} {rank} {-rank} bm25\n" for rank, doc in enumerate(mine, 1)]
    (folder / f"{side}.tsv").write_text("".join(f"{query}\t{' '.join(words)}\n" for query, words in queries.items()))
    (folder / f"{side}.jsonl").write_text("".join(json.dumps({"_id": d, "text": t}) + "\n" for d, t in docs.items()))
    (folder / f"{side}.qrels").write_text("".join(labels))
    (folder / f"{side}.run").write_text("".join(lists))


def _document(words: list[str], not_of: list[str], rng: random.Random) -> str:
    """Partners of these words among others, which are of none of `not_of`."""
    others = [partner for word, partner in PARTNERS.items() if word not in not_of]
    text = [PARTNERS[word] for word in words] + rng.sample(others, BESIDE + 3 - len(words))
    rng.shuffle(text)
    return " ".join(text)


def write_bert(folder: Path, known: Sequence[str] = KNOWN, *, labels: int = 2) -> Path:
    """A random BERT of two layers and its tokenizer. Needs transformers."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    words = [*MARKS, *known]
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words),
        max_position_embeddings=128,
        num_labels=labels,
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        initializer_range=0.1,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer(vocab={word: i for i, word in enumerate(words)}, model_max_length=128).save_pretrained(folder)
    return folder


def write_t5(folder: Path, known: Sequence[str] = KNOWN) -> Path:
    """A random T5 of two layers and a tokenizer of whole words. Needs transformers."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration

    n = write_tokenizer(folder, known)
    torch.manual_seed(0)
    config = T5Config(
        vocab_size=n,
        d_model=64,
        d_kv=16,
        d_ff=128,
        num_layers=2,
        num_heads=4,
        dropout_rate=0.0,
        decoder_start_token_id=0,
        pad_token_id=0,
        eos_token_id=1,
        tie_word_embeddings=True,
    )
    T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder


def write_tokenizer(folder: Path, known: Sequence[str]) -> int:
    """A tokenizer of whole words with a T5's marks; how many tokens it knows. Needs transformers."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = list(dict.fromkeys([*T5_MARKS, *known]))
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    marks = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **marks).save_pretrained(folder)
    return len(words)
