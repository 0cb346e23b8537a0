"""Sentences for the plan of next steps: the action in one sentence, and the short answer with its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.comparison.league.phrases import ONE_QUERY
from irassay.comparison.league.words import more_than
from irassay.estimates.bounds.words_needed import NOT_COUNTED, for_leaders, for_pair
from irassay.messages import capital, conjugate, count, listed, number, plural, signed_ends, spelled
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
from irassay.verdict.words.baselines import NAMED
from irassay.verdict.words.phrases import depth_of
from irassay.verdict.words.queries_needed import (
    in_brackets,
    labels_of_queries,
    needed_by_reference,
    no_estimate,
    to_separate,
    too_close_ones,
)
from irassay.verdict.words.sparse import IN_SHORT, INSTEAD

if TYPE_CHECKING:
    from irassay.verdict.movable import Movable
    from irassay.verdict.pair import Require
    from irassay.verdict.verdict import Verdict

CONTRADICTED = "the test and the means disagree, which more queries don't change"
NONE_HELPS = "no label of a retrieved document helps one system of an open pair more than the other"
BY_COLLECTION = "How many labels and queries that takes is counted for each collection by itself."
POWER_ASSUMPTION = (
    "Ranges of queries: with 80% power, for an 80% interval of the true difference, if further queries are like these."
)


def action(verdict: Verdict, *, require: Require = "likely", mend: str = "") -> str:
    """The next step, in one sentence; no labels where they are taken as they are. `mend` is what to mend in the runs
    where nothing else is to be done."""
    if require == "taken" and verdict.reach is not None:
        return by_queries_alone(verdict, mend=mend)
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ""
    if verdict.sparse is not None:
        return f"First mend {mend}. {IN_SHORT}" if mend else IN_SHORT
    return _action(verdict, mend)


def by_queries_alone(verdict: Verdict, *, mend: str = "") -> str:
    """The next step where labels are taken as they are: more queries, or nothing but what is to be mended."""
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ""
    step = step_of(verdict, "queries")
    if step is not None:
        return f"{_for_what(verdict, step)}, add queries{in_brackets(verdict)}."
    if too_close(verdict) or (verdict.only_pair is not None and verdict.only_pair.queries.against_means):
        return _nothing_to_do(verdict, mend)
    return _after(mend, "Nothing to do", f"the queries settle {_settled_by_queries(verdict)}")


def _settled_by_queries(verdict: Verdict) -> str:
    if verdict.kind == "two":
        return "the pair"
    return "every pair" if verdict.league.n_settled == verdict.league.n_tested else "nearly every pair"


def _action(verdict: Verdict, mend: str) -> str:
    work = [step for step in plan(verdict) if step.kind != "look"]
    if not work:
        return _nothing_to_do(verdict, mend)
    if sizes_open(verdict):
        return sizes(verdict)
    if work[0].kind == "labels":
        then = " then add queries" if len(work) > 1 else ""
        if work[0].what == "pair":
            return f"Judge the missing labels first{',' * bool(then)}{then}."
        return f"Judge the missing labels that keep pairs open first{';' * bool(then)}{then}."
    why, many = _for_what(verdict, work[0]), in_brackets(verdict)
    if len(work) > 1:
        second = _first_stays(verdict) or verdict.kind == "two"
        labels = "labels come second" if second else "then judge what keeps pairs open"
        return f"{why}, add queries first{many}; {labels}."
    if nothing_to_judge(verdict):
        return f"{why}, add queries{many}: {_why_none(verdict)}."
    return f"{why}, add queries{', not labels' if verdict.labels_high else ''}{many}."


def sizes(verdict: Verdict) -> str:
    """What missing labels allow where they fix the order but not the size, and what to judge; "" elsewhere."""
    if not sizes_open(verdict):
        return ""
    return _sizes(verdict, " before adding queries" if "queries" in steps(verdict) else "")


def _sizes(verdict: Verdict, before: str) -> str:
    those = sizes_open(verdict)
    if verdict.kind == "two":
        return size_of_pair(those[0], f"the {_without_label(verdict)}{before}")
    if len(those) == 1:
        return size_of_pair(those[0], f"the documents that move it{before}", named=True)
    most = number(max(movable.high for movable in those), 3)
    return (
        f"The labels fix the order of {plural(len(those), 'pair')} that the queries leave open, but missing ones allow "
        f"differences up to {most}: judge the documents that move them{before}."
    )


def size_of_pair(of: Movable, judge: str, *, named: bool = False) -> str:
    """What missing labels allow for a pair whose order they fix; `judge` names the documents."""
    which = f"which of {listed(of.systems)} is ahead" if named else "which is ahead"
    low, high = signed_ends(of.low, of.high)
    return f"The labels fix {which}, but missing ones allow a difference from {low} to {high}: judge {judge}."


def before_queries(verdict: Verdict, a: str, b: str) -> str:
    """What to judge for two systems before more queries, where only the size of their difference is open; or ""."""
    if verdict.kind == "two":
        return sizes(verdict)
    i, j = (verdict.systems.index(verdict.league.stands_for(system)) for system in (a, b))
    movable = verdict.movable_at(i, j)
    return "" if movable is None else size_of_pair(movable, "the documents that move it before adding queries")


def _without_label(verdict: Verdict) -> str:
    """The phrase "63 retrieved documents to depth 10 without a label"."""
    return f"{plural(verdict.unjudged, 'retrieved document')}{_to_depth(verdict)} without a label"


def _to_depth(verdict: Verdict) -> str:
    return "" if verdict.depth is None else f" {depth_of(verdict.depth)}"


def none_to_judge(verdict: Verdict, pairs: Sequence[tuple[int, int]]) -> str:
    """Why no document is to be judged for these pairs of places, as a clause."""
    if verdict.unjudged == 0:
        return f"every retrieved document{_to_depth(verdict)} is judged"
    states = {verdict.state(i, j) for i, j in pairs}
    if states - {"settled", "exactly tied"}:
        return NONE_HELPS
    tied = "; pairs that are exactly tied are left out" if "exactly tied" in states else ""
    if all(verdict.league.significant[i, j] for i, j in pairs if verdict.state(i, j) == "settled"):
        return f"the queries settle the order, and no missing label changes it{tied}"
    return f"no missing label changes the order, or a difference enough for the test on these queries{tied}"


def _why_none(verdict: Verdict) -> str:
    """Why no document is to be judged although pairs are open, as a clause."""
    return NONE_HELPS if verdict.unjudged else "every retrieved document is judged"


def _for_what(verdict: Verdict, queries: NextStep) -> str:
    """The purpose of more queries, as the beginning of a sentence."""
    league = verdict.league
    if queries.what == "rest":
        lead = (
            "The lead is settled by the queries"
            if len(league.leaders) == 1
            else "The leaders are too close to separate"
        )
        return f"{lead}; to order the rest"
    return {
        "pair": "To separate them",
        "baseline": f"To tell more systems apart from {_baselines(verdict)}",
        "leaders": "To separate the leaders",
    }[queries.what]


def _baselines(verdict: Verdict) -> str:
    """The names of the baselines; where these would be long, their number."""
    n = len(verdict.league.baseline)
    return listed(verdict.league.baseline) if n <= NAMED else f"the {spelled(n)} baselines"


def _nothing_to_do(verdict: Verdict, mend: str) -> str:
    nothing = f"Nothing to do{' beyond the files named below' if verdict.suspects else ''}"
    if verdict.unlikely in ("sparse", "sparse in part"):
        nothing = "More queries would change little"
    why = _why_nothing(verdict)
    return _after(mend, nothing, why) if why or mend or verdict.labels_settled is not None else ""


def _why_nothing(verdict: Verdict) -> str:
    """Why neither labels nor queries would help, as a clause; "" of a settled pair."""
    if verdict.only_pair is not None and verdict.only_pair.queries.against_means:
        return CONTRADICTED
    if too_close(verdict):
        who = "the two" if verdict.kind == "two" else "the leaders"
        if verdict.league.baseline:
            return f"the rest are too close to {_baselines(verdict)} for more queries to separate"
        return f"{who} are too close for more queries to separate"
    if nothing_to_judge(verdict):
        return f"{_why_none(verdict)}, and the queries settle {_settled(verdict)}"
    if verdict.kind == "two":
        return ""
    both = "the queries and the labels settle" if verdict.labels_high else "the queries settle"
    return f"{both} {_settled(verdict)}"


def _after(mend: str, nothing: str, why: str) -> str:
    """That nothing is to be done, or only to be mended, and why."""
    if mend:
        return f"First mend {mend}{why and f'; as the runs stand, {why}'}."
    return f"{nothing}{why and f': {why}'}."


def _settled(verdict: Verdict) -> str:
    if verdict.kind == "two":
        return "the pair"
    every = verdict.league.n_settled == verdict.league.n_tested and (
        verdict.labels_settled in (None, verdict.labels_pairs) or nothing_to_judge(verdict)
    )
    return "every pair" if every else "nearly every pair"


def next_items(verdict: Verdict, *, require: Require = "likely", mend: str = "") -> list[str]:
    """The next steps with their numbers, one text for each, in the order of the plan; `require` and `mend` as for
    `action`."""
    items = []
    look = step_of(verdict, "look")
    if look is not None:
        n = len(look.systems)
        need = "run needs" if n == 1 else "runs need"
        items.append(f"{capital(spelled(n))} {need} a look first: {listed(look.systems)}{_leading(verdict, look)}.")
    if require == "taken" and verdict.reach is not None:
        return [*items, _queries(verdict, first=True) or by_queries_alone(verdict, mend=mend)]
    if verdict.sparse is not None:
        return [*items, INSTEAD]
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
        parts += [labels_of_queries(verdict, needed) for needed in by_reference.values()]
    parts += [POWER_ASSUMPTION] if within_reach(verdict, verdict.needed) else []
    return " ".join(part for part in parts if part)


def _leading(verdict: Verdict, look: NextStep) -> str:
    """Whether runs whose files need a look are among the leaders; "" where nobody leads."""
    if verdict.league.baseline or verdict.kind not in ("few", "many"):
        return ""
    leaders = [system for system in look.systems if system in verdict.league.leaders]
    if len(look.systems) == 1:
        return f" ({_standing(verdict, look.systems[0])})"
    return f" ({listed(leaders)} {conjugate(len(leaders), 'leads')})" if leaders else " (none leads as it stands)"


def _standing(verdict: Verdict, suspect: str) -> str:
    """Whether the only suspect leads, and its other mean where its ranks contradict its scores."""
    leads = suspect in verdict.league.leaders
    if suspect not in verdict.by_rank:
        return "a leader" if leads else "not a leader as it stands"
    by_score, by_rank = verdict.by_rank[suspect]
    instead = f"{number(by_rank, 3)} instead of {number(by_score, 3)}"
    lower = verdict.league.lower_is_better
    if not leads and (by_rank > by_score if lower else by_rank < by_score):
        return f"not a leader; by its rank column it scores {more_than(not lower)}: {instead}"
    return f"{'a' if leads else 'not a'} leader as it stands; by its rank column it scores {instead}"


def judge_command(verdict: Verdict, *, require: Require = "likely") -> str:
    """The command that lists the documents to judge; "" where judging is not part of the plan, or labels are taken."""
    labels = None if require == "taken" else step_of(verdict, "labels")
    return "" if labels is None else labels.command


def _nothing(verdict: Verdict, mend: str) -> str:
    nothing = "Nothing more" if verdict.suspects else "Nothing"
    if verdict.sparse is not None:
        nothing = "No more queries"
    if verdict.only_pair is not None and verdict.only_pair.queries.against_means:
        return _after(mend, nothing, CONTRADICTED)
    if nothing_to_judge(verdict):
        beyond = "" if verdict.unjudged else " Only documents that nobody retrieved keep pairs open."
        return _after(mend, nothing, _why_none(verdict)) + beyond
    if verdict.kind == "two":
        labels = " settle this pair" if verdict.labels_settled is None else " and the labels settle it"
        return _after(mend, nothing, f"the queries{labels}")
    if verdict.league.baseline:
        return _after(mend, nothing, f"every system differs significantly from {_baselines(verdict)}")
    return _after(mend, nothing, f"the lead is settled {_by_what(verdict)}")


def _by_what(verdict: Verdict) -> str:
    labels = verdict.labels_settled is not None and verdict.open_at_top == 0
    return "by the queries and by the labels" if labels else "by the queries"


def how_many(verdict: Verdict) -> str:
    """The number of labels that would settle the pairs in question, or that none was counted; "" with none open."""
    if verdict.judging is None:
        counted = NOT_COUNTED if len(verdict.league.collections) < 2 else BY_COLLECTION
        return counted if open_that_matter(verdict) and verdict.unjudged else ""
    if verdict.kind == "two":
        return for_pair(verdict.judging, unseen=not verdict.among_retrieved)
    unseen = not verdict.among_retrieved
    return for_leaders(verdict.judging, baseline=bool(verdict.league.baseline), unseen=unseen)


def _judge(verdict: Verdict, *, first: bool) -> str:
    if sizes_open(verdict):
        return _sizes(verdict, "")  # the next step says that queries follow
    undecided = verdict.labels_undecided
    has = conjugate(verdict.unjudged, "has")
    missing = f"{plural(verdict.unjudged, 'retrieved document')}{_to_depth(verdict)} {has} no label"
    if verdict.kind == "two":
        return f"{missing}. Judge first those that matter to this pair."
    of, is_one = "", undecided == 1
    if verdict.open_at_top:
        of, is_one = " with a leader", verdict.open_at_top == 1
    text = f"{missing}; {plural(verdict.open_at_top or undecided, 'pair')}{of} {'is' if is_one else 'are'} open"
    stays = _first_stays(verdict) if verdict.open_at_top else ""
    if first:
        return f"{text}. Judge first those that keep pairs open."
    return f"Labels come second: {text}, but {stays}." if stays else f"Then judge what keeps pairs open: {text}."


def _first_stays(verdict: Verdict) -> str:
    """The clause that no missing label puts another system first; "" where one could."""
    if verdict.league.baseline or not verdict.first_by_any_label:
        return ""
    best = "lowest" if verdict.league.lower_is_better else "highest"
    return f"none changes who scores {best}"


def _queries(verdict: Verdict, *, first: bool) -> str:
    """Queries to separate the leaders, systems that are too close, and queries for the remaining systems."""
    league = verdict.league
    step = step_of(verdict, "queries")
    why = "" if step is None else step.what
    separate = [to_separate(verdict, needed, of) for of, needed in needed_by_reference(verdict).items()]
    near = " ".join(filter(None, separate)) if why in ("leaders", "baseline", "pair") else ""
    if near:
        near = f"{'Add' if first else 'Then add'} queries. {near}"
    parts = [near, too_close_ones(verdict)]
    if why == "rest" or (why and not near):
        lead = f"The lead is settled {_by_what(verdict)}." if first and len(league.leaders) == 1 else ""
        rest = " to order the rest" if why == "rest" else ""
        here = "this one settles" if verdict.n_queries == 1 else f"these {count(verdict.n_queries)} settle"
        so_far = f"{here} {count(league.n_settled)} of {plural(league.n_tested, 'pair')}"
        if verdict.kind == "two":
            so_far = ONE_QUERY if verdict.n_queries == 1 else f"{here} nothing"
        parts = [*([parts[1]] if parts[1] else [lead]), f"{'Add' if first else 'Then add'} queries{rest}: {so_far}."]
    return " ".join(part for part in parts if part)
