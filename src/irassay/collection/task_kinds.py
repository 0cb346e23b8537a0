"""Kinds of judging tasks, a row each: what a task shows and asks, what people choose from, and what answers become."""

from __future__ import annotations

from functools import lru_cache

from irassay.errors import UsageError, cut
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.judging_scales import JudgingScale

LEFT, RIGHT, EQUAL = "Left", "Right", "Equal"  # of a pair: which is better
AGREE, DISAGREE, HARD = "Agree", "Disagree", "Hard to say"  # of a label that is shown
_PLACE_KEYS = "123456789abc"


class Choice(Record):
    """One answer. `words` name it beside texts side by side, beside texts one below the other, and to an owner."""

    name: str  # in the log
    key: str
    sentence: str  # when it is given
    words: tuple[str, ...]
    best: int | None = None  # place, from 0, of the document that is better than the others; None: none is
    answers: bool = True  # whether a document answers the query
    grades: tuple[int | None, ...] = ()  # of each document in the order shown; None and what is left out: no label


class TaskKind(Record):
    """A kind of task. People choose from the points of a scale or the places of its documents, and from `own`."""

    name: str
    fewest: int  # documents that a task shows; most as well
    most: int
    has_order: bool  # False: documents are shown in each person's own order
    unit: str  # what a task is called
    ask: str  # with # where the label stands that is shown
    texts: tuple[tuple[str, ...], ...]  # words of each document, as those of a choice; empty: numbers
    place: tuple[str, ...]  # words of a place, # its number; empty: places are no choices
    own: tuple[Choice, ...]
    seconds: float  # a judgment takes, before any was timed
    becomes: tuple[str, ...]  # what answers are written as: qrels, preferences, quality; the default first
    known: str  # what holds known answers: qrels, preferences or nothing
    options: tuple[str, ...]  # of `irassay judge` that no other kind takes
    both_orders: bool  # whether a model is asked with either document first

    @property
    def uses_scale(self) -> bool:
        """Whether choices are the points of a scale."""
        return "judging_scale" in self.options and not self.own

    @property
    def shows_label(self) -> bool:
        """Whether a task shows a label that was given before: its answers are no blind ones, and make no labels."""
        return "#" in self.ask

    def choices(self, n_docs: int, scale: JudgingScale | None = None, *, equal: bool = True) -> tuple[Choice, ...]:
        """What people choose from in a task of so many documents; `equal` says whether a pair may be called equal."""
        words = {str(i): tuple(text.replace("#", str(i)) for text in self.place) for i in range(1, n_docs + 1)}
        listed = zip(words, _PLACE_KEYS, [""] * n_docs, words.values(), range(n_docs)) if self.place else ()
        points = scale.points if scale is not None and self.uses_scale else ()
        return (
            *(Choice(p.name, str(i), p.sentence, (p.name,) * 3, grades=(p.grade,)) for i, p in enumerate(points, 1)),
            *(Choice(*place, grades=(*[None] * place[-1], 1)) for place in listed),
            *(choice for choice in self.own if equal or choice.name != EQUAL),
        )

    @lru_cache(1 << 10)  # noqa: B019  (the kinds stay as long as the program)
    def choice(self, name: str, scale: JudgingScale | None = None) -> Choice | None:
        """The choice of that name, None where there is none; points need their scale."""
        return next((choice for choice in self.choices(self.most, scale) if choice.name == name), None)


# fmt: off
_PAIR = (
    Choice(LEFT, "←", "The passage on the left answers the question better.",
            ("Left is better", "Upper is better", "Text 1 is better"), 0),
    Choice(EQUAL, "T", "Neither answers the question better than the other.", (EQUAL,) * 3),
    Choice(RIGHT, "→", "The passage on the right answers the question better.",
            ("Right is better", "Lower is better", "Text 2 is better"), 1),
)
_ANCHOR = (
    Choice("No", "←", "The known answer is better than the new passage.",
            (*("No, the known is better",) * 2, "No, the known answer is better"), 0, grades=(None, 0)),
    Choice("Neither answers", "0", "Neither the known answer nor the new passage answers the question.",
            ("Neither answers",) * 3, answers=False, grades=(None, 0)),
    Choice("Yes", "→", "The new passage answers the question at least as well as the known answer.",
            ("Yes, at least as good",) * 3, grades=(None, 1)),
)
_NOTHING = Choice("None", "0", "No passage of the list answers the question.", (*("None answers",) * 2, "None"),
                   answers=False, grades=(0,) * len(_PLACE_KEYS))
_CHECK = (
    Choice(AGREE, "1", "The label fits.", (AGREE,) * 3),
    Choice(DISAGREE, "2", "Another label would fit better.", (DISAGREE,) * 3),
    Choice(HARD, "3", "The text leaves it open.", (HARD,) * 3),
)
KINDS = {
    kind.name: kind
    for kind in (
        TaskKind(name="graded", fewest=1, most=1, has_order=True, unit="Document", texts=(), place=(), own=(),
                 ask="How well does it answer the query?", seconds=20.0, becomes=("qrels",), known="qrels",
                 options=("judging_scale",), both_orders=False),
        TaskKind(name="pair", fewest=2, most=2, has_order=False, unit="Comparison", place=(), own=_PAIR,
                 texts=(("Left", "Upper", "Text 1"), ("Right", "Lower", "Text 2")),
                 ask="Which passage best answers the question?", seconds=30.0, becomes=("preferences",),
                 known="preferences", options=("equal", "tests", "test_pairs"), both_orders=True),
        TaskKind(name="anchor", fewest=2, most=2, has_order=True, unit="Comparison", place=(), own=_ANCHOR,
                 texts=(("Known answer",) * 3, ("New passage",) * 3), seconds=30.0, known="", options=(),
                 ask="Is the new passage at least as good as the known answer?",
                 becomes=("preferences", "qrels"), both_orders=False),
        TaskKind(name="best", fewest=2, most=len(_PLACE_KEYS), has_order=False, unit="List", texts=(),
                 place=(*("Number # is best",) * 2, "Text # is best"), own=(_NOTHING,), options=(), both_orders=False,
                 ask="Which passage answers best?", seconds=60.0, becomes=("preferences", "qrels"), known=""),
        TaskKind(name="check", fewest=1, most=1, has_order=True, unit="Label", texts=(), place=(), own=_CHECK,
                 ask="Does this label fit? #", seconds=10.0, becomes=("quality",), known="",
                 options=("judging_scale", "check_labels"), both_orders=False),
    )
}
# fmt: on


def kind_of(name: str) -> TaskKind:
    """The kind of that name; UsageError where there is none."""
    if name not in KINDS:
        raise UsageError(f"expected a kind of task among {', '.join(KINDS)}, but got {cut(name)}")
    return KINDS[name]
