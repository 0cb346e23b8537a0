"""Models that judge: a function in Python, or an address that speaks as OpenAI's does."""
