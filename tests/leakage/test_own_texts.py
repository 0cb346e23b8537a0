"""A copy of the test queries given as training texts is told, and a training file that only holds them is not."""

import pytest

from irassay.leakage import find_leaks
from irassay.leakage.words import own_texts

TEST = {"q1": "red fox", "q2": "blue dogs", "q3": "green birds"}
ALL = "These training texts are the 3 test queries themselves: are they the right file?"


@pytest.mark.parametrize(
    ("train", "says"),
    [
        (TEST, ALL),
        ({str(n): text for n, text in enumerate(TEST.values())}, ALL),
        ({**TEST, "t1": "an old cat"}, "has 3 test queries under their own ids, all there are: is it the right file?"),
        ({**{str(n): text for n, text in enumerate(TEST.values())}, "t1": "an old cat"}, ""),
        ({"q1": "red fox", "q2": "blue dogs"}, ""),
        ({"q1": "red fox", "q2": "blue dogs", "q3": "green birds at night"}, ""),
    ],
)
def test_training_texts_that_are_the_test_queries_themselves_are_warned_of(train, says):
    said = own_texts(find_leaks(TEST, train))
    assert said.endswith(says) if says else not said
