"""The tables of a campaign. Whatever changes is a row of `log`; the rest can be made again from it and the texts."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint
from sqlalchemy.schema import SchemaItem

TABLES = MetaData()


def _table(name: str, *of: SchemaItem) -> Table:
    return Table(name, TABLES, *of)


made = _table("made", Column("application", Integer, primary_key=True), Column("schema", Integer, nullable=False))
# A text as it was shown, once; `sha256` is that of its UTF-8 bytes.
text = _table(
    "text",
    Column("kind", Text, primary_key=True),  # query or doc
    Column("id", Text, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("body", Text, nullable=False),
)
task = _table(
    "task",
    Column("id", Text, primary_key=True),
    Column("number", Integer, nullable=False, unique=True),  # from 1, in the order in which tasks came
    Column("kind", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("docs", Text, nullable=False),  # JSON
    Column("wanted", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("probability", Float),
    Column("answered", Integer, nullable=False),  # people whose answer stands; a skip is none
    Column("purpose", Text, nullable=False, server_default="label"),  # or test, practice, exam
    Column("expected", Text, nullable=False, server_default=""),  # the known answer, where it makes no label
    Column("reason", Text, nullable=False, server_default=""),
)
Index("task_by_query", task.c.query, task.c.number)
_OPEN = task.c.wanted > task.c.answered
Index("task_open", task.c.query, task.c.number, sqlite_where=_OPEN, postgresql_where=_OPEN)
assessor = _table(
    "assessor",
    Column("pseudonym", Text, primary_key=True),
    Column("name", Text, unique=True),  # none once it is forgotten
    Column("role", Text, nullable=False),  # assessor, owner or model
    Column("state", Text, nullable=False),  # working, paused or barred
)
# How far a person is on the way to judging: consent, practice, exam.
step = _table(
    "step",
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),  # from 1
    Column("state", Text, nullable=False),  # open, passed or failed
)
# The tasks that a person is given together, tests among them.
batch = _table(
    "batch",
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, of a person
    Column("tasks", Text, nullable=False),  # JSON: their ids, in the order given
    Column("state", Text, nullable=False),  # open, counted or aside
)
token = _table(
    "token",
    Column("sha256", Text, primary_key=True),
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), nullable=False),
)
hold = _table(
    "hold",
    Column("task", Text, ForeignKey("task.id"), primary_key=True),
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("sides", Text, nullable=False),  # JSON: the documents in the order in which they are shown
    Column("place", Integer, nullable=False),  # in the person's order, from 1
    Column("until", Text, nullable=False),
)
Index("hold_by_assessor", hold.c.assessor)
Index("hold_by_end", hold.c.until)
# What a person's answers to a task end in, where that is an answer or a skip.
answer = _table(
    "answer",
    Column("task", Text, ForeignKey("task.id"), primary_key=True),
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("is_answer", Integer, nullable=False),  # 0 for a skip
)
Index("answer_by_assessor", answer.c.assessor, answer.c.entry)
# Counts that follow from the rest: of a person the answers and skips that stand, and how many of these are in tasks
# that want more answers; of the campaign how many tasks want more.
done = _table(
    "done",
    Column("assessor", Text, ForeignKey("assessor.pseudonym"), primary_key=True),
    Column("tasks", Integer, nullable=False),
    Column("open", Integer, nullable=False),
)
open_tasks = _table(
    "open_tasks",
    Column("campaign", Integer, primary_key=True, autoincrement=False),
    Column("tasks", Integer, nullable=False),
)
# The last answer of an owner to a task where people differ.
adjudication = _table(
    "adjudication",
    Column("task", Text, ForeignKey("task.id"), primary_key=True),
    Column("entry", Integer, nullable=False),
)
# Queries that are closed: nobody is asked about them, and they get no labels.
closed = _table("closed", Column("query", Text, primary_key=True), Column("entry", Integer, nullable=False))
log = _table(
    "log",
    Column("entry", Integer, primary_key=True, autoincrement=False),  # from 1, without a gap
    Column("key", Text, nullable=False),
    Column("time", Text, nullable=False),  # UTC
    Column("kind", Text, nullable=False),
    Column("assessor", Text),
    Column("task", Text),
    Column("body", Text, nullable=False),  # JSON
    Column("replaces", Text),  # the key of the answer that this one replaces
    Column("previous_sha256", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    UniqueConstraint("key"),
)
Index("log_by_task", log.c.task)
Index("log_by_kind", log.c.kind, log.c.assessor, log.c.entry)  # the last pause of all, in no time

_REFUSED = "an entry of the log is never changed"
# The log refuses to be changed by whoever has the database open.
TRIGGERS = {
    "sqlite": [
        f"CREATE TRIGGER log_{act} BEFORE {act} ON log BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
        for act in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        "CREATE FUNCTION log_refuses() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSED}'; END $$",
        "CREATE TRIGGER log_rows BEFORE UPDATE OR DELETE ON log FOR EACH ROW EXECUTE FUNCTION log_refuses()",
        "CREATE TRIGGER log_all BEFORE TRUNCATE ON log FOR EACH STATEMENT EXECUTE FUNCTION log_refuses()",
    ],
}
