"""Training of a reranker: one pair of instances after another, kept on the way, so that a killed training goes on."""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

from irassay.collection.instances import Instance, Instances
from irassay.errors import InputError
from irassay.files import make_folder, write_whole
from irassay.progress import Progress
from irassay.provenance import versions
from irassay.random_keys import key_of, stream
from irassay.search.neural import networks
from irassay.search.neural.reranker import Reranker, device_of, open_reranker
from irassay.search.neural.scorer import Scorer
from irassay.search.neural.settings import Settings, base_digest, settings_of
from irassay.search.said import SEARCH

Pair = tuple[Instance, Instance]
KEEP_EVERY = 10.0  # seconds of training between two checkpoints, at least
_SHARE = 20  # and as many times as long as one takes
_ORDER = 1  # what the stream of random numbers is for


def train(
    model: str | Settings,
    instances: Instances,
    *,
    base: str | None = None,
    epochs: int | None = None,
    seed: int = 0,
    device: str = "auto",
    out: str | os.PathLike[str],
) -> Reranker:
    """Train a reranker on instances.

    Parameters
    ----------
    model : {"knrm", "pacrr", "duet", "monobert", "monot5"} or Settings
    instances : Instances
        With texts.
    base : str, optional
        A folder or name at the hub (monobert, monot5), or a file of word vectors; overrules the settings, as does
        `epochs`.
    epochs : int, optional
        Walks through the instances; default 1.
    seed : int
        Decides first weights, dropout and the order of the queries. On a processor the same seed gives the same
        weights, through kills too.
    device : str
        "auto" takes a GPU where there is one.
    out : path
        Folder of the model. A training that was killed goes on; one that has ended is not done again.

    Returns
    -------
    Reranker

    Raises
    ------
    InputError
        Instances without texts, a loss that is no number, another training's folder, a base that can't be loaded.
    UsageError
        An invalid argument.

    Notes
    -----
    A query's relevant and non-relevant document follow each other in a batch; the seed shuffles the pairs.
    *Source*: Froebe, Akiki, Potthast and Hagen, SPIRE 2022, section 4.
    """
    given: dict[str, Any] = model.to_dict() if isinstance(model, Settings) else {"model": model}
    given |= {name: value for name, value in (("base", base), ("epochs", epochs)) if value}
    settings = settings_of(**given)
    folder = Path(out)
    plan = _plan(settings, instances, key_of(seed))
    on = device_of(device)
    names = set(os.listdir(folder)) if folder.is_dir() else set()
    if names and not names & {networks.CARD, networks.CHECKPOINT}:
        raise InputError(f"{folder} has files that are no model: name an empty folder, or a new one")
    make_folder(folder)
    if _ended(folder, settings, plan):
        return open_reranker(folder, device=device)
    _check_texts(instances)
    with _repeatable(plan["seed"]):
        texts = dict.fromkeys(text for one in instances for text in (one.query_text, one.text))
        scorer: Scorer = networks.network(settings).begin(settings, texts).to(on)
        try:
            _walk(scorer, instances.pairs, plan, folder, on)
        except KeyboardInterrupt as interrupt:
            if not (folder / networks.CHECKPOINT).exists():
                raise
            raise type(interrupt)("all but the last seconds is kept, and the same command goes on") from None
    with _room(folder):
        networks.write(scorer, folder, plan)
    (folder / networks.CHECKPOINT).unlink(missing_ok=True)
    return Reranker(scorer, str(folder), plan, on)


def _plan(settings: Settings, instances: Instances, seed: int) -> dict[str, Any]:
    """What decides the weights: seed, versions, and digests of the instances and the base."""
    of = {**versions(), "torch": str(torch.__version__)}
    counts = {"instances": len(instances), "leaked": len(instances.leaked)}
    digests = {"sha256": instances.digest, "base": base_digest(settings.base)}
    return {"seed": seed, **counts, **digests, "source": instances.source, "versions": of}


def _ended(folder: Path, settings: Settings, plan: dict[str, Any]) -> bool:
    """Whether this training ended there. InputError where another did."""
    if not (folder / networks.CARD).exists():
        return False
    card = networks.card_of(folder)
    if card is None or _text(Settings(**card["settings"]), card["training"]) != _text(settings, plan):
        raise _another(folder)
    return True


def _check_texts(instances: Instances) -> None:
    """InputError where an instance has no text, or there is none."""
    if not instances.pairs:
        raise InputError(f"{instances.source or 'the training set'} has no instance, expected pairs of both classes")
    without = [one for one in instances if not one.query_text.strip() or not one.text.strip()]
    if without:
        one = without[0]
        raise InputError(
            SEARCH("train.no-texts", n=len(without), instances=len(instances), query=one.query, doc=one.doc)
        )


