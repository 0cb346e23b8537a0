"""The command ``irassay``, also as ``python -m irassay``: from the first line on Ctrl-C ends it without a traceback.

SIGTERM ends it in the same way, so that nothing half-written is left.
"""

import _signal as signal  # type: ignore[import-not-found] # built in: nothing is loaded before Ctrl-C is heard
import sys

OURS = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not where the shell said to ignore it
INTERRUPTED = 130
STOPPED = (INTERRUPTED, 143)  # by Ctrl-C, and by SIGTERM
ENDED_BY_DEFAULT = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL

if OURS:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load nobody could catch an exception


def run() -> int:
    """One command, as the shell gave it; its exit code."""
    from irassay.cli.main import main
    from irassay.errors import terminate

    try:
        if ENDED_BY_DEFAULT:
            signal.signal(signal.SIGTERM, terminate)
        if OURS:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
    except KeyboardInterrupt:  # a second one, while the first was answered
        code = INTERRUPTED
    if OURS:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said: the interpreter may leave in peace
    if ENDED_BY_DEFAULT:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if code in STOPPED:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End the process: Python would send itself the signal again, or close down beside a thread that still reads."""
    import atexit
    import os
    from contextlib import suppress

    atexit._run_exitfuncs()  # such as the removal of temporary folders
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(run())
