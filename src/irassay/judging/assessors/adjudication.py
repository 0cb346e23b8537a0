"""Where people differ, and an owner's answer, which comes first: given before the owner is shown what they said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.collection.task_kinds import kind_of
from irassay.judging.store.campaign import Campaign
from irassay.record import Record


class Disagreement(Record):
    """A task on which people differ."""

    task: str
    kind: str
    query: str
    docs: Sequence[str]
    n_answers: int  # people who have answered
    adjudicated: str | None  # the owner's answer
    answers: Mapping[str, str]  # pseudonym -> answer; empty until an owner has answered too


def disagreements(campaign: Campaign) -> list[Disagreement]:
    """The tasks of open queries on which people differ, in the order in which tasks came; adjudicated ones too.

    Two people who chose the same document of a pair agree, whichever side it was on.

    >>> import pathlib, tempfile
    >>> from irassay.collection.judging_scales import scale
    >>> from irassay.collection.tasks import Task
    >>> from irassay.judging.store import Settings, make_campaign
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "shoes.campaign"
    >>> settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="")
    >>> task = Task("graded", "q1", ("d1",), wanted=2)
    >>> with make_campaign(file, settings) as campaign:
    ...     n = campaign.add([task], queries={"q1": "red shoes"}, docs={"d1": "Shoes, red."})
    ...     for name, answer in (("Ann", "Relevant"), ("Ben", "Not relevant")):
    ...         who = campaign.person(campaign.invite(name)).pseudonym
    ...         [held] = campaign.hold(who, campaign.tasks())
    ...         receipt = campaign.record(who, held.key, held.task, {"answer": answer})
    ...     owner = campaign.person(campaign.invite("Cai", "owner")).pseudonym
    ...     [before] = disagreements(campaign)
    ...     receipt = campaign.adjudicate(owner, task.id, {"answer": "Relevant"})
    ...     [after] = disagreements(campaign)
    >>> before.n_answers, dict(before.answers), sorted(after.answers.values()), after.adjudicated
    (2, {}, ['Not relevant', 'Relevant'], 'Relevant')
    """
    found = []
    for one in campaign.several_answers():
        choices = {who: choice(one.kind, body, one.docs) for who, body in one.answers.items()}
        if len(set(choices.values())) > 1:
            owners = None if one.adjudication is None else choice(one.kind, one.adjudication, one.docs)
            shown = {} if owners is None else choices
            found.append(Disagreement(one.task, one.kind, one.query, one.docs, len(choices), owners, shown))
    return found


def choice(kind: str, body: Mapping[str, Any], docs: Sequence[str]) -> str:
    """What an answer says wherever a document stood: the document's id for a side or a place, else the answer."""
    name, of = str(body["answer"]), kind_of(kind)
    said = None if of.has_order else of.choice(name)
    return name if said is None or said.best is None else str((body.get("shown") or docs)[said.best])
