"""Random arguments of the operations that record work on site."""

from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gpudesk.core.checklist.entries import EvidenceFile, Recorder
from gpudesk.core.checklist.items import SINGLE, FieldKind, Item, Scope
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_targets import tray_target
from gpudesk.core.checklist.values import Instrument
from gpudesk.derived.checklist.targets import TABLES
from gpudesk.formats.onsite.work_files import work_of
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.deviations import deviations
from gpudesk.onsite.package_contents import Selection
from gpudesk.operations.onsite.onsite_photos import Photo
from tests.operations.work_packages import PACKAGE_ID, UID, package_file, same_package

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser

WRITERS = ("0123456789abcdef", "fedcba9876543210")
FIRST = ("RDY-010", "RDY-130", "RDY-020", "RDY-050", "RCV-030", "CAB-020", "PWR-010")


def _person(choose: "Chooser") -> str:
    return str(choose.of([*choose.snapshot["person"]["name"].tolist(), "Nobody"]))


def _by(choose: "Chooser") -> Recorder:
    return Recorder(_person(choose), choose.of(WRITERS), choose.of(["+00:00", "+05:30", "-05:00"]))


def _place(choose: "Chooser") -> tuple[Item, int]:
    """An item, mostly one of the first, and a target of its scope."""
    items = shipped_checklist().items
    item = items[choose.of([*FIRST, choose.of(list(items))])]
    if item.scope is Scope.TRAY:
        return item, tray_target(choose.id("device"), choose.whole(0, 40))
    return item, 0 if item.scope in SINGLE else choose.id(TABLES[item.scope])


def _value(choose: "Chooser", kind: FieldKind, options: tuple[str, ...], person: str) -> Any:
    match kind:
        case FieldKind.YES_NO:
            return choose.of([True, False])
        case FieldKind.NUMBER:
            return choose.whole(-5, 1000)
        case FieldKind.CHOICE:
            return choose.of(options)
        case FieldKind.SIGNATURE:
            return person
        case FieldKind.PHOTO:
            return ["0" * 64] * choose.whole(0, 5)
        case FieldKind.DATE:
            return choose.of(["2026-05-01", "2026-02-30"])
        case FieldKind.FILE:
            return "0" * 64
        case _:
            return choose.of(["C", "1:A", choose.text()])


