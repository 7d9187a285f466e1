"""The work order between two states of a project: cables to remove, ends to move, and cables to plug."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import Ids
from gpudesk.derived.cabling.cable_labels import chosen_legs
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.cabling.work_order import Move, work_order
from gpudesk.derived.links.cable_plugs import cable_plugs
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.cables.cable_lines import CableLines, cable_choice, first_of, unit_words
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, cables_words, since_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_TITLE = QT_TRANSLATE_NOOP("reports", "Work order")
_UNPLUG = QT_TRANSLATE_NOOP("reports", "Unplug and remove")
_MOVE = QT_TRANSLATE_NOOP("reports", "Move one end")
_PLUG = QT_TRANSLATE_NOOP("reports", "Run and plug in")


@dataclass(frozen=True, slots=True)
class Step:
    """One line: operation, cable, start and end; `length_m` is None if no length is selected."""

    action: str
    cable: str
    first: str
    second: str
    kind: str
    length: str
    length_m: float | None


def order(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Three parts, each in walking order along the racks."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)

    def pages() -> Iterator[Page]:
        flow = Flow(sheet, since_words(subject, wording))
        if subject.before is None:
            flow.paragraph(wording.say("reports", _NO_VERSION), 9.0)
            yield from flow.pages
            return
        rows: list[Row] = []
        action = ""
        for number, step in enumerate(_steps(subject, choices, wording), start=1):
            if step.action != action:
                action = step.action
                rows.append(Row(("", "", wording.say("reports", action)), Weight.GROUP))
            rows.append(Row((Special.TICK_BOX, str(number), step.cable, step.first, step.second, step.kind, step.length)))
        nothing = wording.say("reports", QT_TRANSLATE_NOOP("reports", "No cable differs between the two states."))
        flow.table(Table(_columns(wording), rows, empty=nothing))
        yield from flow.pages

    return Report(
        wording.say("reports", _TITLE), subject, wording, pages, phase=cables_words(subject, replace(choices, only_changed=False), wording)
    )


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The same as a list."""
    length = QT_TRANSLATE_NOOP("reports", "Length in m")
    heads = [QT_TRANSLATE_NOOP("reports", "Work to do"), *(head for head, *_ in _HEADS[2:-1]), length]
    rows: list[Sequence[SheetCell]] = [[wording.say("reports", head) for head in heads]]
    steps = _steps(subject, choices, wording)
    rows += [[wording.say("reports", step.action), step.cable, step.first, step.second, step.kind, step.length_m] for step in steps]
    return {wording.say("reports", _TITLE): rows}


_NO_VERSION = QT_TRANSLATE_NOOP(
    "reports", "A work order covers the changes from a named version to the current state: specify the version."
)
_HEADS = (
    (QT_TRANSLATE_NOOP("reports", "Done"), 13.0, Align.CENTRE),
    (QT_TRANSLATE_NOOP("reports", "Step"), 12.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Cable"), 18.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "From"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "To"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Cable type"), 50.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Length"), 16.0, Align.RIGHT),
)


def _columns(wording: Wording) -> list[Column]:
    return [Column(wording.say("reports", head), width, align) for head, width, align in _HEADS]


def _steps(subject: Subject, choices: Choices, wording: Wording) -> Iterator[Step]:
    """All steps; cables to remove are selected in the earlier state, the others in the present state."""
    before, after = subject.before, subject.snapshot
    if before is None:
        return
    cable_work = work_order(before, after)
    old, new = (_Side(snapshot, choices, wording) for snapshot in (before, after))
    for leg in old.in_order(cable_work.unplug):
        yield Step(_UNPLUG, str(leg), old.end(leg, "a"), old.end(leg, "b"), *old.kind(leg))
    moves: dict[int, Move] = {move.after: move for move in cable_work.moves}
    for leg in new.in_order(np.array(sorted(moves), np.int64)):
        move = moves[leg]
        yield Step(_MOVE, str(leg), old.end(move.before, move.before_side), new.end(leg, move.after_side), *new.kind(leg))
    for leg in new.in_order(cable_work.plug):
        yield Step(_PLUG, str(leg), new.end(leg, "a"), new.end(leg, "b"), *new.kind(leg))


class _Side:
    """The cables of one state, by id."""

    def __init__(self, snapshot: Snapshot, choices: Choices, wording: Wording) -> None:
        self._snapshot = snapshot
        self._chosen = snapshot["cable"].ids[chosen_legs(snapshot, cable_choice(choices))]
        self._lines = CableLines(snapshot, Choices(), wording)
        self._whole = snapshot.cached(cable_plugs).whole

    def in_order(self, ids: Ids) -> list[int]:
        """Those that were chosen, along the racks; legs that lie in one jacket once."""
        cables = self._snapshot["cable"]
        legs = first_of(cables.positions(np.intersect1d(ids, self._chosen)), self._snapshot.cached(cable_plugs).whole)
        ordered: list[int] = cables.ids[legs[CablePlaces(self._snapshot, legs).order()]].tolist()
        return ordered

    def end(self, leg_id: int, side: str) -> str:
        """Rack, unit, device and port of an end."""
        leg, places = self._leg(leg_id), self._lines.places
        rack, unit, device = (places.words(side, what)[leg] for what in ("rack", "u", "device"))
        return " · ".join(part for part in (rack, unit_words(unit), device, self._lines.port(leg, side)) if part)

    def kind(self, leg_id: int) -> tuple[str, str, float | None]:
        """Type, length as text and in m."""
        leg = self._leg(leg_id)
        return self._lines.model(leg), self._lines.length(leg), self._lines.length_m(leg)

    def _leg(self, leg_id: int) -> int:
        return int(np.searchsorted(self._lines.legs, self._whole[self._snapshot["cable"].position(leg_id)]))


KIND = Kind(
    "work-order",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Cables to unplug, move and plug in to get from a named version to the current state"),
    order,
    tables,
    since=True,
    of_cables=True,
)
