"""Naming: names, serial and asset numbers must be distinguishable by people and software."""

import re
import unicodedata
from collections.abc import Callable, Iterator

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.plan.host_spellings import host_spellings
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.host_names import host_name_fault
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.fabric.host_name_plan import HOST_FAMILIES

NAMED = ("hall", "rack_row", "rack", "device")


def _rename(table: str, row_id: int, name: str) -> Fix:
    title = rule_text(QT_TRANSLATE_NOOP("checks", "Rename it to {name}"), name=name)
    return Fix("rename", {"table": table, "row_id": row_id, "name": name}, title)


def _shared(view: View, table: str, within: str | None, text: str) -> Iterator[Violation]:
    """One finding for each row whose name an earlier row has; `within` is the column that must be equal too."""
    columns = view.snapshot[table]
    for name, rows in view.sharing([table], "name").items():
        first: dict[int, int] = {}
        for _, row_id in rows:
            earlier = first.setdefault(0 if within is None else int(columns[within][columns.position(row_id)]), row_id)
            if earlier != row_id:
                objects = (table, row_id), (table, earlier)
                fix = _rename(table, row_id, f"{name}-{row_id}")
                yield Violation((name,), objects, view.row_place(table, row_id), rule_text(text, name=name), fix=fix)


@rule(
    "naming.duplicate_device",
    title=QT_TRANSLATE_NOOP("checks", "Device names are unique"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have a duplicate name"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    spared_by_removal=True,
    reads={"device": ("name",)},
    text_column="name",
    source=QT_TRANSLATE_NOOP("checks", "Labels, address plans and monitoring use device names"),
)
def duplicate_device(view: View) -> Iterator[Violation]:
    """Devices with the same name; each one after the first is reported."""
    return _shared(view, "device", None, QT_TRANSLATE_NOOP("checks", "Another device is also named {name}."))


@rule(
    "naming.duplicate_rack",
    title=QT_TRANSLATE_NOOP("checks", "Rack names are unique in their hall"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks have a duplicate name in their hall"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    reads={"rack": ("name", "hall_id")},
    text_column="name",
    source=QT_TRANSLATE_NOOP("checks", "Labels and work orders use rack names"),
)
def duplicate_rack(view: View) -> Iterator[Violation]:
    """Racks of one hall with the same name; each one after the first is reported."""
    return _shared(view, "rack", "hall_id", QT_TRANSLATE_NOOP("checks", "Another rack in this hall is also named {name}."))


@rule(
    "naming.duplicate_row",
    title=QT_TRANSLATE_NOOP("checks", "Row names are unique in their hall"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rows have a duplicate name in their hall"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    reads={"rack_row": ("name", "hall_id")},
    text_column="name",
    source=QT_TRANSLATE_NOOP("checks", "Labels and work orders use row names"),
)
def duplicate_row(view: View) -> Iterator[Violation]:
    """Rows of one hall with the same name; each one after the first is reported."""
    return _shared(view, "rack_row", "hall_id", QT_TRANSLATE_NOOP("checks", "Another row in this hall is also named {name}."))


@rule(
    "naming.duplicate_hall",
    title=QT_TRANSLATE_NOOP("checks", "Hall names are unique"),
    many=QT_TRANSLATE_NOOP("checks", "{count} halls have a duplicate name"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    reads={"hall": ("name",)},
    text_column="name",
    source=QT_TRANSLATE_NOOP("checks", "Labels and work orders use hall names"),
)
def duplicate_hall(view: View) -> Iterator[Violation]:
    """Halls with the same name; each one after the first is reported."""
    return _shared(view, "hall", None, QT_TRANSLATE_NOOP("checks", "Another hall is also named {name}."))


@rule(
    "naming.empty",
    title=QT_TRANSLATE_NOOP("checks", "Everything has a name"),
    many=QT_TRANSLATE_NOOP("checks", "{count} objects have no name"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    reads=dict.fromkeys(NAMED, ("name",)),
    text_column="name",
    source=QT_TRANSLATE_NOOP("checks", "Unnamed objects cannot be labeled"),
)
def empty(view: View) -> Iterator[Violation]:
    """Halls, rows, racks and devices without a name, for example after an import."""
    nouns = {
        "hall": QT_TRANSLATE_NOOP("checks", "A hall has no name."),
        "rack_row": QT_TRANSLATE_NOOP("checks", "A row has no name."),
        "rack": QT_TRANSLATE_NOOP("checks", "A rack has no name."),
        "device": QT_TRANSLATE_NOOP("checks", "A device has no name."),
    }
    for name, (table, row_id) in view.blank(NAMED, "name"):
        stem = "row" if table == "rack_row" else table
        fix = _rename(table, row_id, f"{stem}-{row_id}")
        yield Violation((name,), ((table, row_id),), view.row_place(table, row_id), rule_text(nouns[table]), fix=fix)


def _hosts(view: View, type_ids: Ids) -> Mask:
    """Which of some types are of hosts."""
    is_host: Mask = is_one_of(
        view.types.codes("family", type_ids), [place for place, family in enumerate(Family) if family in HOST_FAMILIES]
    )
    return is_host


@rule(
    "naming.host",
    title=QT_TRANSLATE_NOOP("checks", "Host names are valid"),
    many=QT_TRANSLATE_NOOP("checks", "{count} hosts have an invalid host name"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    reads={"device": ("name", "type_id"), "catalog_item": ("body",)},
    judges_names=True,
    ground=host_spellings,
    source=QT_TRANSLATE_NOOP(
        "checks", "RFC 952 and RFC 1123: letters, digits and hyphens, labels of up to 63 characters separated by dots"
    ),
)
def host(view: View) -> Iterator[Violation]:
    """Systems, servers, switches and storage with an invalid host name, or with names that differ only in case."""
    devices, clashes = view.devices, view.snapshot.cached(host_spellings)
    hosts = _hosts(view, devices["type_id"])
    known: dict[str, Message | None] = {}
    for device, name in zip(devices.ids[hosts].tolist(), devices["name"][hosts].tolist(), strict=True):
        if name not in known:
            # That there is no name at all is what naming.empty says.
            known[name] = host_name_fault(name) if name.strip() else None
        fault, objects = known[name], [("device", device)]
        renamed = f"{name}-{device}" if fault is None else _host_name(name, device, view.snapshot["device"].holds)
        if fault is None and device in clashes:
            other, spelling = clashes[device]
            objects.append(("device", other))
            text = QT_TRANSLATE_NOOP("checks", "{name} and {other} differ only in case; host names are not case-sensitive.")
            fault = rule_text(text, name=name, other=spelling)
        if fault is not None:
            yield Violation((device,), tuple(objects), view.row_place("device", device), fault, fix=_rename("device", device, renamed))


def _host_name(name: str, device: int, taken: Callable[[str, object], bool]) -> str:
    """A host name like a name that is none, and that no device has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    close = re.sub("-+", "-", re.sub("[^A-Za-z0-9-]", "-", plain)).strip("-")[:50].strip("-") or "device"
    close = f"host-{close}" if host_name_fault(close) else close
    return f"{close}-{device}" if taken("name", close) else close


def _used_twice(view: View, column: str, text: str) -> Iterator[Violation]:
    """One finding for each rack or device whose number in `column` an earlier one has."""
    for number, (earlier, *others) in view.sharing(["rack", "device"], column).items():
        for later in others:
            message = rule_text(text, number=number, name=view.name(*later), other=view.name(*earlier))
            yield Violation((number,), (later, earlier), view.row_place(*later), message)


@rule(
    "naming.duplicate_serial",
    title=QT_TRANSLATE_NOOP("checks", "Serial numbers are unique"),
    many=QT_TRANSLATE_NOOP("checks", "{count} serial numbers are used twice"),
    severity=Severity.ERROR,
    scope=Scope.TEXT,
    spared_by_removal=True,
    reads={"rack": ("serial", "name"), "device": ("serial", "name")},
    text_column="serial",
    source=QT_TRANSLATE_NOOP("checks", "Manufacturers assign each serial number once"),
)
def duplicate_serial(view: View) -> Iterator[Violation]:
    """Racks and devices with the same serial number: one of them was scanned or typed incorrectly."""
    return _used_twice(view, "serial", QT_TRANSLATE_NOOP("checks", "{name} and {other} have the same serial number {number}."))


@rule(
    "naming.duplicate_asset",
    title=QT_TRANSLATE_NOOP("checks", "Asset numbers are unique"),
    many=QT_TRANSLATE_NOOP("checks", "{count} asset numbers are used twice"),
    severity=Severity.WARNING,
    scope=Scope.TEXT,
    spared_by_removal=True,
    reads={"rack": ("asset", "name"), "device": ("asset", "name")},
    text_column="asset",
    source=QT_TRANSLATE_NOOP("checks", "Owners assign each asset number once"),
)
def duplicate_asset(view: View) -> Iterator[Violation]:
    """Racks and devices with the same asset number."""
    return _used_twice(view, "asset", QT_TRANSLATE_NOOP("checks", "{name} and {other} have the same asset number {number}."))
