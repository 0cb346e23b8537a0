"""Sentences for the plan of next steps: the action in one sentence, and the short answer with its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison import League
from irassay.comparison.words import BY_QUERY
from irassay.estimates.bounds.words import for_leaders, for_pair
from irassay.estimates.words import BY_LABELS
from irassay.messages import listed, signed_ends, spelled
from irassay.verdict.label_reach import Movable
from irassay.verdict.next_steps import (
    NextStep,
    labels_first,
    nothing_to_judge,
    open_that_matter,
    plan,
    sizes_open,
    step_of,
    steps,
    too_close,
    within_reach,
)
from irassay.verdict.pair import Require
from irassay.verdict.verdict import Verdict
from irassay.verdict.words.phrases import SAID
from irassay.verdict.words.queries_needed import (
    NAMED,
    in_brackets,
    labels_of_queries,
    needed_by_reference,
    no_estimate,
    to_separate,
    too_close_ones,
)


def action(verdict: Verdict, *, require: Require = "likely", mend: str = "") -> str:
    """The next step, in one sentence; no labels where they are taken as they are. `mend` is what to mend in the runs
    where nothing else is to be done."""
    if require == "taken" and verdict.reach is not None:
        return by_queries_alone(verdict, mend=mend)
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ""
    if verdict.sparse is not None:
        return SAID("next.sparse", mend=mend)
    return _action(verdict, mend)


def by_queries_alone(verdict: Verdict, *, mend: str = "") -> str:
    """The next step where labels are taken as they are: more queries, or nothing but what is to be mended."""
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ""
    step = step_of(verdict, "queries")
    if step is not None:
        return SAID("next.add", why=_for_what(verdict, step), many=in_brackets(verdict))
    if too_close(verdict) or _contradicted(verdict) or verdict.suspects:
        return _nothing_to_do(verdict, mend)
    every = verdict.league.n_settled == verdict.league.n_tested
    form = "next-why.pair-settled" if verdict.kind == "two" else "next-why.settled"
    nothing, why = SAID("next-nothing"), SAID(form, none="", labels=False, every=every)
    return SAID("next.nothing", mend=mend, nothing=nothing, why=why, beyond=False)


def _action(verdict: Verdict, mend: str) -> str:
    work = [step for step in plan(verdict) if step.kind != "look"]
    if not work:
        return _nothing_to_do(verdict, mend)
    if sizes_open(verdict):
        return sizes(verdict)
    if work[0].kind == "labels":
        return SAID("next.judge-pair" if work[0].what == "pair" else "next.judge-pairs", then=len(work) > 1)
    form = "add-first" if len(work) > 1 else "add-with-reason" if nothing_to_judge(verdict) else "add-not-labels"
    return SAID(
        f"next.{form}",
        why=_for_what(verdict, work[0]), many=in_brackets(verdict), none=_why_none(verdict),
        second=_first_stays(verdict) or verdict.kind == "two", labels_high=verdict.labels_high,
    )  # fmt: skip


def sizes(verdict: Verdict) -> str:
    """What missing labels allow where they fix the order but not the size, and what to judge; "" elsewhere."""
    if not sizes_open(verdict):
        return ""
    return _sizes(verdict, first="queries" in steps(verdict))


def _sizes(verdict: Verdict, *, first: bool) -> str:
    those = sizes_open(verdict)
    if len(those) > 1 and verdict.kind != "two":
        return SAID("next-size.pairs", n=len(those), most=max(movable.high for movable in those), first=first)
    return _size(verdict, those[0], first=first, named=verdict.kind != "two")


def _size(verdict: Verdict, of: Movable, *, first: bool, named: bool) -> str:
    """What missing labels allow for a pair whose order they fix; `named` where there are other systems."""
    low, high = signed_ends(of.low, of.high)
    return SAID(
        "next-size",
        systems=of.systems if named else (), low=low, high=high, first=first, all=verdict.kind == "two",
        unjudged=verdict.unjudged, depth=verdict.depth,
    )  # fmt: skip


def before_queries(verdict: Verdict, a: str, b: str) -> str:
    """What to judge for two systems before more queries, where only the size of their difference is open; or ""."""
    if verdict.kind == "two":
        return sizes(verdict)
    i, j = (verdict.systems.index(verdict.league.stands_for(system)) for system in (a, b))
    movable = verdict.movable_at(i, j)
    return "" if movable is None else _size(verdict, movable, first=True, named=False)


def none_to_judge(verdict: Verdict, pairs: Sequence[tuple[int, int]]) -> str:
    """Why no document is to be judged for these pairs of places, as a clause."""
    if verdict.unjudged == 0:
        return SAID("next-why.all-judged", depth=verdict.depth)
    states = {verdict.state(i, j) for i, j in pairs}
    if states - {"settled", "exactly tied"}:
        return SAID("next-why.none-helps")
    significant = all(verdict.league.significant[i, j] for i, j in pairs if verdict.state(i, j) == "settled")
    return SAID("next-why.order" if significant else "next-why.order-open", tied="exactly tied" in states)


def _why_none(verdict: Verdict) -> str:
    """Why no document is to be judged although pairs are open, as a clause."""
    return SAID("next-why.none-helps" if verdict.unjudged else "next-why.all-judged", depth=None)


def _for_what(verdict: Verdict, queries: NextStep) -> str:
    """The purpose of more queries, as the beginning of a sentence."""
    one = len(verdict.league.leaders) == 1
    return SAID(f"next-for.{queries.what}", one=one, baselines=_baselines(verdict))


def _baselines(verdict: Verdict) -> str:
    """The names of the baselines; where these would be long, their number."""
    n = len(verdict.league.baseline)
    return listed(verdict.league.baseline) if n <= NAMED else f"the {spelled(n)} baselines"


def _nothing_to_do(verdict: Verdict, mend: str) -> str:
    if verdict.suspects and not mend:
        return _look(verdict)
    nothing = SAID("next-nothing.little" if verdict.unlikely in ("sparse", "sparse in part") else "next-nothing")
    why = _why_nothing(verdict)
    if not (why or mend) and verdict.labels_settled is None:
        return ""
    return SAID("next.nothing", mend=mend, nothing=nothing, why=why, beyond=False)


def _why_nothing(verdict: Verdict) -> str:
    """Why neither labels nor queries would help, as a clause; "" of a settled pair."""
    two, league = verdict.kind == "two", verdict.league
    if _contradicted(verdict):
        return SAID("next-why.contradicted")
    if too_close(verdict):
        return SAID("next-why.too-close", two=two, baselines=_baselines(verdict) if league.baseline else "")
    none = _why_none(verdict) if nothing_to_judge(verdict) else ""
    if two:
        return SAID("next-why.pair-settled", none=none, labels=False) if none else ""
    by_labels = verdict.labels_settled in (None, verdict.labels_pairs) or bool(none)
    every, labels = league.n_settled == league.n_tested and by_labels, not none and verdict.labels_high
    return SAID("next-why.settled", none=none, labels=labels, every=every)


def next_items(verdict: Verdict, *, require: Require = "likely", mend: str = "") -> list[str]:
    """The next steps with their numbers, a text each, in the order of the plan; options as for `action`."""
    items = []
    if verdict.suspects:
        items.append(_look(verdict))
    if require == "taken" and verdict.reach is not None:
        return [*dict.fromkeys((*items, _queries(verdict, first=True) or by_queries_alone(verdict, mend=mend)))]
    if verdict.sparse is not None:
        return [*items, SAID("sparse.instead")]
    work = steps(verdict)
    labels = _judge(verdict, first=work[0] == "labels") if "labels" in work else ""
    queries = _queries(verdict, first=work[:1] == ("queries",))
    items += [labels, queries] if labels_first(verdict) else [queries, labels]
    if not work and not queries:
        items.append(_nothing(verdict, mend))
    return [item for item in items if item]


def next_note(verdict: Verdict, *, require: Require = "likely") -> str:
    """How many labels and queries the next steps take, and what these numbers rest on."""
    kinds, by_reference = [step.kind for step in plan(verdict)], needed_by_reference(verdict)
    parts = [how_many(verdict)] if "labels" in kinds and require != "taken" and not sizes_open(verdict) else []
    if "queries" in kinds:
        parts += [no_estimate(verdict, needed, of) for of, needed in by_reference.items()]
        parts += [labels_of_queries(verdict, needed, of) for of, needed in by_reference.items()]
    parts += [SAID("next.power")] if within_reach(verdict, verdict.needed) else []
    return " ".join(part for part in parts if part)


def _look(verdict: Verdict) -> str:
    """That files of runs need a look."""
    systems = list(verdict.suspects)
    return SAID("next.look", n=len(systems), systems=systems, leading=_leading(verdict, systems))


def _leading(verdict: Verdict, suspects: Sequence[str]) -> str:
    """Whether runs whose files need a look are among the leaders; "" where nobody leads."""
    if verdict.league.baseline or verdict.kind not in ("few", "many"):
        return ""
    if len(suspects) == 1:
        return _standing(verdict, suspects[0])
    leaders = [system for system in suspects if system in verdict.league.leaders]
    return SAID("next-look.several", leaders=leaders, n=len(leaders))


def _standing(verdict: Verdict, suspect: str) -> str:
    """Whether the only suspect leads, and both of its means where its ranks contradict its scores."""
    leads, (by_score, by_rank) = suspect in verdict.league.leaders, verdict.by_rank.get(suspect, (0.0, 0.0))
    worse = not leads and (by_rank > by_score if verdict.league.lower_is_better else by_rank < by_score)
    means = {"ranked": suspect in verdict.by_rank, "by_score": by_score, "by_rank": by_rank}
    return SAID("next-look.one", leads=leads, worse=worse, **means)


def judge_command(verdict: Verdict, *, require: Require = "likely") -> str:
    """The command that lists the documents to judge; "" where judging is not part of the plan, or labels are taken."""
    labels = None if require == "taken" else step_of(verdict, "labels")
    return "" if labels is None else labels.command


def _nothing(verdict: Verdict, mend: str) -> str:
    nothing = SAID("next-nothing.item", sparse=verdict.sparse is not None, suspects=verdict.suspects)
    none, form = nothing_to_judge(verdict), "baseline" if verdict.league.baseline else "lead"
    if _contradicted(verdict):
        none, form = False, "contradicted"
    elif verdict.kind == "two":
        form = "pair-settled-by-queries" if verdict.labels_settled is None else "pair-settled-by-both"
    why = SAID(f"next-why.{form}", baselines=_baselines(verdict), labels=_by_labels(verdict))
    beyond = none and not verdict.unjudged
    return SAID("next.nothing", mend=mend, nothing=nothing, why=_why_none(verdict) if none else why, beyond=beyond)


def _by_labels(verdict: Verdict) -> bool:
    """Whether the labels settle the lead too."""
    return verdict.labels_settled is not None and verdict.open_at_top == 0


def how_many(verdict: Verdict) -> str:
    """The number of labels that would settle the pairs in question, or that none was counted; "" with none open."""
    if verdict.judging is None:
        return not_counted(verdict.league) if open_that_matter(verdict) and verdict.unjudged else ""
    if verdict.kind == "two":
        return for_pair(verdict.judging, unseen=not verdict.among_retrieved)
    unseen = not verdict.among_retrieved
    return for_leaders(verdict.judging, baseline=bool(verdict.league.baseline), unseen=unseen)


def not_counted(league: League) -> str:
    """That nobody counted how many labels would do."""
    several = len(league.collections) > 1
    return SAID("next.by-collection") if several else BY_LABELS("labels-needed.not-counted")


def _judge(verdict: Verdict, *, first: bool) -> str:
    if sizes_open(verdict):
        return _sizes(verdict, first=False)  # the next step says that queries follow
    top = verdict.open_at_top
    after = "second" if top and _first_stays(verdict) else "then"
    form = "pair" if verdict.kind == "two" else "first" if first else after
    return SAID(
        f"next-judge.{form}",
        unjudged=verdict.unjudged, depth=verdict.depth, pairs=top or verdict.labels_undecided, top=top,
        lower=verdict.league.lower_is_better, matter=verdict.judging.documents if verdict.judging else 0,
    )  # fmt: skip


def _first_stays(verdict: Verdict) -> bool:
    """Whether no missing label puts another system first."""
    return not verdict.league.baseline and verdict.first_by_any_label


def _contradicted(verdict: Verdict) -> bool:
    """Whether the test and the means of the only pair disagree."""
    return verdict.only_pair is not None and bool(verdict.only_pair.queries.against_means)


def _queries(verdict: Verdict, *, first: bool) -> str:
    """Queries to separate the leaders, systems that are too close, and queries for the remaining systems."""
    league = verdict.league
    step = step_of(verdict, "queries")
    why = "" if step is None else step.what
    separate = [to_separate(verdict, needed, of) for of, needed in needed_by_reference(verdict).items()]
    near = " ".join(filter(None, separate)) if why in ("leaders", "baseline", "pair") else ""
    parts = [SAID("next-queries.separate", first=first, near=near) if near else "", too_close_ones(verdict)]
    if why == "rest" or (why and not near):
        settled = first and len(league.leaders) == 1
        lead = SAID("next-queries.lead", labels=_by_labels(verdict)) if settled else ""
        form = "next-queries"
        if verdict.kind == "two":
            form = "next-queries.one-query" if verdict.n_queries == 1 else "next-queries.pair"
        add = SAID(
            form,
            first=first, rest=why == "rest", queries=verdict.n_queries, settled=league.n_settled,
            tested=league.n_tested, one_query=BY_QUERY("over-queries.one-query"),
        )  # fmt: skip
        parts = [parts[1] or lead, add]
    return " ".join(part for part in parts if part)
