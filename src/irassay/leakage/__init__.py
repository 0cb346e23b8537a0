"""Training data that has test queries in it: which queries, by what evidence, and what that did to scores."""

from __future__ import annotations

from irassay.leakage.calibration import Calibration, calibrate
from irassay.leakage.document_effect import DocumentEffect, effect_of_documents
from irassay.leakage.effect import Effect, SystemScores, effect
from irassay.leakage.files import read_leaks, write_leaks
from irassay.leakage.find import find_leaks
from irassay.leakage.instance_sets import TrainingSets, write_training_sets
from irassay.leakage.label_files import read_pair_labels
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.memory import Contrast, Memory, memory
from irassay.leakage.pair_labels import PairLabel, PairLabels
from irassay.leakage.training_sets import LabelledQueries, training_sets
from irassay.leakage.without_leaks import Adjusted, OrderWithout
from irassay.upward import answered_in

__all__ = [
    "Adjusted",
    "Calibration",
    "Contrast",
    "DocumentEffect",
    "Effect",
    "LabelledQueries",
    "Leak",
    "Leaks",
    "Memory",
    "OrderWithout",
    "PairLabel",
    "PairLabels",
    "SystemScores",
    "TrainingSets",
    "calibrate",
    "effect",
    "effect_of_documents",
    "find_leaks",
    "memory",
    "read_leaks",
    "read_pair_labels",
    "training_sets",
    "write_leaks",
    "write_training_sets",
]

answered_in("irassay.leakage.effect_words", "effect_sentences", "document_sentences")
answered_in("irassay.leakage.effect_words", "memory_sentences")
