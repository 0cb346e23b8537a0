"""What a reranker is made of and how it is trained: the models' defaults, and the values of the paper."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

from irassay.arguments import between, check_choice, whole_number
from irassay.errors import UsageError
from irassay.files import sha256_of

ModelName: TypeAlias = Literal["knrm", "pacrr", "duet", "monobert", "monot5"]
Preset: TypeAlias = Literal["own", "paper"]
Pieces: TypeAlias = Literal["first", "max"]
MODELS: tuple[ModelName, ...] = get_args(ModelName)
PRESETS: tuple[Preset, ...] = get_args(Preset)
PIECES: tuple[Pieces, ...] = get_args(Pieces)
OF_T5 = ("t5", "mt5", "umt5")  # kinds of base that monot5 takes
OF_WORDS = ("knrm", "pacrr", "duet")  # the others are transformers


@dataclass(frozen=True, slots=True)
class Settings:
    """A model and its training.

    Attributes
    ----------
    model : {"knrm", "pacrr", "duet", "monobert", "monot5"}
    base : str
        Of monobert and monot5 a folder or a name at the hub; of the others a file of word vectors, "" for vectors that
        are trained too.
    query_length, document_length : int
        Words, of transformers tokens, from which on a query or a document is cut; a transformer's document shares its
        length with the query.
    pieces : {"first", "max"}
        Whether a longer document is read to that length alone, or in pieces of which the best counts.
    learning_rate : float
    batch : int
        Instances, half of them relevant.
    epochs : int
    dimensions : int
        Of word vectors that are trained.
    frozen : bool
        Whether word vectors of a file stay as they are.
    """

    model: ModelName
    base: str = ""
    query_length: int = 32
    document_length: int = 512
    pieces: Pieces = "first"
    learning_rate: float = 0.001
    batch: int = 32
    epochs: int = 1
    dimensions: int = 64
    frozen: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, which `Settings(**d)` takes."""
        return asdict(self)


def base_digest(base: str) -> str:
    """SHA-256, in hexadecimal, of a base's files; "" without one, and for a name at the hub."""
    if os.path.isfile(base):
        return sha256_of(base)
    if not os.path.isdir(base):
        return ""
    files = sorted(one.path for one in os.scandir(base) if one.is_file())
    return sha256("".join(f"{os.path.basename(path)} {sha256_of(path)}\n" for path in files).encode()).hexdigest()


OWN = {
    "knrm": Settings("knrm"),
    "pacrr": Settings("pacrr", query_length=16),
    "duet": Settings("duet", query_length=16, document_length=256),
    "monobert": Settings("monobert", query_length=64, learning_rate=2e-5),
    "monot5": Settings("monot5", query_length=64, learning_rate=1e-3),
}
# Froebe et al., SPIRE 2022, 4, and the defaults of the tools that they name.
PAPER = {
    **{name: replace(OWN[name], query_length=4, document_length=800) for name in OF_WORDS},
    "monobert": OWN["monobert"],
    "monot5": OWN["monot5"],
}


def settings_of(model: str, preset: Preset = "own", **changes: Any) -> Settings:
    """The settings of a model, some of them changed.

    Parameters
    ----------
    model : {"knrm", "pacrr", "duet", "monobert", "monot5"}
    preset : {"own", "paper"}
        "paper" cuts queries of the first three at 4 words and documents at 800.
    **changes
        Attributes of `Settings`; None leaves one as it is.

    Returns
    -------
    Settings

    Raises
    ------
    UsageError
        Another model, preset or attribute, or a value out of its range.

    Notes
    -----
    *Source* of "paper": Froebe, Akiki, Potthast and Hagen, SPIRE 2022, section 4.

    Examples
    --------
    >>> settings_of("knrm", "paper", epochs=2).query_length
    4
    """
    check_choice("model", model, MODELS)
    check_choice("preset", preset, PRESETS)
    given = {name: value for name, value in changes.items() if value is not None}
    try:
        settings = replace((PAPER if preset == "paper" else OWN)[model], **given)
    except TypeError:
        raise UsageError(f"expected attributes of Settings, but got {', '.join(given)}") from None
    for name in ("query_length", "document_length", "batch", "epochs", "dimensions"):
        whole_number(name, getattr(settings, name))
    check_choice("pieces", settings.pieces, PIECES)
    if settings.batch % 2:
        raise UsageError(f"expected an even batch, half of it relevant, but got batch={settings.batch}")
    between("learning_rate", settings.learning_rate)
    if settings.model not in OF_WORDS and not settings.base:
        raise UsageError(f"{settings.model} needs base: a folder or a name at the hub")
    return settings
