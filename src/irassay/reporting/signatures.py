"""The signature of a function that passes a study's keywords on: the study's own, with `to`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature

TO = "str | PathLike[str]"


def writing(study: Callable[..., object], returns: str, *more: Parameter) -> Signature:
    """The signature of a function that runs a study and writes what it returns, annotated `returns`. `more` is what the
    function takes beside `to`."""
    data: list[Parameter] = []
    options: list[Parameter] = []
    for parameter in signature(study).parameters.values():
        (options if parameter.kind is Parameter.KEYWORD_ONLY else data).append(parameter)
    to = Parameter("to", Parameter.KEYWORD_ONLY, annotation=TO)
    return Signature([*data, to, *more, *options], return_annotation=returns)
