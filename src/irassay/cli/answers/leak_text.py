"""The answer of `irassay leak`: for a person the leaked queries and their meaning, else rows or the document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import print_answer
from irassay.drawing.tables.text import TextColumn, filled, shortened
from irassay.leakage import effect_words
from irassay.leakage.effect_words import left_out
from irassay.messages import number, visible
from irassay.studies.leak import words

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.drawing.terminal import Screen
    from irassay.leakage import Leak
    from irassay.studies.leak.study import Leakage

FORMAT = "irassay.leak/1"
SHOWN = 10  # leaked queries under --all


def print_leaks(answer: Leakage, out: Output, *, brief: bool) -> None:
    """Print the answer in the form that is asked for; `brief` is on one screen."""
    with out.answer(answer.provenance.to_dict) as screen:
        if out.form == "json":
            document = {"format": FORMAT, **answer.to_dict(), "provenance": answer.provenance.to_dict()}
            screen.result(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False))
        elif out.form == "tsv":
            from irassay.leakage.files import leak_lines

            screen.result("".join(leak_lines(answer.leaks)).rstrip("\n"))
        else:
            (_print_screen if brief else _print_text)(answer, screen)


def _print_screen(answer: Leakage, screen: Screen) -> None:
    """The answer, leaked queries beside what was trained on, what it did to scores, and what is not seen."""
    firsts, scored = _strongest(answer), answer.scored
    queries = [visible(pair.query) for pair in firsts]
    room = max(20, (screen.width - max(map(len, ("999 more", *queries))) - 4) // 2)
    texts = [[shortened(_line(text), room) for text in (pair.text, pair.train_text)] for pair in firsts]
    columns = [TextColumn("Query", queries, name=True)]
    columns += [
        TextColumn(head, [of[i] for of in texts], align="left")
        for i, head in enumerate(("Test text", "Training text"))
        if any(of[i] for of in texts)
    ]
    sentences = [words.conclusion(answer), words.to_look_at(answer.leaks), words.cant_see(answer)]
    lost = [text for one in scored.effects[:1] for text in left_out(one)] if scored is not None else []
    doubts = [*lost, words.unscored(scored) if scored is not None else ""]
    tables = [(", ".join(answer.result().facts), columns, ())] if firsts else []
    print_answer(
        screen, words.title(answer.leaks), tables, sentences=sentences, cautions=doubts, more=words.SAID("more")
    )


def _strongest(answer: Leakage) -> list[Leak]:
    """The strongest pair of each leaked query, the strongest first."""
    return sorted((answer.leaks.of(query)[0] for query in answer.leaks.leaked), key=lambda pair: -pair.strength)


def _print_text(answer: Leakage, screen: Screen) -> None:
    result = answer.result()
    screen.result(", ".join(result.facts))
    firsts = _strongest(answer)
    was_bare = False
    for pair in firsts[:SHOWN]:
        is_bare = not pair.train_text
        screen.result(("" if is_bare and was_bare else "\n") + "\n".join(_lines(pair, screen.width)))
        was_bare = is_bare
    if len(firsts) > SHOWN:
        screen.result(f"\n{words.SAID('more.queries', n=len(firsts) - SHOWN)}")
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    screen.result(filled(f"{words.leaked(answer)} {words.what_counts(answer)}", screen.prose))
    recall = answer.searched.recall
    for text in filter(None, (words.to_look_at(answer.leaks), recall.share if recall is not None else "")):
        screen.result(filled(text, screen.prose))
    if answer.people is not None:
        texts = [*words.calibrated(answer.people.calibration), *words.label_files(answer.people.files)]
        screen.result("\n" + filled(" ".join(texts), screen.prose))
        if answer.people.agreement is not None:
            screen.result(filled(" ".join(words.agreement(answer.people.agreement)), screen.prose))
    if answer.kinds is not None:
        screen.result("\n" + filled(" ".join(effect_words.findings_on_kinds(answer.kinds)), screen.prose))
        if notes := effect_words.notes_on_kinds(answer.kinds):
            screen.result(filled(" ".join(notes), screen.prose))
    if answer.scored is not None and (text := words.unscored(answer.scored)):
        screen.result("\n" + filled(text, screen.prose))
    for one in answer.scored.effects if answer.scored is not None else ():
        screen.result("\n" + screen.style(one.measure, "bold"))
        for text in filter(None, (*one.explain(), words.leader(one))):
            screen.result(filled(text, screen.prose))
    if answer.scored is not None and answer.scored.without_documents is not None:
        screen.result("\n" + filled(" ".join(answer.scored.without_documents.explain()), screen.prose))
    if text := words.counts(answer):
        screen.explain(filled(text, screen.prose))
    screen.explain(filled(words.cant_see(answer), screen.prose))


def _lines(pair: Leak, width: int) -> list[str]:
    """The query with its text, and under it the training text with what it is."""
    if not pair.train_text:
        query = visible(pair.query)
        return [f"{query}  {shortened(_line(pair.text), max(20, width - len(query) - 2))}".rstrip()]
    marks: list[str] = [pair.type]
    marks += [f"overlap {number(pair.overlap, 2)}"] if pair.overlap is not None else []
    marks += [f"cosine {number(pair.similarity, 3)}"] if pair.similarity is not None else []
    last = f"  ({', '.join(marks)})"
    query = visible(pair.query)
    indent = len(query) + 2
    asked = shortened(_line(pair.text), max(20, width - indent))
    trained = shortened(_line(pair.train_text), max(20, width - indent - len(last)))
    return [f"{query}  {asked}", " " * indent + trained + last]


def _line(text: str) -> str:
    """A text on one line: any white space, also one that doesn't break, as one space."""
    return visible(" ".join(text.split()))
