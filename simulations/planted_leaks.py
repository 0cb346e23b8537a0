"""Leaks that are planted among 100,000 training queries, and look-alikes that are none: which are found, and as what.

`make study-planted-leaks` writes the table of docs/simulations.md. Topics and the training queries' words are those of
collections that tests use; nothing of them is written but shares.
"""

from __future__ import annotations

import lzma
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from irassay.formats.reading.texts import read_test_texts
from irassay.kernel import _core
from irassay.leakage import Leaks, find_leaks
from irassay.leakage.words import FUNCTION_WORDS, plain
from simulations.page import markdown, parser, tell
from tests.collections_at_hand import TEST_DATA, collection

TRAINING = 100_000
TOPICS = (
    ("leakage", "topics.robust04.txt"),
    ("trec-covid-round5", "topics.covid-round5.xml"),
    ("trec-dl-2021-passage", "queries.tsv"),
)
LOOK_ALIKE = "look-alike"
# Kind -> whether a leak has to be called so, or may be left to people; and the goal.
GOALS = {
    "identical": ("leak", 0.99),
    "inflected": ("leak", 0.99),
    "reordered": ("leak", 0.99),
    "specialization": ("leak", 0.95),
    "typing slip": ("leak or review", 0.9),
    "generalization": ("leak or review", 0.9),
    LOOK_ALIKE: ("leak", 0.02),
}

Words = list[str]


@dataclass(frozen=True)
class World:
    """Test queries, training texts, and for each planted text the query and the kind of leak."""

    topics: dict[str, str]
    training: dict[str, str]
    planted: dict[str, tuple[str, str]]


class Stems:
    """What a word's stem is, and whether it has content."""

    def __init__(self) -> None:
        self._test = _core.TestTexts([], list(FUNCTION_WORDS))

    def of(self, text: str) -> set[str]:
        """The stems of a text."""
        return set(self._test.stems(plain(text)))

    def has_content(self, word: str) -> bool:
        """Whether it is no function word."""
        return plain(word).strip(".,?!'\"()") not in FUNCTION_WORDS and bool(self.of(word))


def topics_of(rng: random.Random, n: int | None) -> dict[str, str]:
    """Titles of three collections, or some of them."""
    texts = {
        f"{folder}/{text.query}": text.text
        for folder, name in TOPICS
        for text in read_test_texts(str(collection(folder) / name), fields=("title",))
    }
    return texts if n is None else dict(rng.sample(sorted(texts.items()), n))


def dev_queries() -> list[str]:
    """The MS MARCO dev queries."""
    path = collection("msmarco-dev") / "topics.msmarco-passage.dev-subset.txt.xz"
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t")[1] for line in file]


def made_up(rng: random.Random, queries: Sequence[str], n: int) -> list[str]:
    """Queries of words that real ones have, as long as these; none of them is asked by anybody."""
    words = [word for query in queries for word in query.split()]
    return [" ".join(rng.choice(words) for _ in rng.choice(queries).split()) for _ in range(n)]


def same(rng: random.Random, words: Words, stems: Stems) -> Words | None:
    """Other case, punctuation and function words."""
    said = [word.upper() if rng.random() < 0.5 else word.lower() for word in words]
    return [*(["the"] if rng.random() < 0.5 else []), *said[:-1], said[-1] + rng.choice(["?", "", ".", " "])]


def inflected(rng: random.Random, words: Words, stems: Stems) -> Words | None:
    """A plural, or a possessive, where that keeps the stem."""
    places = [i for i, word in enumerate(words) if word.isalpha() and len(word) > 3 and word[-1] not in "sxyzh"]
    if not places:
        return None
    at = rng.choice(places)
    return [*words[:at], words[at] + rng.choice(["s", "'s"]), *words[at + 1 :]]


def reordered(rng: random.Random, words: Words, stems: Stems) -> Words | None:
    """The same words in another order."""
    said = rng.sample(words, len(words))
    return said if said != words else None


def specialized(rng: random.Random, words: Words, stems: Stems, others: Words) -> Words | None:
    """One to three words more, of a test query of two content words or more."""
    if len(stems.of(" ".join(words))) < 2:
        return None
    said = list(words)
    for _ in range(rng.randint(1, 3)):
        said.insert(rng.choice([0, len(said)]), rng.choice(others))
    return said if stems.of(" ".join(said)) > stems.of(" ".join(words)) else None


def slipped(rng: random.Random, words: Words, stems: Stems) -> Words | None:
    """A letter lost, doubled, or swapped with its neighbour in a word with a stem of six letters or more."""
    places = [i for i, w in enumerate(words) if w.isalpha() and w.isascii() and any(len(s) > 5 for s in stems.of(w))]
    if not places:
        return None
    at = rng.choice(places)
    word = words[at].lower()
    i = rng.randint(1, len(word) - 2)
    slips = [word[:i] + word[i + 1 :], word[:i] + word[i] + word[i:], word[:i] + word[i + 1] + word[i] + word[i + 2 :]]
    slip = rng.choice(slips)
    if stems.of(slip) == stems.of(word):
        return None
    return [*words[:at], slip, *words[at + 1 :]]


