"""The judge that the command line names: a file that says where a model is, or a function in Python."""

from __future__ import annotations

from irassay.assessors.judge import Judge
from irassay.assessors.model_judges.function import function_judge
from irassay.errors import UsageError, cut


def judge_of(name: str) -> Judge:
    """The judge of ``FILE.toml`` or ``MODULE:FUNCTION``.

    Raises
    ------
    UsageError
        It is neither, or there is no such function.
    InputError
        The file is no description of a judge.
    """
    if ":" in name:
        return function_judge(name)
    raise UsageError(f"expected --judge FILE.toml or MODULE:FUNCTION, but got {cut(name)}")
