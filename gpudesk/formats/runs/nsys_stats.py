"""Tables printed by `nsys stats --format csv`: kernels, CUDA calls, copies, and the GPU trace.

Headers changed over the years (Nsight Systems 2020 to 2025: "Time(%)", "Time (%)"; "Average", "Avg (ns)"; "Operations", "Count";
gpukernsum, cuda_gpu_kern_sum; "HtoD", "Host-to-Device"), so columns are identified by meaning, and units are in the header.
"""

import csv
import io
import math
import re
from collections.abc import Iterator

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.formats.runs.run_profile import LONGEST_NAME, RunProfile, gaps_of, no_profile, top

MOST_BYTES = 256 << 20
_MOST_NAMES = 200_000
_COLUMN = re.compile(r"([A-Za-z][A-Za-z /]*)(?:\(([^)]*)\))?")
_SECONDS = {"ns": 1e-9, "us": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "": 1e-9}
_HOST = ("htod", "dtoh", "host-to-device", "device-to-host")
_HEAD = re.compile(
    r"""^[>\s"]{0,8}(?:Time\ ?\(%\)"?[,\ ]{1,20}"?Total\ Time|Start\ ?\((?:ns|us|μs|ms|s|sec)\)"?[,\ ]{1,40}"?Duration)\b""",
    re.MULTILINE | re.VERBOSE,
)
"""How the heads of its tables begin, as CSV and in columns."""
_RULER = re.compile(r"\s{0,8}-{2,400}(?:\s{1,8}-{2,400}){2,40}\s{0,8}")
"""Below the head of a table in columns: one run of dashes for each column."""
Columns = dict[str, tuple[int, str]]


def _columns(cells: list[str]) -> Columns | None:
    """Name → place and unit of the columns of a head; None where the line is no head that is of use."""
    columns: Columns = {}
    for place, cell in enumerate(cells):
        match = _COLUMN.fullmatch(cell.strip())
        if match is not None:
            columns.setdefault(match[1].strip().lower(), (place, (match[2] or "").strip()))
    return columns if _sort(columns) else None


def _sort(columns: Columns) -> str:
    """Which table it is: "kernels", "api", "copies", "trace", or "" for none that is of use."""
    if {"start", "duration", "name"} <= columns.keys():
        return "trace"
    if "total time" not in columns:
        return ""
    if "operation" in columns:
        return "copies"
    if "name" in columns:
        return "kernels" if "instances" in columns and "style" not in columns else "api" if "num calls" in columns else ""
    return ""


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(",", "").strip())
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value < 1e18 else None


