"""How much CPU neural rerankers take to score and to train, beside sentence-transformers and plain batches.

A random cross-encoder of 4 layers of 256 numbers, and its tokenizer, score passages of TREC 2021 Deep Learning, or
generated ones of like lengths where those are not at hand. The peer trains with ``datasets`` and ``accelerate``.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sentence_transformers import CrossEncoder
from transformers import BertConfig, BertForSequenceClassification, BertTokenizer, T5Config, T5ForConditionalGeneration
from transformers.utils import logging

from benchmarks.collections import DATA, SEED
from benchmarks.row import HEADER, Row, line
from benchmarks.timing import Took, in_turn, median, once
from irassay.collection.instances import Instance, Instances
from irassay.search.neural import open_reranker, settings_of, train
from simulations.leakage_world import MARKS, write_tokenizer

QUERY = "how far away from home should rabbits live"
BATCH = 32
APART = 1e-4  # by which equal scores may differ
ALIKE = 0.1  # the same for losses of trainings that differ in order and dropout
LENGTHS = (56, 22, 18, 200)  # words of generated passages: mean, standard deviation, least, most
SIZES = {"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 1024}


def passages(n: int) -> tuple[str, list[str]]:
    """Where texts are from, and as many."""
    rng = random.Random(SEED)
    source = DATA / "trec-dl-2021-passage" / "passages.tsv.xz"
    if source.exists():
        with lzma.open(source, "rt", encoding="utf-8", newline="\n") as lines:
            return "DL21", rng.sample([row.rstrip("\n").partition("\t")[2] for row in lines], n)
    words = [f"w{i}" for i in range(8000)]
    mean, spread, least, most = LENGTHS
    lengths = (min(max(round(rng.gauss(mean, spread)), least), most) for _ in range(n))
    return "generated", [" ".join(words[min(int(rng.paretovariate(0.6)), 8000) - 1] for _ in range(k)) for k in lengths]


def cross_encoder(folder: str, texts: Sequence[str], classes: int) -> str:
    """A random BERT with a vocabulary of these texts."""
    seen = Counter(word for text in texts for word in re.findall(r"\w+|[^\w\s]", text.lower()))
    letters = [mark + letter for letter in "abcdefghijklmnopqrstuvwxyz0123456789" for mark in ("", "##")]
    vocabulary = list(dict.fromkeys([*MARKS, *(word for word, _ in seen.most_common(8000)), *letters]))
    torch.manual_seed(SEED)
    config = BertConfig(vocab_size=len(vocabulary), num_labels=classes, **SIZES)
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer(vocab={word: i for i, word in enumerate(vocabulary)}, model_max_length=512).save_pretrained(folder)
    return folder


def t5(folder: str, texts: Sequence[str]) -> str:
    """A random T5 of the same sizes, with the words of these texts."""
    words = Counter(word for text in texts for word in text.lower().split())
    n = write_tokenizer(Path(folder), [word for word, _ in words.most_common(8000)])
    torch.manual_seed(SEED)
    sizes = {"d_model": 256, "d_kv": 64, "d_ff": 1024, "num_layers": 4, "num_heads": 4}
    marks = {"decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1, "tie_word_embeddings": True}
    T5ForConditionalGeneration(T5Config(vocab_size=n, **marks, **sizes)).save_pretrained(folder)
    return folder


def on_one_thread(work: Callable[[], Any]) -> Callable[[], Any]:
    """The same with torch on one thread."""

    def slowly() -> Any:
        n = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            return work()
        finally:
            torch.set_num_threads(n)

    return slowly


def scoring(folder: Path, name: str, texts: Sequence[str], rounds: int) -> list[Row]:
    """A cross-encoder over passages: predict with its defaults, plain batches, and ours; their scores are equal."""
    base = cross_encoder(str(folder / "cross"), texts, 1)
    peer, mine = CrossEncoder(base, device="cpu"), open_reranker(base, device="cpu")
    network = BertForSequenceClassification.from_pretrained(base).eval()
    pairs = [(QUERY, text) for text in texts]

    def predict() -> Any:
        return peer.predict(pairs, activation_fn=torch.nn.Identity())

    @torch.inference_mode()
    def plain() -> Any:
        parts = [pairs[at : at + BATCH] for at in range(0, len(pairs), BATCH)]
        filled = (peer.tokenizer(part, padding=True, truncation=True, return_tensors="pt") for part in parts)
        return torch.cat([network(**batch).logits[:, 0] for batch in filled]).numpy()

    def ours() -> Any:
        return mine.score(QUERY, texts)

    ways = {"predict": predict, "predict, one thread": on_one_thread(predict), "batches of 32": plain}
    expected = ours()
    for way, work in ways.items():
        if (off := float(np.abs(work() - expected).max())) > APART:
            raise AssertionError(f"{way} differs from ours by {off}")
    theirs, taken = in_turn(rounds, list(ways.values()), ours)
    goals = {"predict": 1.25, "batches of 32": 1.5}
    return rows_of(f"score {len(texts)} passages", name, dict(zip(ways, theirs, strict=True)), taken, goals)


def rows_of(what: str, name: str, peers: Mapping[str, Took], ours: Took, goals: Mapping[str, float]) -> list[Row]:
    """A row a peer."""
    return [
        Row(
            what,
            name,
            ours.cpu,
            peer=peer,
            theirs=of.cpu,
            goal=goals.get(peer),
            ours_wall=ours.wall,
            theirs_wall=of.wall,
        )
        for peer, of in peers.items()
    ]


def instances_of(texts: Sequence[str]) -> Instances:
    """Two passages after another as a pair."""
    halves = zip(texts[::2], texts[1::2], strict=True)
    return Instances(
        [
            (Instance(f"q{i}", QUERY, f"r{i}", one, True), Instance(f"q{i}", QUERY, f"n{i}", other, False))
            for i, (one, other) in enumerate(halves)
        ]
    )


def training(folder: Path, name: str, texts: Sequence[str], rounds: int) -> list[Row]:
    """An epoch of the cross-encoder with two classes: the library's trainer, and ours; their losses are alike."""
    base, instances = cross_encoder(str(folder / "classes"), texts, 2), instances_of(texts)
    settings = settings_of("monobert", base=base, batch=BATCH)
    number = iter(range(10**6))

    def ours() -> Any:
        return train(settings, instances, seed=1, device="cpu", out=folder / f"trained-{next(number)}").folder

    what = f"train on {len(texts)} passages"
    if find_spec("datasets") is None or find_spec("accelerate") is None:
        print("CrossEncoderTrainer isn't timed: pip install datasets accelerate")
        taken = median([once(ours) for _ in range(rounds)])
        return [Row(what, name, taken.cpu, ours_wall=taken.wall)]

    def theirs() -> Any:
        return trained_by_the_library(base, instances, settings.learning_rate, str(folder / "library"))

    one, other = (loss_of(str(work()), instances) for work in (theirs, ours))
    if abs(one - other) > ALIKE or max(one, other) > loss_of(base, instances):
        raise AssertionError(f"the loss is {one} by the library, {other} by ours")
    of_all, taken = in_turn(rounds, [theirs, on_one_thread(theirs)], ours)
    peers = dict(zip(("CrossEncoderTrainer", "the same, one thread"), of_all, strict=True))
    return rows_of(what, name, peers, taken, {"CrossEncoderTrainer": 1.0})


