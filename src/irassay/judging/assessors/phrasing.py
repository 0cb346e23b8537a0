"""Words for the queries of a collection of evidence, by a model behind an address."""

from __future__ import annotations

import os
from collections.abc import Mapping

from irassay.errors import NoJudge
from irassay.evidence.candidates import BETWEEN
from irassay.evidence.nouns import Group
from irassay.files import write_whole
from irassay.judging.assessors.model_judges.descriptions import read_description
from irassay.judging.assessors.model_judges.endpoint import EndpointJudge
from irassay.judging.store.said import JUDGING
from irassay.progress import Progress

SHOWN = 3  # members of a group that a model is told
LONGEST = 300  # characters of a query


def phrase(description: str, groups: Mapping[str, Group], to: str) -> int:
    """Write the words that a model has for each group to a table of queries and texts, after those that are there; how
    many it has been asked for. NoJudge where it gives none; what it gave before stays."""
    judge = EndpointJudge(read_description(description), "graded")
    kept: list[str] = []
    if os.path.exists(to):
        with open(to, encoding="utf-8") as lines:
            kept = [line for line in lines if line.endswith("\n")]
    write_whole(to, "".join(kept))  # without a line that a kill has cut
    there = {line.partition("\t")[0] for line in kept}
    asked = {key: group for key, group in groups.items() if key not in there}
    with open(to, "a", encoding="utf-8") as out, Progress("Queries put into words", len(asked)) as progress:
        for key, group in asked.items():
            prompt = JUDGING("prompt.query", group=BETWEEN.join(group.path), members=", ".join(group.members[:SHOWN]))
            out.write(f"{key}\t{_query(judge.reply_to(prompt), key)}\n")
            out.flush()
            progress.step()
    return len(asked)


def _query(reply: str, key: str) -> str:
    """The query in a reply: its last line, without quotation marks."""
    lines = [" ".join(line.split()) for line in reply.splitlines() if line.strip()]
    query = lines[-1].strip("\"'“”") if lines else ""
    if not query or len(query) > LONGEST:
        raise NoJudge(JUDGING("prompt.no-query", key=key, reply=reply))
    return query
