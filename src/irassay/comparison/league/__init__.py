"""The League: systems in order, with differences, intervals and tie groups, and its sentences."""
