"""Where a cord leads: from which PDU or node to which supply."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.power.cord_assignment import cord_between
from gpudesk.derived.power.power_reach import near_racks, needed_mm
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.operations.power.power_cord_operations import plug_in
from gpudesk.ui.panels.words.power_labels import tap_name
from gpudesk.ui.places.power.models.power_cord_lines import CordEnd
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("PlugCordDialog")


class PlugCordDialog(DeskDialog):
    """Asks for the other end of a cord: for a power supply its outlet, for an outlet its power supply."""

    def __init__(self, session: Session, end: CordEnd, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._snapshot, self._end = session, session.snapshot, end
        self._across: dict[int, int] = {}
        name = self._name("device", end.device_id)
        self.set_heading(tr("Connect"), f"{name} {self._port_name(end.device_id, end.port)}")
        form = Form(self)
        self.other = QComboBox(form)
        self.other.setMaxVisibleItems(16)
        self.port = QComboBox(form)
        self.port.setMaxVisibleItems(16)
        form.add(tr("Leads to") if end.gives else tr("Comes from"), self.other)
        self._cord = form.add(tr("Supply") if end.gives else tr("Outlet"), self.port)
        self.add_form(form)
        self.add_buttons(tr("Connect"), self.plug)
        for ref in self._others():
            self.other.addItem(self._other_name(ref), ref)
        self.other.currentIndexChanged.connect(self._fill_ports)
        self.port.currentIndexChanged.connect(self._update)
        self.resize(480, 210)
        self._fill_ports()

    def cord_words(self) -> str:
        """Text for the cord."""
        return self._cord.text()

    def plug(self) -> None:
        """Lead the cord."""
        (device_id, port), source = self._ends()
        cord_and_length = self._found()
        keywords: dict[str, Any] = {**source}
        if cord_and_length is not None:
            keywords |= {"cord_key": cord_and_length[0].key, "length_mm": cord_and_length[1]}
        self.do(self._project, plug_in, device_id, port, **keywords)

    def _others(self) -> Iterator[ObjectRef]:
        """Candidates for the other end: devices of the same rack first, then PDUs (or consumers) of nearby racks, then nodes."""
        snapshot = self._snapshot
        devices, types, racks = snapshot["device"], snapshot.types, snapshot.cached(whereabouts).rack
        here = racks[devices.position(self._end.device_id)]
        type_ids = [
            type_id for type_id in types if (sockets(types[type_id]).inlets if self._end.gives else sockets(types[type_id]).outlets)
        ]
        places = np.flatnonzero(np.isin(devices["type_id"], type_ids) & (racks == here) & (devices.ids != self._end.device_id))
        for place in sorted(places.tolist(), key=lambda place: natural_key(str(devices["name"][place]))):
            yield ObjectRef("device", int(devices.ids[place]))
        for rack, across in near_racks(snapshot, int(here)) if here != ABSENT else ():
            self._across[rack] = across
            places = np.flatnonzero(np.isin(devices["type_id"], type_ids) & (racks == rack))
            for place in sorted(places.tolist(), key=lambda place: natural_key(str(devices["name"][place]))):
                yield ObjectRef("device", int(devices.ids[place]))
        if self._end.gives:
            return
        nodes = snapshot["power_node"]
        for place in sorted(range(nodes.rows), key=lambda place: natural_key(str(nodes["name"][place]))):
            yield ObjectRef("power_node", int(nodes.ids[place]))

    def _fill_ports(self) -> None:
        """Free ports of the other end; for a power supply also connected ports, which are reconnected."""
        self.port.blockSignals(True)
        self.port.clear()
        ref = self.other.currentData()
        if isinstance(ref, ObjectRef) and ref.table == "device":
            cords = self._snapshot["power_cord"]
            type_sockets = sockets(self._snapshot.types[int(self._snapshot["device"].row(ref.id)["type_id"])])
            if self._end.gives:
                used = set(cords["port"][cords["device_id"] == ref.id].tolist())
                for inlet in sorted(type_sockets.inlets, key=lambda inlet: inlet.port in used):
                    words = f"{inlet.name} · {inlet.kind.upper()}"
                    self.port.addItem(tr("{port}, already connected").format(port=words) if inlet.port in used else words, inlet.port)
            else:
                used = set(cords["from_port"][cords["from_device_id"] == ref.id].tolist())
                for outlet in type_sockets.outlets:
                    if outlet.port not in used:
                        parts = (outlet.name, outlet.kind.upper(), type_sockets.banks[outlet.bank], tap_name(outlet.tap))
                        self.port.addItem(" · ".join(part for part in parts if part), outlet.port)
            fits = (place for place in range(self.port.count()) if self._found(place) is not None)
            self.port.setCurrentIndex(next(fits, 0 if self.port.count() else -1))
        self.port.setEnabled(self.port.count() > 0)
        self.port.blockSignals(False)
        self._update()

    def _ends(self, place: int | None = None) -> tuple[tuple[int, int], dict[str, int | None]]:
        """Device and port of the power supply, and the origin of its cord."""
        ref = self.other.currentData()
        port = self.port.itemData(self.port.currentIndex() if place is None else place)
        if self._end.gives:
            return (ref.id, port), {"from_device_id": self._end.device_id, "from_port": self._end.port}
        own_end = (self._end.device_id, self._end.port)
        if ref.table == "power_node":
            return own_end, {"from_node_id": ref.id}
        return own_end, {"from_device_id": ref.id, "from_port": port}

    def _found(self, place: int | None = None) -> Any:
        """The cord that fits and reaches."""
        (device_id, port), source = self._ends(place)
        giver, outlet = source.get("from_device_id"), source.get("from_port")
        if giver is None or outlet is None or port is None:
            return None
        return cord_between(self._snapshot, device_id, port, giver, outlet)

    def _update(self) -> None:
        ref = self.other.currentData()
        if not isinstance(ref, ObjectRef):
            self._tell(tr("Nothing else in the rack has a matching port."), "severity.error")
            self.set_verb(tr("Connect"), enabled=False)
            return
        whole = ref.table == "power_node" or self.port.currentIndex() >= 0
        if not whole:
            self._tell(tr("None of its outlets is free."), "severity.error")
        elif ref.table == "power_node":
            self._tell(tr("It is hardwired, without a catalog cord."), "text.tertiary")
        else:
            cord_and_length = self._found()
            if cord_and_length is None:
                needed = self._needed_mm()
                text = tr("No matching catalog cord is long enough; connected anyway.")
                if needed is not None:
                    text = tr("Requires {length}: no matching catalog cord is long enough; connected anyway.")
                    text = text.format(length=format_quantity(needed / 1000, "m"))
                self._tell(text, "severity.warning")
            else:
                length = format_quantity(cord_and_length[1] / 1000, "m")
                self._tell(tr("{cord}, {length}").format(cord=tr_type_name(cord_and_length[0].model), length=length), "text.tertiary")
        self.set_verb(tr("Connect"), enabled=whole)

    def _tell(self, text: str, ink: str) -> None:
        self._cord.set_ink(ink)
        self._cord.setText(text)

    def _needed_mm(self) -> float | None:
        """Required length of the cord; None if unknown, or if no length fits."""
        (device_id, port), source = self._ends()
        giver, outlet_port = source.get("from_device_id"), source.get("from_port")
        if giver is None or outlet_port is None:
            return None
        devices, types = self._snapshot["device"], self._snapshot.types
        inlet = next(
            (candidate for candidate in sockets(types[int(devices.row(device_id)["type_id"])]).inlets if candidate.port == port), None
        )
        outlet = sockets(types[int(devices.row(giver)["type_id"])]).outlet(outlet_port)
        if inlet is None or outlet is None:
            return None
        needed = needed_mm(self._snapshot, device_id, inlet, giver, outlet)
        return round(needed, -1) if 0 < needed < float("inf") else None

    def _other_name(self, ref: ObjectRef) -> str:
        """Name of a candidate for the other end; in another rack, also the rack and its distance."""
        name = self._name(ref.table, ref.id)
        rack = int(self._snapshot.cached(whereabouts).rack[self._snapshot["device"].position(ref.id)]) if ref.table == "device" else ABSENT
        if rack not in self._across:
            return name
        across = format_quantity(self._across[rack] / 1000, "m")
        return tr("{name} in {rack}, {length} away").format(name=name, rack=self._name("rack", rack), length=across)

    def _name(self, table: str, row_id: int) -> str:
        return str(self._snapshot[table].row(row_id)["name"])

    def _port_name(self, device_id: int, port: int) -> str:
        type_sockets = sockets(self._snapshot.types[int(self._snapshot["device"].row(device_id)["type_id"])])
        return next((socket.name for socket in (*type_sockets.inlets, *type_sockets.outlets) if socket.port == port), "")
