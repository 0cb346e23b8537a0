"""Plain twins of how many labels settle a pair: by the definition, and by trying every subset of labels."""

from __future__ import annotations

import itertools

from tests.plain.completions import score

EQUAL = 1e-12


def says_one_thing(differences):
    """Whether all completions agree: one ahead, the other, or equal."""
    return (
        min(differences) > EQUAL
        or max(differences) < -EQUAL
        or (min(differences) >= -EQUAL and max(differences) <= EQUAL)
    )


def difference_table(measure, queries, scale, unseen):
    """(holes, {grades of all holes: difference of the means}); `queries` holds (first list, second, grades, others)."""
    holes = []
    for q, (first, second, grades, others) in enumerate(queries):
        holes += [(q, doc) for doc in sorted({*first, *second, *others} - set(grades))]
        holes += [(q, ("unseen", i)) for i in range(unseen)]
    table = {}
    for choice in itertools.product(scale, repeat=len(holes)):
        given = dict(zip(holes, choice))
        total = 0.0
        for q, (first, second, grades, _) in enumerate(queries):
            full = {**grades, **{doc: g for (at, doc), g in given.items() if at == q}}
            total += score(measure, first, full) - score(measure, second, full)
        table[choice] = total / len(queries)
    return holes, table


def least_number(measure, queries, scale, unseen=0):
    """The least number of labels that settle the pair, over every set of documents and everything they could say."""
    holes, table = difference_table(measure, queries, scale, unseen)
    for n in range(len(holes) + 1):
        for subset in itertools.combinations(range(len(holes)), n):
            agreeing = {}
            for choice, difference in table.items():
                agreeing.setdefault(tuple(choice[i] for i in subset), []).append(difference)
            if any(says_one_thing(differences) for differences in agreeing.values()):
                return n
    raise AssertionError("all labels leave one completion")
