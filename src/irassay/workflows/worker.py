"""The other side of `Processes`: a process that does one shard after the other until nobody asks for more."""

from __future__ import annotations

import os
import pickle
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from irassay.errors import UsageError

# What a worker begins with. Ctrl-C is for whoever started it; what is imported here, it imports from the same places.
START = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import os, pickle, sys
from multiprocessing.connection import Connection
questions = Connection(os.dup(0), writable=False)
sys.path[:] = pickle.loads(questions.recv_bytes())
from irassay.workflows.worker import serve
serve(questions)
"""


def serve(questions: Connection) -> None:
    """Answer on standard output what is asked; what a shard prints goes to standard error."""
    answers = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    while True:
        try:
            question = questions.recv_bytes()
        except (EOFError, OSError):  # also within a question
            return
        with suppress(BrokenPipeError):  # who asked is gone, which the next look for a question says too
            answers.send_bytes(_answer(question))


def _answer(question: bytes) -> bytes:
    """The value, or the error, as `Processes` reads it."""
    try:
        function, arguments = pickle.loads(question)
    except Exception as error:
        return pickle.dumps((None, not_importable(error)))
    try:
        return pickle.dumps((function(*arguments), None), protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note("In a worker:\n" + "".join(traceback.format_exception(error)).rstrip())
        return _of_error(error)


def _of_error(error: Exception) -> bytes:
    answer: tuple[Any, Any] = (None, error)
    try:
        data = pickle.dumps(answer)
        pickle.loads(data)
    except Exception:  # an error that can't be handed over is told in words
        data = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return data


def not_importable(error: BaseException) -> UsageError:
    """The error of a function or value that another process can't be given."""
    return UsageError(
        f"a worker can't be given this work ({error}): what it is to call has to be a function of a module that can be "
        "imported, and not of a notebook or script"
    )
