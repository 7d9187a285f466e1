"""What `nvidia-smi --query-gpu=… --format=csv` prints: one row a GPU and moment, columns with their unit in the head."""

import csv
import io
import re

from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "formats"
MOST_CHARACTERS = 32 * 2**20
_MOST_ROWS = 2_000_000
_HEAD = re.compile(r"^\s*([a-zA-Z][\w.\-]*)(?:\s*\[([^\]]*)\])?\s*$")


def read_nvidia_smi_csv(listing: str) -> list[dict[str, str]]:
    """The rows, by the name of the column without its unit. A value that stands without a unit gets the one of its column.

    Raises:
        InvalidData: it is too large, the head is missing or names no column of nvidia-smi, or a row has another number of cells; all such
            rows are named.
    """
    if len(listing) > MOST_CHARACTERS:
        words = QT_TRANSLATE_NOOP("formats", "The file has more than {most} MiB.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_CHARACTERS >> 20}))
    lines = csv.reader(io.StringIO(listing.lstrip("\ufeff")), skipinitialspace=True)
    mend = Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "Ask for it with --format=csv, which writes the head."))
    if not listing.strip("\ufeff \t\r\n"):
        raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The file is empty.")), mend)
    try:
        head = [_HEAD.match(cell) for cell in next(lines, [])]
        names = [found.group(1).lower() for found in head if found is not None]
        if not names or len(names) != len(head) or not ("name" in names or any("." in name or "_" in name for name in names)):
            raise InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The first line does not name columns of nvidia-smi.")), mend)
        units = [found.group(2) or "" for found in head if found is not None]
        rows: list[dict[str, str]] = []
        faults: list[Message] = []
        for cells in lines:
            if not cells or cells == [""]:
                continue
            if len(cells) != len(names):
                words = QT_TRANSLATE_NOOP("formats", "Line {line}: {found} cells, {wanted} columns.")
                faults.append(Message(_CONTEXT, words, {"line": lines.line_num, "found": len(cells), "wanted": len(names)}))
            elif len(rows) >= _MOST_ROWS:
                raise InvalidData(
                    Message(_CONTEXT, QT_TRANSLATE_NOOP("formats", "The file has more than {most} rows."), {"most": _MOST_ROWS})
                )
            else:
                rows.append({name: _with_unit(cell.strip(), unit) for name, cell, unit in zip(names, cells, units, strict=True)})
    except csv.Error as error:
        words = QT_TRANSLATE_NOOP("formats", "Line {line}: {fault}.")
        raise InvalidData(Message(_CONTEXT, words, {"line": lines.line_num, "fault": str(error)}), mend) from error
    if faults:
        text = QT_TRANSLATE_NOOP("formats", "Lines that do not fit the head: {count}.")
        raise InvalidData(Message(_CONTEXT, text, {"count": len(faults)}), mend, tuple(faults[:100]))
    return rows


def _with_unit(cell: str, unit: str) -> str:
    """With `nounits` the unit stands in the head alone."""
    return f"{cell} {unit}" if unit and re.fullmatch(r"-?\d+(\.\d+)?", cell) else cell
