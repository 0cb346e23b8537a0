"""Options of a question that labels settle."""

from __future__ import annotations

from irassay.arguments import MARGIN
from irassay.cli.options.option import COMPARISON, JUDGING, SCORING, Option, number, whole

OPTIONS = (
    Option(
        "measure", "the measure, such as P@10", spelling=("-m", "--measure"), group=SCORING, value="MEASURE"
    ),
    Option(
        "one_baseline", "which systems are better than this one?", spelling=("--baseline",), group=COMPARISON,
        value="SYSTEM",
    ),
    Option(
        "tied_within", "systems whose means are closer may be tied", spelling=("--margin",), group=COMPARISON,
        value="X", takes=number(lambda x: 0 < x < float("inf"), MARGIN), shown="0, which a proof alone can find",
    ),
    Option(
        "drawn_at_once", "how many documents are drawn at once: fewer cost fewer labels", spelling=("--batch",),
        group=JUDGING, value="N", takes=whole(1, 10_000), default=20,
    ),
    Option("top", "which K systems are the best?", group=COMPARISON, value="K", takes=whole(1)),
    Option(
        "whole_order", "the order of all systems", spelling=("--order",), group=COMPARISON, count=0
    ),
    Option(
        "unit",
        "what is drawn: documents, for sums such as P, DCG and RBP, or whole queries, for any measure with bounds",
        group=JUDGING,
        choices=("document", "query"),
        shown="documents where the measure allows it",
    ),
    Option(
        "choose",
        "draw documents by chances, so that few labels may settle a pair, or take those that help a proof most",
        group=JUDGING,
        choices=("drawn", "effect"),
        default="drawn",
    ),
    Option(
        "model_labels",
        "a model's labels: they shape predictions, and no verdict rests on them",
        spelling=("--model",),
        group=JUDGING,
        value="QRELS",
    ),
    Option(
        "ideals", "labels that fix the ideal rankings of nDCG, so that documents can be drawn", group=JUDGING,
        value="QRELS",
    ),
    Option(
        "replay", "what campaigns would have cost on labels that are there; no campaign is made", group=JUDGING,
        value="QRELS",
    ),
)  # fmt: skip
