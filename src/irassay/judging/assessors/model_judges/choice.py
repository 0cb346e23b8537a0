"""The judge that the command line names: a file that says where a model is, or a function in Python."""

from __future__ import annotations

from irassay.errors import UsageError, cut
from irassay.judging.assessors.judge import Judge
from irassay.judging.assessors.model_judges.descriptions import read_description
from irassay.judging.assessors.model_judges.endpoint import EndpointJudge
from irassay.judging.assessors.model_judges.function import function_judge


def judge_of(name: str, kind: str) -> Judge:
    """The judge of ``FILE.toml`` or ``MODULE:FUNCTION`` for tasks of a kind; UsageError for another name or no prompt
    of this kind."""
    if name.endswith(".toml"):
        return EndpointJudge(read_description(name), kind)
    if ":" in name:
        return function_judge(name)
    raise UsageError(f"expected --judge FILE.toml or MODULE:FUNCTION, but got {cut(name)}")
