"""A study's numbers from the keywords of its function, without its page."""

from irassay.arguments import of_keywords
from irassay.formats.inputs import Inputs
from irassay.studies import sensitivity as of_sensitivity
from irassay.studies import whatif as of_whatif


def whatif(qrels, runs, **keywords):
    values = {"qrels": qrels, "runs": runs, **keywords}
    return of_whatif.explore(of_keywords(Inputs, values), of_keywords(of_whatif.Settings, values))


def sensitivity(qrels, runs, *, leave_out=(), **keywords):
    values = {"qrels": qrels, "runs": runs, "uncounted": leave_out, **keywords}
    return of_sensitivity.explore(of_keywords(Inputs, values), of_keywords(of_sensitivity.Settings, values))
