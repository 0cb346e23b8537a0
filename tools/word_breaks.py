"""Writes the kernel's tables of words: classes of code points, the automaton that ends words, and lower case.

Run as ``python -m tools.word_breaks``. The grammar is that of Lucene 9.5's StandardTokenizer: the word breaks of
Unicode 12.1 (UAX 29) without white space and punctuation, each Han and Hiragana character by itself, runs of South
East Asian letters whole, emoji whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PROPERTIES = HERE / "unicode" / "word-breaks-12.1.txt"
LOWER_CASE = HERE / "unicode" / "lower-case-13.0.txt"
OUTPUT = HERE.parent / "src" / "irassay" / "kernel" / "analyse" / "word_break_tables.inc"

# One letter a class of code points; "O" is everything else. Lower-case letters are special cases within another class.
CLASSES = list("OLprHNDKMUBQWXGEZsSCJPbmkfeytT")

_extend = "[EZsmfeytT]*"  # what belongs to the character before
_extend_emoji = "[EZsmytT]*"  # the same without the selector of a presentation
_letter = f"[LprH]{_extend}"
_hebrew = f"H{_extend}"
_number = f"[ND]{_extend}"
_katakana = f"K{_extend}"
_joins_letters = f"[MBQ]{_extend}"
_joins_numbers = f"[UBQ]{_extend}"
_underscores = f"(X{_extend})*"
_katakana_word = f"{_katakana}({_underscores}{_katakana})*"
_letters = (
    f"(({_hebrew}(Q{_extend}|W{_extend}{_hebrew}))|({_number}(({_underscores}|{_joins_numbers}){_number})*)"
    f"|({_letter}(({_underscores}|{_joins_letters}){_letter})*))+"
)
_word = f"({_katakana_word}|{_letters})"
_emoji = f"(Z*[pPb]{_extend_emoji}f?|(Z*b{_extend_emoji})?m{_extend_emoji})"
GRAMMAR = (
    f"{_emoji}((Z{_emoji})*|t+T)",
    f"[Dk]{_extend_emoji}f?y{_extend_emoji}",
    f"G{_extend}G{_extend}",
    f"{_underscores}{_word}(X{_extend}{_underscores}{_word})*{_underscores}",
    f"([Ss]{_extend})+",
    f"[Cr]{_extend}",
    f"J{_extend}",
)


def classes() -> dict[int, str]:
    """Code point -> its class, where it is not "O"."""
    having: dict[int, set[str]] = {}
    for line in PROPERTIES.read_text(encoding="ascii").splitlines():
        if line.startswith("#"):
            continue
        name, _, ranges = line.partition(": ")
        for text in ranges.split():
            first, _, last = text.partition("-")
            for code in range(int(first, 16), int(last or first, 16) + 1):
                having.setdefault(code, set()).add(name)
    return {code: one for code, names in having.items() if (one := _class_of(code, names)) != "O"}


def _class_of(code: int, names: set[str]) -> str:
    alone = {0x23: "k", 0x2A: "k", 0xFE0F: "f", 0x20E3: "y", 0xE007F: "T", 0xFE0E: "e"}
    if code in alone:
        return alone[code]
    if 0x30 <= code <= 0x39:
        return "D"
    if 0xE0020 <= code <= 0xE007E:
        return "t"
    if "ALetter" in names:
        return "p" if "Extended_Pictographic" in names else "r" if "Han" in names else "L"
    if "Extend" in names and "Complex_Context" in names:
        return "s"
    by_name = (
        ("Emoji_Modifier", "m"), ("ZWJ", "Z"), ("Extend", "E"), ("Format", "E"), ("Hebrew_Letter", "H"),
        ("Numeric", "N"), ("Katakana", "K"), ("MidLetter", "M"), ("MidNumLet", "B"), ("MidNum", "U"),
        ("Single_Quote", "Q"),
        ("Double_Quote", "W"), ("ExtendNumLet", "X"), ("Regional_Indicator", "G"), ("Emoji_Modifier_Base", "b"),
        ("Extended_Pictographic", "P"), ("Complex_Context", "S"), ("Han", "C"), ("Hiragana", "J"),
    )  # fmt: skip
    return next((one for name, one in by_name if name in names), "O")


class _Automaton:
    """States with moves by class, or by nothing; made of patterns of classes, groups, ``|``, ``*``, ``+`` and ``?``."""

    def __init__(self) -> None:
        self.moves: list[list[tuple[str, int]]] = []

    def state(self) -> int:
        self.moves.append([])
        return len(self.moves) - 1

    def pattern(self, text: str) -> tuple[int, int]:
        rest = list(reversed(text))
        ends = self._either(rest)
        assert not rest
        return ends

    def _either(self, rest: list[str]) -> tuple[int, int]:
        first, last = self.state(), self.state()
        while True:
            start, end = self._sequence(rest)
            self.moves[first].append(("", start))
            self.moves[end].append(("", last))
            if not rest or rest[-1] != "|":
                return first, last
            rest.pop()

    def _sequence(self, rest: list[str]) -> tuple[int, int]:
        first = last = self.state()
        while rest and rest[-1] not in "|)":
            start, end = self._one(rest)
            self.moves[last].append(("", start))
            last = end
        return first, last

    def _one(self, rest: list[str]) -> tuple[int, int]:
        letter = rest.pop()
        if letter == "(":
            start, end = self._either(rest)
            assert rest.pop() == ")"
        else:
            letters = letter
            if letter == "[":
                letters = "".join(iter(rest.pop, "]"))
            start, end = self.state(), self.state()
            self.moves[start] += [(one, end) for one in letters]
        if rest and rest[-1] in "*+?":
            mark = rest.pop()
            first, last = self.state(), self.state()
            self.moves[first].append(("", start))
            self.moves[end].append(("", last))
            if mark in "*?":
                self.moves[first].append(("", last))
            if mark in "*+":
                self.moves[end].append(("", start))
            return first, last
        return start, end

    def closure(self, states: set[int]) -> frozenset[int]:
        seen, todo = set(states), list(states)
        while todo:
            for letter, to in self.moves[todo.pop()]:
                if letter == "" and to not in seen:
                    seen.add(to)
                    todo.append(to)
        return frozenset(seen)


def tables() -> tuple[list[list[int]], list[bool]]:
    """Moves [state][class] of the least automaton, and which states end a word. 0: no word goes on so; 1: the start."""
    automaton = _Automaton()
    start = automaton.state()
    ends = set()
    for text in GRAMMAR:
        first, last = automaton.pattern(text)
        automaton.moves[start].append(("", first))
        ends.add(last)
    dead, begin = frozenset[int](), automaton.closure({start})
    numbers, todo, moves = {dead: 0, begin: 1}, [begin], {dead: [dead] * len(CLASSES)}
    while todo:
        states = todo.pop(0)
        moves[states] = []
        for letter in CLASSES:
            to = automaton.closure({to for state in states for by, to in automaton.moves[state] if by == letter})
            if to not in numbers:
                numbers[to] = len(numbers)
                todo.append(to)
            moves[states].append(to)
    accepts = [bool(states & ends) for states in numbers]
    return _least([[numbers[to] for to in moves[states]] for states in numbers], accepts)


def _least(moves: list[list[int]], accepts: list[bool]) -> tuple[list[list[int]], list[bool]]:
    """The automaton with states merged that no text tells apart (Moore); the dead state and the start stay first."""
    block = [int(one) for one in accepts]
    while True:
        keys: dict[tuple[int, ...], int] = {}
        finer = [keys.setdefault((block[s], *(block[to] for to in moves[s])), len(keys)) for s in range(len(moves))]
        if len(keys) == len(set(block)):
            break
        block = finer
    first = {number: state for state, number in reversed(list(enumerate(finer)))}
    return [[finer[to] for to in moves[first[b]]] for b in range(len(keys))], [
        accepts[first[b]] for b in range(len(keys))
    ]


def _ranges(by_code: dict[int, str]) -> Iterator[tuple[int, int, str]]:
    """Code points one after the other that are of one class: first, last, class."""
    first = last = -2
    one = ""
    for code, name in sorted(by_code.items()):
        if code == last + 1 and name == one:
            last = code
            continue
        if one:
            yield first, last, one
        first = last = code
        one = name
    yield first, last, one


def _lower_ranges() -> Iterator[tuple[int, int, int, int]]:
    """First, last, step and how far the lower case is away."""
    pairs = [
        tuple(int(text, 16) for text in line.split()) for line in LOWER_CASE.read_text().splitlines() if line[0] != "#"
    ]
    i = 0
    while i < len(pairs):
        code, lower = pairs[i]
        step = pairs[i + 1][0] - code if i + 1 < len(pairs) else 1
        step = step if step in (1, 2) else 1
        j = i
        while (
            j + 1 < len(pairs)
            and pairs[j + 1][0] == pairs[j][0] + step
            and pairs[j + 1][1] - pairs[j + 1][0] == lower - code
        ):
            j += 1
        yield code, pairs[j][0], step, lower - code
        i = j + 1


def _rows(values: list[str]) -> Iterator[str]:
    line = ""
    for value in values:
        if len(line) + len(value) > 118:
            yield line.rstrip()
            line = ""
        line += f"{value}, "
    yield line.rstrip()


def text() -> str:
    """The file as it is included by the kernel."""
    moves, accepts = tables()
    lines = ["// Written by tools/word_breaks.py.", f"constexpr int kClasses = {len(CLASSES)}, kStates = {len(moves)};"]
    lines.append("constexpr uint8_t kMoves[kStates][kClasses] = {")
    lines += [f"    {{{', '.join(map(str, row))}}}," for row in moves]
    lines += ["};", "constexpr bool kEnds[kStates] = {"]
    lines += _rows([str(int(one)) for one in accepts])
    lines += ["};", "constexpr ClassRange kClassRanges[] = {"]
    lines += _rows([f"{{0x{a:x}, 0x{b:x}, {CLASSES.index(one)}}}" for a, b, one in _ranges(classes())])
    lines += ["};", "constexpr LowerRange kLowerRanges[] = {"]
    lines += _rows([f"{{0x{a:x}, 0x{b:x}, {step}, {away}}}" for a, b, step, away in _lower_ranges()])
    return "\n".join([*lines, "};", ""])


if __name__ == "__main__":
    OUTPUT.write_text(text(), encoding="ascii")