def _record_value(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    by = _by(choose)
    field = choose.of(item.fields) if item.fields else None
    if field is None:
        return (by, item.key, target, "none", 1), {}
    value = _value(choose, field.kind, field.options, by.person)
    if field.kind is FieldKind.LIST:
        line = {name: _value(choose, kind, (), by.person) for name, kind in field.columns.items()}
        value = [line] if field.columns else [_value(choose, field.value_kind or FieldKind.TEXT, (), by.person)]
    instrument = choose.of([None, Instrument("OLTS-7", "2026-05-01", "one cord")])
    return (by, item.key, target, field.key, value), {
        "instrument": instrument,
        "files": choose.of([(), (EvidenceFile("a.txt", 3, "0" * 64),)]),
    }


def _record_values(choose: "Chooser") -> "Arguments":
    (by, item, target, field, value), options = _record_value(choose)
    more = {"revision": "C", "lead": by.person} if item == "RDY-010" else {}
    return (by, item, target, {field: value, **more}, options.get("instrument")), {"files": {field: options.get("files", ())}}


def _record_photos(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    content = choose.of([b"front", b"rear"])
    file = EvidenceFile("a.jpg", len(content), sha256(content).hexdigest())
    fields = [field for field in item.fields if field.kind is FieldKind.PHOTO] or item.fields
    return (_by(choose), item.key, target, choose.of(fields).key, [Photo(file, "image/jpeg", 4, 3, content)]), {}


def _record_signature(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    content = choose.of([b"a line", b"a loop"])
    file = EvidenceFile("signature.png", len(content), sha256(content).hexdigest())
    return (_by(choose), item.key, target, choose.of(item.fields).key, Photo(file, "image/jpeg", 4, 3, content)), {}


def _withdraw(choose: "Chooser") -> "Arguments":
    log = choose.snapshot["record"]
    names = [f"{writer}:{number}" for writer, number in zip(log["writer"].tolist(), log["number"].tolist(), strict=True)]
    return (_by(choose), choose.of([*names, f"{WRITERS[0]}:99"]), "Read from the wrong sheet"), {}


def _with_second(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    return (_by(choose), item.key, target, choose.of(["Agreed", ""]), _person(choose)), {}


def _not_applicable(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    return (_by(choose), item.key, target, choose.of(["Not here", ""])), {}


def _punch(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    values = {"priority": choose.of(["high", "normal", "low"]), "due": choose.of(["", "2026-05-01"]), "text": choose.of(["", "Door bent"])}
    return (_by(choose), item.key, target, _person(choose)), values


OWN_BODY = {
    "key": "OWN-010",
    "stage": "rack",
    "scope": "rack",
    "title": "Inside temperature",
    "title_es": "Temperatura interior",
    "do": "Measure the temperature at the top of the rack.",
    "do_es": "Mida la temperatura en la parte superior del rack.",
    "accept": "It is at most 35 °C",
    "accept_es": "Es de 35 °C como máximo",
    "expression": "m.top_c <= 35",
    "fields": {"top_c": {"kind": "number", "unit": "°C", "resolution": 0.1, "title": "At the top", "title_es": "Arriba"}},
    "needs": ["RDY-010"],
    "sources": ["own"],
    "confidence": "derived",
}
OWN = OwnItems([OWN_BODY], {"own": "Rules of the operator, 2026"}, ["OPR-010"])


def _deviation(choose: "Chooser") -> "Arguments":
    item, target = _place(choose)
    kinds: list[tuple[str, dict[str, object]]] = [
        ("length", {"length_mm": choose.whole(-1, 20000)}),
        ("port", {"side": choose.of(["a", "b", "c"]), "device_id": choose.id("device"), "port": choose.whole(0, 20)}),
        ("serial", {"serial": choose.text()}),
        ("damaged", {}),
        ("length", {}),
        ("colour", {}),
    ]
    what, built = choose.of(kinds)
    return (_by(choose), item.key, target, what, built, choose.of(["", "Bent"])), {}


def _settle(choose: "Chooser") -> "Arguments":
    names = [known.entry.name for known in deviations(choose.snapshot)]
    return (
        _by(choose),
        choose.of([*names, f"{WRITERS[0]}:1", f"{WRITERS[0]}:99"]),
        choose.of([True, False]),
        choose.of(["As built", ""]),
    ), {}


def _own_key(choose: "Chooser") -> str:
    return choose.of([*FIRST, "OWN-010", "NON-000"])


def _own_item(choose: "Chooser") -> "Arguments":
    changed: dict[str, object] = choose.of(
        [{}, {"sources": ["memory"]}, {"expression": "m.top_c <= 30", "sources": ["memory"]}, {"needs": ["NON-000"]}]
    )
    return ({**OWN_BODY, **changed},), {}


def _issue_package(choose: "Chooser") -> "Arguments":
    racks = [str(name) for name in choose.snapshot["rack"]["name"].tolist()]
    chosen = Selection(
        racks=choose.of([(), tuple(racks[:1]), ("Z9",)]),
        stages=choose.of([("ready",), ("power", "cable"), ("later",)]),
        receiver=_person(choose),
    )
    return (_by(choose), chosen, PACKAGE_ID, UID, "Site"), {}


def _merge_package(choose: "Chooser") -> "Arguments":
    """A package without a row, which a complete project has handed out."""
    return (_by(choose), work_of(package_file(same_package(), ()), "a.gpuwork"), choose.of([UID, "0"])), {}


ONSITE_ARGUMENTS: dict[str, Callable[["Chooser"], "Arguments"]] = {
    "add_person": lambda choose: ((choose.of(["Ana", "Ben", "Cleo", choose.text()]),), {"team": choose.of(["", "Cabling"])}),
    "disable_checklist_item": lambda choose: ((_own_key(choose), choose.of([True, False])), {}),
    "issue_package": _issue_package,
    "mark_not_applicable": _not_applicable,
    "merge_package": _merge_package,
    "note_punch": _punch,
    "override_hold": _with_second,
    "put_checklist_item": _own_item,
    "record_deviation": _deviation,
    "settle_deviation": _settle,
    "record_photos": _record_photos,
    "record_signature": _record_signature,
    "record_value": _record_value,
    "remove_person": lambda choose: ((_person(choose),), {}),
    "record_values": _record_values,
    "remove_checklist_item": lambda choose: ((_own_key(choose),), {}),
    "take_checklist_items": lambda choose: ((choose.of([OWN, OwnItems([OWN_BODY, OWN_BODY]), OwnItems()]),), {}),
    "waive_item": _with_second,
    "withdraw_entry": _withdraw,
}
