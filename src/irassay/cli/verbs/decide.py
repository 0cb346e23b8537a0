"""`irassay decide`: a question about systems, posed to a campaign, and what its labels have settled so far."""

from __future__ import annotations

import json
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli import options, output
from irassay.cli.answers.decision import CODE
from irassay.cli.answers.judging_work import EarlierLabels, import_of, scale_of
from irassay.cli.answers.one_screen import columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.cli.answers.unjudged_file import sheet, tsv
from irassay.cli.output import Output, losses_told
from irassay.cli.result_files import page_asked, write_page
from irassay.collection.tasks import Task
from irassay.decisions import Decider, Decision, Replay, decide, plan, replay
from irassay.decisions.words import lead, pairs_table, planned, replayed
from irassay.drawing.tables.formats import table_tsv
from irassay.errors import InputError, MissingLibrary, UsageError, cut, without_secrets
from irassay.files import write_whole
from irassay.formats import read_qrels, read_runs, read_texts
from irassay.formats.reading.texts import read_result_texts
from irassay.formats.sources.opening import read_bytes
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.messages import listed
from irassay.record import Record
from irassay.result import Column, Table
from irassay.verdict.expectation import expectation_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.deciding import Followed, Terms
    from irassay.judging.store.campaign import Campaign

# Options of a question; those whose names `irassay.decide` does not share stand apart.
SHARED = ("top", "alpha", "unit", "choose", "seed")
OF_A_QUESTION = (
    *("measure", "pair", "one_baseline", "whole_order", "tied_within", *SHARED, "scale"),
    *("judged", "model_labels", "ideals", "query_texts", "doc_texts", "leave_out_missing_texts"),
    *("judging_scale", "guideline", "drawn_at_once", "budget", "overlap", "combine", "grade_scale", "label_map"),
)
FORM = "irassay decide 1"  # name and version of the JSON document
TOLD = ("unlabelled", "tied")  # columns of a replay that a sentence has where there are any
SHOWN = ("a", "b", "difference", "low", "high", "verdict", "by")
BINARY, GRADED = "binary", "trec-passage"  # scales, by the largest grade of the labels that are there


def run(args: argparse.Namespace) -> int:
    """Pose the question, if there is one, and print what is settled."""
    if args.plan or args.replay:
        options.refuse(args, *("as_of", "output", "next_to", "answers", "expect"), where="with --plan or --replay")
        return _costs(vars(args))
    from irassay.judging.assessors.deciding import Deciding, looked, page_of

    out = output.Output(args.screen, format=args.format)
    if args.output and not page_asked(args.output, args.format):
        raise UsageError(f"-o writes a page, expected a name that ends in .html, but got {cut(args.output)}")
    if args.as_of is not None:
        options.refuse(args, "next_to", "answers", where="with --as-of: what is over asks nothing")
    if not args.answers:
        options.refuse(args, "answering", where="without --answers FILE")
    if args.runs:
        options.refuse(args, "as_of", where="with RUN...: a question is asked now")
        for text in _posed(vars(args)).ask(args.campaign):
            args.screen.warn(text)
    else:
        options.refuse(args, *OF_A_QUESTION, where="without RUN..., which asks a question")
    with open_campaign(args.campaign) as campaign:
        n_half = 0
        if args.as_of is not None:
            decision = looked(campaign, args.as_of)
        else:
            deciding = Deciding(campaign)
            if args.answers:
                take_back(campaign, args.answers, args.answering, args.screen)
            if args.next_to:
                write_next(campaign, deciding.pending(), args.next_to)
            elif args.runs:
                deciding.pending()
            decision, n_half = deciding.look(), deciding.n_half_answered
        if args.output:
            write_page(page_of(campaign, args.as_of), args.output, args.screen)
        else:
            _print_decision(decision, args.campaign, (args.next_to, args.answers), n_half, out)
    return _code_of(decision, args.expect) if args.expect else 0


