"""A question posed to a campaign: its files read, the campaign made where it is not there, and held against its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.errors import InputError, MissingLibrary, UsageError, cut
from irassay.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.decisions import Decider, Replay
    from irassay.judging.assessors.deciding import Followed, Terms
    from irassay.judging.store import Settings
    from irassay.judging.store.campaign import Campaign

BINARY, GRADED = "binary", "trec-passage"  # scales, by the largest grade of the labels that are there


class Posed(Record):
    """A question as options have it."""

    runs: Sequence[str]
    measure: str
    family: Mapping[str, Any]  # pairs, baseline, top, order, margin, alpha, unit, seed: those that `decide` takes
    grades: Sequence[int] | None
    labels: Mapping[str, str | None]  # judged, model and ideals: their files
    meaning: Mapping[str, Any]  # of their grades, as `read_qrels` takes it
    texts: tuple[str | None, str | None]
    leave_out: bool  # documents without a text: nobody can label them
    scale: str | None  # that people of a new campaign choose from
    guideline: str | None
    terms: Terms

    def ask(self, source: str) -> list[str]:
        """Pose it, or hold it against the one that the campaign has; InputError names what is another there. What is to
        be known of it: queries left out, and a scale that labels decided."""
        MissingLibrary.load("sqlalchemy", "web")
        from irassay.judging.assessors.deciding import Followed
        from irassay.judging.store import make_campaign, open_campaign
        from irassay.judging.store.database import is_there

        labels = self._labels()
        if is_there(source):
            with open_campaign(source) as campaign:
                followed = Followed(campaign.settings.scale)
                followed.take(campaign.questions.entries())
                left_out = self._ready(campaign.settings, followed, labels, campaign.source)(campaign)
                return _without_text(left_out)
        lost: list[int] = []
        settings = self._settings(labels)
        add = self._ready(settings, Followed(settings.scale), labels, source)  # no file is made for what can't be asked
        make_campaign(source, settings, lambda campaign: lost.append(add(campaign))).close()
        grade, of = _largest(labels)
        if self.scale or grade <= 1:
            return _without_text(lost[0])
        return [*_without_text(lost[0]), CLI("posed.scale", scale=GRADED, of=of, grade=grade)]

    def decider(self) -> Decider:
        """The question without a campaign."""
        from irassay.decisions import decide
        from irassay.formats import read_runs

        runs = read_runs(self.runs)
        return decide(runs, self.measure, queries=list(self._query_texts(runs)) or None, **self._options())

    def replay(self, qrels: str) -> Replay:
        """What campaigns would have cost on the labels of a file."""
        from irassay.decisions import replay
        from irassay.formats import read_qrels, read_runs

        labels = read_qrels(qrels, **self.meaning).judged()
        return replay(labels, read_runs(self.runs), self.measure, batch=self.terms.batch, **self._options())

    def _query_texts(self, runs: Runs) -> dict[str, str]:
        """The texts of the runs' queries that have one, of the file or else of the runs' own."""
        from irassay.formats import read_texts
        from irassay.formats.reading.texts import read_result_texts

        if self.texts[0]:
            return read_texts(self.texts[0]).pick(runs.queries)
        return read_result_texts(self.runs)[0]

    def _options(self) -> dict[str, Any]:
        """The keywords of `decide` beside runs and measure."""
        return {**self._labels(), **self.family, "scale": self.grades}

    def _labels(self) -> dict[str, Qrels | None]:
        from irassay.formats import read_qrels

        return {name: read_qrels(path, **self.meaning).judged() if path else None for name, path in self.labels.items()}

    def _settings(self, labels: Mapping[str, Qrels | None]) -> Settings:
        from irassay.cli.answers.judging_work import scale_of
        from irassay.formats.sources.opening import read_bytes
        from irassay.judging.store import Settings

        scale = scale_of(self.scale or (GRADED if _largest(labels)[0] > 1 else BINARY), ())
        guideline = read_bytes(self.guideline).decode("utf-8") if self.guideline else ""
        return Settings(scale=scale, order="shuffled", seed=self.family["seed"], guideline=guideline)

    def _ready(
        self, settings: Settings, followed: Followed, labels: Mapping[str, Qrels | None], source: str
    ) -> Callable[[Campaign], int]:
        """What adds the question to a campaign whose log was followed, and says how many queries have no text; all
        files are read before."""
        from irassay.cli.answers.judging_work import EarlierLabels
        from irassay.decisions import decide
        from irassay.formats import read_runs
        from irassay.judging.assessors.deciding import pose

        if settings.kind != "graded":
            raise UsageError(f"{cut(source)} has tasks of kind {settings.kind}, expected graded")
        new, there, runs = labels["judged"], followed.decider, read_runs(self.runs)
        given = {0, *(max(0, point.grade) for point in settings.scale.points)}
        grades = self.grades or sorted(given)
        if other := given - {*grades}:
            raise UsageError(
                f"people can give grade {max(other)}, which --grades has not: add it, or take another --scale"
            )
        beside = {"model": labels["model"], "ideals": labels["ideals"]}
        texts = self._query_texts(runs)
        queries = list(texts) or (None if there is None else there.setting.queries)
        options: dict[str, Any] = {**beside, **self.family, "queries": queries, "judged": followed.with_earlier(new)}
        decider = decide(runs, self.measure, scale=grades, **options)
        if there is not None:
            _check_same(source, there, decider)
            return lambda _: 0
        shown = self._shown(decider, texts)
        earlier = EarlierLabels.of(self.labels["judged"], settings) if self.labels["judged"] else None

        def add(campaign: Campaign) -> int:
            if earlier is not None:
                campaign.add_earlier(earlier.labels, earlier.source)
            pose(campaign, decider, runs, beside, self.terms, shown)
            return len(runs.queries) - len(decider.setting.queries)

        return add

    def _shown(self, decider: Decider, queries: dict[str, str]) -> dict[str, dict[str, str]]:
        """The texts of all documents that may be drawn; UsageError without the files, InputError where one lacks."""
        from irassay.collection.tasks import Task
        from irassay.formats import read_texts
        from irassay.formats.reading.texts import read_result_texts
        from irassay.judging.store.adding import check_texts

        wanted = {doc for _, doc in decider.documents}
        docs = read_texts(self.texts[1]).pick(wanted) if self.texts[1] else read_result_texts(self.runs)[1]
        if not (queries and docs):
            raise UsageError("people judge texts: add --query-texts FILE and --doc-texts FILE")
        queries = {
            query: queries[query] for query in dict.fromkeys(q for q, _ in decider.documents) if query in queries
        }
        docs = {doc: text for doc, text in docs.items() if doc in wanted}
        known = decider.setting.judged
        asked = [pair for pair in decider.documents if pair[1] not in known.get(pair[0], {})]
        shown = [pair for pair in asked if pair[1] in docs or not self.leave_out]
        check_texts([Task("graded", query, (doc,)) for query, doc in shown], queries, docs)
        return {"query": queries, "doc": docs}


def _check_same(source: str, there: Decider, asked: Decider) -> None:
    old, new = there.setting.options, asked.setting.options
    other = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if other:
        rows = [f"{name}: {cut(str(old.get(name)))} there, {cut(str(new.get(name)))} here" for name in other]
        raise InputError(
            f"{cut(source)} asks another question", tuple(rows), advice="look at it without RUN, or name a new campaign"
        )


def _without_text(n: int) -> list[str]:
    """That so many queries of the runs have no text."""
    return [CLI("posed.no-text", n=n)] if n else []


def _largest(labels: Mapping[str, Qrels | None]) -> tuple[int, str]:
    """The largest grade, and whose it is."""
    return max(((one.largest_grade, name) for name, one in labels.items() if one is not None), default=(0, ""))
