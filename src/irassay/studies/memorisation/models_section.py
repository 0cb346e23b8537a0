"""What each model of an experiment is, and what it was trained on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.result import Column, Section, Table
from irassay.search.neural import Settings, settings_of
from irassay.studies.memorisation.outcomes import Setup
from irassay.studies.memorisation.tables import SAID


def models_section(models: Mapping[str, Settings], cards: Mapping[Setup, Mapping[str, Any]]) -> Section:
    """A table of the models' settings, and one of every training."""
    return Section("models", SAID("models.title"), [_models(models), _trainings(cards)])


def _models(models: Mapping[str, Settings]) -> Table:
    settings = {name: of.to_dict() for name, of in models.items()}
    rest = [_changed(of) for of in settings.values()]
    columns = [
        Column("model", list(settings)),
        Column("network", [of["model"] for of in settings.values()]),
        Column("base", [of["base"] or "none" for of in settings.values()]),
        Column("settings", rest),
    ]
    return Table("models", SAID("models.table"), columns)


def _changed(of: Mapping[str, Any]) -> str:
    """Settings that are not the model's own, in words."""
    own = settings_of(of["model"], base=of["base"] or None).to_dict()
    changed = (f"{name.replace('_', ' ')} {value}" for name, value in of.items() if value != own[name])
    return ", ".join(changed) or "its own"


def _trainings(cards: Mapping[Setup, Mapping[str, Any]]) -> Table:
    setups = list(cards)
    columns = [
        *(Column(name, [getattr(one, name) for one in setups]) for name in ("collection", "model")),
        Column("leakage", [one.condition for one in setups]),
        *(Column(name, [getattr(one, name) for one in setups]) for name in ("size", "seed")),
        Column("leaked", [cards[one]["leaked"] for one in setups], definition=SAID("trainings.leaked")),
        Column("cut", [cards[one]["cut"] for one in setups], definition=SAID("trainings.cut")),
        Column("instances", [cards[one]["sha256"][:12] for one in setups], definition=SAID("trainings.instances")),
        Column("torch", [cards[one]["versions"]["torch"] for one in setups]),
    ]
    return Table("trainings", "Every training", columns)
