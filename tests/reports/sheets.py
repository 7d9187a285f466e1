"""Where the texts of a PDF lie, as poppler's pdftotext finds them."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

MM_PER_POINT = 25.4 / 72
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
_TOUCH_MM = 0.12
"""How far the boxes of two words may lie over each other: ascents and descents that no letter fills."""


@dataclass(frozen=True)
class Word:
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Word") -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > _TOUCH_MM and high > _TOUCH_MM


@dataclass(frozen=True)
class PrintedPage:
    """One page: its size and words in mm."""

    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    def outside(self, margin_mm: float = 5.0) -> list[Word]:
        """The words that do not lie within the sheet, with a margin that every printer needs."""
        return [
            word
            for word in self.words
            if word.left < margin_mm or word.top < margin_mm or word.right > self.width - margin_mm or word.bottom > self.height - margin_mm
        ]

    def overlapping(self) -> list[tuple[str, str]]:
        """Pairs of words that lie over each other."""
        found = []
        waiting: list[Word] = []
        for word in sorted(self.words, key=lambda word: word.top):
            waiting = [other for other in waiting if other.bottom > word.top]
            found += [(other.text, word.text) for other in waiting if other.overlaps(word)]
            waiting.append(word)
        return found


def printed_pages(pdf: Path) -> list[PrintedPage]:
    """The pages of a PDF."""
    html = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True, capture_output=True).stdout.decode()
    pages = []
    for width, height, content in _PAGE.findall(html):
        words = tuple(_word(unescape(text), *map(float, box)) for *box, text in _WORD.findall(content))
        pages.append(PrintedPage(float(width) * MM_PER_POINT, float(height) * MM_PER_POINT, words))
    return pages


def _word(text: str, left: float, top: float, right: float, bottom: float) -> Word:
    return Word(text, left * MM_PER_POINT, top * MM_PER_POINT, right * MM_PER_POINT, bottom * MM_PER_POINT)


def faults(pdf: Path, pages: Sequence[PrintedPage] | None = None) -> list[str]:
    """What is wrong with the pages of a PDF: texts outside the sheet or over each other.

    Args:
        pages: what `printed_pages` has read of it, where that was done before.
    """
    found = []
    for number, page in enumerate(printed_pages(pdf) if pages is None else pages, start=1):
        found += [f"page {number}: {word} lies outside" for word in page.outside()]
        found += [f"page {number}: {left!r} lies over {right!r}" for left, right in page.overlapping()]
    return found
