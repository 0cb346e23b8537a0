"""Whether the order of systems would stand if what is near the known answers were relevant (Mackenzie et al. 2022)."""

from irassay.studies.sensitivity.study import Sensitivity, Settings, explore, sensitivity

__all__ = ["Sensitivity", "Settings", "explore", "sensitivity"]
