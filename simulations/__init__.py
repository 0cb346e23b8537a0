"""Simulations with planted truth: do intervals cover as often as they say, and do corrections hold what they promise?

`make study-intervals` runs them at length and writes the tables of docs/simulations.md; tests run a short form.
"""
