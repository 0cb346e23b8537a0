"""What holds for every test."""

from hypothesis import settings

# A busy machine must not fail a test: how long one example takes says nothing about the claim.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
