"""On the real collections the answer does not depend on the seed: pairs near alpha are decided without drawing."""

import os

import pytest

import irassay
from irassay.comparison import compare
from tests.collections_at_hand import collection

SEEDS = range(10 if "IRASSAY_EXAMPLES" in os.environ else 4)  # ten by make laws


def dl21():
    place = collection("trec-dl-2021-passage")
    return irassay.evaluate_files(place / "qrels", place / "runs", ["nDCG@10"], keep="queries")


def half_of_covid():
    # Every other run: as many pairs as DL21's, in a quarter of the time that all would take.
    place = collection("trec-covid-round5")
    runs = sorted(str(path) for path in (place / "runs").iterdir())[::2]
    return irassay.evaluate_files(place / "qrels.covid-round5.txt", runs, ["P@20"], keep="queries")


@pytest.mark.slow
@pytest.mark.parametrize("scored", [dl21, half_of_covid])
def test_seeds_give_the_same_leaders_and_settled_pairs(scored):
    scores = scored()
    leagues = [compare(scores, seed=seed) for seed in SEEDS]
    assert len({tuple(league.leaders) for league in leagues}) == 1
    assert len({(league.n_settled, league.chance) for league in leagues}) == 1
    assert leagues[0].chance is None
    assert all((league.significant == leagues[0].significant).all() for league in leagues)
    assert any((league.p != leagues[0].p).any() for league in leagues)  # they did draw anew
