"""The networks by the names of their models, and folders that hold one."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from irassay.errors import InputError, cut
from irassay.search.neural.scorer import Scorer
from irassay.search.neural.settings import OF_T5, Settings, settings_of
from irassay.search.said import SEARCH

CARD = "reranker.json"  # what a folder says of its model
CHECKPOINT = "checkpoint.pt"  # of a training that has not ended
_FORM = 1
_CLASSES = {
    "knrm": "word_networks.Knrm",
    "pacrr": "word_networks.Pacrr",
    "duet": "word_networks.Duet",
    "monobert": "transformer.MonoBert",
    "monot5": "transformer.MonoT5",
}


def network(settings: Settings) -> Any:
    """The class of the model's network."""
    module, name = _CLASSES[settings.model].split(".")
    return getattr(import_module(f"irassay.search.neural.{module}"), name)


def write(scorer: Scorer, folder: Path, training: dict[str, Any]) -> None:
    """Write a network into a folder; the card last, so that a folder with a card is whole."""
    scorer.save(folder)
    card = {"irassay_reranker": _FORM, "settings": scorer.settings.to_dict(), "training": training}
    (folder / CARD).write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read(folder: Path) -> tuple[Scorer, dict[str, Any]]:
    """A folder's network and how it was trained, {} for another tool's T5 or cross-encoder; InputError without one."""
    card = card_of(folder)
    if card is None:
        settings, training = _foreign(folder), {}
    else:
        settings, training = Settings(**card["settings"]), card["training"]
    scorer: Scorer = network(settings).load(settings, folder)
    return scorer.eval(), training


def card_of(folder: Path) -> dict[str, Any] | None:
    """What the folder says of its model; None without a card."""
    try:
        card: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{folder / CARD} can't be read ({error}); expected what `irassay train` writes") from None
    if card.get("irassay_reranker") != _FORM:
        raise InputError(f"{folder / CARD} is of another version of irassay; train the model again")
    return card


def _foreign(folder: Path) -> Settings:
    """The settings of a model that another tool saved."""
    if (folder / CHECKPOINT).exists():
        raise InputError(f"{cut(str(folder))} holds a training that has not ended: the command that began it goes on")
    try:
        kind = json.loads((folder / "config.json").read_text(encoding="utf-8"))["model_type"]
    except (OSError, ValueError, KeyError):
        raise InputError(SEARCH("rerank.no-model", folder=folder, card=CARD)) from None
    return settings_of("monot5" if kind in OF_T5 else "monobert", base=str(folder))