def _costs(given: Mapping[str, Any]) -> int:
    """Print what the question would cost."""
    from irassay.judging.assessors.deciding import decider_of

    out = output.Output(given["screen"], format=given["format"])
    if not given["runs"]:
        _print_plan(decider_of(given["campaign"]), out)
    elif given["plan"]:
        _print_plan(_posed(given).decider(), out)
    else:
        replay = _posed(given).replay(given["replay"])
        _print_costs(replay.table(), replayed(replay), out)
    return 0


def _posed(given: Mapping[str, Any]) -> Posed:
    """The question that the options make."""
    from irassay.judging.assessors.deciding import Terms

    if not given["measure"]:
        raise UsageError("by which measure? Add -m MEASURE, such as -m P@10")
    family = {name: given[name] for name in SHARED} | {"margin": given["tied_within"] or 0.0}
    family |= {"pairs": given["pair"] or None, "baseline": given["one_baseline"], "order": given["whole_order"]}
    return Posed(
        runs=given["runs"], measure=given["measure"], family=family, grades=given["scale"],
        labels={"judged": given["judged"], "model": given["model_labels"], "ideals": given["ideals"]},
        meaning={name: given[name] for name in ("grade_scale", "label_map")},
        texts=(given["query_texts"], given["doc_texts"]), leave_out=given["leave_out_missing_texts"],
        scale=given["judging_scale"], guideline=given["guideline"],
        terms=Terms(*(given[name] for name in ("drawn_at_once", "budget", "overlap", "combine"))),
    )  # fmt: skip


def _print_decision(
    decision: Decision, campaign: str, files: tuple[str | None, str | None], n_half: int, out: Output
) -> None:
    """Print it, and the command that goes on; `files` are those that went out, and came back, instead of a page, and
    `n_half` documents wait for another person."""
    pairs = pairs_table(decision)
    if out.form == "json":
        out.screen.result(json.dumps({"format": FORM, **decision.to_dict()}, indent=1, ensure_ascii=False))
    elif out.form == "tsv":
        out.screen.result(table_tsv(pairs).rstrip("\n"))
    else:
        part = ("", columns_of(pairs, SHOWN), ())
        wait = CLI("decided.half-answered", n=n_half, file=any(files)) if n_half else ""
        sentences = [decision.lever, decision.scope, wait]
        print_answer(
            out.screen, f"{lead(decision)}.", [part], sentences=sentences, more=CLI("decided") if len(pairs) > 1 else ""
        )
        where, (sheet, back) = quote(campaign), files
        judge = f"decide {where} --next todo.tsv" if back else f"judge {where}"
        judge = f"decide {where} --answers {quote(sheet)} --assessor NAME" if sheet else judge
        following = judge if decision.verdict == "undecided" else f"decide {where} -o decision.html"
        out.screen.next(without_secrets(f"irassay {following}"))


def _code_of(decision: Decision, expect: str) -> int:
    """The exit code of an order that is expected; UsageError where the question doesn't ask about its systems."""
    systems = {name for pair in decision.pairs for name in (pair.a, pair.b)}
    order = expectation_of(expect, None, systems)
    if order.margin is not None:
        raise UsageError(f"--expect {cut(expect)} has a margin: the question has its own, asked with --margin")
    pair = next((pair for pair in decision.pairs if {pair.a, pair.b} == {*order.pair}), None)
    if pair is None:
        raise UsageError(f"--expect is {cut(expect)}, and the question asks of {listed(sorted(map(cut, systems)))}")
    if pair.verdict == "settled":
        return CODE["better" if pair.better == order.better else "worse"]
    return CODE[pair.verdict]


def _print_plan(decider: Decider, out: Output) -> None:
    """Print what differences cost, in labels and queries."""
    of = plan(decider)
    _print_costs(of.table(), planned(of), out)


