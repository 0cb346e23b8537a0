"""The work given to `irassay judge`: tasks with their texts, strata and runs, what is taken over, and its size."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.collection.judging_scales import SCALES, JudgingScale, Point, scale
from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.collection.texts import Texts
from irassay.errors import MissingLibrary, UsageError, cut
from irassay.formats import read_preferences, read_qrels, read_runs
from irassay.formats.format import Head
from irassay.formats.judgments import TABLE, JudgedTask
from irassay.formats.labels.quepid_book import SCALE
from irassay.formats.labels.quepid_source import facts_by_file
from irassay.formats.reading.judgments import CampaignLog, read_judgments, read_scale, tool_of
from irassay.formats.reading.tasks import (
    GivenTasks,
    judged_tasks,
    kind_in,
    read_compared_docs,
    read_task_rows,
    read_tasks,
    tasks_of_rows,
    texts_in,
)
from irassay.formats.reading.texts import read_texts
from irassay.formats.sources.opening import head_of, source_of
from irassay.judging.store import Settings, open_campaign, rebuild_campaign
from irassay.record import Record

KNOWN = ("known", "next")  # why a pair is compared whose doc_a is the known answer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.collection.runs import Runs
    from irassay.judging.assessors.plan import Plan
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.pool_facts import PoolFacts

LOG = "log"  # of a campaign


class Wanted(Record):
    """How many people answer each task, and which share of the tasks one more answers."""

    people: int
    share: float


class Work(Record):
    """What is to be judged, with the texts that people read."""

    tasks: list[Task]
    known: list[Task]  # to practise on, of an exam, and tests
    queries: dict[str, str]
    docs: dict[str, str]
    facts: PoolFacts
    runs: Runs | None  # which the order follows
    left_out: list[Task]  # without a text

    def add_to(self, campaign: Campaign) -> str:
        """Add it to a campaign; what was added, in words."""
        from irassay.judging.assessors.given_work import with_rankings

        facts = self.facts if self.runs is None else with_rankings(self.facts, self.runs, self.tasks, campaign)
        n_known = campaign.add(self.known, queries=self.queries, docs=self.docs)
        n = campaign.add(self.tasks, queries=self.queries, docs=self.docs, facts=facts)
        left = [f"{cut(task.query)} {' '.join(map(cut, task.docs))}" for task in self.left_out]
        return CLI("added", n=n, all=campaign.counts().tasks, known=n_known, left=left)


class Files(Record):
    """What names the work."""

    tasks: Sequence[str]
    texts: tuple[str | None, str | None]  # the files of the queries' and the documents' texts
    known: Mapping[str, str | None]  # practice, exam or test -> file of known answers, None without one
    runs: Sequence[str]  # those that an adaptive order follows
    wanted: Wanted
    earlier: str | None = None  # labels given before
    leave_out: bool = False  # tasks without a text
    checked: str | None = None  # the file of labels that are checked

    def read(self, settings: Settings) -> Work:
        """What the files hold for a campaign; UsageError where texts, or runs or tests that the settings need, are
        missing; InputError where a file can't be read."""
        from irassay.judging.assessors.given_work import with_overlap
        from irassay.judging.assessors.orders import ADAPTIVE
        from irassay.judging.store.adding import check_texts

        adapts = settings.order in ADAPTIVE
        if adapts and not self.runs:
            raise UsageError(f"--order {settings.order} takes the next document from a run: add --runs RUN for each")
        given, facts = _tasks(self.tasks, settings.kind, self.wanted.people, (self.checked, settings.scale))
        tasks = with_overlap(given.tasks, self.wanted.share, settings.seed)
        learned = [task for purpose, path in self.known.items() if path for task in _known(path, settings, purpose)]
        every = [*tasks, *learned]
        query_texts, doc_texts = self.texts
        has = {"--query-texts FILE": query_texts or given.queries, "--doc-texts FILE": doc_texts or given.docs}
        if missing := [option for option, texts in has.items() if not texts]:
            raise UsageError(f"people judge texts: add {' and '.join(missing)}")
        queries = read_texts(query_texts).pick({task.query for task in every}) if query_texts else given.queries
        docs = read_texts(doc_texts).pick({doc for task in every for doc in task.docs}) if doc_texts else given.docs
        left_out: list[Task] = []
        if self.leave_out:
            there = [task.query in queries and docs.keys() >= {*task.docs} for task in tasks]
            left_out = [task for task, has_texts in zip(tasks, there, strict=True) if not has_texts]
            tasks = [task for task, has_texts in zip(tasks, there, strict=True) if has_texts]
        check_texts([*tasks, *learned], queries, docs)
        if settings.tests and not self.known["test"]:
            learned += _made_tests(self.tasks, settings, tasks, queries, docs)
        followed = read_runs(self.runs) if adapts else None
        return Work(
            tasks=tasks, known=learned, queries=queries, docs=docs, facts=facts, runs=followed, left_out=left_out
        )


