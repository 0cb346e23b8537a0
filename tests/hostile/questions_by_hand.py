"""A question as a model is asked one."""

from irassay.collection.judging_scales import scale
from irassay.judging.assessors.judge import Question


def question(kind, text):
    """A question whose passages, and query, have this text."""
    docs = ("d1",) if kind == "graded" else ("d1", "d2")
    choices = [point.name for point in scale("trec-passage").points] if kind == "graded" else ["Left", "Equal", "Right"]
    return Question(
        task="t", kind=kind, query="q", query_text=text, docs=docs, doc_texts=[text for _ in docs], choices=choices,
        scale=scale("trec-passage"), judging_pass=1,
    )  # fmt: skip
