"""The labels of cables: sheets of labels with QR codes, a list for the software of a label printer, and ZPL."""

from collections.abc import Iterator, Mapping, Sequence

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.label_pattern import checked_lines
from gpudesk.derived.cabling.cable_labels import CableLabels, Label
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.formats.tables.zpl import ZplLabel, zpl_formats
from gpudesk.project.label_rules import LabelStock, label_rules
from gpudesk.reports.cables.cable_lines import cable_choice
from gpudesk.reports.layout.font_metrics import cap_height_mm, line_height_mm, text_width_mm
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import PAPERS, OwnPaper, Sheet
from gpudesk.reports.layout.qr_code import put_code
from gpudesk.reports.layout.report import Choices, Kind, Pieces, Report, Subject, cables_words
from gpudesk.reports.layout.wording import Wording

_PAD_MM = 1.2
_MOST_PT, _LEAST_PT = 11.0, 4.5


def labels(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Sheets of labels; for a roll, pages of the size of one label, as the drivers of label printers take them."""
    stock = _stock(choices)
    made_labels = _labels(subject, choices)
    skip = choices.labels.skip % stock.on_a_sheet

    def pages() -> Iterator[Page]:
        sheet = Sheet(PAPERS.get(stock.paper) or OwnPaper((stock.width_mm, stock.height_mm), stock.key))
        page, place = Page(sheet), skip
        for label in made_labels:
            if place == stock.on_a_sheet:
                yield page
                page, place = Page(sheet), 0
            row, column = divmod(place, stock.columns)
            _put(page, label, stock, stock.left_mm + column * stock.step_x_mm, stock.top_mm + row * stock.step_y_mm, choices)
            place += 1
        yield page

    count = max(1, -(-(len(made_labels) + skip) // stock.on_a_sheet))
    title = wording.say("reports", _TITLE)
    return Report(title, subject, wording, pages, count, cables_words(subject, choices, wording), bare=True)


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """One line per label: its text, its code, and its location."""
    made_labels = _labels(subject, choices)
    count = len(_lines(choices))
    line = QT_TRANSLATE_NOOP("reports", "Line {number}")
    heads = [wording.say("reports", line, number=number) for number in range(1, count + 1)]
    heads += [wording.say("reports", head) for head in (QT_TRANSLATE_NOOP("reports", "Code"), QT_TRANSLATE_NOOP("reports", "Cable"))]
    heads.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "End")))
    rows: list[Sequence[SheetCell]] = [heads]
    rows += [[*label.lines, label.code, label.cable, label.side.upper()] for label in made_labels]
    return {wording.say("reports", _TITLE): rows}


def zpl(subject: Subject, choices: Choices, wording: Wording) -> Pieces:
    """Output for a Zebra printer, one label after the other."""
    stock = _stock(choices)
    made_labels = _labels(subject, choices)
    zpl_labels = (ZplLabel(label.lines, label.code if choices.labels.code else "") for label in made_labels)
    return Pieces(len(made_labels), zpl_formats(zpl_labels, stock.width_mm, stock.height_mm, stock.face_mm, choices.labels.dpi))


def _labels(subject: Subject, choices: Choices) -> CableLabels:
    lines = _lines(choices)
    # The dialog hands over the lines, which a person may have typed: those of a style have its code.
    of_ports = any(style.code == "port" and style.lines == lines for style in label_rules().styles.values())
    return CableLabels(subject.snapshot, lines, subject.uid, cable_choice(choices, subject.before), of_ports=of_ports)


def _lines(choices: Choices) -> tuple[str, ...]:
    if choices.labels.lines:
        return checked_lines(choices.labels.lines)
    style = label_rules().styles.get(choices.labels.style)
    if style is None:
        raise _unknown(choices.labels.style, tuple(label_rules().styles))
    return style.lines


def _stock(choices: Choices) -> LabelStock:
    stock = label_rules().stocks.get(choices.labels.stock)
    if stock is None:
        raise _unknown(choices.labels.stock, tuple(label_rules().stocks))
    return stock


def _unknown(name: str, known: tuple[str, ...]) -> Refused:
    text = QT_TRANSLATE_NOOP("reports", "Unknown labels: {name}.")
    fix = QT_TRANSLATE_NOOP("reports", "Choose one of: {names}.")
    return Refused(Message("reports", text, {"name": name}), Message("reports", fix, {"names": known}))


def _put(page: Page, label: Label, stock: LabelStock, x_mm: float, y_mm: float, choices: Choices) -> None:
    height, left = stock.face_mm - 2 * _PAD_MM, x_mm + _PAD_MM
    if choices.labels.code:
        side = min(height, stock.width_mm * 0.4)
        put_code(page, label.code, left, y_mm + _PAD_MM + (height - side) / 2, side)
        left += side + _PAD_MM
    width = x_mm + stock.width_mm - _PAD_MM - left
    lines = [line for line in label.lines if line]
    size = _MOST_PT
    widest = max((text_width_mm(line, 1.0, strong=number == 0) for number, line in enumerate(lines)), default=0.0)
    size = max(_LEAST_PT, min(size, width / widest if widest else size, height / max(len(lines), 1) / line_height_mm(1.0)))
    step = line_height_mm(size)
    top = y_mm + _PAD_MM + max(0.0, (height - step * len(lines)) / 2)
    for number, line in enumerate(lines):
        base = top + number * step + (step + cap_height_mm(size)) / 2
        page.text(left, base, line, size, strong=number == 0, within_mm=width, least_pt=_LEAST_PT)


_TITLE = QT_TRANSLATE_NOOP("reports", "Cable labels")
KIND = Kind(
    "cable-labels",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Labels for both ends of every cable: sheets with QR codes, a list for label software, or ZPL"),
    labels,
    tables,
    texts={".zpl": zpl},
    alone=True,
    of_cables=True,
)
