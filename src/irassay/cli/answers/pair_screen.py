"""Two systems on one screen, and the queries on which they differ most: as text, rows and records."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from irassay.cli.answers.comparison import Behind, Comparison, Texts
from irassay.cli.answers.one_screen import caution, print_bold
from irassay.cli.answers.said import CLI
from irassay.comparison.league import words as by_queries
from irassay.comparison.words import BY_QUERY
from irassay.drawing.tables.text import TextColumn, filled, lines_of, shortened
from irassay.drawing.terminal import NARROW, Screen
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.messages import interval_kind, number, p_value, percent, plural, signed_ends, visible
from irassay.verdict.next_steps import steps
from irassay.verdict.pair import carries
from irassay.verdict.words import non_inferiority as margin_words
from irassay.verdict.words import pairs as by_labels
from irassay.verdict.words.answers import grades_counted
from irassay.verdict.words.next_steps import action, before_queries

if TYPE_CHECKING:
    from irassay.comparison.disagreement import Disagreement
    from irassay.comparison.league.pair import Pair
    from irassay.verdict import NonInferiority, PairVerdict

NO_INTERVAL = "over-queries.one-query"
LONGEST = 40  # characters of a name
ALL = (1.0, 1.0)  # shares of two lists that are judged
CAN = {"proved": "can't", "likely": "are unlikely to", "open": "could", "not known": "could"}
STATES = {"proved": "settled", "likely": "likely settled", "exactly tied": "tied", "": "not computed"}
JUDGE = "judge what matters to the pair (--unjudged judge-first.tsv)"
MOST = 10  # queries that are shown with their documents


def print_pair(one: Comparison, pair: PairVerdict, screen: Screen) -> None:
    """At most 14 lines; what else is known stands under --all."""
    q, n = pair.queries, plural(pair.n_queries, "query")
    print_bold(f"{one.headline(pair).rstrip('.')} ({q.measure}, {n}).", screen)
    if q.same:
        return
    _print_scores((q.a, q.b), (q.mean_a, q.mean_b, 0.0 if q.tied else q.difference), _over_queries(q), screen)
    state = "settled" if q.significant else "open" if q.tested else "not tested"
    counts = BY_QUERY("pair-counts", better=q.better, worse=q.worse, equal=q.equal)
    edge = by_queries.decision(q) if q.at_the_edge else ""
    counts += f"; {CLI('pair-alone')}" if by_queries.differs_alone(q) else ""
    why = by_queries.beside_interval(q).rstrip(".")
    print_doubt("queries", "blue", state, ". ".join(filter(None, [counts, edge, why])), screen)
    print_doubt("labels", "yellow", STATES.get(pair.strength, pair.strength), _of_labels(pair), screen)
    for text in filter(None, [one.cause(pair), grades_counted(one.verdict)]):
        screen.result(caution(text, screen))
    below = [text for text in (_write(one, pair), _next(one, pair)) if text]
    if below:
        screen.result("\n" + "\n".join(filled(visible(text), screen.prose) for text in below))


def print_margin(one: Comparison, of: NonInferiority, screen: Screen) -> None:
    """The answer about a margin, the difference with its interval, and what these queries can't show."""
    q = one.verdict.pair(of.new, of.old).queries
    print_bold(f"{margin_words.in_short(of, require=one.require).rstrip('.')} ({of.measure}).", screen)
    level, (low, high) = number(100 * (1 - of.alpha), None), signed_ends(of.low, of.high, mark=-of.margin)
    beside = f"{low} to {high} ({level}%), allowed −{of.margin:g}" if of.low == of.low else BY_QUERY(NO_INTERVAL)
    _print_scores((of.new, of.old), (q.mean_a, q.mean_b, of.difference), beside, screen)
    states = margin_state(one, of)
    print_doubt("queries", "blue", states[0], margin_words.of_interval(of), screen)
    print_doubt("labels", "yellow", states[1], margin_words.over_labels(of), screen)
    if text := margin_words.caution(of):
        screen.result(caution(text, screen))
    todo = ["add queries"] if of.by_queries == "open" else []
    todo += [JUDGE] if states[1] == "open" and one.require != "taken" else []
    if todo:
        screen.result("\n" + filled(f"Next: {' and '.join(todo)}.", screen.prose))


