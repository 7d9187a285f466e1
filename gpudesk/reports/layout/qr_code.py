"""QR codes on pages."""

import segno

from gpudesk.reports.layout.inks import INK
from gpudesk.reports.layout.page import Page

_QUIET_MODULES = 2


def put_code(page: Page, code: str, x_mm: float, y_mm: float, side_mm: float) -> None:
    """A QR code; its pattern is fixed instead of the best of eight, which readers do not mind and which is several times as fast."""
    matrix = segno.make(code, error="m", micro=False, boost_error=False, mask=0).matrix
    module = side_mm / (len(matrix) + 2 * _QUIET_MODULES)
    for row, line in enumerate(matrix):
        y, start = y_mm + (row + _QUIET_MODULES) * module, None
        for column, dark in enumerate([*line, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                page.box(x_mm + (start + _QUIET_MODULES) * module, y, (column - start) * module, module, fill=INK, ink=None)
                start = None
