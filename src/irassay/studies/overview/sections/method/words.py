"""Headings, options and the citation, as text to paste; `irassay.studies.paper_methods` has the paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import count
from irassay.verdict.verdict import Verdict

if TYPE_CHECKING:
    from irassay.comparison import League


def bootstrap_ranks(league: League) -> str:
    """How the second kind of ranks was made."""
    return (
        "Ranks by the bootstrap are simultaneous at "
        f"{1 - league.alpha:.0%}, from {count(league.n_bootstrap)} resamples of the queries (Mogstad et al., 2024)."
    )


def latex_title(verdict: Verdict) -> str:
    """The heading of the LaTeX table."""
    if verdict.kind == "many" and len(verdict.league.leaders) < verdict.n:
        return "Table of the leaders in LaTeX"
    return "Table in LaTeX"


def bibtex(version: str) -> str:
    """How to cite the software, and the papers whose methods the paragraph names."""
    return f"""@software{{irassay,
  title = {{irassay: what relevance labels can say about search systems}},
  author = {{The irassay developers}},
  version = {{{version}}}
}}
@inproceedings{{smucker2007,
  title = {{A comparison of statistical significance tests for information retrieval evaluation}},
  author = {{Smucker, Mark D. and Allan, James and Carterette, Ben}},
  booktitle = {{CIKM}},
  year = {{2007}}
}}
@article{{holm1979,
  title = {{A simple sequentially rejective multiple test procedure}},
  author = {{Holm, Sture}},
  journal = {{Scandinavian Journal of Statistics}},
  volume = {{6}},
  year = {{1979}}
}}
@article{{efron1979,
  title = {{Bootstrap methods: another look at the jackknife}},
  author = {{Efron, Bradley}},
  journal = {{The Annals of Statistics}},
  volume = {{7}},
  year = {{1979}}
}}"""