def margin_state(one: Comparison, of: NonInferiority) -> tuple[str, str]:
    """The states of the queries and of the labels, about a margin; labels likely keep it where they do the order."""
    if of.by_queries == "open":
        if isnan(of.labels_low) or of.by_labels != "open":
            return "open", "not computed" if isnan(of.labels_low) else "settled"
        order = one.verdict.pair(of.new, of.old).strength if of.difference > 0 else "open"
        return "open", "likely" if order == "likely" else "open"
    return "settled", {"proved": "settled", "": "not computed"}.get(of.strength, of.strength)


def _print_scores(names: tuple[str, str], scores: tuple[float, float, float], beside: str, screen: Screen) -> None:
    """Both systems, and their difference with what stands beside it; empty lines around."""
    heads = TextColumn("", [*(shortened(visible(name), LONGEST) for name in names), "difference"], align="left")
    cells = TextColumn("", [number(value) for value in scores])
    *rows, last = (f"  {line}" for line in lines_of([heads, cells], screen.width)[0] if line)
    beside = filled(beside, screen.prose, indent=_indent(len(last) + 2, screen), first=len(last) + 2)
    screen.result("\n".join(["", *rows, f"{last}  {beside}", ""]))


def print_doubt(what: str, color: str, state: str, text: str, screen: Screen) -> None:
    """A line of the queries or the labels: its state, then what they say."""
    lead = f"{what:<9}{state:<9}" if len(state) < 9 else f"{what:<9}{state}  "
    body = filled(visible(text), screen.prose, indent=_indent(len(lead), screen), first=len(lead)).lstrip()
    screen.result(screen.style(what, color) + lead[len(what) :] + body)


def _of_labels(pair: PairVerdict) -> str:
    """What missing labels can do, and how many are missing where they leave the order open."""
    can, of, why, a, b = CAN.get(pair.strength), pair.overturned_by, "", "", ""
    if not can:
        return by_labels.label_numbers(pair)
    judged = pair.judged if pair.strength in (*UNDECIDED, "likely") else None
    if judged is not None and judged != ALL:
        a, b = (percent(1 - share, 0) for share in judged)
        why = by_labels.why_not(pair.unlikely, pair.queries.measure) if pair.unlikely == "positive only" else ""
    wrong = None if of is None or pair.strength in UNDECIDED else of.equal[0]
    return CLI(
        "pair-labels", can=can, wrong=wrong, why=why,
        shares={a, b} not in ({"0%"}, {""}), a=a, b=b, first=pair.queries.a, second=pair.queries.b,
    )  # fmt: skip


def _indent(columns: int, screen: Screen) -> int:
    return columns if screen.width >= NARROW else 2


def _over_queries(q: Pair) -> str:
    """The interval of a difference, and the p that decides."""
    low, high = signed_ends(q.low, q.high)
    parts = [f"{low} to {high} ({interval_kind(q.interval, q.family)})"] if q.low == q.low else [BY_QUERY(NO_INTERVAL)]
    over = f" adjusted over {plural(q.family, 'pair')}" if q.family > 1 else ""
    if by_queries.differs_alone(q):
        parts.append(CLI("pair-alone.p", p=q.p, corrected=q.p_corrected, family=q.family))
    elif q.p == q.p:
        parts.append(f"p {p_value(q.p_corrected if over else q.p)}{over}")
    return ", ".join(parts)