class EarlierLabels(Record):
    """Labels given before, query -> document -> grade, and the file that they are from."""

    labels: dict[str, dict[str, int]]
    source: dict[str, str]

    @classmethod
    def of(cls, path: str, settings: Settings) -> EarlierLabels:
        """Those of a file; UsageError where a campaign with these settings has other grades."""
        from irassay.judging.store.imported_answers import check_earlier

        qrels = read_qrels(path)
        labels = {query: dict(qrels.grades(query)) for query in qrels.queries}
        source = source_of(path)
        check_earlier(settings, labels, source)
        return cls(labels=labels, source=source)

    def add_to(self, campaign: Campaign) -> str:
        """Keep them in a campaign; what became of them, in words."""
        is_new = campaign.add_earlier(self.labels, self.source)
        return CLI("added.earlier", n=sum(map(len, self.labels.values())), new=is_new)


def is_there(source: str, tasks: Sequence[str]) -> bool:
    """Whether there is a campaign; UsageError where there is none, and no file of tasks to make one of."""
    MissingLibrary.load("sqlalchemy", "web")
    from irassay.judging.store.addresses import shown_name
    from irassay.judging.store.database import is_there

    there = is_there(source)
    if not (there or tasks):
        raise UsageError(
            f"there is no campaign {cut(shown_name(source))}: give TASKS, a file of what is to be judged to make one"
        )
    return there


def _known(path: str, settings: Settings, purpose: str) -> list[Task]:
    """The tasks of a file of known answers: labels or preferences, as the kind takes them."""
    from irassay.judging.assessors.given_work import graded_tasks, pair_tasks

    kind = kind_of(settings.kind)
    if not kind.known or (purpose == "test" and "test_pairs" not in kind.options):
        raise UsageError(f"tasks of kind {kind.name} have no known answers for a {purpose}: leave {cut(path)} out")
    if kind.known == "qrels":
        return graded_tasks(read_qrels(path), settings, purpose)
    return pair_tasks(read_preferences(path), purpose)


def _made_tests(
    paths: Sequence[str], settings: Settings, tasks: Sequence[Task], queries: dict[str, str], docs: dict[str, str]
) -> list[Task]:
    """Tests made of the known answers of the files' rows; a campaign that wants tests must have some."""
    from irassay.judging.assessors.given_work import made_tests

    known: dict[str, str] = {}
    for path in (one for one in paths if not tool_of(one)):
        for (query, first, _), (why, _) in read_compared_docs(path).items():
            if why in KNOWN:
                known.setdefault(query, first)
    passages: dict[str, list[str]] = {}
    for task in tasks:
        passages.setdefault(task.query, []).extend(task.docs)
    made = made_tests(known, passages, docs, queries, settings.seed)
    if not made:
        raise UsageError(
            "no test can be made: expected rows whose why is known, with the known answer as doc_a, and passages of "
            "other queries without a word of the query; or give --test-pairs FILE"
        )
    return made


def read_plan(
    source: str, paths: Sequence[str], kind: str, wanted: int, checked: tuple[str | None, str | None],
    paid: Mapping[str, Any],
) -> tuple[Plan, bool]:  # fmt: skip
    """The work of a campaign, and whether it is there, and of the files, without a change to either; texts are not
    needed. `checked` are the file of labels that are checked, and a new campaign's scale. UsageError where there is
    neither a campaign nor a file."""
    from decimal import Decimal

    from irassay.judging.assessors.plan import plan_campaign, terms_of

    there = is_there(source, paths)
    pay, fee = (Decimal(paid[name]) or None for name in ("pay", "fee"))  # None: nothing is said of it
    with open_campaign(source) if there else nullcontext() as campaign:
        terms = (
            terms_of(campaign.settings) if campaign else {"kind": kind, "batch": paid["batch"], "pay": pay, "fee": fee}
        )
        scale = campaign.settings.scale if campaign else scale_of(checked[1], ())
        given, _ = _tasks(paths, terms["kind"], wanted, (checked[0], scale))
        return plan_campaign(campaign, given.tasks, **terms), there


