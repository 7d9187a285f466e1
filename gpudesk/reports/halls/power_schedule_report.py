"""The power schedule: every panel with its loads, then every rack PDU outlet by outlet, with totals and limits."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import LINES, Tap, Wiring
from gpudesk.core.power.power_sockets import Socket
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cost.bom_line import Circuit
from gpudesk.derived.power.power_schedule import TAP_WORDS, Load, Outlet, Schedule, power_schedule
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.formats.tables.bom_text import circuit_words
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import ERROR, INK, SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import TEXT_PT, Cell, Column, Row, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.elevations import chosen_racks, place_words

_OVER = 1 + 1e-9
_SMALLER_PT = 6.75
"""Of the letters of a rack that just misses a sheet; smaller than this is no size for paper."""
_TWO_CONDUCTORS = re.compile(r"c\d+$|nema-(l?5|l?6)-|bs1363|cee-?7")
"""Kinds of sockets that never bring three lines."""


def schedule(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Panels first, then one or more sheets for each rack with PDUs, then equipment outside racks."""
    snapshot = subject.snapshot
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)
    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Power schedule"))

    def pages(*, measures: bool) -> Iterator[Page]:
        try:
            supply_schedule = snapshot.cached(power_schedule)
        except ValueError:
            yield from _note(sheet, wording, QT_TRANSLATE_NOOP("reports", "The power chain has a loop: load cannot be calculated."))
            return
        if not len(supply_schedule.chain):
            text = QT_TRANSLATE_NOOP("reports", "This plan has no feeds yet: wire its racks first (Place › Wire power).")
            yield from _note(sheet, wording, text)
            return
        writer = _Writer(
            supply_schedule, sheet, wording, supply_schedule.below(choices.power_nodes, choices.power_devices), measures=measures
        )
        some = False
        for page in _chosen_pages(writer, snapshot, choices):
            some = True
            yield page
        if not some:
            yield from _note(sheet, wording, QT_TRANSLATE_NOOP("reports", "The selection contains no power source or load."))

    return Report(
        title,
        subject,
        wording,
        lambda: pages(measures=False),
        phase=phase_words(choices.phase, wording),
        measured=lambda: pages(measures=True),
        about=_about(snapshot, choices),
    )


def _chosen_pages(writer: "_Writer", snapshot: Snapshot, choices: Choices) -> Iterator[Page]:
    everything = choices.of_power or not (choices.racks or choices.systems or choices.halls)
    if everything:
        yield from writer.panels()
    for group in racks_by_row(snapshot, np.arange(snapshot["rack"].rows) if choices.of_power else chosen_racks(snapshot, choices)):
        for rack in group.tolist():
            yield from writer.rack(rack)
    if everything:
        yield from writer.outside_racks()
    elif choices.systems:
        yield from writer.systems(choices.systems)


def _about(snapshot: Snapshot, choices: Choices) -> int:
    """Approximate number of sheets: one for each selected device that supplies power."""
    if choices.of_power:
        return 0
    devices = snapshot["device"]
    givers = np.isin(snapshot.types.codes("family", devices["type_id"]), [list(Family).index(family) for family in _GIVERS])
    rack = snapshot.cached(whereabouts).rack[givers]
    return int(np.isin(rack, snapshot["rack"].ids[chosen_racks(snapshot, choices)]).sum())


_GIVERS = (Family.PDU, Family.POWER_SHELF)


KIND = Kind(
    "power-schedule",
    QT_TRANSLATE_NOOP("reports", "Power schedule"),
    QT_TRANSLATE_NOOP("reports", "Panels, feeds and every PDU outlet: lines, breakers, cords, loads and spare capacity"),
    schedule,
)


def _kva_decimals(va: float, usual: int) -> int:
    """Decimals of a load in kVA: more than usual where it would read as nothing."""
    return usual if not va or not abs(va) < 500 / 10**usual else 3


def _note(sheet: Sheet, wording: Wording, text: str) -> list[Page]:
    flow = Flow(sheet)
    flow.paragraph(wording.say("reports", text), 9.0)
    return flow.pages


