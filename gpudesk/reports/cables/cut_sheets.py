"""Cut sheets: every rack with the cables of each of its devices, those that go to the same rack pulled together."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.floor.systems_in_rows import racks_of_systems
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.reports.cables.cable_bundles import bundles
from gpudesk.reports.cables.cable_lines import CableLines, joined, stand_name, stands_outside_racks, unit_words
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, cables_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.elevations import chosen_racks, place_words

_TITLE = QT_TRANSLATE_NOOP("reports", "Cut sheets")
_CABLES = QT_TRANSLATE_NOOP("reports", "Cables: {count}")
_Ends = list[tuple[int, str]]


def cut_sheets(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Each rack from a new sheet, a table for each device, from the top down."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)
    writer = _Writer(subject, choices, wording)

    def pages(*, measures: bool) -> Iterator[Page]:
        some = False
        for stand, place in writer.stands:
            for page in writer.pages(sheet, stand, place, measures=measures):
                some = True
                yield page
        if not some:
            flow = Flow(sheet)
            flow.paragraph(wording.say("reports", QT_TRANSLATE_NOOP("reports", "The selection has no cables.")), 9.0)
            yield from flow.pages

    return Report(
        wording.say("reports", _TITLE),
        subject,
        wording,
        lambda: pages(measures=False),
        phase=cables_words(subject, choices, wording),
        measured=lambda: pages(measures=True),
        about=len(writer.stands),
    )


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The same as a list: one line for each end of each cable."""
    writer = _Writer(subject, choices, wording)
    heads = (
        QT_TRANSLATE_NOOP("reports", "Location"),
        QT_TRANSLATE_NOOP("reports", "Rack"),
        QT_TRANSLATE_NOOP("reports", "Unit"),
        QT_TRANSLATE_NOOP("reports", "Device"),
        QT_TRANSLATE_NOOP("reports", "Port"),
        QT_TRANSLATE_NOOP("reports", "Module"),
        QT_TRANSLATE_NOOP("reports", "Cable"),
        QT_TRANSLATE_NOOP("reports", "Network"),
        QT_TRANSLATE_NOOP("reports", "Cable type"),
        QT_TRANSLATE_NOOP("reports", "Length in m"),
        QT_TRANSLATE_NOOP("reports", "To rack"),
        QT_TRANSLATE_NOOP("reports", "To unit"),
        QT_TRANSLATE_NOOP("reports", "To device"),
        QT_TRANSLATE_NOOP("reports", "To port"),
        QT_TRANSLATE_NOOP("reports", "To module"),
        QT_TRANSLATE_NOOP("reports", "Bundle"),
        QT_TRANSLATE_NOOP("reports", "Through"),
    )
    rows: list[Sequence[SheetCell]] = [[wording.say("reports", head) for head in heads]]
    for stand, place in writer.stands:
        rows += writer.lines_of(stand, place)
    return {wording.say("reports", _TITLE): rows}


