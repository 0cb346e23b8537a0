"""These tests need torch and sentence-transformers: `make test-neural` runs them, in an environment of their own."""

import os

collect_ignore_glob = [] if os.environ.get("IRASSAY_NEURAL") == "1" else ["test_*.py"]
