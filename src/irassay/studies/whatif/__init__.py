"""The order of systems under other, fewer or more labels (Rassin et al. 2024, D-MERIT)."""

from irassay.studies.whatif.selections import Settings
from irassay.studies.whatif.study import WhatIf, explore, whatif

__all__ = ["Settings", "WhatIf", "explore", "whatif"]
