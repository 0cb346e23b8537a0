"""A small campaign of invented texts, as the tests of judging use it."""

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign

QUERIES = {"q1": "what makes bread rise", "q2": "how tall is a giraffe"}
DOCS = {
    "d1": "Yeast eats sugar and gives off gas, which lifts the dough.",
    "d2": "Bread is sold by weight.",
    "d3": "A giraffe may be five and a half metres tall.",
}
PAIRS = (("q1", "d1"), ("q1", "d2"), ("q2", "d3"), ("q2", "d1"))


def tasks(wanted=1):
    return [Task("graded", query, (doc,), wanted=wanted, why="pool") for query, doc in PAIRS]


def campaign(source, wanted=1, order="rank"):
    made = make_campaign(source, Settings(scale=scale("trec-passage"), order=order, seed=0, guideline=""))
    made.add(tasks(wanted), queries=QUERIES, docs=DOCS)
    return made


def person(made, name):
    return made.person(made.invite(name))
