"""A function in Python as a judge: a model on this machine, such as a cross-encoder, or answers from a file."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from numbers import Integral
from pathlib import Path
from typing import Any, TypeAlias

from irassay.collection.task_kinds import kind_of
from irassay.errors import NoJudge, UsageError
from irassay.judging.assessors.judge import FREE, Judge, Question, Verdict, answered, unparsable
from irassay.judging.assessors.model_judges.descriptions import read_description
from irassay.judging.assessors.model_judges.endpoint import EndpointJudge
from irassay.judging.store.said import JUDGING

Answers: TypeAlias = Callable[[Sequence[Question]], Iterable[Any]]

AT_ONCE = 256  # questions of one call


class FunctionJudge:
    """A function of questions to the name of an answer each, or of a graded task its grade; all else is unparsable."""

    is_priced = False
    is_fixed = False  # whose code changes goes on under its name; each answer has the hash of the code
    passes = 1
    at_once = AT_ONCE
    concurrency = 1

    def __init__(self, function: Answers, name: str) -> None:
        self._function = function
        self.name = name
        self.settings: dict[str, Any] = {"model": name, "prompt": name, "prompt_sha256": _code_hash(function)}

    def check_kind(self, kind: str) -> None:
        """Any kind will do."""

    def most_cost(self, question: Question) -> Decimal:
        """Nothing is paid."""
        return FREE

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """The function's answers; NoJudge where it raised something, or gave more or fewer than there are questions."""
        try:
            answers = list(self._function(list(questions)))
            verdicts = [_verdict(question, answer) for question, answer in zip(questions, answers)]
        except Exception as error:
            raise NoJudge(JUDGING("function.raised", name=self.name, error=type(error).__name__, text=error)) from error
        if len(answers) != len(questions):
            raise NoJudge(JUDGING("function.number", name=self.name, n=len(answers), asked=len(questions)))
        return verdicts


def function_judge(name: str) -> FunctionJudge:
    """The judge that ``module:function`` names; modules of the present folder are found too."""
    if "://" in name:
        raise UsageError(JUDGING("function.address", name=name))
    module_name, _, function_name = name.partition(":")
    here = os.getcwd()
    sys.path.insert(0, here)
    importlib.invalidate_caches()  # the module may have been written a moment ago
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise UsageError(JUDGING("function.needs", module=module_name, name=error.name)) from None
        raise UsageError(JUDGING("function.no-module", module=module_name)) from None
    except Exception as error:
        raise UsageError(
            JUDGING("function.unloaded", module=module_name, kind=type(error).__name__, error=error)
        ) from error
    finally:
        sys.path.remove(here)
    function = getattr(module, function_name, None)
    if not callable(function):
        raise UsageError(JUDGING("function.none", module=module_name, function=function_name))
    return FunctionJudge(function, name)


def _verdict(question: Question, answer: Any) -> Verdict:
    if kind_of(question.kind).uses_scale and isinstance(answer, Integral) and not isinstance(answer, bool):
        name = next((point.name for point in question.scale.points if point.grade == answer), None)
        return answered(name, str(answer)) if name else unparsable(str(answer), JUDGING("reply.no-grade"))
    if isinstance(answer, str) and answer in question.choices:
        return answered(answer, answer)
    return unparsable(str(answer), JUDGING("function.choice", choices=list(question.choices)))


def _code_hash(function: Answers) -> str:
    """The hash of the file that a function is in; of its own name where it has none."""
    file = None
    for one in (function, type(function)):  # the function, or the class of an object that is called
        with suppress(TypeError):  # of what is written in C there is no file
            file = file or inspect.getsourcefile(one)
    content = Path(file).read_bytes() if file and os.path.exists(file) else repr(function).encode()
    return hashlib.sha256(content).hexdigest()


def judge_of(name: str, kind: str) -> Judge:
    """The judge of ``FILE.toml`` or ``MODULE:FUNCTION`` for a kind of task; UsageError for no name or prompt."""
    if name.endswith(".toml"):
        return EndpointJudge(read_description(name), kind)
    if ":" in name:
        return function_judge(name)
    raise UsageError(JUDGING("function.name", name=name))
