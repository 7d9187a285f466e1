"""Files made to take long or much memory: how long it takes until they are refused or told apart."""

import io
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from benchmarks.figures import Figure, best_s
from gpudesk.core.messages.errors import DeskError
from gpudesk.formats.hosts.prometheus_text import read_prometheus_text
from gpudesk.formats.recognize.what_is import what_is
from gpudesk.formats.tables.tables import read_tables
from gpudesk.formats.text import table_limits

LINE_S, BOMB_S, FAR_S, LOOK_S = 0.5, 1.0, 20.0, 2.0
LINES = (
    b"A{" + b'"a' * 20_000,
    b"A{" + b'a="x",' * 9_000,
    b'A{a="' + b"\\" * 60_000,
    b"A " + b" " * 60_000 + b"x y z",
    b"A{" + b" " * 60_000,
)


def refused_s(work: Callable[[], object]) -> float:
    """The time that `work` takes, whatever comes of it."""

    def tried() -> None:
        with suppress(DeskError):
            work()

    return best_s(tried)


def workbook(row: str) -> bytes:
    """A sheet of two cells, the second in the row that is named."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("S", 0)
    sheet.append(["a"])
    sheet.append(["b"])
    plain, changed = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as whole, zipfile.ZipFile(changed, "w") as archive:
        for name in whole.namelist():
            archive.writestr(name, whole.read(name).replace(b'r="2"', f'r="{row}"'.encode()))
    return changed.getvalue()


def bomb() -> bytes:
    """A workbook whose one sheet unpacks to more than is read."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/worksheets/sheet1.xml", "w") as part:
        for _ in range((table_limits.MOST_UNPACKED_BYTES >> 20) + 1):
            part.write(bytes(1 << 20))
    return written.getvalue()


def beginnings() -> bytes:
    """A workbook of which one part holds nothing but beginnings of elements."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b"<t " * 100_000)
    return written.getvalue()


def run() -> list[Figure]:
    """Measure files that mean harm."""
    line_s = max(refused_s(lambda line=line: read_prometheus_text(line)) for line in LINES)  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "list.xlsx")
        path.write_bytes(bomb())
        bomb_s = refused_s(lambda: read_tables(path))
        path.write_bytes(workbook("999999999999"))
        far_s = refused_s(lambda: read_tables(path))
        path.write_bytes(beginnings())
        look_s = refused_s(lambda: what_is(path))
    return [
        Figure("hostile files: the slowest line for a reader of metrics", line_s, "s", LINE_S),
        Figure("hostile files: a workbook that unpacks to too much", bomb_s, "s", BOMB_S),
        Figure("hostile files: a cell far below all others", far_s, "s", FAR_S),
        Figure("hostile files: what a part of beginnings alone is", look_s, "s", LOOK_S),
    ]