class _Writer:
    """Writes the sheets of one project."""

    def __init__(self, subject: Subject, choices: Choices, wording: Wording) -> None:
        self._lines = CableLines(subject.snapshot, choices, wording, subject.before)
        self._wording = wording
        self._bundle_of = {leg: bundle for bundle in bundles(self._lines) for leg in bundle.legs.tolist()}
        snapshot = subject.snapshot
        self.stands: list[tuple[int, str]] = []
        used = np.union1d(self._lines.stands["a"], self._lines.stands["b"])
        for group in racks_by_row(snapshot, chosen_racks(snapshot, choices)):
            for rack in group.tolist():
                if int(snapshot["rack"].ids[rack]) in used:
                    self.stands.append((int(snapshot["rack"].ids[rack]), place_words(snapshot, rack, wording)))
        everything, systems = not choices.racks and not choices.systems, {-system - 2 for system in choices.systems}
        outside = [stand for stand in stands_outside_racks(self._lines) if everything or stand in systems]
        first = racks_of_systems(snapshot)
        self.stands += [(stand, place_words(snapshot, first[-stand - 2], wording) if -stand - 2 in first else "") for stand in outside]

    def pages(self, sheet: Sheet, stand: int, place: str, *, measures: bool) -> list[Page]:
        """The sheets of one rack."""
        name = stand_name(self._lines, stand)
        flow = Flow(sheet, f"{place}: {name}" if place else name, measures=measures)
        devices = self._devices(stand)
        flow.paragraph(self._brought([end for _, ends in devices for end in ends]))
        for device, ends in devices:
            flow.space(4)
            flow.heading(device, remark=self._say(_CABLES, count=self._cables(ends)), keep_mm=24)
            flow.table(Table(self._columns(), self._rows(ends)), again=device)
        return flow.pages

    def lines_of(self, stand: int, place: str) -> Iterator[Sequence[SheetCell]]:
        """The lines of one rack in the list."""
        lines, places = self._lines, self._lines.places
        for _, ends in self._devices(stand):
            for leg, side in self._in_order(ends):
                other = "b" if side == "a" else "a"
                here, there = ([self._rack(leg, at), *(places.words(at, what)[leg] for what in ("u", "device"))] for at in (side, other))
                here.append(lines.port(leg, side))
                there.append(lines.port(leg, other))
                kind = [lines.module(leg, side), lines.number(leg), lines.network(leg), lines.model(leg), lines.length_m(leg)]
                bundle = self._bundle_of[leg]
                yield [place, *here, *kind, *there, lines.module(leg, other), bundle.number, " → ".join(bundle.through)]

    def _rack(self, leg: int, side: str) -> str:
        """The rack of an end, or the rack-scale system of a tray."""
        rack, system, device = (self._lines.places.words(side, what)[leg] for what in ("rack", "system", "device"))
        return rack or (system if system != device else "")

    def _devices(self, stand: int) -> list[tuple[str, _Ends]]:
        """The devices of a rack, with each tray of a rack-scale system separately."""
        places = self._lines.places
        devices: list[tuple[str, _Ends]] = []
        for _, group in groupby(self._lines.ends_of(stand), lambda end: int(places.device[end[1]][end[0]])):
            by_tray: dict[str, _Ends] = {}
            for end in group:
                by_tray.setdefault(self._device_words(end), []).append(end)
            devices += sorted(by_tray.items(), key=lambda tray: natural_key(tray[0]))
        return devices

    def _device_words(self, end: tuple[int, str]) -> str:
        leg, side = end
        unit = unit_words(self._lines.places.words(side, "u")[leg])
        name = self._lines.places.words(side, "device")[leg]
        return f"{unit} · {name}" if unit else name

    def _brought(self, ends: _Ends) -> str:
        """Material for a rack: its cables, some of them internal, and its modules."""
        twice = {leg for leg, side in ends if side == "a"} & {leg for leg, side in ends if side == "b"}
        within = QT_TRANSLATE_NOOP("reports", "Cables: {count} ({within} within the rack).")
        sentences = [self._say(within, count=self._cables(ends), within=self._lines.cables(sorted(twice)))]
        modules = self._lines.modules(ends)
        if modules:
            listed = ", ".join(f"{self._wording.number(count)} × {model}" for model, count in modules.items())
            sentences.append(self._say(QT_TRANSLATE_NOOP("reports", "Modules here: {modules}."), modules=listed))
        return " ".join(sentences)

    def _cables(self, ends: _Ends) -> int:
        return self._lines.cables([leg for leg, _ in ends])

    def _in_order(self, ends: _Ends) -> _Ends:
        """Cables to the same rack together, in the order of their first port."""
        first: dict[str, int] = {}
        for place, (leg, side) in enumerate(ends):
            first.setdefault(self._lines.far_stand(leg, side), place)
        return sorted(ends, key=lambda end: first[self._lines.far_stand(*end)])

    def _rows(self, ends: _Ends) -> list[Row]:
        lines = self._lines
        rows: list[Row] = []
        for far, group in groupby(self._in_order(ends), lambda end: lines.far_stand(*end)):
            inside = list(group)
            text = QT_TRANSLATE_NOOP("reports", "To {rack}, cables: {count}")
            texts = [self._say(text, rack=far, count=self._cables(inside)), *self._ways(inside)]
            rows.append(Row(("", "", "", " · ".join(texts)), Weight.GROUP))
            for leg, side in inside:
                other = "b" if side == "a" else "a"
                kind = joined((lines.model(leg), self._modules(leg, side, other)))
                there = (lines.far_words(leg, side), lines.port(leg, other))
                cells = (lines.number(leg), lines.port(leg, side), *there, lines.network(leg), kind, lines.length(leg))
                rows.append(Row((Special.TICK_BOX, Special.TICK_BOX, *cells)))
        return rows

    def _ways(self, ends: _Ends) -> list[str]:
        """The bundles of some cables and what these go through."""
        text = QT_TRANSLATE_NOOP("reports", "bundle {number}: {ways}")
        by_number = {bundle.number: bundle for bundle in (self._bundle_of[leg] for leg, _ in ends)}
        return [self._say(text, number=number, ways=" → ".join(by_number[number].through) or "–") for number in sorted(by_number)]

    def _modules(self, leg: int, side: str, other: str) -> str:
        """The modules at the near and at the far end."""
        here, there = (self._lines.module(leg, at) for at in (side, other))
        return here if here == there else f"{here or '–'} → {there or '–'}"

    def _columns(self) -> list[Column]:
        layout = (
            (QT_TRANSLATE_NOOP("reports", "Pulled"), 13.0, Align.CENTRE, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Plugged"), 14.0, Align.CENTRE, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Cable"), 16.0, Align.RIGHT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Port"), 22.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "To"), 0.0, Align.LEFT, 1.4),
            (QT_TRANSLATE_NOOP("reports", "Far port"), 22.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Network"), 26.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Cable type, module at this end → far end"), 0.0, Align.LEFT, 1.6),
            (QT_TRANSLATE_NOOP("reports", "Length"), 16.0, Align.RIGHT, 1.0),
        )
        return [Column(self._say(head), width, align, share, wrap=not width) for head, width, align, share in layout]

    def _say(self, text: str, **values: str | int) -> str:
        return self._wording.say("reports", text, **values)


KIND = Kind(
    "cut-sheets",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "The cables of every rack and device in installation order, with check boxes"),
    cut_sheets,
    tables,
    of_cables=True,
)
