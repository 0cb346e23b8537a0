"""What people mean who type an option that a verb does not have."""

from __future__ import annotations

from irassay.messages import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.options.option import Option

# What needs more words than an option's name: other name -> what to write, for verbs that take the option.
SAID_OTHERWISE = {
    **{name: ("format", f"--format {name}") for name in ("json", "tsv", "table", "latex", "markdown")},
    "md": ("format", "--format markdown"),
    "tex": ("format", "--format latex"),
    **dict.fromkeys(
        ("ignore-identical-ids", "remove-query", "drop-own-query"), ("identical_ids", "--identical-ids ignore")
    ),
    "no-color": ("color", "--color never"),
    "no-colour": ("color", "--color never"),
    "c": ("queries", "--queries qrels, which is the default"),  # of trec_eval
    **dict.fromkeys(("l", "level-for-rel"), ("measures", "a measure's own level, as in -m 'AP(rel=2)'")),  # trec_eval's
    **dict.fromkeys(("k", "cutoff", "at", "topk"), ("measures", "a measure's own cutoff, as in -m nDCG@10")),
}


def meant(typed: str, options: Sequence[Option]) -> str:
    """The question what somebody means who types an option that these `options` don't have; "" if nobody knows."""
    word = typed.lstrip("-").lower().replace("_", "-")
    by_name = {option.name: option for option in options}
    name, text = SAID_OTHERWISE.get(word, ("", ""))
    if name in by_name:
        return did_you_mean([text])
    for option in options:
        if option.called and word in (*option.called, option.name.replace("_", "-")):
            return did_you_mean([option.spelling[-1]])
    return ""