@contextmanager
def _repeatable(seed: int) -> Iterator[None]:
    """In the block torch draws from this seed and sums in one order: on one thread, whatever the machine."""
    before, n_threads = torch.are_deterministic_algorithms_enabled(), torch.get_num_threads()
    with torch.random.fork_rng():
        torch.manual_seed(seed % 2**63)
        torch.use_deterministic_algorithms(True, warn_only=True)
        torch.set_num_threads(1)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(before)
            torch.set_num_threads(n_threads)


@contextmanager
def _room(folder: Path) -> Iterator[None]:
    """InputError where the disk takes no more."""
    try:
        yield
    except Exception as error:  # safetensors has an error of its own
        reason = (str(error).splitlines() or [""])[0]
        raise InputError(SEARCH("train.unwritten", folder=folder, reason=reason.lower())) from None


def _walk(scorer: Scorer, pairs: Sequence[Pair], plan: dict[str, Any], folder: Path, on: str) -> None:
    """Every epoch's batches, from the last checkpoint on."""
    settings = scorer.settings
    optimizer = scorer.optimizer()
    n_pairs = settings.batch // 2
    starts = [(epoch, start) for epoch in range(settings.epochs) for start in range(0, len(pairs), n_pairs)]
    done = _taken_up(scorer, optimizer, plan, folder)
    kept, took = time.monotonic(), 0.0
    with Progress(f"{settings.model} trained", len(starts)) as progress:
        progress.step(done)
        order, of_epoch = np.arange(0), -1
        scorer.train()
        for step in range(done, len(starts)):
            epoch, start = starts[step]
            if epoch != of_epoch:
                order = np.random.Generator(stream(plan["seed"], _ORDER, epoch)).permutation(len(pairs))
                of_epoch = epoch
            _step(scorer, optimizer, [pairs[i] for i in order[start : start + n_pairs]], on)
            progress.step()
            now = time.monotonic()
            if now - kept > max(KEEP_EVERY, _SHARE * took) and step + 1 < len(starts):
                _keep(scorer, optimizer, plan, folder, step + 1)
                kept = time.monotonic()
                took = kept - now if KEEP_EVERY > 0 else 0.0
    if not (folder / networks.CHECKPOINT).exists():  # so that a folder with half a model is known as a training's
        _keep(scorer, optimizer, plan, folder, len(starts))
    scorer.eval()


def _step(scorer: Scorer, optimizer: torch.optim.Optimizer, pairs: Sequence[Pair], on: str) -> None:
    """Change the weights by one batch. InputError where its loss is no number."""
    instances = [one for pair in pairs for one in pair]
    pieces, _ = scorer.encode([one.query_text for one in instances], [one.text for one in instances])
    # Models are trained on the beginning of each document, however they score.
    items = [piece for i, piece in enumerate(pieces) if not i or pieces[i - 1].of != piece.of]
    optimizer.zero_grad()
    losses = scorer.loss(scorer(**{name: value.to(on) for name, value in scorer.collate(items).items()}))
    loss = losses.mean()
    if not torch.isfinite(loss):
        wrong = pairs[int((~torch.isfinite(losses)).nonzero()[0])][0]
        raise InputError(SEARCH("train.loss", query=wrong.query, doc=wrong.doc))
    loss.backward()
    optimizer.step()


def _keep(scorer: Scorer, optimizer: torch.optim.Optimizer, plan: dict[str, Any], folder: Path, step: int) -> None:
    """Write all that the training needs to go on from this step."""
    state = {
        "plan": _text(scorer.settings, plan),
        "step": step,
        "weights": scorer.state_dict(),
        "optimizer": optimizer.state_dict(),
        "random": torch.get_rng_state(),
    }
    stream_of = io.BytesIO()
    torch.save(state, stream_of)
    write_whole(folder / networks.CHECKPOINT, stream_of.getvalue())


def _taken_up(scorer: Scorer, optimizer: torch.optim.Optimizer, plan: dict[str, Any], folder: Path) -> int:
    """Steps that are done, with weights, optimizer and random numbers as they were then; 0 without a checkpoint."""
    path = folder / networks.CHECKPOINT
    if not path.exists():
        return 0
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        text = state["plan"]
    except Exception as error:  # torch and pickle raise what they like for a file that is none of theirs
        raise InputError(f"{path} can't be read ({type(error).__name__}): remove it to train from the start") from None
    if text != _text(scorer.settings, plan):
        raise _another(folder)
    scorer.load_state_dict(state["weights"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["random"])
    return int(state["step"])


def _text(settings: Settings, plan: dict[str, Any]) -> str:
    """Settings and plan as one text, without where the instances were read from."""
    decides = {name: value for name, value in plan.items() if name != "source"}
    return json.dumps([settings.to_dict(), decides], sort_keys=True)


def _another(folder: Path) -> InputError:
    return InputError(SEARCH("train.other", folder=folder))
