"""What runs down a page and on to the next: headings, paragraphs, figures, tables and drawings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

from gpudesk.reports.layout.font_metrics import cap_height_mm, line_height_mm
from gpudesk.reports.layout.inks import FAINT, INK, SOFT, WASH
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_table import Row, Table, TableSetter, Weight
from gpudesk.reports.layout.paper_sheet import Rectangle, Sheet
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.text_fitting import wrapped

Draw = Callable[[Page, Rectangle], None]
"""Draws into a rectangle of a page."""


class Flow:
    """Pages filled from the top.

    Args:
        part: content of its pages, for their title blocks.
        measures: whether to measure only: the pages are counted, and nothing is drawn on them.
    """

    def __init__(self, sheet: Sheet, part: str = "", *, measures: bool = False) -> None:
        self.sheet = sheet
        self.part = part
        self._measures = measures
        self.pages: list[Page] = []
        self.y_mm = sheet.body.bottom_mm + 1

    @property
    def page(self) -> Page:
        """The page that is filled now; the first one is begun when something is put down."""
        if not self.pages:
            self.new_page()
        return self.pages[-1]

    @property
    def left_mm(self) -> float:
        """The room that is left on this page."""
        return max(0.0, self.sheet.body.bottom_mm - self.y_mm)

    def new_page(self) -> None:
        """Go on at the top of a new page."""
        self.pages.append(Page(self.sheet, self.part))
        self.y_mm = self.sheet.body.y_mm

    def space(self, height_mm: float) -> None:
        """Leave room, but none at the top of a page."""
        if self.pages and self.y_mm > self.sheet.body.y_mm:
            self.y_mm += height_mm

    def keep(self, height_mm: float) -> None:
        """Begin a new page unless so much room is left on this one."""
        if not self.pages or self.left_mm < height_mm:
            self.new_page()

    def heading(self, text: str, size_pt: float = 11.0, remark: str = "", keep_mm: float = 20.0) -> None:
        """A line in semibold letters, never at the foot of a page; `remark` is at its right end."""
        height = line_height_mm(size_pt) + 1.5
        self.keep(height + keep_mm)
        if self._measures:
            self.y_mm += height
            return
        body = self.sheet.body
        base = self.y_mm + (line_height_mm(size_pt) + cap_height_mm(size_pt)) / 2
        room = body.width_mm
        if remark:
            room -= 3 + self.page.text(body.right_mm, base, remark, 8.0, align=Align.RIGHT, ink=SOFT, within_mm=body.width_mm * 0.6)
        self.page.text(body.x_mm, base, text, size_pt, strong=True, within_mm=room)
        self.y_mm += height

    def paragraph(self, text: str, size_pt: float = 8.0, *, ink: str = INK, strong: bool = False) -> None:
        """A text over the whole width."""
        body = self.sheet.body
        for line in wrapped(text, size_pt, body.width_mm, strong=strong):
            self.keep(line_height_mm(size_pt))
            if not self._measures:
                base = self.y_mm + (line_height_mm(size_pt) + cap_height_mm(size_pt)) / 2
                self.page.text(body.x_mm, base, line, size_pt, ink=ink, strong=strong)
            self.y_mm += line_height_mm(size_pt)

    def figures(self, figures: Sequence[tuple[str, str]], a_line: int = 5) -> None:
        """Key figures side by side: (name, figure with unit)."""
        body, gap, height = self.sheet.body, 2.0, 12.0
        for start in range(0, len(figures), a_line):
            self.keep(height)
            width = (body.width_mm - gap * (a_line - 1)) / a_line
            for place, (label, value) in enumerate([] if self._measures else figures[start : start + a_line]):
                x = body.x_mm + place * (width + gap)
                self.page.box(x, self.y_mm, width, height, fill=WASH, ink=None)
                self.page.text_in(x, self.y_mm + 0.6, width, 4.4, label, 6.5, ink=SOFT, pad_mm=1.6)
                self.page.text_in(x, self.y_mm + 4.6, width, 6.8, value, 12.0, strong=True, pad_mm=1.6)
            self.y_mm += height + gap

    def table(self, table: Table, *, again: str = "", tail_mm: float = 0.0) -> None:
        """A table, on as many pages as required.

        Args:
            again: the heading of its further pages.
            tail_mm: the height of the content after it that must not be on a page without its last row.
        """
        body = self.sheet.body
        setter = TableSetter(table, body.x_mm, body.width_mm)
        head = setter.head_height_mm()
        begun, group = False, None
        rows = [cells if isinstance(cells, Row) else Row(cells) for cells in table.rows]
        for table_row, following in zip_longest(rows, rows[1:]):
            row = table_row
            height = setter.height_mm(row)
            # A heading takes the first row below along, and a sum the last one above, so that neither is left alone.
            needed = height * 2 if row.weight is Weight.GROUP else height
            if row.weight is Weight.PLAIN and following is not None and following.weight is Weight.TOTAL:
                needed += setter.height_mm(following)
            if following is None:
                needed += tail_mm
            if not begun:
                self.keep(head + needed)
                self._head(setter, head)
                begun = True
            elif self.left_mm < needed:
                self.new_page()
                if again:
                    self.heading(again, keep_mm=head + needed)
                self._head(setter, head)
                if row.again is not None:
                    row = replace(row, cells=row.again)
                    height = setter.height_mm(row)
                if group is not None and row.weight is Weight.PLAIN:
                    self._row(setter, group, setter.height_mm(group))
            self._row(setter, row, height)
            group = row if row.weight is Weight.GROUP else group
        if not begun:
            self.keep(head + line_height_mm(table.size_pt) * 2)
            self._head(setter, head)
            room = line_height_mm(table.size_pt) * 1.35
            if not self._measures:
                self.page.text_in(body.x_mm, self.y_mm, body.width_mm, room, table.empty, table.size_pt, ink=FAINT)
            self.y_mm += room

    def _head(self, setter: TableSetter, height_mm: float) -> None:
        self.y_mm = self.y_mm + height_mm if self._measures else setter.head(self.page, self.y_mm)

    def _row(self, setter: TableSetter, row: Row, height_mm: float) -> None:
        self.y_mm = self.y_mm + height_mm if self._measures else setter.row(self.page, self.y_mm, row, height_mm)

    def drawing(self, height_mm: float, draw: Draw) -> None:
        """A drawing over the whole width, on one page."""
        self.keep(height_mm)
        body = self.sheet.body
        if not self._measures:
            draw(self.page, Rectangle(body.x_mm, self.y_mm, body.width_mm, height_mm))
        self.y_mm += height_mm
