"""Shards by a Dask cluster, which does those of a worker that died again on another one."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable
from typing import Any

from irassay.errors import InputError, LostWorker, MissingLibrary, UsageError, cut
from irassay.provenance import VERSION
from irassay.workflows.shard import KEPT, Shard, lost

PATIENCE = 15  # seconds for a scheduler to answer, and for the value of a finished shard to arrive


class DaskCluster:
    """The workers of a Dask scheduler, such as ``tcp://10.0.0.7:8786``; InputError where none answers or it has no
    worker, MissingLibrary without distributed."""

    __slots__ = ("_address", "_client", "_distributed", "_level", "_log")
    here = False

    def __init__(self, address: str) -> None:
        self._distributed = MissingLibrary.load("distributed", "dask")
        self._address = address
        self._log = logging.getLogger("distributed.client")
        self._level = self._log.level
        self._log.setLevel(logging.CRITICAL)  # that a scheduler is gone is told here, and in one line
        try:
            self._client = self._distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            self._log.setLevel(self._level)
            raise InputError(
                f"no Dask scheduler answers at {cut(address)} ({error}), expected an address such as "
                "tcp://127.0.0.1:8786"
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            self._close()
            raise InputError(f"the Dask scheduler at {cut(address)} has no worker, expected at least one") from None

    def run(self, shards: Iterable[Shard]) -> Generator[tuple[Shard, Any], None, None]:
        """Do the shards; each with its value, as they are finished. One more is taken than there are threads.
        LostWorker where the worker died each time that Dask began it, or the scheduler is gone."""
        left = iter(shards)
        busy: dict[Any, Shard] = {}
        suspects: list[Shard] = []
        try:
            while True:
                most = self._most()
                while not suspects and len(busy) < most and (shard := next(left, None)) is not None:
                    busy[self._submit(shard)] = shard
                # Dask gives up all shards that a worker had when it died. The guilty one dies alone too.
                alone = not busy and bool(suspects)
                if alone:
                    shard = suspects.pop()
                    busy[self._submit(shard)] = shard
                if not busy:
                    return
                for future in self._finished(busy):
                    shard = busy.pop(future)
                    try:
                        value = self._value(future)
                    except (self._distributed.KilledWorker, TimeoutError) as error:
                        if alone:
                            n_tries = getattr(error, "allowed_failures", 0) + 1
                            raise lost(shard.name, n_tries, "a worker of Dask") from None
                        suspects.append(shard)
                    else:
                        yield shard, value
        finally:
            if busy:
                self._client.cancel(list(busy), force=True)

    def _most(self) -> int:
        """How many shards Dask is given at a time; its workers come and go."""
        try:
            return 1 + int(sum(self._client.nthreads().values()))
        except (OSError, self._distributed.CancelledError) as error:
            raise self._gone(error) from None

    def _submit(self, shard: Shard) -> Any:
        try:
            return self._client.submit(_call, VERSION, shard.function, shard.arguments, pure=False)
        except TypeError as error:
            raise UsageError(f"Dask can't be given {cut(shard.name)} ({error})") from None

    def _finished(self, busy: Iterable[Any]) -> list[Any]:
        try:
            with self._client.as_current():  # and no client for the rest of the program
                return list(self._distributed.wait(list(busy), return_when="FIRST_COMPLETED").done)
        except (OSError, self._distributed.CancelledError) as error:
            raise self._gone(error) from None

    def _value(self, future: Any) -> Any:
        try:
            return future.result(PATIENCE)  # which a worker may hold that is dead by now
        except self._distributed.CancelledError as error:
            raise self._gone(error) from None

    def _gone(self, error: BaseException) -> LostWorker:
        return LostWorker(f"the Dask scheduler at {cut(self._address)} is gone ({type(error).__name__}). {KEPT}")

    def __enter__(self) -> DaskCluster:
        return self

    def __exit__(self, *raised: object) -> None:
        self._close()

    def _close(self) -> None:
        self._client.close()
        self._log.setLevel(self._level)


def _call(version: str, function: Any, arguments: tuple[Any, ...]) -> Any:
    """Do a shard on a worker of the cluster; UsageError where it has another irassay."""
    if version != VERSION:
        raise UsageError(f"a worker of the Dask cluster has irassay {VERSION}, expected {version} as here")
    return function(*arguments)
