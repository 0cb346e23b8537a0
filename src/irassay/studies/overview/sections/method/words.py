"""The citation, as text to paste: the software, and the papers whose methods the paragraph names."""

from __future__ import annotations


def bibtex(version: str) -> str:
    """How to cite this version of the software."""
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
