"""Texts for the oracle: random code points of every class of word breaks, and passages of made-up words.

``python -m tests.oracles.lucene.generate FOLDER`` writes what `Lucene.java` reads.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tools.word_breaks import PROPERTIES

SPECIAL = (
    *(0xFE0F, 0xFE0E, 0x20E3, 0x200D, 0xE007F, 0xE0020, 0xE0041, 0x27, 0x2019, 0xFF07, 0x73, 0x53, 0x22, 0x5F, 0x2E),
    *(0x2C, 0x3A, 0x20, 0x41, 0x61, 0x30, 0x23, 0x2A, 0x1F1E6, 0x1F3FB, 0x1F466, 0xA9, 0x3030, 0x5D0, 0x130, 0x131),
    *(0x3042, 0x4E00, 0xAC00, 0x1100),
)


def strings(n: int, seed: int = 1) -> list[list[int]]:
    """Strings of code points, some longer than Lucene's longest word."""
    rng = random.Random(seed)
    ranges = []
    for line in PROPERTIES.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            pairs = [one.partition("-") for one in line.partition(": ")[2].split()]
            ranges.append([(int(a, 16), int(b or a, 16)) for a, _, b in pairs])

    def code_point() -> int:
        kind = rng.random()
        if kind < 0.5:
            return rng.choice(SPECIAL)
        if kind < 0.9:
            return rng.randint(*rng.choice(rng.choice(ranges)))
        return rng.choice((rng.randint(0x20, 0xD7FF), rng.randint(0xE000, 0x10FFFF)))

    out = []
    for i in range(n):
        few = [code_point() for _ in range(3)]
        length = rng.randint(1, 14) if i % 100 else rng.randint(200, 700)
        out.append([rng.choice(few) if rng.random() < 0.4 else code_point() for _ in range(length)])
    return out


def passages(n: int = 300, seed: int = 2) -> list[tuple[str, str]]:
    """Ids and texts of passages, of 0 to 120 words with suffixes; frequent ones are Zipf's."""
    rng = random.Random(seed)
    stems = [
        "".join(rng.choice("bcdfglmnprst") + rng.choice("aeiouy") for _ in range(rng.randint(1, 4))) for _ in range(900)
    ]
    weights = [1 / (rank + 3) for rank in range(len(stems))]
    ends = ("", "", "", "s", "ing", "ed", "ational", "ness", "'s", "ly")
    out = []
    for i in range(n):
        words = rng.choices(stems, weights, k=rng.choice((0, 3, 12, 40, 41, 60, 120)))
        out.append((f"d{i}", " ".join(word + rng.choice(ends) for word in words)))
    return out


def queries(n: int = 30, seed: int = 3) -> list[tuple[str, str]]:
    """Ids and texts of queries: a few words, or a whole passage."""
    rng = random.Random(seed)
    texts = [text for _, text in passages() if text]
    chosen = [rng.choice(texts) for _ in range(n)]
    return [(f"q{i}", text if i % 3 == 0 else " ".join(text.split()[:5])) for i, text in enumerate(chosen)]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "strings").write_text("".join(" ".join(f"{c:x}" for c in one) + "\n" for one in strings(1000)))
    for name, pairs in (("docs", passages()), ("queries", queries())):
        (folder / name).write_text("".join(f"{key}\t{text}\n" for key, text in pairs), encoding="utf-8")
