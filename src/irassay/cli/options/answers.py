"""Options that say what an answer looks like and where it goes: files, pages, formats, the screen."""

from __future__ import annotations

from irassay.arguments import MARGIN
from irassay.cli.options.option import ANSWER, COMPARISON, DECISION, FILES, Option, a_width, number

OPTIONS = (
    Option(
        "files", "the files to convert, of one kind; - is standard input", spelling=("FILE",), group=FILES, count="+"
    ),
    Option(
        "codes",
        "the code of a finding; without one, all are listed",
        spelling=("CODE",),
        group=FILES,
        count="*",
        default=(),
    ),
    Option("shell", "bash, zsh or fish", spelling=("SHELL",), group=FILES),
    Option(
        "per_query",
        "one line a query, then the mean in lines of the query all",
        spelling=("-q", "--per-query"),
        group=ANSWER,
        count=0,
    ),
    Option("no_summary", "with --per-query: no line of the query all", group=ANSWER, count=0),
    Option(
        "format",
        "how to write the answer",
        group=ANSWER,
        choices=("table", "tsv", "json", "latex", "markdown"),
        shown="table on a terminal, else tsv",
    ),
    Option(
        "mark",
        "with --format latex: bold where a system leads alone (leader; none does beside --baseline), or for the best "
        "mean, with the second best underlined (best), or nowhere; daggers stand beside either",
        group=ANSWER,
        choices=("leader", "best", "none"),
        default="leader",
    ),
    Option(
        "caption",
        "with --format latex: all that the numbers leave open (full), or three sentences (short): what is compared, "
        "the marks, what runs lack, and the test",
        group=ANSWER,
        choices=("full", "short"),
        default="full",
    ),
    Option(
        "across",
        "with --format latex: a table in one column, or one as wide as the page of a paper in two columns (table*)",
        group=ANSWER,
        choices=("column", "page"),
        default="column",
    ),
    Option(
        "methods",
        "also write to FILE the paragraph of a paper on methods and results by the first measure, on one collection or "
        "several: what was scored, how it was tested, what came out, and what runs and labels lack",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "output",
        "write the answer to FILE, and FILE.provenance.json beside it",
        spelling=("-o", "--output"),
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "sort",
        "order of the table: by the first measure, as given, or by name",
        group=ANSWER,
        choices=("score", "given", "name"),
        default="score",
    ),
    Option("result", "a saved result: what report -o FILE.json writes", spelling=("RESULT",), group=FILES),
    Option(
        "figures",
        "write each chart as a file of its own into the folder DIR",
        group=ANSWER,
        value="DIR",
        writes="folder",
    ),
    Option(
        "figure_format",
        "the format of these files; png and pdf need irassay[figures]",
        group=ANSWER,
        choices=("svg", "png", "pdf"),
        default="svg",
    ),
    Option(
        "width",
        "the width of each drawing in pixels, at least 328, or on paper, such as 3.3in, 84mm or 240pt (1/72 inch), "
        "which the file then states; a narrow league table leaves out judged shares, then ranks",
        group=ANSWER,
        value="WIDTH",
        takes=a_width,
        default=1040,
    ),
    Option(
        "captions",
        "draw the title and how to read it, or leave both to the paper",
        group=ANSWER,
        choices=("shown", "none"),
        default="shown",
    ),
    Option(
        "sheets",
        "write for each run a page and a CSV file into the folder DIR: its score on every query beside the lowest, "
        "median and highest of all systems, which are not named",
        group=ANSWER,
        value="DIR",
        writes="folder",
    ),
    Option(
        "sheets_by",
        "with --sheets: the column of --metadata, such as group, that names a folder in DIR for each sheet",
        group=ANSWER,
        value="COLUMN",
    ),
    Option(
        "since",
        "an earlier report, saved with -o FILE.json: say what changed, and what only because other runs joined",
        group=COMPARISON,
        value="FILE",
    ),
    Option(
        "expect",
        "an order such as 'new > old': exit 0 if the queries and, as --require asks, the labels settle it by the first "
        "measure, 1 if they settle the opposite, 4 if undecided, 5 if tied",
        group=DECISION,
        value="ORDER",
    ),
    Option(
        "margin",
        "with --expect: the first system may be worse by up to this; exit 0 if the interval of the difference lies "
        "above -X, 1 if below, else 4; 'new > old - X' says the same",
        group=DECISION,
        value="X",
        takes=number(lambda x: 0 < x < float("inf"), MARGIN),
    ),
    Option(
        "require",
        "what labels must do before a system is called better. proved: the order stays in every completion on these "
        "queries; likely: order and significance stay in 95 of 100 completions drawn from the estimate; taken: "
        "nothing, with unjudged documents as not relevant and cut lists as they are; with a margin, its side is the "
        "order",
        group=DECISION,
        choices=("proved", "likely", "taken"),
        shown="likely",
    ),
    Option(
        "fail_on",
        "exit 1 when a finding has this level (error, warning, undecided, note, settled) or this code, such as "
        "unjudged-differ; repeat it for more",
        group=DECISION,
        value="FINDING",
        repeated=True,
    ),
    Option(
        "to",
        "the folder for the simulated files and their page",
        group=ANSWER,
        value="DIR",
        default="out/irassay-demo",
        writes="folder",
    ),
    Option("output_format", "the format to write", spelling=("--to",), group=FILES, value="FORMAT"),
    Option(
        "kind",
        "what the files hold, if their content is ambiguous",
        group=FILES,
        choices=("labels", "runs", "preferences", "texts", "scores"),
        shown="detected",
    ),
    Option(
        "field",
        "for texts: which field, such as title, description or text, where the format to write holds one",
        group=FILES,
        value="NAME",
    ),
    Option(
        "rename_queries",
        "write q1, q2, ... for the queries and keep their old ids in FILE, or take its names where it is there",
        group=FILES,
        value="FILE",
        writes="file",
    ),
    Option("all", "show everything, however long", group=ANSWER, count=0),
    Option(
        "color",
        "colour the answer",
        group=ANSWER,
        choices=("auto", "always", "never"),
        default="auto",
        shown="auto: on a terminal, unless NO_COLOR is set",
    ),
    Option("quiet", "only errors on standard error", group=ANSWER, count=0),
)