def _write(one: Comparison, pair: PairVerdict) -> str:
    """A sentence for a paper; "" where the pair allows none."""
    q = pair.queries
    sparse = pair.unlikely == "sparse" and one.require != "taken"
    if q.p != q.p or q.tied or q.against_means or sparse or (q.ahead and one.turned_by_lists(q.other)):
        return ""
    form = "none" if not q.ahead else "better" if pair.better(one.require) else "ahead"
    claim = CLI(f"pair-claim.{form}", a=q.a, b=q.b, more="less" if q.lower_is_better else "more")
    family = q.family if q.family > 1 else 0
    return CLI(
        "pair-write", claim=claim, likely=q.ahead and pair.strength == "likely" == one.require, measure=q.measure,
        queries=pair.n_queries, p=q.p_corrected if family else q.p, family=family, alone=q.ahead and not family,
        stand=[system for system in (q.a, q.b) if system in one.doubtful],
    )  # fmt: skip


def _next(one: Comparison, pair: PairVerdict) -> str:
    """What to do for this pair, in one sentence; "" where nothing is open."""
    q, verdict = pair.queries, one.verdict
    if pair.strength == "likely" and pair.better(one.require):
        return f"To prove it, {JUDGE}."
    if verdict.only_pair is not None or verdict.sparse is not None:
        work = [kind for kind in steps(verdict) if kind == "queries" or one.require != "taken"]
        few_labels = verdict.unlikely in ("sparse", "sparse in part") and not q.significant
        return action(verdict, require=one.require) if work or few_labels else ""  # the command of the verb follows
    size = "" if q.significant or one.require == "taken" else before_queries(verdict, q.a, q.b)
    labels = pair.labels is not None and not carries(pair.strength, one.require) and pair.judged != ALL
    add = "add queries" if q.tested and not q.significant and not q.against_means else ""
    second = pair.strength == "likely" and pair.judged != ALL and one.require != "taken"
    not_first = " first; labels come second" if second else ", not labels"
    sure = not_first if add and not labels and pair.labels is not None else ""
    todo = size or " and ".join(filter(None, [f"{add}{sure}", JUDGE if labels else ""]))
    return f"Next: {todo.rstrip('.')}." if todo else ""


def texts_of(behind: Sequence[Behind], *, query_texts: str | None, doc_texts: str | None) -> Texts:
    """Beginnings of the texts of the queries and the documents shown, from the files that are named."""
    if not any(behind):
        return Texts()
    from irassay.formats.reading.texts import read_texts
    from irassay.studies.overview.sections.queries import beginnings

    shown = [one for pairs in behind for differences in pairs.values() for one in differences]
    docs = {document.doc for one in shown for document in one.documents}
    wanted = ((query_texts, {one.query for one in shown}), (doc_texts, docs))
    return Texts(*(beginnings(read_texts(file).pick(sorted(ids))) if file and ids else {} for file, ids in wanted))


def title_of(one: Comparison, a: str, b: str, shown: Sequence[Disagreement]) -> str:
    """How much of the difference of two systems lies in the queries that are shown."""
    from irassay.studies.overview.sections import queries

    rows = _scores_by_query(one, a, b)
    total = sum(abs(x - y) for _, x, y in rows)
    return queries.differences_title(
        visible(a),
        visible(b),
        shown=len(shown),
        n_queries=len(rows),
        share=sum(abs(d.difference) for d in shown) / total if total else 0.0,
        better=sum((d.difference > 0) != one.league.lower_is_better for d in shown),
    )


def shown_of(one: Comparison, a: str, b: str) -> tuple[str, str, Sequence[Disagreement]]:
    """The two systems that stand for these runs, and their queries that are shown."""
    a, b = (one.league.stands_for(name) for name in (a, b))
    return a, b, one.behind.get((a, b), ())


def print_queries(one: Comparison, a: str, b: str, screen: Screen) -> None:
    """A table of the queries, then each with its documents."""
    a, b, shown = shown_of(one, a, b)
    screen.result()
    print_bold(title_of(one, a, b, shown), screen)
    for d in shown:
        screen.result()
        _print_query(one, d, a, b, screen)


