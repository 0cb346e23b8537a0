"""The command ``irassay``, also as ``python -m irassay``: from the first line on Ctrl-C ends it without a traceback."""

import _signal as signal  # type: ignore[import-not-found] # built in: nothing is loaded before Ctrl-C is heard
import sys

OURS = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not where the shell said to ignore it
INTERRUPTED = 130

if OURS:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load nobody could catch an exception


def run() -> int:
    """One command, as the shell gave it; its exit code."""
    from irassay.cli.main import main

    try:
        if OURS:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
    except KeyboardInterrupt:  # a second one, while the first was answered
        code = INTERRUPTED
    if OURS:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said: the interpreter may leave in peace
    return code


if __name__ == "__main__":
    sys.exit(run())
