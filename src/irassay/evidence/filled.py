"""Tables of candidates that people fill in: read, and never written over without their answers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from irassay.errors import InputError, UsageError, cut
from irassay.messages import plural

YES, NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")
HEADING = ("query", "doc", "group", "member", "question", "passage", "answer")


def filled_in(path: str) -> Iterator[tuple[str, str, str, bool]]:
    """The line, the query, the document and the answer of each row that has one; InputError for another word, and for
    two answers to one question."""
    from irassay.formats.sources.lines import Problems
    from irassay.formats.tables.separated import read_table

    problems = Problems(path)
    table = read_table(path, "answers", problems, {"answer": "grade"})
    problems.raise_if_any()
    seen: dict[tuple[str, str], tuple[int, bool]] = {}
    for number, *row in zip(table.lines, *(table.roles[role] for role in ("query", "doc", "grade")), strict=True):
        query, doc, said = (cell.strip() for cell in row)
        if not said:
            continue
        if said.lower() not in (*YES, *NO):
            raise InputError(f"{cut(path)}, line {number}: the answer {cut(said)}, expected yes, no or nothing")
        answer = said.lower() in YES
        first, before = seen.setdefault((query, doc), (number, answer))
        if before != answer:
            raise InputError(
                f"{cut(path)}, lines {first} and {number} differ on {cut(query)} {cut(doc)}; leave one, or judge in a "
                "campaign with --overlap 2"
            )
        yield f"line {number}", query, doc, answer


def with_answers(path: str, rows: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Rows of `HEADING` with the answers that a table of them has there; InputError where one is in no row."""
    given = _given(path) if os.path.exists(path) else {}
    if lost := given.keys() - {(row[0], row[1]) for row in rows}:
        raise InputError(
            f"{cut(path)} has {plural(len(lost), 'answer')} to what is asked no more: move it away; nothing was changed"
        )
    return ((*row, given.get((row[0], row[1]), "")) for row in rows)


def _given(path: str) -> Mapping[tuple[str, str], str]:
    try:
        return {(query, doc): "yes" if answer else "no" for _, query, doc, answer in filled_in(path)}
    except (InputError, UsageError) as error:
        raise InputError(f"{error}: mend it or move it away; nothing was changed") from None
