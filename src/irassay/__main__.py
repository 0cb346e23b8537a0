"""``python -m irassay`` is the command ``irassay``."""

import sys

from irassay.cli.main import main

sys.exit(main())
