"""Logs, and answers given elsewhere, that `irassay judge --import` takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.errors import cut
from irassay.formats.judgments import TABLE
from irassay.record import Record

LOG = "log"  # of a campaign

if TYPE_CHECKING:
    from irassay.cli.answers.judging_work import Work
    from irassay.formats.judgments import JudgedTask
    from irassay.judging.store import Settings
    from irassay.judging.store.campaign import Campaign


def rebuilt(source: str, log: str, query_texts: str | None, doc_texts: str | None) -> tuple[Campaign, int]:
    """The campaign with the entries of a log, and how many are new."""
    from irassay.collection.texts import Texts
    from irassay.formats.reading.judgments import CampaignLog
    from irassay.formats.reading.texts import read_texts
    from irassay.judging.store import rebuild_campaign

    queries, docs = (read_texts(file) if file else Texts(lambda: iter(())) for file in (query_texts, doc_texts))
    return rebuild_campaign(source, CampaignLog(log), queries=queries, docs=docs)


class Import(Record):
    """A file that is taken over: a log, or what people said in the form of a tool or of a table."""

    path: str
    form: str
    assessor: str | None  # who said what the file gives to nobody

    @property
    def is_log(self) -> bool:
        """Whether it is the log of a campaign."""
        return self.form == LOG

    @property
    def has_tasks(self) -> bool:
        """Whether a new campaign can be made of it."""
        return self.form not in (LOG, TABLE)

    def read(self, settings: Settings, there: Campaign | None, work: Work | None) -> list[JudgedTask]:
        """What people said: each of a task that is there, or is among the work to come."""
        from irassay.formats.reading.judgments import read_judgments
        from irassay.judging.store.imported_answers import by_person

        judged = read_judgments(self.path, self.form, settings.kind, settings.scale, self.assessor)
        tasks, texts = (there.tasks(), there.facts.texts("query")) if there else ([], {})
        to_come, more = ([task.id for task in work.tasks], work.queries) if work else ([], {})
        by_person(judged, settings.kind, {*tasks, *to_come}, {**texts, **more})
        return judged

    def add_to(self, campaign: Campaign, judged: list[JudgedTask]) -> str:
        """Add it, and say how much."""
        from irassay.formats.sources.opening import source_of

        done = campaign.import_answers(judged, source_of(self.path))
        given = [of for one in judged for of in one.judgments]
        return CLI(
            "added.answers", skips=any(one.skip for one in given), added=done.added, corrected=done.corrected,
            who=list(map(cut, dict.fromkeys(one.assessor for one in given))), same=done.same, room=done.without_room,
        )  # fmt: skip


def import_of(path: str, tool: str | None, assessor: str | None) -> Import:
    """What a file is: as it is named, else by its shape. UsageError for a log with a name, which says whose answers
    it has."""
    from irassay.formats.format import Head
    from irassay.formats.reading.judgments import tool_of
    from irassay.formats.sources.opening import head_of

    head = Head(head_of(path))
    other = LOG if head.is_json or not head.text else TABLE
    return Import(path=path, form=tool or tool_of(path) or other, assessor=assessor)