def _print_costs(table: Table, sentences: list[str], out: Output) -> None:
    if out.form == "json":
        names, values = zip(*((one.name, one.values) for one in table.columns))
        rows = [dict(zip(names, row)) for row in zip(*values, strict=True)]
        out.screen.result(json.dumps({"format": f"irassay decide {table.name} 1", "rows": rows}, indent=1))
    elif out.form == "tsv":
        out.screen.result(table_tsv(table).rstrip("\n"))
    else:
        answer, *others = sentences
        names = [one.name for one in table.columns if one.name not in TOLD]
        print_answer(out.screen, answer, [("", columns_of(table, names), ())], sentences=others, more="")


def write_next(campaign: Campaign, pending: Sequence[tuple[str, str]], to: str) -> None:
    """Write what is to be labelled, a query's documents together, both in an order that says nothing of systems."""
    from irassay.judging.assessors.orders import in_order

    seed = campaign.settings.seed
    docs: dict[str, list[str]] = {}
    for query, doc in pending:
        docs.setdefault(query, []).append(doc)
    order = in_order(docs, "shuffled", seed, "")
    rows = [(query, doc, "") for query in order for doc in in_order(docs[query], "shuffled", seed, query)]
    columns = [Column(name, [row[i] for row in rows]) for i, name in enumerate(("query", "doc", "grade"))]
    write = sheet if to.lower().endswith(".csv") else tsv
    texts = campaign.questions.texts(pending)
    write_whole(to, write(Table("next", "", columns), texts["query"], texts["doc"]))


def take_back(campaign: Campaign, path: str, assessor: str | None, screen: Screen) -> None:
    """Add what the file has as answers, and say how many; what is empty waits."""
    given = import_of(path, None, assessor)
    if given.is_log:
        raise UsageError(f"{cut(path)} is no table of answers; a log is taken over by irassay judge --import")
    with losses_told(screen):
        judged = given.read(campaign.settings, campaign, None)
    screen.explain(given.add_to(campaign, judged))


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
        grade, of = _largest_grade(labels)
        if self.scale or grade <= 1:
            return _without_text(lost[0])
        return [*_without_text(lost[0]), CLI("posed.scale", scale=GRADED, of=of, grade=grade)]

    def decider(self) -> Decider:
        """The question without a campaign."""
        runs = read_runs(self.runs)
        return decide(runs, self.measure, queries=list(self._query_texts(runs)) or None, **self._options())

    def replay(self, qrels: str) -> Replay:
        """What campaigns would have cost on the labels of a file."""
        labels = read_qrels(qrels, **self.meaning).judged()
        return replay(labels, read_runs(self.runs), self.measure, batch=self.terms.batch, **self._options())

    def _query_texts(self, runs: Runs) -> dict[str, str]:
        """The texts of the runs' queries that have one, of the file or else of the runs' own."""
        return read_texts(self.texts[0]).pick(runs.queries) if self.texts[0] else read_result_texts(self.runs)[0]

    def _options(self) -> dict[str, Any]:
        """The keywords of `decide` beside runs and measure."""
        return {**self._labels(), **self.family, "scale": self.grades}

    def _labels(self) -> dict[str, Qrels | None]:
        return {name: read_qrels(path, **self.meaning).judged() if path else None for name, path in self.labels.items()}

    def _settings(self, labels: Mapping[str, Qrels | None]) -> Settings:
        scale = scale_of(self.scale or (GRADED if _largest_grade(labels)[0] > 1 else BINARY), ())
        guideline = read_bytes(self.guideline).decode("utf-8") if self.guideline else ""
        return Settings(scale=scale, order="shuffled", seed=self.family["seed"], guideline=guideline)

    def _ready(
        self, settings: Settings, followed: Followed, labels: Mapping[str, Qrels | None], source: str
    ) -> Callable[[Campaign], int]:
        """What adds the question to a campaign, and says how many queries have no text; files are read before."""
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


def _largest_grade(labels: Mapping[str, Qrels | None]) -> tuple[int, str]:
    """The largest grade, and whose it is."""
    return max(((one.largest_grade, name) for name, one in labels.items() if one is not None), default=(0, ""))
