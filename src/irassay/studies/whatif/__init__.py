"""What other, fewer or more labels would have said of the order of systems (Rassin et al. 2024, D-MERIT)."""

from irassay.studies.whatif.study import WhatIf, explore, whatif

__all__ = ["WhatIf", "explore", "whatif"]
