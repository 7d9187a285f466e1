"""Parts of a page that must not run over: a heading and as many rows of a table as have room, the rest counted."""

from collections.abc import Sequence

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.reports.layout.font_metrics import line_height_mm
from gpudesk.reports.layout.inks import FAINT, SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_table import Cell, Row, Table, TableSetter
from gpudesk.reports.layout.paper_sheet import Rectangle
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_HEAD_MM, _REST_MM = 6.0, 4.0


def put_heading(page: Page, room: Rectangle, title: str, remark: str = "") -> float:
    """Put a heading at the top of a rectangle; returns where its body begins."""
    left = room.width_mm
    if remark:
        left -= 3 + page.text_in(
            room.x_mm, room.y_mm, room.width_mm, _HEAD_MM, remark, 7.5, align=Align.RIGHT, ink=SOFT, pad_mm=0, least_pt=6.0
        )
    page.text_in(room.x_mm, room.y_mm, max(left, room.width_mm * 0.3), _HEAD_MM, title, 10.5, strong=True, pad_mm=0)
    return room.y_mm + _HEAD_MM


def put_block(page: Page, room: Rectangle, title: str, table: Table, wording: Wording, remark: str = "") -> float:
    """Place a heading and a table into a rectangle, with rows without room counted in a last line; returns the end position."""
    y = put_heading(page, room, title, remark)
    setter = TableSetter(table, room.x_mm, room.width_mm)
    rows: Sequence[Row | Sequence[Cell]] = list(table.rows)
    if not rows:
        height = line_height_mm(table.size_pt) * 1.35
        page.text_in(room.x_mm, y, room.width_mm, height, table.empty, table.size_pt, ink=FAINT, pad_mm=1.0)
        return y + height
    y = setter.head(page, y)
    for place, given_row in enumerate(rows):
        row = given_row if isinstance(given_row, Row) else Row(given_row)
        last = place == len(rows) - 1
        if y + setter.height_mm(row) > room.bottom_mm - (0 if last else _REST_MM):
            text = QT_TRANSLATE_NOOP("reports", "… and {count} more")
            rest_text = wording.say("reports", text, count=len(rows) - place)
            page.text_in(room.x_mm, y, room.width_mm, _REST_MM, rest_text, 7.0, ink=SOFT, pad_mm=1.0)
            return y + _REST_MM
        y = setter.row(page, y, row)
    return y