def trained_by_the_library(base: str, instances: Instances, learning_rate: float, folder: str) -> str:
    """Where sentence-transformers has put what it trained for an epoch."""
    from datasets import Dataset
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import CrossEntropyLoss

    rows = [(one.query_text, one.text, int(one.relevant)) for one in instances]
    columns = dict(zip(("query", "passage", "label"), map(list, zip(*rows))))
    model = CrossEncoder(base, device="cpu")
    never: dict[str, Any] = dict.fromkeys(("save_strategy", "eval_strategy", "logging_strategy"), "no")
    how = CrossEncoderTrainingArguments(
        folder,
        num_train_epochs=1,
        per_device_train_batch_size=BATCH,
        learning_rate=learning_rate,
        lr_scheduler_type="constant",
        report_to="none",
        use_cpu=True,
        disable_tqdm=True,
        **never,
    )
    with redirect_stdout(StringIO()):  # figures of its own
        CrossEncoderTrainer(model, how, Dataset.from_dict(columns), loss=CrossEntropyLoss(model)).train()
    model.save_pretrained(folder)
    return folder


def loss_of(folder: str, instances: Instances) -> float:
    """The mean cross-entropy of a model's two classes."""
    model = open_reranker(folder, device="cpu")
    relevant = [one.relevant for one in instances]
    logs = model.score(QUERY, [one.text for one in instances]).astype(float)
    return float(-np.where(relevant, logs, np.log1p(-np.exp(logs))).mean())


def by_itself(model: str, folder: Path, name: str, texts: Sequence[str], rounds: int) -> list[Row]:
    """Of a model without a peer: passages scored, and an epoch."""
    base = t5(str(folder / "t5"), texts) if model == "monot5" else None
    settings, instances = settings_of(model, base=base), instances_of(texts)
    number = iter(range(rounds))

    def epoch() -> Any:
        return train(settings, instances, device="cpu", out=folder / f"{model}-{next(number)}")

    trained = median([once(epoch) for _ in range(rounds)])
    mine = open_reranker(folder / f"{model}-0", device="cpu")
    scored = median([once(lambda: mine.score(QUERY, texts)) for _ in range(rounds)])
    whats = ((f"score {len(texts)} passages", scored), (f"train on {len(texts)} passages", trained))
    return [Row(f"{model}: {what}", name, of.cpu, ours_wall=of.wall) for what, of in whats]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neural", description=__doc__)
    parser.add_argument("--passages", type=int, default=512, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure is below its goal")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    args = parser.parse_args()
    logging.disable_progress_bar()
    name, texts = passages(args.passages)
    print(f"{torch.get_num_threads()} threads, {args.rounds} rounds, torch {torch.__version__}\n{HEADER}", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for family in (scoring, training, partial(by_itself, "knrm"), partial(by_itself, "monot5")):
            for row in family(Path(folder), name, texts, args.rounds):
                print(line(row), f"clock {row.theirs_wall or 0:.1f} / {row.ours_wall or 0:.1f} s", flush=True)
                rows.append(row)
    if args.json:
        Path(args.json).write_text(json.dumps([row.to_json() for row in rows], indent=2), encoding="utf-8")
    return int(args.check and any(row.reached is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
