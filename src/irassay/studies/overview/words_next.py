"""What to do next in words: the action in one sentence, and the short answer with its numbers. Both say the plan."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison.power import is_guess
from irassay.comparison.words import range_of_queries
from irassay.studies.overview.case import Case, Needed
from irassay.studies.overview.plan import (
    FAR,
    labels_first,
    nothing_to_judge,
    open_that_matter,
    purpose,
    steps,
    too_close,
)
from irassay.studies.overview.words import depth_of
from irassay.studies.overview.words_baseline import NAMED
from irassay.wording import count, listed, plural, roughly, spelled

POWER_ASSUMPTION = "With 80% power, if further queries are like these; 80% ranges for what the difference truly is."


def action(case: Case) -> str:
    """What to do, in one sentence.

    >>> action(Case("nDCG@10", 10, 63, ["a", "b", "c"], [0.7, 0.6, 0.5], 53, 100, leaders=["a", "b"], pairs=3))
    'To separate the leaders, add queries.'
    """
    if case.kind in ("unmatched", "one", "same", "tied"):
        return ""
    plan = steps(case)
    if not plan:
        return _nothing_to_do(case)
    if plan[0] == "labels":
        then = "; then add queries" if len(plan) > 1 else ""
        if case.kind == "two":
            return f"Judge the missing labels first{then.replace(';', ',')}."
        return f"Judge the missing labels that keep pairs open first{then}."
    why = _for_what(case)
    if len(plan) > 1:
        return f"{why}, add queries first; then judge the documents that keep {_pairs_that_matter(case)} open."
    if nothing_to_judge(case):
        return f"{why}, add queries: every retrieved document is judged."
    return f"{why}, add queries{', not labels' if case.labels_high else ''}."


def _for_what(case: Case) -> str:
    """What queries are for, as the beginning of a sentence."""
    if purpose(case) == "rest":
        lead = (
            "The lead is settled by the queries" if len(case.leaders) == 1 else "The leaders are too close to separate"
        )
        return f"{lead}; to order the rest"
    return {
        "pair": "To separate them",
        "baseline": f"To tell more systems from {_baselines(case)}",
        "leaders": "To separate the leaders",
    }[purpose(case)]


def _baselines(case: Case) -> str:
    """All of them; where that would be long, how many."""
    n = len(case.baselines)
    return listed(case.baselines) if n <= NAMED else f"the {spelled(n)} baselines"


def _pairs_that_matter(case: Case) -> str:
    n = open_that_matter(case)
    return plural(n, "comparison") if case.baselines else f"{plural(n, 'pair')} with a leader"


def _nothing_to_do(case: Case) -> str:
    nothing = f"Nothing to do{' beyond the files named below' if case.touched else ''}"
    if case.pair is not None and case.pair.against_means:
        return f"{nothing}: the test and the means disagree, which more queries don't change."
    if too_close(case):
        who = "the two" if case.kind == "two" else "the leaders"
        if case.baselines:
            return f"{nothing}: the rest are too close to {_baselines(case)} for more queries to tell."
        return f"{nothing}: {who} are too close for more queries to separate."
    if nothing_to_judge(case):
        return f"{nothing}: every retrieved document is judged, and the queries settle {_settled(case)}."
    if case.kind == "two":
        return f"{nothing}." if case.labels_settled is not None else ""
    both = "both doubts are settled for" if case.labels_high else "the queries settle"
    return f"{nothing}: {both} {_settled(case)}."


def _settled(case: Case) -> str:
    if case.kind == "two":
        return "the pair"
    every = case.queries_settled == case.pairs and (
        case.labels_settled in (None, case.labels_pairs) or nothing_to_judge(case)
    )
    return "every pair" if every else "nearly every pair"


def next_step(case: Case) -> str:
    """What to do next, with its numbers, in the order of the plan."""
    parts = []
    if case.touched:
        needs = "needs" if len(case.touched) == 1 else "need"
        parts.append(
            f"{spelled(len(case.touched), capital=True)} run{'' if len(case.touched) == 1 else 's'} {needs} a look "
            f"first: {listed(case.touched)}."
        )
    plan = steps(case)
    labels = _judge(case, first=plan[0] == "labels") if "labels" in plan else ""
    queries = _queries(case, first=plan[:1] == ("queries",))
    parts += [labels, queries] if labels_first(case) else [queries, labels]
    if not plan and not queries:
        parts.append(_nothing(case))
    return " ".join(part for part in parts if part)


def judge_command(case: Case) -> str:
    """The command that lists the documents to judge, "" where judging is no part of the plan."""
    return f"irassay compare {case.command} --unjudged judge-first.tsv" if "labels" in steps(case) else ""


def _nothing(case: Case) -> str:
    nothing = "Nothing more" if case.touched else "Nothing"
    if case.pair is not None and case.pair.against_means:
        return f"{nothing}: the test and the means disagree, which more queries don't change."
    if nothing_to_judge(case):
        return f"{nothing}: every retrieved document is judged. Only documents that nobody retrieved keep pairs open."
    if case.kind == "two":
        return f"{nothing}: the queries" + (
            " settle this pair." if case.labels_settled is None else " and the labels settle it."
        )
    if case.baselines:
        return f"{nothing}: every system differs significantly from {_baselines(case)}."
    return f"{nothing}: the lead is settled {_by_what(case)}."


def _by_what(case: Case) -> str:
    labels = case.labels_settled is not None and case.open_at_top == 0
    return "by the queries and by the labels" if labels else "by the queries"


def how_many(case: Case) -> str:
    """How many labels would settle what matters, "" where that is not computed."""
    if case.judging is None:
        return ""
    from irassay.estimates.words_needed import for_leaders, for_pair

    if case.kind == "two":
        return for_pair(case.judging, unseen=not case.among_retrieved)
    return for_leaders(case.judging, baseline=bool(case.baselines))


def _judge(case: Case, *, first: bool) -> str:
    undecided = case.labels_open + case.labels_unknown
    where = "" if case.depth is None else f" {depth_of(case.depth)}"
    missing = f"{plural(case.unjudged, 'retrieved document')}{where} {'has' if case.unjudged == 1 else 'have'} no label"
    if case.kind == "two":
        return f"{missing}. Judge first those that matter to this pair. {how_many(case)}".rstrip()
    stay = "stays" if undecided == 1 else "stay"
    top = ""
    if case.open_at_top:
        part = count(case.open_at_top) if case.open_at_top < undecided else "all"
        top = f", {part} of them with a leader" if undecided > 1 else ", with a leader"
    said = f"{missing}, and {plural(undecided, 'pair')} {stay} open{top}."
    said = f"{said} Judge first those that keep pairs open." if first else f"Then judge what keeps pairs open: {said}"
    return f"{said} {how_many(case)}".rstrip()


def _queries(case: Case, *, first: bool) -> str:
    """Queries for the systems at the top, what is too close, and what queries would do for the rest."""
    why = purpose(case)
    separate = [_near(case, needed, of) for of, needed in _asked(case).items()]
    near = " ".join(filter(None, separate)) if why in ("leaders", "baseline", "pair") else ""
    if near and not first:
        near = f"Then add queries. {near}"
    parts = [near, _far(case)]
    if why == "rest" or (why and not near):
        lead = f"The lead is settled {_by_what(case)}." if first and len(case.leaders) == 1 else ""
        rest = " to order the rest" if why == "rest" else ""
        here = "this one settles" if case.n_queries == 1 else f"these {count(case.n_queries)} settle"
        so_far = f"{here} {count(case.queries_settled)} of {plural(case.pairs, 'pair')}"
        if case.kind == "two":
            so_far = "one query has no interval" if case.n_queries == 1 else f"{here} nothing"
        parts = [*([parts[1]] if parts[1] else [lead]), f"{'Add' if first else 'Then add'} queries{rest}: {so_far}."]
    if why in ("leaders", "baseline", "pair"):
        parts += [_untold(case, needed, of) for of, needed in _asked(case).items()]
    return " ".join(part for part in parts if part)


def _asked(case: Case) -> dict[str, list[Needed]]:
    """What more queries could separate, by the first or by the baseline it is to be told from."""
    first = case.baselines[0] if case.baselines else case.systems[0]
    asked: dict[str, list[Needed]] = {name: [] for name in case.baselines or [first]}
    for needed in case.needed:
        asked.setdefault(needed.of or first, []).append(needed)
    return dict(list(asked.items())[:NAMED])


def _near(case: Case, needed: Sequence[Needed], first: str) -> str:
    """The queries that would separate `first` from what is within reach, where the range says more than a guess."""
    reach = [n for n in needed if n.low < FAR * case.n_queries and not is_guess(n.low, n.high)]
    if not reach:
        return ""
    nearest, last = (range_of_queries(n.low, n.high, case.n_queries + 1) for n in (reach[0], reach[-1]))
    text = f"Roughly {nearest} queries in all would separate {first} from {reach[0].other}"
    if len(reach) > 1:
        text += f" and {reach[-1].other}" if last == nearest else f", and {last} from {reach[-1].other}"
    return f"{text}."


def _untold(case: Case, needed: Sequence[Needed], first: str) -> str:
    """Who is neither too close nor so far apart that these queries say how many it takes."""
    others = [n.other for n in needed if n.low < FAR * case.n_queries and is_guess(n.low, n.high)]
    if not others:
        return ""
    return (
        f"How many queries would separate {first} from {listed(others, 3)} can't be told from these "
        f"{count(case.n_queries)}."
    )


def _far(case: Case) -> str:
    """Who is too close for any number of queries that somebody would gather."""
    several = len(case.baselines) > 1
    return " ".join(filter(None, (_too_close(case, n, of if several else "") for of, n in _asked(case).items())))


def _too_close(case: Case, needed: Sequence[Needed], to: str) -> str:
    far = [n for n in needed if n.low >= FAR * case.n_queries]
    if not far:
        return ""
    names = listed([n.other for n in far], 3)
    it = "it" if len(far) == 1 else f"even {far[0].other}"
    would = "no number of queries is in sight"
    if far[0].low < 1e7:
        would = f"{it} would take some {count(roughly(far[0].low))} queries or more"
    return f"{names} {'is' if len(far) == 1 else 'are'} too close{f' to {to}' if to else ''}: {would}."