def _tasks(
    paths: Sequence[str], kind: str, wanted: int, checked: tuple[str | None, JudgingScale]
) -> tuple[GivenTasks, PoolFacts]:
    """The tasks of the files, each once, with the texts that are there, and the strata of single documents; of a check
    the file of labels, which are tasks where there is no other file, and their scale."""
    if not kind_of(kind).shows_label:
        if checked[0]:
            raise UsageError(f"these tasks are of kind {kind}, and --check-labels needs a campaign of kind check")
        return _read_tasks(paths, kind, wanted)
    from irassay.judging.assessors.given_work import check_tasks
    from irassay.judging.store.pool_facts import PoolFacts

    path, scale = checked
    if path is None:
        raise UsageError("which labels are to be checked? Add --check-labels QRELS")
    labels = read_qrels(path)
    if list(paths) == [path]:
        pairs = [(query, doc) for query in labels.queries for doc in labels.grades(query)]
        given = GivenTasks(tasks=[Task("graded", q, (doc,), wanted, "check") for q, doc in pairs], queries={}, docs={})
    else:
        given, _ = _read_tasks(paths, "graded", wanted)
    return given.but(tasks=check_tasks(given.tasks, labels, scale)), PoolFacts()


def _read_tasks(paths: Sequence[str], kind: str, wanted: int) -> tuple[GivenTasks, PoolFacts]:
    from irassay.judging.assessors.given_work import facts_of

    once: dict[str, Task] = {}
    queries: dict[str, str] = {}
    docs: dict[str, str] = {}
    tables = []
    for path in paths:
        if tool := tool_of(path):
            given = judged_tasks(path, tool, kind, wanted)
        elif kind_of(kind).most > 1:
            given = GivenTasks(tasks=read_tasks(path, kind, wanted=wanted), queries={}, docs={})
        else:
            tables.append(table := read_task_rows(path))
            given = GivenTasks(tasks_of_rows(table, kind, wanted), *texts_in(table))
        once = {task.id: task for task in given.tasks} | once
        queries, docs = {**given.queries, **queries}, {**given.docs, **docs}
    return GivenTasks(tasks=list(once.values()), queries=queries, docs=docs), facts_of(tables)


def kind_of_tasks(paths: Sequence[str], checked: str | None) -> str:
    """The kind of the tasks of files where nobody has named it."""
    return "check" if checked else kind_in(paths[0]) if paths else "graded"


def scale_of(name: str | None, paths: Sequence[str]) -> JudgingScale:
    """The scale of that name or file; else that of a book of Quepid among the files, or the first."""
    if name:
        return scale(name) if name in SCALES else read_scale(name)
    for book in facts_by_file(paths):
        names = {float(grade): str(name) for grade, name in (book.scale_labels or {}).items()}
        if book.scale and (names or book.scale != SCALE):
            points = [Point(int(grade), names.get(grade) or f"Grade {grade:g}", "") for grade in book.scale]
            return JudgingScale(book.name, tuple(points))
    return scale(SCALES[0])


def rebuilt(source: str, log: str, query_texts: str | None, doc_texts: str | None) -> tuple[Campaign, int]:
    """The campaign with the entries of a log, and how many are new."""
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
        from irassay.judging.store.imported_answers import by_person

        judged = read_judgments(self.path, self.form, settings.kind, settings.scale, self.assessor)
        tasks, texts = (there.tasks(), there.facts.texts("query")) if there else ([], {})
        to_come, more = ([task.id for task in work.tasks], work.queries) if work else ([], {})
        by_person(judged, settings.kind, {*tasks, *to_come}, {**texts, **more})
        return judged

    def add_to(self, campaign: Campaign, judged: list[JudgedTask]) -> str:
        """Add it, and say how much."""
        done = campaign.import_answers(judged, source_of(self.path))
        given = [of for one in judged for of in one.judgments]
        return CLI(
            "added.answers", skips=any(one.skip for one in given), added=done.added, corrected=done.corrected,
            who=list(map(cut, dict.fromkeys(one.assessor for one in given))), same=done.same, room=done.without_room,
        )  # fmt: skip


def import_of(path: str, tool: str | None, assessor: str | None) -> Import:
    """What a file is: as it is named, else by its shape."""
    head = Head(head_of(path))
    other = LOG if head.is_json or not head.text else TABLE
    return Import(path=path, form=tool or tool_of(path) or other, assessor=assessor)