class _Writer:
    """Writes the sheets of one project, or of the nodes of its power chain that are chosen."""

    def __init__(self, found: Schedule, sheet: Sheet, wording: Wording, chosen: Mask, *, measures: bool) -> None:
        self._found = found
        self._sheet = sheet
        self._wording = wording
        self._chosen = chosen
        self._measures = measures
        self._measuring = self if measures else _Writer(found, sheet, wording, chosen, measures=True)

    def _flow(self, part: str) -> Flow:
        return Flow(self._sheet, part, measures=self._measures)

    def panels(self) -> Iterator[Page]:
        """All supplying nodes above the PDUs: a table for each with its loads."""
        chain, plan = self._found.chain, self._found.chain.plan
        parent = plan.network.parent
        children: dict[int, list[int]] = {}
        for place in range(len(chain)):
            node = int(chain.node[place])
            if node < plan.first_bank and parent[node] != ABSENT:
                children.setdefault(int(parent[node]), []).append(place)
        flow = self._flow(self._say(QT_TRANSLATE_NOOP("reports", "Sources, panels and feeds")))
        outermost = self._chosen & ~np.append(self._chosen, False)[parent]
        tops = [place for place in range(len(chain)) if chain.node[place] < plan.rows and outermost[chain.node[place]]]
        whole = QT_TRANSLATE_NOOP("reports", "Components without an upstream feed")
        title = whole if self._chosen.all() else QT_TRANSLATE_NOOP("reports", "Selection")
        self._panel_table(flow, self._say(title), "", tops)
        for place in np.flatnonzero(self._chosen[chain.node]).tolist():
            node = int(chain.node[place])
            below = children.get(node, [])
            feed = node < plan.rows and self._found.snapshot["power_node"]["kind"][node] == PowerNodeKind.FEED
            if node < plan.rows and not feed and below:
                self._panel_table(flow, chain.names[place], self._circuit(node), below, self._found.load(place))
            # A page that is full is handed on at once: a site has hundreds of them.
            while len(flow.pages) > 1:
                yield flow.pages.pop(0)
        yield from flow.pages

    def rack(self, rack: int) -> Iterator[Page]:
        """The PDUs of a rack, and loads connected directly to its feeds."""
        snapshot = self._found.snapshot
        racks = snapshot["rack"]
        givers = self._of_rack(int(racks.ids[rack]))
        if not givers:
            return
        where = place_words(snapshot, rack, self._wording)
        part = f"{where}: {racks['name'][rack]}" if where else str(racks["name"][rack])
        yield from self._givers(part, givers, self._smaller_that_saves_a_sheet(givers))

    def _smaller_that_saves_a_sheet(self, givers: Sequence[int]) -> float:
        """The size of the letters of a rack: a little smaller where all then fits on fewer sheets."""
        counts = [len(self._measuring._givers("", givers, size)) for size in (TEXT_PT, _SMALLER_PT)]
        return _SMALLER_PT if counts[1] < counts[0] else TEXT_PT

    def _givers(self, part: str, givers: Sequence[int], size_pt: float) -> list[Page]:
        flow = self._flow(part)
        for giver in givers:
            self._giver(flow, giver, size_pt)
        return flow.pages

    def outside_racks(self) -> Iterator[Page]:
        """Supplies outside racks, and loads connected directly to feeds."""
        flow = self._flow(self._say(QT_TRANSLATE_NOOP("reports", "Outside the racks")))
        for giver in self._of_rack(ABSENT):
            self._giver(flow, giver, TEXT_PT)
        self._wired(flow, None)
        yield from flow.pages

    def systems(self, systems: Sequence[int]) -> Iterator[Page]:
        """Supplies inside rack-scale systems, and their loads connected directly to feeds."""
        snapshot = self._found.snapshot
        devices, root = snapshot["device"], snapshot.cached(whereabouts).root
        places = devices.positions(np.array(systems, np.int64))
        for place in places[places != ABSENT].tolist():
            flow = self._flow(str(devices["name"][place]))
            for giver in self._of_rack(ABSENT):
                if root[int(self._found.chain.plan.givers[giver])] == place:
                    self._giver(flow, giver, TEXT_PT)
            self._wired(flow, np.flatnonzero(root == place))
            yield from flow.pages

    def _wired(self, flow: Flow, loads: Ids | None) -> None:
        """Loads connected directly to feeds.

        Args:
            loads: places of devices, None for all.
        """
        chain, plan = self._found.chain, self._found.chain.plan
        rows: list[Row | Sequence[Cell]] = []
        for place in np.flatnonzero(self._chosen[chain.node]).tolist():
            node = int(chain.node[place])
            if node >= plan.rows or node not in self._found.node_cords:
                continue
            load, whole = self._found.load(place), self._found.outlets(node)
            found = whole if loads is None else [each for each in whole if each.place in loads]
            if not found:
                continue
            words = f"{chain.names[place]} · {self._circuit(node)} · {self._share_words(load)}"
            rows.append(Row([words], Weight.GROUP, self._ink(load)))
            rows += [self._outlet_row(each) for each in found]
            if 1 < len(found) == len(whole):
                rows.append(self._sum_row(load, QT_TRANSLATE_NOOP("reports", "All"), any(not each.complete for each in found)))
        if rows:
            flow.space(4)
            flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Wired to a feed without a PDU")))
            flow.table(Table(self._columns(), rows))

    def _of_rack(self, rack: int) -> list[int]:
        first = self._found.chain.plan.rows
        return [giver for giver in self._found.givers_of_rack.get(rack, []) if self._chosen[first + giver]]

    def _giver(self, flow: Flow, giver: int, size_pt: float) -> None:
        snapshot, chain = self._found.snapshot, self._found.chain
        place = self._found.place_of_giver(giver)
        device = int(chain.plan.givers[giver])
        kind = snapshot.types[int(snapshot["device"]["type_id"][device])]
        feeders = ", ".join(chain.feeders(place)) or self._say(QT_TRANSLATE_NOOP("reports", "no feed"))
        fed = self._wording.say(
            "reports",
            QT_TRANSLATE_NOOP("reports", "{model} · fed by {feeders}"),
            model=self._wording.type_name(kind.title),
            feeders=feeders,
        )
        flow.space(4)
        flow.heading(chain.names[place], remark=fed, keep_mm=30)
        rows: list[Row | Sequence[Cell]] = []
        unknown = False
        idle: list[int] = []
        for node in self._found.banks(giver):
            outlets = self._found.outlets(node)
            if not outlets:
                idle.append(node)
                continue
            some = any(not outlet.complete for outlet in outlets)
            unknown |= some
            bank = self._found.load(int(chain.place_of_node[node]))
            words = "" if self._measures else self._bank_words(giver, node, bank, outlets)
            rows.append(Row([words], Weight.GROUP, self._ink(bank)))
            rows += [self._outlet_row(outlet) for outlet in outlets]
            if len(outlets) > 1:
                rows.append(self._sum_row(bank, QT_TRANSLATE_NOOP("reports", "Bank"), some))
        rows += [Row([words], Weight.GROUP) for words in self._idle_words(giver, idle)]
        rows.append(self._sum_row(self._found.load(place), QT_TRANSLATE_NOOP("reports", "Whole PDU"), unknown))
        flow.table(Table(self._columns(), rows, size_pt=size_pt), again=chain.names[place])
        if unknown:
            flow.paragraph(self._say(QT_TRANSLATE_NOOP("reports", "+ Devices of unknown power are not included.")), 7.0, ink=SOFT)

    def _outlet_row(self, outlet: Outlet) -> list[Cell]:
        wording = self._wording
        if self._measures:
            # Only this column breaks its lines.
            return ["", "", "", "", "", self._wording.type_name(outlet.cord) or self._say(QT_TRANSLATE_NOOP("reports", "not selected"))]
        length = "" if outlet.length_mm is None else wording.quantity(outlet.length_mm / 1000, "m")
        return [
            "–" if outlet.socket is None else outlet.socket.name,
            "–" if outlet.socket is None else outlet.socket.kind.upper(),
            TAP_WORDS[outlet.tap] if outlet.socket is None else self._lines(outlet.socket),
            outlet.device,
            outlet.inlet,
            self._wording.type_name(outlet.cord) or self._say(QT_TRANSLATE_NOOP("reports", "not selected")),
            length,
            wording.number(outlet.va / 1000, _kva_decimals(outlet.va, 2)) + ("" if outlet.complete or np.isnan(outlet.va) else " +"),
            *self._amperes(outlet.current_a),
        ]

    def _sum_row(self, load: Load, what: str, unknown: bool) -> Row:
        """Total load of a node; with a plus if some power values are unknown."""
        over = load.share > _OVER
        carried = self._wording.number(load.va / 1000, _kva_decimals(load.va, 2)) + (" +" if unknown else "")
        share_text = self._share_words(load)
        cells = ["", "", "", self._say(what), "", share_text, "", carried, *self._amperes(load.current_a)]
        return Row(cells, Weight.TOTAL, ERROR if over else INK)

    def _share_words(self, load: Load) -> str:
        if np.isnan(load.limit_a):
            return self._say(QT_TRANSLATE_NOOP("reports", "limit not known"))
        text = QT_TRANSLATE_NOOP("reports", "{share} of {limit}, spare {spare}")
        over = QT_TRANSLATE_NOOP("reports", "{share} of {limit}: {spare} over the limit")
        number = self._wording
        return number.say(
            "reports",
            over if load.share > _OVER else text,
            share=number.quantity(100 * load.share, "%", decimals=0),
            limit=number.quantity(load.limit_a, "A", decimals=1),
            spare=number.quantity(abs(load.spare_a), "A", decimals=1),
        )

    def _bank_words(self, giver: int, node: int, load: Load, outlets: Sequence[Outlet]) -> str:
        return " · ".join(part for part in self._bank_parts(giver, node, load, outlets) if part)

    def _bank_parts(self, giver: int, node: int, load: Load, found: Sequence[Outlet]) -> list[str]:
        """Texts of a bank: its name and its lines first."""
        plan, wording = self._found.chain.plan, self._wording
        known = self._found.sockets(giver)
        number = int(plan.bank_number[node - plan.first_bank])
        outlets = [outlet for outlet in known.outlets if outlet.bank == number]
        used = {outlet.socket.port for outlet in found if outlet.socket is not None}
        free = Counter(outlet.kind.upper() for outlet in outlets if outlet.port not in used)
        lines = sorted(outlets, key=lambda outlet: outlet.tap)
        parts = [known.banks[number], ", ".join(dict.fromkeys(self._lines(line) for line in lines))]
        breaker = float(plan.network.breaker_a[node])
        if not np.isnan(breaker):
            parts.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "breaker {size}"), size=wording.quantity(breaker, "A")))
        if not np.isnan(load.limit_a) and used:
            parts.append(self._share_words(load))
        if free:
            left = ", ".join(f"{count} × {kind}" for kind, count in sorted(free.items()))
            parts.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "free: {outlets}"), outlets=left))
        return parts

    def _idle_words(self, giver: int, idle: Sequence[int]) -> list[str]:
        """A line for unused banks, one for all with the same breaker and the same outlets."""
        chain = self._found.chain
        alike: dict[str, list[str]] = {}
        for node in idle:
            name, lines, *rest = self._bank_parts(giver, node, self._found.load(int(chain.place_of_node[node])), ())
            alike.setdefault(" · ".join(rest), []).append(f"{name} {lines}".rstrip())
        return [" · ".join(part for part in (", ".join(names), rest) if part) for rest, names in alike.items()]

    def _lines(self, socket: Socket) -> str:
        """The lines of an outlet; one with two conductors and unspecified lines loads all equally."""
        if socket.tap is Tap.ALL and _TWO_CONDUCTORS.match(socket.kind):
            return self._say(QT_TRANSLATE_NOOP("reports", "not specified"))
        return TAP_WORDS[socket.tap]

    def _panel_table(self, flow: Flow, title: str, remark: str, below: Sequence[int], load: Load | None = None) -> None:
        if not below:
            return
        flow.space(4)
        flow.heading(title, remark=remark)
        rows: list[Row | Sequence[Cell]] = [("",) if self._measures else self._panel_row(self._found.load(place)) for place in below]
        if load is not None:
            rows.append(Row(self._panel_cells(load, self._say(QT_TRANSLATE_NOOP("reports", "All"))), Weight.TOTAL, self._ink(load)))
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Circuit")), share=2.2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Kind, voltage, wiring")), share=3.2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Breaker, A")), 16, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Load, kVA")), 21, right),
            *(Column(f"L{line}, A", 15, right) for line in range(1, LINES + 1)),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Limit, A")), 16, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Share")), 14, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Spare, A")), 16, right),
        ]
        flow.table(Table(columns, rows))

    def _panel_row(self, load: Load) -> Row:
        return Row(self._panel_cells(load, load.name), ink=self._ink(load))

    def _panel_cells(self, load: Load, name: str) -> list[Cell]:
        number = self._wording
        node = int(self._found.chain.node[load.place])
        return [
            name,
            self._circuit(node),
            number.number(load.breaker_a),
            number.number(load.va / 1000, _kva_decimals(load.va, 1)),
            *self._amperes(load.current_a),
            number.number(load.limit_a, 1),
            number.quantity(100 * load.share, "%", decimals=0),
            number.number(load.spare_a, 1),
        ]

    def _ink(self, load: Load) -> str:
        return ERROR if load.share > _OVER else INK

    def _circuit(self, node: int) -> str:
        """Kind, voltage and wiring of a node of the chain."""
        snapshot, network = self._found.snapshot, self._found.chain.plan.network
        if node >= self._found.chain.plan.rows:
            device = int(self._found.chain.plan.givers[node - self._found.chain.plan.rows])
            return self._wording.type_name(snapshot.types[int(snapshot["device"]["type_id"][device])].title)
        nodes = snapshot["power_node"]
        kind, wiring = PowerNodeKind(int(nodes["kind"][node])), Wiring(int(network.wiring[node]))
        return circuit_words(Circuit(kind, wiring, int(nodes["voltage_v"][node]), None, ""), self._wording.message)

    def _amperes(self, current_a: Sequence[float] | np.ndarray) -> list[str]:
        return [self._wording.number(float(line_a), 1) for line_a in current_a]

    def _columns(self) -> list[Column]:
        right = Align.RIGHT
        return [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Outlet")), 15),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Socket")), 14),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Lines")), 18),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Device")), share=2.0),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Supply")), 16),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Cord")), share=2.6, wrap=True, most_lines=2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Length")), 15, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Load, kVA")), 18, right),
            *(Column(f"L{line}, A", 13, right) for line in range(1, LINES + 1)),
        ]

    def _say(self, text: str) -> str:
        return self._wording.say("reports", text)
