"""Bars in a report: what each is, how long it is, and its figure at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpudesk.reports.layout.font_metrics import text_width_mm
from gpudesk.reports.layout.inks import ACCENT, HAIR, INK
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Rectangle

BAR_MM, LEAST_BAR_MM = 5.0, 3.4
_PT = 7.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: `value` relative to the longest one, and the texts at both ends."""

    name: str
    value: float
    words: str
    ink: str = ACCENT


def put_bars(page: Page, room: Rectangle, bars: Sequence[Bar], limit: float | None = None) -> float:
    """Draw bars below each other into a rectangle; returns the end position.

    Args:
        limit: the value of a vertical limit line.
    """
    if not bars:
        return room.y_mm
    label = min(max(text_width_mm(bar.name, _PT) for bar in bars) + 2, room.width_mm * 0.42)
    words = min(max(text_width_mm(bar.words, _PT) for bar in bars) + 2.5, room.width_mm * 0.4)
    longest = max([limit or 0.0, *(bar.value for bar in bars)]) or 1.0
    step = min(BAR_MM, room.height_mm / len(bars))
    y, left, wide = room.y_mm, room.x_mm + label, room.width_mm - label - words
    for bar in bars:
        page.text_in(room.x_mm, y, label, step, bar.name, _PT, pad_mm=0)
        page.line((left, y), (left, y + step), width_mm=0.1, ink=HAIR)
        length = wide * bar.value / longest
        page.box(left, y + step * 0.15, max(length, 0.1), step * 0.7, fill=bar.ink, ink=None)
        # Where a limit is drawn the words stand in a column of their own, behind the line.
        at = left + (wide if limit is not None else length) + 1
        page.text_in(at, y, words, step, bar.words, _PT, pad_mm=0.3)
        y += step
    if limit is not None:
        at = left + wide * limit / longest
        page.line((at, room.y_mm), (at, y), width_mm=0.35, ink=INK)
    return y
