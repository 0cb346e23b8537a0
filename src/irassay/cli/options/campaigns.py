"""Options of campaigns of judging."""

from __future__ import annotations

from irassay.cli.options.option import CAMPAIGN, FILES, Option, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal


def money(text: str) -> Decimal:
    """A sum of money, exactly as it is written.

    >>> str(money("2.00"))
    '2.00'
    """
    from decimal import Decimal, InvalidOperation

    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(-1)
    if not (amount.is_finite() and amount >= 0):
        raise ValueError("a sum of money of 0 or more, such as 2.40")
    return amount


OPTIONS = (
    Option("campaign", ("CAMPAIGN",), "the campaign: a file, or postgresql://USER@HOST/DATABASE", group=FILES),
    Option(
        "task_files",
        ("TASKS",),
        "what is to be judged: tables with the columns query and doc, as pool and compare --unjudged write them; of "
        "pairs and known answers with query, doc_a and doc_b",
        group=FILES,
        count="*",
        default=(),
    ),
    Option(
        "judging_scale",
        ("--scale",),
        "of a new campaign: the grades that people choose from, by name or as a file of grade TAB name TAB sentence",
        group=CAMPAIGN,
        value="trec-passage|trec-document|binary|FILE",
        default="trec-passage",
    ),
    Option(
        "guideline",
        ("--guideline",),
        "of a new campaign: a file of text for those who judge",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "overlap",
        ("--overlap",),
        "how many people judge each of these documents",
        group=CAMPAIGN,
        value="N",
        takes=whole(1, 1000),
        default=1,
    ),
    Option(
        "listen",
        ("--listen",),
        "where the page is served; another address than 127.0.0.1 needs --origin",
        group=CAMPAIGN,
        value="HOST:PORT",
        default="127.0.0.1:8765",
    ),
    Option(
        "origin",
        ("--origin",),
        "how people reach the page, such as https://judge.example.org: the address of a proxy that encrypts",
        group=CAMPAIGN,
        value="URL",
    ),
    Option("people", ("PERSON",), "the names of those who are to judge", group=CAMPAIGN, count="*", default=()),
    Option(
        "role",
        ("--role",),
        "what a person may do: judge, or see the campaign's progress too",
        group=CAMPAIGN,
        choices=("assessor", "owner"),
        default="assessor",
    ),
    Option(
        "revoke",
        ("--revoke",),
        "make this person's link void",
        group=CAMPAIGN,
        value="PERSON",
        repeated=True,
        default=(),
    ),
    Option(
        "forget",
        ("--forget",),
        "remove this person's name and link; the answers stay, under a pseudonym",
        group=CAMPAIGN,
        value="PERSON",
        repeated=True,
        default=(),
    ),
    Option(
        "labels_form",
        ("--to",),
        "grades; preferences, each with its judge; the log, every entry as a line of JSON; or how far people agree, "
        "and how each of them judges",
        group=CAMPAIGN,
        choices=("qrels", "preferences", "log", "quality"),
        default="qrels",
    ),
    Option(
        "combine",
        ("--combine",),
        "which grade counts where several people gave one, after adjudicated ones; of two in the same right, the lower",
        group=CAMPAIGN,
        choices=("majority", "median", "lowest", "highest", "dawid-skene"),
        default="majority",
    ),
    Option(
        "task_kind",
        ("--kind",),
        "of a new campaign: what is asked of a query's documents. The grade of each; which of two is better; whether "
        "one is as good as a known answer; which of a list of 2 to 12 is best",
        group=CAMPAIGN,
        choices=("graded", "pair", "anchor", "best"),
        default="graded",
    ),
    Option(
        "as_of",
        ("--as-of",),
        "what the log said up to an entry or a time, such as 2026-11-23T14:02Z; a day counts to its end",
        group=CAMPAIGN,
        value="ENTRY|TIME",
    ),
    Option(
        "imported",
        ("--import",),
        "take over a log that labels --to log has written; with --assessor answers from a table",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "answering",
        ("--assessor",),
        "whose answers --import adds: a table with the columns query, doc and answer or grade",
        group=CAMPAIGN,
        value="NAME",
    ),
    Option(
        "backup",
        ("--backup",),
        "write a copy of the campaign and end; the page may be served meanwhile",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "plan",
        ("--plan",),
        "say how much work it is, in judgments, batches, minutes and money, and write nothing",
        group=CAMPAIGN,
        count=0,
    ),
    Option(
        "batch",
        ("--batch",),
        "judgments of a batch, for which people are paid",
        group=CAMPAIGN,
        value="N",
        takes=whole(1, 1000),
        default=10,
    ),
    Option("pay", ("--pay",), "what a person gets for a batch", group=CAMPAIGN, value="X", takes=money),
    Option("fee", ("--fee",), "what a batch costs beside", group=CAMPAIGN, value="X", takes=money),
    Option(
        "share",
        ("--share",),
        "of a new campaign: whether a query's documents go to as many people as judge each of them, or to many",
        group=CAMPAIGN,
        choices=("query", "task"),
        default="task",
    ),
    Option(
        "judged_runs",
        ("--runs",),
        "the runs, files or folders, from which --order move-to-front and max-mean take the next document; repeat it "
        "for more",
        group=CAMPAIGN,
        value="RUN",
        repeated=True,
    ),
)
