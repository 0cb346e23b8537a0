"""On the real collections the answer does not depend on the seed: pairs near alpha are decided without drawing."""

import pytest

import irassay
from irassay.comparison import compare
from tests.collections_at_hand import collection

SEEDS = range(10)


@pytest.fixture(scope="module")
def scored():
    found = {}
    for folder, labels in (("trec-dl-2021-passage", "qrels"), ("trec-covid-round5", "qrels.covid-round5.txt")):
        place = collection(folder)
        measures = ["nDCG@10", "P@10"] if folder.startswith("trec-dl") else ["nDCG@20"]
        found[folder] = irassay.evaluate_files(place / labels, place / "runs", measures, keep="queries")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "measure"),
    [("trec-dl-2021-passage", "nDCG@10"), ("trec-dl-2021-passage", "P@10"), ("trec-covid-round5", "nDCG@20")],
)
def test_ten_seeds_give_the_same_leaders_and_settled_pairs(scored, folder, measure):
    # Fewer draws than the default leave more to decide without them, and take less time.
    n_resamples = 1_000_000 if folder.startswith("trec-covid") else 200_000
    leagues = [compare(scored[folder], measure=measure, seed=s, n_resamples=n_resamples) for s in SEEDS]
    assert len({tuple(league.leaders) for league in leagues}) == 1
    assert len({(league.n_settled, league.chance) for league in leagues}) == 1
    assert leagues[0].chance is None
    assert all((league.significant == leagues[0].significant).all() for league in leagues)
