"""Logs and answers that `irassay judge --import` takes over."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from irassay.messages import plural

if TYPE_CHECKING:
    from irassay.cli.answers.judging_work import Work
    from irassay.judging.store import Settings
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.imported_answers import Imported


def rebuilt(source: str, log: str, query_texts: str | None, doc_texts: str | None) -> tuple[Campaign, int]:
    """The campaign with the entries of a log, and how many are new."""
    from irassay.collection.texts import Texts
    from irassay.formats.reading.campaign_logs import CampaignLog
    from irassay.formats.reading.texts import read_texts
    from irassay.judging.store import rebuild_campaign

    queries, docs = (read_texts(file) if file else Texts(lambda: iter(())) for file in (query_texts, doc_texts))
    return rebuild_campaign(source, CampaignLog(log), queries=queries, docs=docs)


def read(path: str, settings: Settings, there: Campaign | None, work: Work | None) -> dict[tuple[str, str], str]:
    """The answers of a table: each to a task that is there, or is among the work to come."""
    from irassay.formats.reading.answers_elsewhere import read_answers
    from irassay.judging.store.imported_answers import tasks_of

    answers = read_answers(path, settings.scale)
    to_come = [task.id for task in work.tasks] if work else []
    tasks_of(answers, settings.kind, {*(there.tasks() if there else ()), *to_come})
    return answers


def add(campaign: Campaign, name: str, answers: dict[tuple[str, str], str], path: str) -> str:
    """Add them, and say how many."""
    from irassay.formats.sources.opening import read_bytes

    source = {"file": os.path.basename(path), "file_sha256": hashlib.sha256(read_bytes(path)).hexdigest()}
    return _told(campaign.import_answers(name, answers, source), name)


def _told(imported: Imported, name: str) -> str:
    parts = [f"{plural(imported.added, 'answer')} of {name} added"]
    if imported.same:
        parts.append(f"{imported.same:,} of them were there already")
    if imported.without_room:
        parts.append(
            f"{imported.without_room:,} left out: others have given, or hold, all answers that are wanted there"
        )
    return "; ".join(parts)
