"""Bays in the inspector: what sits in those of a device, and in which one a device sits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.bay_rules import goes_into_bays, suits
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.derived.racks.bay_contents import free_bays, seats
from gpudesk.operations.copies.bay_devices import fill_bays, move_to_bay
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.field_rows import FactRow, FieldList
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row

MOST_HOLDERS = 500
"""A list offers no more devices than this; beyond it one drags."""


def seat_text(snapshot: Snapshot, row: dict[str, Any]) -> str:
    """The holder of a device and its bay, "" for one that sits in none."""
    if row["parent_id"] is None:
        return ""
    holder = str(snapshot["device"].row(int(row["parent_id"]))["name"])
    return f"{holder} · {row['slot']}" if row["slot"] else holder


def add_seat(form: Form, rows: FieldList, row: dict[str, Any], kind: HardwareType) -> None:
    """What holds the device and in which bay, both to choose from."""
    session = form.session
    if not goes_into_bays(kind) and row["parent_id"] is None:
        return
    device_id = int(row["id"])
    form.choice(
        rows,
        QCoreApplication.translate("InspectorBays", "Installed in"),
        _holders(session.snapshot, device_id, row["parent_id"], kind),
        lambda: form.common("parent_id"),
        lambda holder: None if holder == form.common("parent_id")[0] else session.do(move_to_bay, device_id, holder),
    )
    if row["parent_id"] is None:
        return
    holder_id = int(row["parent_id"])
    entries = [(bay, bay) for bay in _open_bays(session.snapshot, device_id, holder_id, kind)]
    if row["slot"] and (row["slot"], row["slot"]) not in entries:
        entries.append((row["slot"], row["slot"]))
    form.choice(
        rows,
        QCoreApplication.translate("InspectorBays", "Bay"),
        entries,
        lambda: form.common("slot"),
        lambda bay: None if bay == form.common("slot")[0] else session.do(move_to_bay, device_id, holder_id, bay),
    )
    name = str(session.snapshot["device"].row(holder_id)["name"])
    _link(
        form,
        rows,
        QCoreApplication.translate("InspectorBays", "Select {name}").format(name=name),
        lambda: form.go_requested.emit(ObjectRef("device", holder_id)),
    )


def add_bays(form: Form, rows: FieldList, row: dict[str, Any], kind: HardwareType) -> None:
    """Every bay of a device with what sits there, which a click selects; what sits there already can fill the free ones."""
    if not kind.bays:
        return
    session, holder_id = form.session, int(row["id"])
    devices = session.snapshot["device"]
    taken = seats(devices, holder_id)
    form.group(rows, QCoreApplication.translate("InspectorBays", "Bays"))
    free = QCoreApplication.translate("InspectorBays", "free")
    unknown = [slot for slot in taken if all(bay.name != slot for bay in kind.bays)]
    for bay in [*(bay.name for bay in kind.bays), *unknown]:
        inside = taken.get(bay, ())
        fact = FactRow(bay or "–", free, opens=bool(inside))
        rows.add(fact)
        if inside:
            fact.opened.connect(partial(form.go_requested.emit, ObjectRef("device", inside[0])))
        form.updates.append(partial(_show_names, form, fact, inside, free))
    if not session.writable:
        return
    for type_id in dict.fromkeys(int(devices["type_id"][devices.position(ids[0])]) for ids in taken.values()):
        child = session.snapshot.types[type_id]
        count = len(free_bays(taken, kind, child))
        if count:
            text = filled_text(
                QCoreApplication.translate("InspectorBays", "Fill {count} free {count|bay|bays} with {model}"),
                count=count,
                model=tr_type_name(child.model),
            )
            _link(form, rows, text, partial(session.do, fill_bays, child.key, holder_id))


def _show_names(form: Form, fact: FactRow, inside: tuple[int, ...], free: str) -> None:
    devices = form.session.snapshot["device"]
    names = [str(devices["name"][devices.position(inner_id)]) for inner_id in inside if devices.has(inner_id)]
    fact.set_fact(", ".join(names) or free)
    if names:
        words = QCoreApplication.translate("InspectorBays", "Select {name}").format(name=names[0])
        fact.value_widget.setToolTip(words)
        fact.value_widget.setAccessibleName(f"{fact.label()}: {words}")


def _holders(snapshot: Snapshot, device_id: int, holder_id: int | None, kind: HardwareType) -> list[tuple[int, str]]:
    """The devices whose type has a bay for it, and the one that holds it now, by name."""
    devices, types = snapshot["device"], snapshot.types
    suiting = [type_id for type_id in types if any(suits(bay, kind) for bay in types[type_id].bays)]
    holder_ids = devices.ids[np.isin(devices["type_id"], suiting)][:MOST_HOLDERS].tolist()
    chosen = {candidate_id for candidate_id in holder_ids if candidate_id != device_id} | ({holder_id} if holder_id is not None else set())
    return sorted(((chosen_id, str(devices["name"][devices.position(chosen_id)])) for chosen_id in chosen), key=lambda entry: entry[1])


def _open_bays(snapshot: Snapshot, device_id: int, holder_id: int, kind: HardwareType) -> tuple[str, ...]:
    """The bays of the holder that suit the device and that no other one takes."""
    devices = snapshot["device"]
    taken = {slot: ids for slot, ids in seats(devices, holder_id).items() if ids != (device_id,)}
    return free_bays(taken, snapshot.types[int(devices["type_id"][devices.position(holder_id)])], kind)


def _link(form: Form, rows: FieldList, text: str, clicked: Callable[[], object]) -> None:
    link = LinkButton(text)
    # The signal says whether the button is checked, which no link is.
    link.clicked.connect(lambda _checked: clicked())
    rows.add(link_row(link))