class _Table:
    """Sums by name."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[float, int]] = {}
        self.seen = False

    def add(self, name: str, seconds: float, count: int) -> None:
        self.seen = True
        name = "".join(letter if letter.isprintable() else " " for letter in name.strip())[:LONGEST_NAME]
        before = self.rows.get(name, (0.0, 0))
        if name in self.rows or len(self.rows) < _MOST_NAMES:
            self.rows[name] = (before[0] + seconds, before[1] + count)

    @property
    def seconds(self) -> float:
        return sum(row[0] for row in self.rows.values())


def is_nsys_stats(text: str) -> bool:
    """Whether a text holds the head of one of the tables."""
    return _HEAD.search(text) is not None


def _lines(text: str) -> Iterator[list[str]]:
    """Cells of each line; a quoted cell never runs over the end of a line, so that one open quote does not swallow the rest."""
    for line in _with_commas(text):
        try:
            yield next(csv.reader([line]), [])
        except csv.Error:
            continue


def _with_commas(text: str) -> Iterator[str]:
    """Return the lines, with column-aligned tables (`nsys stats` without --format, `nsys profile --stats=true`) as CSV.

    A ruler of dashes marks the columns of the line above it and of the lines below it; the last one extends to the end of the line.
    """
    spans: list[tuple[int, int | None]] = []
    before = ""
    for line in io.StringIO(text):
        row = line.rstrip("\n")
        if _RULER.fullmatch(row):
            dashes = [match.span() for match in re.finditer("-+", row)]
            ends = [end for _, end in dashes]
            # Numbers are set to the right and names to the left: a column begins where the one before it ends.
            spans = [(0 if at == 0 else ends[at - 1], end) for at, end in enumerate(ends[:-1])]
            spans.append((ends[-2], None))
            yield _as_csv(before, spans)
            before = ""
            continue
        if before:
            yield before
        before = ""
        if spans and row.strip():
            yield _as_csv(row, spans)
            continue
        spans = []
        if "," not in row and _HEAD.search(row):
            before = row
        else:
            yield line
    if before:
        yield before


def _as_csv(row: str, spans: list[tuple[int, int | None]]) -> str:
    cells = io.StringIO()
    csv.writer(cells, lineterminator="").writerow([row[start:end].strip() for start, end in spans])
    return cells.getvalue()


def read_nsys_stats(text: str, name: str) -> RunProfile:
    """Return the combined data of the tables.

    Raises:
        InvalidData: none of its lines is the header of such a table, or no line below one can be read.
    """
    tables = {sort: _Table() for sort in ("kernels", "api", "copies", "traced kernels", "traced copies")}
    starts: list[float] = []
    ends: list[float] = []
    columns: Columns | None = None
    heads = 0
    for cells in _lines(text):
        head = _columns(cells) if len(cells) > 2 else None
        if head is not None:
            columns, heads = head, heads + 1
            continue
        if columns is None or len(cells) < 3:
            # A blank line or a title ends a table.
            columns = None if len(cells) < 2 and not any(cell.strip() for cell in cells) else columns
            continue
        sort = _sort(columns)
        if sort == "trace":
            span = _span(columns, cells)
            if span is not None:
                starts.append(span[0])
                ends.append(span[0] + span[1])
                tables[_of_trace(span[2])].add(span[2], span[1], 1)
            continue
        row = _row(columns, sort, cells)
        # The table of system calls has the head of the one of CUDA.
        if row is not None and (sort != "api" or row[0].startswith("cu")):
            tables[sort].add(*row)
    if not heads:
        raise no_profile(name, QT_TRANSLATE_NOOP("profile", "it contains no nsys stats table"))
    if not any(table.seen for table in tables.values()):
        raise no_profile(name, QT_TRANSLATE_NOOP("profile", "its tables contain no readable lines"))
    # Sums and the trace tell the same: where both are there, the sums count.
    kernels = tables["kernels"] if tables["kernels"].seen else tables["traced kernels"]
    copies = tables["copies"] if tables["copies"].seen else tables["traced copies"]
    gaps = gaps_of(np.array(starts), np.array(ends))
    host = [seconds for operation, (seconds, _) in copies.rows.items() if any(word in operation.lower() for word in _HOST)]
    return RunProfile(
        source=name,
        kernels=top(kernels.rows),
        api=top(tables["api"].rows),
        copies=top(copies.rows),
        kernel_s=kernels.seconds if kernels.seen else None,
        memory_s=copies.seconds if copies.seen else None,
        host_copy_s=sum(host) if copies.seen else None,
        gaps=gaps,
        busy=gaps.busy_s / gaps.span_s if gaps is not None and gaps.span_s > 0 else None,
    )


def _of_trace(name: str) -> str:
    return "traced copies" if name.startswith("[CUDA mem") else "traced kernels"


def _cell(columns: Columns, cells: list[str], *names: str) -> tuple[str, str] | None:
    """Return the content of the first existing column of several, and its unit."""
    for name in names:
        if name in columns and columns[name][0] < len(cells):
            return cells[columns[name][0]], columns[name][1]
    return None


def _seconds(columns: Columns, cells: list[str], name: str) -> float | None:
    cell = _cell(columns, cells, name)
    if cell is None:
        return None
    value = _number(cell[0])
    return None if value is None else value * _SECONDS.get(cell[1].lower(), 1e-9)


def _row(columns: Columns, sort: str, cells: list[str]) -> tuple[str, float, int] | None:
    seconds = _seconds(columns, cells, "total time")
    count = _cell(columns, cells, "instances", "num calls", "count", "operations")
    named = _cell(columns, cells, "operation" if sort == "copies" else "name")
    number = None if count is None else _number(count[0])
    if seconds is None or named is None or not named[0].strip() or number is None:
        return None
    return named[0].strip(), seconds, int(number)


def _span(columns: Columns, cells: list[str]) -> tuple[float, float, str] | None:
    start, lasts = _seconds(columns, cells, "start"), _seconds(columns, cells, "duration")
    named = _cell(columns, cells, "name")
    if start is None or lasts is None or named is None:
        return None
    return start, lasts, named[0].strip()
