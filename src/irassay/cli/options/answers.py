"""Options that say what an answer looks like and where it goes: files, pages, formats, the screen."""

from __future__ import annotations

from irassay.arguments import MARGIN
from irassay.cli.options.option import ANSWER, COMPARISON, DECISION, FILES, Option, a_width, number

OPTIONS = (
    Option("files", ("FILE",), "the files to convert, of one kind; - is standard input", group=FILES, count="+"),
    Option(
        "codes", ("CODE",), "the code of a finding; without one, all are listed", group=FILES, count="*", default=()
    ),
    Option("shell", ("SHELL",), "bash, zsh or fish", group=FILES),
    Option(
        "per_query",
        ("-q", "--per-query"),
        "one line a query, then the mean in lines of the query all",
        group=ANSWER,
        count=0,
    ),
    Option("no_summary", ("--no-summary",), "with --per-query: no line of the query all", group=ANSWER, count=0),
    Option(
        "format",
        ("--format",),
        "how to write the answer",
        group=ANSWER,
        choices=("table", "tsv", "json", "latex", "markdown"),
        shown="table on a terminal, else tsv",
    ),
    Option(
        "mark",
        ("--mark",),
        "with --format latex: bold where a system leads alone (leader; none does beside --baseline), or for the best "
        "mean, with the second best underlined (best), or nowhere; daggers stand beside either",
        group=ANSWER,
        choices=("leader", "best", "none"),
        default="leader",
    ),
    Option(
        "caption",
        ("--caption",),
        "with --format latex: all that the numbers leave open (full), or three sentences on what is compared, "
        "the marks, runs with queries, labels or ranks missing, and the test (short)",
        group=ANSWER,
        choices=("full", "short"),
        default="full",
    ),
    Option(
        "across",
        ("--across",),
        "with --format latex: a table in one column, or one as wide as the page of a paper in two columns (table*)",
        group=ANSWER,
        choices=("column", "page"),
        default="column",
    ),
    Option(
        "methods",
        ("--methods",),
        "also write to FILE the paragraph of a paper on methods and results by the first measure, on one collection or "
        "several: what was scored, how it was tested, what came out, and what runs and labels lack",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "output",
        ("-o", "--output"),
        "write the answer to FILE, and FILE.provenance.json beside it",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "sort",
        ("--sort",),
        "order of the table: by the first measure, as given, or by name",
        group=ANSWER,
        choices=("score", "given", "name"),
        default="score",
    ),
    Option("result", ("RESULT",), "a saved result: what report -o FILE.json writes", group=FILES),
    Option(
        "figures",
        ("--figures",),
        "write each chart as a file of its own into the folder DIR",
        group=ANSWER,
        value="DIR",
        writes="folder",
    ),
    Option(
        "figure_format",
        ("--figure-format",),
        "the format of these files; png and pdf need irassay[figures]",
        group=ANSWER,
        choices=("svg", "png", "pdf"),
        default="svg",
    ),
    Option(
        "width",
        ("--width",),
        "the width of each drawing in pixels, at least 328, or on paper, such as 3.3in, 84mm or 240pt (1/72 inch), "
        "which the file then states; a narrow league table leaves out judged shares, then ranks",
        group=ANSWER,
        value="WIDTH",
        takes=a_width,
        default=1040,
    ),
    Option(
        "captions",
        ("--captions",),
        "draw the title and how to read it, or leave both to the paper",
        group=ANSWER,
        choices=("shown", "none"),
        default="shown",
    ),
    Option(
        "sheets",
        ("--sheets",),
        "write for each run a page and a CSV file into the folder DIR: its score on every query beside the lowest, "
        "median and highest of all systems, which are not named",
        group=ANSWER,
        value="DIR",
        writes="folder",
    ),
    Option(
        "sheets_by",
        ("--sheets-by",),
        "with --sheets: the column of --metadata, such as group, that names a folder in DIR for each sheet",
        group=ANSWER,
        value="COLUMN",
    ),
    Option(
        "since",
        ("--since",),
        "an earlier report, saved with -o FILE.json: say what changed, and what only because other runs joined",
        group=COMPARISON,
        value="FILE",
    ),
    Option(
        "expect",
        ("--expect",),
        "an order such as 'new > old': exit 0 if the queries and, as --require asks, the labels settle it by the first "
        "measure, 1 if they settle the opposite, 4 if undecided, 5 if tied",
        group=DECISION,
        value="ORDER",
    ),
    Option(
        "margin",
        ("--margin",),
        "with --expect: the first system may be worse by up to this; exit 0 if the interval of the difference lies "
        "above -X, 1 if below, else 4; 'new > old - X' says the same",
        group=DECISION,
        value="X",
        takes=number(lambda x: 0 < x < float("inf"), MARGIN),
    ),
    Option(
        "require",
        ("--require",),
        "what labels must do before a system is called better: keep the order, not the significance, on these queries "
        "in every completion (proved), keep both in 95 of 100 drawn from the estimate (likely), or nothing, with "
        "unjudged documents taken as not relevant and lists that were cut as they are (taken); with a margin, the side "
        "of it in place of the order",
        group=DECISION,
        choices=("proved", "likely", "taken"),
        shown="likely",
    ),
    Option(
        "fail_on",
        ("--fail-on",),
        "exit 1 when a finding has this level (error, warning, undecided, note, settled) or this code, such as "
        "unjudged-differ; repeat it for more",
        group=DECISION,
        value="FINDING",
        repeated=True,
    ),
    Option(
        "to",
        ("--to",),
        "the folder for the simulated files and their page",
        group=ANSWER,
        value="DIR",
        default="out/irassay-demo",
        writes="folder",
    ),
    Option("output_format", ("--to",), "the format to write", group=FILES, value="FORMAT"),
    Option(
        "kind",
        ("--kind",),
        "what the files hold, if their content is ambiguous",
        group=FILES,
        choices=("labels", "runs", "preferences", "texts", "scores"),
        shown="detected",
    ),
    Option(
        "field",
        ("--field",),
        "for texts: which field, such as title, description or text, where the format to write holds one",
        group=FILES,
        value="NAME",
    ),
    Option(
        "rename_queries",
        ("--rename-queries",),
        "write q1, q2, ... for the queries and keep their old ids in FILE, or take its names where it is there",
        group=FILES,
        value="FILE",
        writes="file",
    ),
    Option("all", ("--all",), "show everything, however long", group=ANSWER, count=0),
    Option(
        "color",
        ("--color",),
        "colour the answer",
        group=ANSWER,
        choices=("auto", "always", "never"),
        default="auto",
        shown="auto: on a terminal, unless NO_COLOR is set",
    ),
    Option("quiet", ("--quiet",), "only errors on standard error", group=ANSWER, count=0),
)
