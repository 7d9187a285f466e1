"""The inspector forms for cables: their parts, their ends, and the settings for one or many."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from gpudesk.checks.findings.findings import Findings
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.derived.cabling.link_pieces import CableWay, LinkPath, cable_way, link_path
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.project.site_sheet import site_sheet
from gpudesk.ui.panels.inspector.cable_verdict import show_verdict
from gpudesk.ui.panels.inspector.fibre_picture import FibrePicture
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_measures import add_measure
from gpudesk.ui.panels.inspector.port_states import port_states
from gpudesk.ui.panels.words.link_labels import chips, heat_sink_word
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.field_rows import LABEL_WIDTH, FactRow, FieldList
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row

tr_cables_form = text_context("CablesForm")
tr_cable_form = text_context("CableForm")

TABLE = "cable"
_LONGEST_M = 10_000.0


class CablesForm(Form):
    """Several cables: their common properties, and settings for all of them."""

    table = TABLE

    def title(self) -> str:
        return self.counts.cables(len(self.selection))

    def subtitle(self) -> str:
        networks = self.distinct("network_id")
        return self._network_name(networks.pop()) if len(networks) == 1 else ""

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_cables_form("Parts"))
        rows.add_gap()
        self._part_rows(rows)
        self.group(rows, tr_cables_form("Set for all"))
        rows.add_gap()
        self._set_rows(rows)

    def _part_rows(self, rows: FieldList) -> None:
        nothing = tr_cables_form("Nothing is selected yet.")
        for label, name in (
            (tr_cables_form("Cable"), "type_id"),
            (tr_cables_form("Near end"), "a_module_id"),
            (tr_cables_form("Far end"), "b_module_id"),
        ):
            self.fact(rows, label, partial(self._part, name), "", nothing)
        rows.add_gap()

    def _set_rows(self, rows: FieldList) -> None:
        def length() -> float | None:
            value, same = self.common("length_mm")
            return value / 1000 if same and value is not None else None

        def set_length(value: float | None) -> None:
            self.set_cables(length_mm=None if value is None else round(value * 1000))

        def nothing() -> str:
            return tr_cables_form("not selected") if self.common("length_mm")[1] else tr_cables_form("several")

        add_measure(self, rows, tr_cables_form("Length bought"), "m", length, set_length, bounds=(0.1, _LONGEST_M), empty=nothing)

        def set_phase(text: str) -> None:
            if text.strip().isdecimal():
                self.set_cables(phase=int(text))
            else:
                self.refresh(self.selection)

        self.line(rows, tr_cables_form("Build phase"), "phase", set_phase)
        chosen = [(0, tr_cables_form("by program")), (1, tr_cables_form("by hand"))]
        self.choice(rows, tr_cables_form("Set"), chosen, lambda: self.common("by_hand"), lambda value: self.set_cables(by_hand=value))
        rows.add_gap()

    def set_cables(self, **values: Any) -> None:
        """Set something of all selected cables, if that changes anything."""
        self.session.do(set_cables, [ref.id for ref in self.selection], values)

    def _part(self, name: str) -> str:
        type_ids = self.distinct(name)
        if len(type_ids) != 1:
            return tr_cables_form("several ({count})").format(count=len(type_ids))
        type_id = type_ids.pop()
        return "" if type_id is None else tr_type_name(self.session.snapshot.types[int(type_id)].model)

    def _network_name(self, network_id: int | None) -> str:
        networks = self.session.snapshot["network"]
        return "" if network_id is None else network_name(networks.row(int(network_id))["name"])


class CableForm(CablesForm):
    """One cable: its link, its parts, its fiber path, its route, and the verdict on it."""

    def __init__(self, session: Session, selection: Sequence[ObjectRef]) -> None:
        super().__init__(session, selection)
        self._path: tuple[object, LinkPath] | None = None

    def title(self) -> str:
        return tr_cable_form("Cable {number}").format(number=self.selection[0].id)

    def subtitle(self) -> str:
        path = self.path()
        near, far = path.stops[0], path.stops[-1]
        ends = f"{near.name} {near.far} → {far.name} {far.near}"
        rail = self._rail()
        return " · ".join(
            [ends, *([tr_cable_form("rail {number}").format(number=rail)] if rail >= 0 else []), *filter(None, [super().subtitle()])]
        )

    def tags(self, findings: Findings) -> list[tuple[str, str | None]]:
        return chips(self.path().rows)

    def path(self) -> LinkPath:
        """The link that contains the cable, calculated once for each state of the project."""
        snapshot = self.session.snapshot
        known = self._path
        if known is None or known[0] is not snapshot or all(cable.cable_id != self.selection[0].id for cable in known[1].cables):
            known = self._path = (snapshot, link_path(snapshot, self.selection[0].id))
        return known[1]

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_cable_form("Parts"))
        self._link_parts(rows)
        self._verdict = LinkButton(tr_cable_form("Show the verdict"))
        self._verdict.clicked.connect(lambda _checked=False: self.show_verdict())
        rows.add(link_row(self._verdict, 10 + LABEL_WIDTH))
        self.group(rows, tr_cable_form("Fiber path"))
        picture = FibrePicture()
        rows.add(picture)
        self.updates.append(lambda: picture.set_path(self.path()))
        trace = LinkButton(tr_cable_form("Trace end to end"))
        trace.clicked.connect(lambda _checked=False: self.action_wanted.emit("cables.trace"))
        rows.add(link_row(trace, 10))
        self._way_rows(rows)
        self.group(rows, tr_cable_form("Cable"))
        rows.add_gap()
        self._set_rows(rows)
        for text, side in ((tr_cable_form("Go to the near end"), "a"), (tr_cable_form("Go to the far end"), "b")):
            rows.add(self._link(text, side))
        rows.add_gap()

    def show_verdict(self) -> None:
        """Open the verdict with its calculation next to its link."""
        show_verdict(self.session, self.selection[0].id, self.path(), self._verdict)

    # groups

    def _link_parts(self, rows: FieldList) -> None:
        nothing = tr_cable_form("Nothing is selected yet.")
        for label, place in ((tr_cable_form("Near end"), 0), (tr_cable_form("Far end"), -1)):
            self._sure(rows, label, partial(self._module, place), nothing)
        self._sure(
            rows, tr_cable_form("Module power"), self._module_power, tr_cable_form("No module is selected, or its power is not known.")
        )
        for number, cable in enumerate(self.path().cables):
            label = (
                tr_cable_form("This cable")
                if cable.cable_id == self.selection[0].id
                else tr_cable_form("Cable {number}").format(number=cable.cable_id)
            )
            self._sure(rows, label, partial(self._cable, number), nothing)
        rows.add_gap()

    def _way_rows(self, rows: FieldList) -> None:
        self.group(rows, tr_cable_form("Route"))
        rows.add_gap()
        no_way = tr_cable_form("The location of its ends is not known.")
        self._sure(rows, tr_cable_form("Through"), self._through, no_way)
        self._sure(rows, tr_cable_form("Length"), self._needed, no_way)
        self._sure(rows, tr_cable_form("Slack"), self._spare, tr_cable_form("No length is selected yet."))
        self._sure(rows, tr_cable_form("Delay"), self._delay, tr_cable_form("No length is selected, or the signal speed is not known."))
        way = LinkButton(tr_cable_form("Show on the floor"))
        way.clicked.connect(lambda _checked=False: self.action_wanted.emit("cables.show-way"))
        rows.add(link_row(way, 10 + LABEL_WIDTH))
        rows.add_gap()

    def _sure(self, rows: FieldList, label: str, value: Callable[[], tuple[str, str]], missing: str) -> None:
        """A fact with the mark of how well it is known."""
        row = FactRow(label, "", "read", missing=missing)
        rows.add(row)

        def update() -> None:
            text, confidence = value()
            row.set_fact(text, confidence, missing=missing)
            row.setToolTip(text)

        self.updates.append(update)

    # what holds

    def _rail(self) -> int:
        snapshot, ends = self.session.snapshot, self.path().stops
        row = snapshot[TABLE].row(self.selection[0].id)
        states = port_states(snapshot, int(row["a_device_id"]), {})
        state = states.get(int(row["a_port"]))
        return -1 if state is None or not ends else state.rail

    def _module(self, place: int) -> tuple[str, str]:
        module = self.path().stops[place].module
        if module is None:
            return "", ""
        sink = module.facts.get("module_heat_sink")
        shown = "" if sink is None or sink.value == "none" else heat_sink_word(str(sink.value))
        return ", ".join(part for part in (tr_type_name(module.model), shown) if part), "" if sink is None else str(sink.confidence)

    def _module_power(self) -> tuple[str, str]:
        modules = [stop.module for stop in (self.path().stops[0], self.path().stops[-1]) if stop.module is not None]
        facts = [fact for module in modules if (fact := module.facts.get("power_max_w")) is not None]
        if not facts or len(facts) < len(modules):
            return "", ""
        powers = dict.fromkeys(format_quantity(float(fact.value), "W") for fact in facts)
        return " + ".join(powers), str(max((fact.confidence for fact in facts), key=list(Confidence).index))

    def _cable(self, number: int) -> tuple[str, str]:
        cables = self.path().cables
        kind = cables[number].kind if number < len(cables) else None
        if kind is None:
            return "", ""
        polarity = kind.facts.get("polarity")
        parts = [
            tr_type_name(kind.model),
            *([tr_cable_form("type {polarity}").format(polarity=polarity.value)] if polarity is not None else []),
        ]
        return " · ".join(parts), str(polarity.confidence if polarity is not None else Confidence.READ)

    def _way(self) -> CableWay:
        return cable_way(self.session.snapshot, self.selection[0].id)

    def _through(self) -> tuple[str, str]:
        way = self._way()
        if way.length_mm is None:
            return "", ""
        if way.in_rack:
            return tr_cable_form("inside the rack"), "derived"
        if way.through:
            return ", ".join(way.through), "derived"
        return tr_cable_form("no pathway drawn: right-angle route above the racks"), "rule of thumb"

    def _needed(self) -> tuple[str, str]:
        way = self._way()
        if way.length_mm is None:
            return "", ""
        sheet = self.session.snapshot.cached(site_sheet)
        slack = sheet.limit("cable_slack_in_rack_mm" if way.in_rack else "cable_slack_mm")
        text = tr_cable_form("{length}, with 2 × {slack} slack")
        needed = format_quantity(round(way.length_mm / 1000, 1), "m")
        return text.format(length=needed, slack=format_quantity(slack / 1000, "m")), "rule of thumb" if way.estimated else "derived"

    def _spare(self) -> tuple[str, str]:
        bought, way = self.rows()[0]["length_mm"], self._way()
        if bought is None or way.length_mm is None:
            return "", ""
        return format_quantity(round((bought - way.length_mm) / 1000, 1), "m"), "derived"

    def _delay(self) -> tuple[str, str]:
        cables = self.path().cables
        facts = [None if cable.kind is None else cable.kind.facts.get("delay_ns_per_m") for cable in cables]
        if any(fact is None or cable.length_mm is None for fact, cable in zip(facts, cables, strict=True)):
            return "", ""
        pairs = [(float(fact.value), (cable.length_mm or 0) / 1000) for fact, cable in zip(facts, cables, strict=True) if fact is not None]
        text = format_quantity(round(sum(ns_per_meter * metres for ns_per_meter, metres in pairs)), "ns")
        return text, "derived"

    def _link(self, text: str, side: str) -> QWidget:
        link = LinkButton(text)
        name = f"{side}_device_id"
        link.clicked.connect(lambda _checked=False: self.go_requested.emit(ObjectRef("device", int(self.rows()[0][name]))))
        return link_row(link, 10 + LABEL_WIDTH)


def cable_form(session: Session, selection: Sequence[ObjectRef]) -> Form:
    """The form for cables."""
    return CableForm(session, selection) if len(selection) == 1 else CablesForm(session, selection)
