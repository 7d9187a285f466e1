"""The checklist on paper: for each rack its items, each with a code to scan, its limits, and lines to fill in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.item_codes import item_code
from gpudesk.core.checklist.items import Evidence, Item
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.checklist.targets import target_name
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.onsite.checklist import basis_of
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.rack_targets import ItemHere, RackTargets
from gpudesk.onsite.record_log import given_values, history_of, log_ends
from gpudesk.onsite.states_today import due_day
from gpudesk.reports.layout.font_metrics import line_height_mm
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table
from gpudesk.reports.layout.paper_sheet import Paper, Rectangle, Sheet
from gpudesk.reports.layout.qr_code import put_code
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.text_fitting import wrapped
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.onsite.onsite_text import (
    SITE,
    accept_words,
    basis_words,
    do_words,
    field_title,
    homes_of,
    item_title,
    log_ends_attached,
    log_line,
    option_words,
    plain_words,
    stage_title,
    stamped,
    state_words,
    target_words,
)

_TITLE = QT_TRANSLATE_NOOP("reports", "Checklist on site")
_CODE_MM, _GAP_MM = 17.0, 2.0
_TITLE_PT, _TEXT_PT = 9.5, 7.5
_MOST_LINES = 5
_BLANK = "…………………………"
_DONE = (State.PASSED, State.WAIVED)
_ABOUT_A_RACK = 12


def checklist(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """The site first, then rack by rack; items that apply nowhere there are left out."""
    sheet = choices.sheet or Sheet(Paper.A4)
    racks = RackTargets(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))

    def pages() -> Iterator[Page]:
        writer = _Writer(subject, choices, wording, racks)
        drawn = (page for part in racks.parts() for page in writer.part(part, sheet))
        yield from stamped(drawn, log_line(log_ends(subject.snapshot), wording))

    about = _ABOUT_A_RACK * racks.count
    return Report(wording.say("reports", _TITLE), subject, wording, pages, phase=phase_words(choices.phase, wording), about=about)


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """One line for each item on each target, with its code."""
    racks = RackTargets(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))
    rows: list[Sequence[SheetCell]] = [[wording.say("reports", head) for head in _HEADS]]
    for part in racks.parts():
        for here in racks.items(part):
            if not _is_asked(here.item, choices):
                continue
            for target, state in zip(here.targets.tolist(), here.states.tolist(), strict=True):
                if state != State.NOT_APPLICABLE:
                    name = target_words(here.item.scope, target_name(subject.snapshot, here.item.scope, target), wording)
                    words = (item_title(here.item, wording), name, _state(subject, here.item, target, State(state), wording))
                    rows.append([racks.name(part), here.item.key, *words, item_code(subject.uid, here.item.key, target)])
    return {wording.say("reports", _TITLE): rows}


_HEADS = (
    QT_TRANSLATE_NOOP("reports", "Rack"),
    QT_TRANSLATE_NOOP("reports", "Item"),
    QT_TRANSLATE_NOOP("reports", "Result"),
    QT_TRANSLATE_NOOP("reports", "Of what"),
    QT_TRANSLATE_NOOP("reports", "State"),
    QT_TRANSLATE_NOOP("reports", "Code"),
)


def _state(subject: Subject, item: Item, target: int, state: State, wording: Wording) -> str:
    return state_words(state, wording, due_day(subject.snapshot, item.key, target, state))


def _is_asked(item: Item, choices: Choices) -> bool:
    return not choices.stage or item.stage == choices.stage


class _Writer:
    """Puts the items of a part on pages."""

    def __init__(self, subject: Subject, choices: Choices, wording: Wording, racks: RackTargets) -> None:
        self._subject = subject
        self._choices = choices
        self._wording = wording
        self._racks = racks

    def part(self, part: int, sheet: Sheet) -> list[Page]:
        """The sheets of one part; none if it has no items."""
        name = self._racks.name(part) or self._say(SITE)
        hall = self._racks.hall(part)
        title = f"{hall}: {name}" if hall else name
        flow = Flow(sheet, title)
        stage = ""
        for here in self._racks.items(part):
            is_applicable = here.states != State.NOT_APPLICABLE
            if not is_applicable.any() or not _is_asked(here.item, self._choices):
                continue
            if not flow.pages:
                flow.heading(title, 14.0)
                flow.paragraph(self._say(_HOW), ink=SOFT)
            if here.item.stage != stage:
                stage = here.item.stage
                flow.space(3)
                flow.heading(stage_title(checklist_of(self._subject.snapshot).stages[stage], self._wording), 11.5, keep_mm=45)
            self._item(flow, ItemHere(here.item, here.targets[is_applicable], here.states[is_applicable]))
        return flow.pages

    def _say(self, text: str, **values: str | int) -> str:
        return self._wording.say("reports", text, **values)

    def _item(self, flow: Flow, here: ItemHere) -> None:
        """One item: its code, what to do and when it has passed; below it a line for each target."""
        item = here.item
        alone = int(here.targets[0]) if len(here.targets) == 1 else None
        code, title = item_code(self._subject.uid, item.key, alone), f"{item.key}  {item_title(item, self._wording)}"
        width = flow.sheet.body.width_mm - _CODE_MM - _GAP_MM
        marks = [
            self._say(QT_TRANSLATE_NOOP("reports", "hold")) if item.hold else "",
            self._say(QT_TRANSLATE_NOOP("reports", "two people")) if item.two_person else "",
        ]
        remark = " · ".join(mark for mark in marks if mark)
        passes = self._say(QT_TRANSLATE_NOOP("reports", "Passes when: {limit}"), limit=accept_words(item, self._wording))
        text = [*wrapped(do_words(item, self._wording), _TEXT_PT, width, most_lines=_MOST_LINES)]
        text += wrapped(passes, _TEXT_PT, width, most_lines=_MOST_LINES)
        height = max(_CODE_MM, line_height_mm(_TITLE_PT) + len(text) * line_height_mm(_TEXT_PT)) + _GAP_MM

        def draw(page: Page, room: Rectangle) -> None:
            put_code(page, code, room.x_mm, room.y_mm, _CODE_MM)
            left, y = room.x_mm + _CODE_MM + _GAP_MM, room.y_mm
            high = line_height_mm(_TITLE_PT)
            taken = page.text_in(left, y, width, high, remark, 7.5, align=Align.RIGHT, ink=SOFT, pad_mm=0) if remark else 0.0
            page.text_in(
                left, y, width - taken - 3, high, f"{item.key}  {item_title(item, self._wording)}", _TITLE_PT, strong=True, pad_mm=0
            )
            y += high
            for line in text:
                page.text_in(left, y, width, line_height_mm(_TEXT_PT), line, _TEXT_PT, pad_mm=0)
                y += line_height_mm(_TEXT_PT)

        flow.space(2)
        flow.keep(height + 16)
        flow.drawing(height, draw)
        flow.table(Table(self._columns(), self._rows(here)), again=title)

    def _columns(self) -> list[Column]:
        heads = (
            ("", 7.0, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Of what"), 32.0, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Limits"), 0.0, 1.0),
            (QT_TRANSLATE_NOOP("reports", "To fill in"), 0.0, 1.6),
            (QT_TRANSLATE_NOOP("reports", "Name, time"), 30.0, 1.0),
        )
        return [Column(self._say(head) if head else "", width, share=share, wrap=True, most_lines=40) for head, width, share in heads]

    def _rows(self, here: ItemHere) -> Iterator[Row]:
        item = here.item
        limits = basis_of(self._subject.snapshot, item.scope, item.reads, here.targets)
        blanks = "\n".join(self._blank(field) for field in item.fields)
        for target, number, basis in zip(here.targets.tolist(), here.states.tolist(), limits, strict=True):
            state = State(number)
            name = target_words(item.scope, target_name(self._subject.snapshot, item.scope, target), self._wording)
            if state in _DONE:
                yield Row(("✓", name, "", state_words(state, self._wording), ""), ink=SOFT)
                continue
            fields_text = blanks
            if state not in (State.OPEN, State.BLOCKED):
                name = f"{name} ({_state(self._subject, item, target, state, self._wording)})"
                fields_text = self._partly_filled(item, target)
            reads = basis_words(item, basis, self._wording)
            yield Row((Special.TICK_BOX, name, reads, fields_text, _BLANK))

    def _partly_filled(self, item: Item, target: int) -> str:
        """The fields of an item of which some have a value already."""
        current_values = given_values(history_of(self._subject.snapshot, item.key, target))
        return "\n".join(
            f"{field_title(field, self._wording)}: {self._filled(field, current_values[field.key].value)} {field.unit}".rstrip()
            if field.key in current_values
            else self._blank(field)
            for field in item.fields
        )

    def _filled(self, field: Evidence, value: Any) -> str:
        return plain_words(option_words(field, value, self._wording) if isinstance(value, str) else value, self._wording)

    def _blank(self, field: Evidence) -> str:
        title = field_title(field, self._wording)
        if field.options:
            return f"{title}: {' / '.join(option_words(field, option, self._wording) for option in field.options)}"
        return f"{title}: {_BLANK} {field.unit}".rstrip()


_HOW = QT_TRANSLATE_NOOP(
    "reports",
    "Scan a code to open its item. Handwritten entries are valid only after they are recorded in the project.",
)
KIND = Kind(
    "onsite-checklist",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "On-site work items of each rack, with codes to scan, limits, and lines to fill in"),
    checklist,
    tables,
    attached=log_ends_attached,
)
