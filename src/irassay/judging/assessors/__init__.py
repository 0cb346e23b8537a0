"""Who answers judging tasks: what each person is asked next, and the labels that follow from the answers."""

from irassay.judging.assessors.given_labels import labels
from irassay.judging.assessors.judge import Judge

__all__ = ["Judge", "labels"]