def _print_query(one: Comparison, d: Disagreement, a: str, b: str, screen: Screen) -> None:
    from irassay.studies.overview.sections import queries

    text = one.texts.queries.get(d.query, "")
    screen.result(screen.style(filled(visible(f"{d.query}  {text}".rstrip()), screen.prose), "bold"))
    screen.result(f"  {scores_on(d)}")
    documents = d.documents
    if documents:
        widest = max(12, min(24, (screen.width - 34) // 2))
        columns = document_columns(d, shortened(visible(a), widest), shortened(visible(b), widest), indent="  ")
        for at, block in enumerate(lines_of(columns, screen.width)):
            for line, doc in zip(block, (None, *documents)):
                screen.result(line if doc else screen.style(line, "dim"))
                if doc and doc.doc in one.texts.documents and not at:
                    screen.result(f"    {_one_line(one.texts.documents[doc.doc], screen.width - 4)}")
    if note := queries.note(d, visible(a), visible(b), one.verdict.depth):
        screen.result(filled(note, screen.prose, indent=2))


def scores_on(d: Disagreement) -> str:
    """Both scores on a query."""
    return f"{number(d.a)} and {number(d.b)}, difference {number(d.difference)}"


def document_columns(d: Disagreement, a: str, b: str, *, indent: str = "") -> list[TextColumn]:
    """The documents behind the difference on a query: ranks in both systems, grades, and what each adds."""
    documents = d.documents
    columns = [
        TextColumn(f"{indent}document", [f"{indent}{visible(doc.doc)}" for doc in documents], name=True),
        TextColumn(f"in {a}", [_rank(doc.rank_a) for doc in documents]),
        TextColumn(f"in {b}", [_rank(doc.rank_b) for doc in documents]),
        TextColumn("grade", ["unjudged" if doc.grade is None else str(doc.grade) for doc in documents]),
    ]
    adds = [TextColumn("adds", [number(doc.adds, 3) for doc in documents])] if d.is_sum else []
    return [*columns, *adds]


def _one_line(text: str, width: int) -> str:
    text = visible(text)
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _rank(rank: int | None) -> str:
    return "–" if rank is None else f"{rank:,}"


def _scores_by_query(one: Comparison, a: str, b: str) -> list[tuple[str, float, float]]:
    """Every query with both scores, largest difference first; equal ones in the order of the queries."""
    league = one.league
    first, second = (league.values[league.systems.index(name)].tolist() for name in (a, b))
    return sorted(zip(league.queries, first, second), key=lambda row: -abs(row[1] - row[2]))


def pair_query_rows(one: Comparison, pairs: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
    """One record a pair and query, all queries, for tab-separated values."""
    rows = []
    for a, b in pairs:
        for query, x, y in _scores_by_query(one, *(one.league.stands_for(name) for name in (a, b))):
            record = {"measure": one.league.measure, "a": a, "b": b, "query": query}
            rows.append(record | {"score_a": x, "score_b": y, "difference": x - y})
    return rows


def records(one: Comparison, a: str, b: str) -> list[dict[str, Any]]:
    """The same of one pair for JSON, with the documents behind the largest."""
    stands = (one.league.stands_for(a), one.league.stands_for(b))
    shown = {d.query: d for d in one.behind.get(stands, ())}
    queries = []
    for query, x, y in _scores_by_query(one, *stands):
        record: dict[str, Any] = {"query": query, "a": x, "b": y, "difference": x - y}
        if query in shown:
            d = shown[query]
            adds = (doc.adds if d.is_sum else None for doc in d.documents)
            record["documents"] = [
                {"document": doc.doc, "rank_a": doc.rank_a, "rank_b": doc.rank_b, "grade": doc.grade, "adds": added}
                for doc, added in zip(d.documents, adds)
            ]
            record["others"] = d.others
            record["others_add"] = d.others_add if d.is_sum else None
            record["unjudged"] = list(d.unjudged)
        queries.append(record)
    return queries
