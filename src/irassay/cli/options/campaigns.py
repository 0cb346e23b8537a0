"""Options of campaigns of judging."""

from __future__ import annotations

from irassay.cli.options.option import CAMPAIGN, FILES, Option, money, share, whole
from irassay.collection.task_kinds import KINDS

JUDGMENTS = ("labelstudio", "potato", "quepid", "prefj")  # `irassay.formats.judgments.FORMATS`, which is not loaded

OPTIONS = (
    Option("campaign", "the campaign: a file, or postgresql://USER@HOST/DATABASE", spelling=("CAMPAIGN",), group=FILES),
    Option(
        "task_files",
        "what is to be judged: tables with the columns query and doc, as pool and compare --unjudged write them; of "
        "pairs and known answers with query, doc_a and doc_b; or a book of Quepid, tasks of Label Studio or Potato",
        spelling=("TASKS",),
        group=FILES,
        count="*",
        default=(),
    ),
    Option(
        "leave_out_missing_texts",
        "leave tasks out whose query or document has no text; they are counted",
        group=CAMPAIGN,
        count=0,
    ),
    Option(
        "judging_scale",
        "of a new campaign: the grades that people choose from, by name or as a file of grade TAB name TAB sentence",
        spelling=("--scale",),
        group=CAMPAIGN,
        value="trec-passage|trec-document|binary|FILE",
        shown="trec-passage, or that of a book of Quepid",
    ),
    Option("guideline", "of a new campaign: a file of text for those who judge", group=CAMPAIGN, value="FILE"),
    Option(
        "overlap",
        "how many people judge each of these documents",
        group=CAMPAIGN,
        value="N",
        takes=whole(1, 1000),
        default=1,
    ),
    Option(
        "listen",
        "where the page is served; another address than 127.0.0.1 needs --origin",
        group=CAMPAIGN,
        value="HOST:PORT",
        default="127.0.0.1:8765",
    ),
    Option(
        "origin",
        "how people reach the page, such as https://judge.example.org: the address of a proxy that encrypts",
        group=CAMPAIGN,
        value="URL",
    ),
    Option(
        "participant_parameter",
        "print a link for a platform that sends people, and tell them apart by this parameter of it, such as "
        "PROLIFIC_PID",
        group=CAMPAIGN,
        value="NAME",
    ),
    Option(
        "completion_url",
        "where people go once nothing is left to judge for them: the address that a platform gives",
        group=CAMPAIGN,
        value="URL",
    ),
    Option(
        "people", "the names of those who are to judge", spelling=("PERSON",), group=CAMPAIGN, count="*", default=()
    ),
    Option(
        "role",
        "what a person may do: judge, or see the campaign's progress too",
        group=CAMPAIGN,
        choices=("assessor", "owner"),
        default="assessor",
    ),
    Option("revoke", "make this person's link void", group=CAMPAIGN, value="PERSON", repeated=True, default=()),
    Option(
        "forget",
        "remove this person's name and link; the answers stay, under a pseudonym",
        group=CAMPAIGN,
        value="PERSON",
        repeated=True,
        default=(),
    ),
    Option(
        "labels_form",
        "what to write: qrels; preferences with their judges; log, as lines of JSON; tasks, how far each is; quality, "
        "how people agree and judge; payments, what is owed; or what each person said as a file of labelstudio, "
        "potato, quepid or prefj",
        spelling=("--to",),
        group=CAMPAIGN,
        value="FORM",
        choices=("qrels", "preferences", "log", "tasks", "quality", "payments", *JUDGMENTS),
        shown="by what was judged",
    ),
    Option(
        "combine",
        "which grade counts where several people gave one, after adjudicated ones; of two in the same right, the lower",
        group=CAMPAIGN,
        choices=("majority", "median", "lowest", "highest", "dawid-skene"),
        default="majority",
    ),
    Option(
        "overlap_share",
        "the share of these documents that one person more judges; seed and id decide which",
        group=CAMPAIGN,
        value="SHARE",
        takes=share,
        default=0.0,
        shown="none",
    ),
    Option(
        "batch",
        "of a new campaign: how many judgments are a batch, which is what pay is for",
        group=CAMPAIGN,
        value="N",
        takes=whole(1, 10_000),
        default=10,
    ),
    Option(
        "pay",
        "of a new campaign: what a person is paid for a batch, such as 2.00",
        group=CAMPAIGN,
        value="AMOUNT",
        takes=money,
        default="0",
    ),
    Option(
        "fee",
        "of a new campaign: what a platform takes for a batch beside the pay",
        group=CAMPAIGN,
        value="AMOUNT",
        takes=money,
        default="0",
    ),
    Option(
        "task_kind",
        "of a new campaign: what is asked of a query's documents. The grade of each; which of two is better; whether "
        "one is as good as a known answer; which of a list of 2 to 12 is best; whether a label that is shown fits",
        spelling=("--kind",),
        group=CAMPAIGN,
        choices=tuple(KINDS),
        shown="graded; pair for tables of pairs",
    ),
    Option(
        "as_of",
        "what the log said up to an entry or a time, such as 2026-11-23T14:02Z: up to the last one "
        "that is not later; a day counts to its end",
        group=CAMPAIGN,
        value="ENTRY|TIME",
    ),
    Option(
        "imported",
        "take over a log of labels --to log, or answers given elsewhere, in a table or another tool's file, and end",
        spelling=("--import",),
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "imported_from",
        "the tool whose file --import takes",
        spelling=("--from",),
        group=CAMPAIGN,
        choices=JUDGMENTS,
        shown="known by its shape",
    ),
    Option(
        "answering",
        "whose answers --import adds, where the file doesn't say: as in a table of query, doc and answer or grade",
        spelling=("--assessor",),
        group=CAMPAIGN,
        value="NAME",
    ),
    Option(
        "backup",
        "write a copy of the campaign and end; the page may be served meanwhile",
        group=CAMPAIGN,
        value="FILE",
        writes="file",
    ),
    Option(
        "judged_runs",
        "runs, files or folders: the owner's page shows their verdict on the labels so far; --order move-to-front, "
        "max-mean and effect take the next document from them",
        spelling=("--runs",),
        group=CAMPAIGN,
        value="RUN",
        count="+",
        default=(),
    ),
    Option(
        "plan",
        "say how much work it is, in judgments, batches, minutes and money, and write nothing",
        group=CAMPAIGN,
        count=0,
    ),
    Option(
        "share",
        "of a new campaign: whether a query's documents go to as many people as judge each of them, or to many",
        group=CAMPAIGN,
        choices=("query", "task"),
        default="task",
    ),
    Option(
        "consent", "of a new campaign: a text to which people agree before anything else", group=CAMPAIGN, value="FILE"
    ),
    Option(
        "check_labels",
        "of a campaign of checks: labels that people are shown, and agree with or not; those of TASKS, or all",
        group=CAMPAIGN,
        value="QRELS",
    ),
    Option(
        "training",
        "labels (of pairs: preferences) to practise on; the agreed answer is told after each, until 95% agree",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "exam",
        "labels (of pairs: preferences) that have to be met, all of them, before answers count",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "tests",
        "of a new campaign of pairs: how many pairs of a known answer are among each batch",
        group=CAMPAIGN,
        value="N",
        takes=whole(0, 1000),
        default=0,
    ),
    Option(
        "test_pairs",
        "preferences that are the tests; without it they are made of known answers (doc_a of rows whose why is known) "
        "and passages without a content word of the query",
        group=CAMPAIGN,
        value="FILE",
    ),
    Option(
        "earlier_labels",
        "labels given before: the owner's verdict and `irassay labels` take them in where nobody answers",
        spelling=("--labels",),
        group=CAMPAIGN,
        value="QRELS",
    ),
    Option(
        "equal",
        "of a new campaign of pairs: whether the two may be called equal",
        group=CAMPAIGN,
        choices=("yes", "no"),
        default="yes",
    ),
)
