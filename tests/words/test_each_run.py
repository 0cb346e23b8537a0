"""What the checks say of one run to those who made it."""

from __future__ import annotations

from irassay.collection import Qrels
from irassay.formats import load_runs
from irassay.measures import Measure
from irassay.preflight.check import examine
from irassay.preflight.each_run import of_each_run


def test_a_participant_is_told_of_contradicting_ranks_without_a_word_on_the_first_place(tmp_path):
    (tmp_path / "mine").write_text("q1 Q0 a 2 9 mine\nq1 Q0 b 1 8 mine\n")
    (tmp_path / "other").write_text("q1 Q0 b 1 9 other\nq1 Q0 a 2 8 other\n")
    labels = Qrels.from_dict({"q1": {"a": 1, "b": 0}})
    examined = examine(labels, load_runs(str(tmp_path)), [Measure.parse("P@1")], lambda lists: lists)
    (of_all,) = [finding for finding in examined.findings if finding.code == "rank-contradicts-score"]
    assert "who scores highest stays the same" in of_all.effect
    (own,) = [finding for finding in of_each_run(examined)["mine"] if finding.code == "rank-contradicts-score"]
    assert own.effect == "P@1 1.0000 by score (used), 0 by rank"
    assert own.systems == ("mine",)
