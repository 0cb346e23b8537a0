"""Options about models that judge."""

from __future__ import annotations

from irassay.cli.options.option import CAMPAIGN, Option, money, whole

OPTIONS = (
    Option(
        "judge",
        "the model: a file with the lines name, url and model (docs/ask.md has the others), or a function in Python "
        "that takes questions and returns answers",
        group=CAMPAIGN,
        value="FILE.toml|MODULE:FUNCTION",
    ),
    Option(
        "task_limit",
        "ask N tasks at most, in the order in which they came",
        spelling=("--limit",),
        group=CAMPAIGN,
        value="N",
        takes=whole(1, 1_000_000_000),
    ),
    Option(
        "money_limit",
        "what the model may cost in this campaign, in the currency of its price; a question that could pass it is not "
        "asked",
        spelling=("--budget",),
        group=CAMPAIGN,
        value="AMOUNT",
        takes=money,
    ),
    Option(
        "again",
        "ask what is listed as failed, or as unparsable, once more",
        group=CAMPAIGN,
        choices=("failed", "unparsable"),
    ),
    Option(
        "source",
        "whose answers count: people's, models', those of one by name, or all, people's first, with how far models "
        "agree with them",
        group=CAMPAIGN,
        value="people|model|NAME|all",
        default="people",
    ),
)