def generalized(rng: random.Random, words: Words, stems: Stems) -> Words | None:
    """One content word less, of three or more."""
    places = [i for i, word in enumerate(words) if stems.has_content(word)]
    if len(stems.of(" ".join(words))) < 3:
        return None
    at = rng.choice(places)
    said = [*words[:at], *words[at + 1 :]]
    return said if stems.of(" ".join(said)) < stems.of(" ".join(words)) else None


def look_alike(rng: random.Random, words: Words, stems: Stems, others: Words) -> Words | None:
    """Another content word in the place of one: mexican air mattress for mexican air pollution."""
    places = [i for i, word in enumerate(words) if stems.has_content(word)]
    if len(places) < 2:
        return None
    at = rng.choice(places)
    other = next(
        (w for w in rng.sample(others, 50) if stems.has_content(w) and not stems.of(w) & stems.of(words[at])), ""
    )
    said = [*words[:at], other, *words[at + 1 :]]
    return None if stems.of(" ".join(words)) <= stems.of(" ".join(said)) else said


def planted_world(rng: random.Random, *, n_topics: int | None, n_training: int) -> World:
    """Topics, and training queries with one planted text of each kind a topic, where it has one."""
    topics, real, stems = topics_of(rng, n_topics), dev_queries(), Stems()
    others = [word for query in real for word in query.split() if stems.has_content(word)]
    makers: dict[str, Callable[[Words], Words | None]] = {
        "identical": lambda words: same(rng, words, stems),
        "inflected": lambda words: inflected(rng, words, stems),
        "reordered": lambda words: reordered(rng, words, stems),
        "specialization": lambda words: specialized(rng, words, stems, others),
        "typing slip": lambda words: slipped(rng, words, stems),
        "generalization": lambda words: generalized(rng, words, stems),
        LOOK_ALIKE: lambda words: look_alike(rng, words, stems, others),
    }
    texts: list[tuple[str, tuple[str, str] | None]] = [
        (" ".join(said), (query, kind))
        for query, text in topics.items()
        for kind, make in makers.items()
        if (said := make(text.split())) is not None
    ]
    some = real[: max(0, n_training - len(texts))]
    texts += [(text, None) for text in some]
    texts += [(text, None) for text in made_up(rng, real, max(0, n_training - len(texts)))]
    rng.shuffle(texts)
    training = {f"t{n}": text for n, (text, _) in enumerate(texts)}
    return World(topics, training, {f"t{n}": of for n, (_, of) in enumerate(texts) if of is not None})


def shares(of: World, leaks: Leaks) -> dict[str, tuple[int, float, float]]:
    """Kind -> planted texts, the share called a leak of their query, and that of these and of those to review."""
    said = {(pair.query, pair.train): pair.verdict for pair in leaks}
    n = Counter(kind for _, kind in of.planted.values())
    sure = Counter(kind for train, (query, kind) in of.planted.items() if said.get((query, train)) == "leak")
    either = Counter(kind for train, (query, kind) in of.planted.items() if (query, train) in said)
    return {kind: (n[kind], sure[kind] / n[kind], either[kind] / n[kind]) for kind in GOALS if n[kind]}


def right(of: World, leaks: Leaks) -> float:
    """The share of pairs called leaks that were planted, look-alikes not counted as such."""
    sure = [pair for pair in leaks if pair.verdict == "leak"]
    planted = [of.planted.get(pair.train, ("", LOOK_ALIKE)) for pair in sure]
    return sum(query == pair.query and kind != LOOK_ALIKE for pair, (query, kind) in zip(sure, planted)) / len(sure)


def table(of: World, leaks: Leaks) -> str:
    """What was found of each kind, beside its goal."""
    rows = [["Planted", "Texts", "Called a leak", "Or to review", "Goal"]]
    for kind, (n, sure, either) in shares(of, leaks).items():
        what, goal = GOALS[kind]
        asked = f"at most {_percent(goal)}" if kind == LOOK_ALIKE else f"{what}: {_percent(goal)}"
        rows.append([kind, f"{n:,}", _percent(sure), _percent(either), asked])
    rows.append(["leaks that were planted", "", _percent(right(of, leaks)), "", "95%"])
    return markdown(rows)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%".replace(".0%", "%")


def main(words: Iterable[str] | None = None) -> int:
    """Print the table, and write it where asked to."""
    asked = parser("simulations.planted_leaks", __doc__)
    asked.add_argument("--training", type=int, default=TRAINING, help="training queries, planted ones included")
    asked.add_argument("--topics", type=int, default=None, help="test queries; default all of three collections")
    asked.add_argument("--encoder", default=None, help="a model, for vectors beside words")
    asked.add_argument("--called", default="", help="of the encoder: --write writes the table planted-leaks-CALLED")
    args = asked.parse_args(words if words is None else list(words))
    if bool(args.encoder) != bool(args.called):
        asked.error("--encoder and --called go together: each encoder has a table of its own")
    if not TEST_DATA.exists():
        print("The test collections are not there: no topics to plant.")
        return 0
    of = planted_world(random.Random(args.seed), n_topics=args.topics, n_training=args.training)
    leaks = find_leaks(of.topics, of.training, encoder=args.encoder, seed=args.seed)
    tell({"-".join(filter(None, ("planted-leaks", args.called))): table(of, leaks)}, write=args.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
