"""TREC qrels and runs, and MS MARCO runs, over the kernel's reader."""

from __future__ import annotations

from irassay.collection.reading import QRELS_COLUMNS, RUN_COLUMNS, Reading
from irassay.errors import Unreadable
from irassay.formats import opening
from irassay.formats.lines import refuse_binary
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

MSMARCO_COLUMNS = "query doc rank"


def read_qrels(path: str) -> Qrels:
    """Qrels of four columns: query, iteration, document, grade.

    Of two lines for one document the first is used and the second counted; whether that is an error is the caller's.
    """
    from irassay.collection.qrels import Qrels

    data = opening.read_bytes(path)
    refuse_binary(path, data)
    core, read = _core.read_qrels(data, 4)
    return Qrels(core, [Reading.of(path, read, QRELS_COLUMNS)])


def read_run_with(
    reader: _core.RunsReader | _core.FileScorer, number: int, path: str, *, columns: str, by: str = "score"
) -> Reading:
    """Read one run file as file `number` of what keeps or scores it; plain files are read by the kernel itself.

    Parameters
    ----------
    columns : {"trec", "msmarco"}
    by : {"score", "rank"}
        What orders a list. "rank" shows what the rank column would say.
    """
    kind = getattr(_core.RunColumns, columns)
    order = getattr(_core.OrderBy, by)
    if opening.is_plain(path):
        try:
            read = reader.read_path(number, path, kind, order)
        except RuntimeError as error:
            raise Unreadable(f"can't read {path}: {str(error).lower()}") from None
    else:
        read = reader.read(number, opening.read_bytes(path, stopped=lambda: reader.stopped), kind, order)
    return Reading.of(path, read, RUN_COLUMNS if columns == "trec" else MSMARCO_COLUMNS)
