"""The title block at the foot of every sheet."""

from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.reports.layout.inks import FAINT, INK, SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.wording import Wording

_LABEL_PT, _VALUE_PT = 5.5, 8.0


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """The common data of all sheets of a report; texts are in its language."""

    project: str
    title: str
    revision: str
    date: str
    units: str
    phase: str


def put_title_block(page: Page, facts: TitleFacts, number: int, total: int, wording: Wording) -> None:
    """Put the title block of sheet `number` of `total` on a page; a total of 0 is not known yet."""
    block = page.sheet.title_block
    sheet = wording.say("reports", QT_TRANSLATE_NOOP("reports", "{number} of {total}"), number=number, total=total or "…")
    upper = (
        (QT_TRANSLATE_NOOP("reports", "Project"), facts.project, 0.34),
        (QT_TRANSLATE_NOOP("reports", "Title"), facts.title, 0.36),
        (QT_TRANSLATE_NOOP("reports", "Revision"), facts.revision, 0.30),
    )
    lower = (
        (QT_TRANSLATE_NOOP("reports", "Shows"), page.part, 0.34),
        (QT_TRANSLATE_NOOP("reports", "Build phase"), facts.phase, 0.18),
        (QT_TRANSLATE_NOOP("reports", "Scale"), page.scale or "–", 0.08),
        (QT_TRANSLATE_NOOP("reports", "Units"), facts.units, 0.14),
        (QT_TRANSLATE_NOOP("reports", "Date"), facts.date, 0.12),
        (QT_TRANSLATE_NOOP("reports", "Sheet"), sheet, 0.14),
    )
    page.box(block.x_mm, block.y_mm, block.width_mm, block.height_mm, line_mm=0.35)
    half = block.height_mm / 2
    page.line((block.x_mm, block.y_mm + half), (block.right_mm, block.y_mm + half), ink=FAINT)
    for top, cells in ((block.y_mm, upper), (block.y_mm + half, lower)):
        x = block.x_mm
        for place, (label, value, share) in enumerate(cells):
            width = block.width_mm * share
            if place:
                page.line((x, top), (x, top + half), ink=FAINT)
            page.text_in(x, top + 0.2, width, 2.5, wording.say("reports", label), _LABEL_PT, ink=SOFT, pad_mm=1.2)
            page.text_in(x, top + 2.5, width, half - 2.7, value, _VALUE_PT, strong=True, ink=INK, pad_mm=1.2)
            x += width
