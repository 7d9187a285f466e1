"""What may be recorded: the rules that projects and work packages share."""

import pytest

from gpudesk.core.checklist.entries import ENTRY_FIELDS, Entry, EntryKind
from gpudesk.core.checklist.items import Evidence, FieldKind, Item, Scope
from gpudesk.core.checklist.recording_rules import (
    demand_field,
    demand_name,
    demand_other,
    demand_reason,
    demand_withdrawable,
    flags_ahead,
    instrument_flags,
    kept_value,
    witness,
)
from gpudesk.core.checklist.values import Instrument
from gpudesk.core.messages.errors import Refused

PLAIN = Evidence("a", FieldKind.NUMBER, "A", "A")
MEASURED = Evidence("b", FieldKind.NUMBER, "B", "B", instrument=True, tool="dcgmi")
ITEM = Item("TST-010", "ready", Scope.SITE, "", "", "", "", "", "", "m.a > 1", (PLAIN, MEASURED))


def entry(kind: EntryKind, about: str = "") -> Entry:
    texts = dict.fromkeys(ENTRY_FIELDS, "")
    return Entry(**{**texts, "number": 1, "target": 0, "revision": 0, "kind": str(kind), "about": about})  # type: ignore[arg-type]


def test_a_field_is_one_of_the_item() -> None:
    assert demand_field(ITEM, "a") is PLAIN
    with pytest.raises(Refused, match="TST-010 has no field c"):
        demand_field(ITEM, "c")


def test_names_and_reasons_say_something() -> None:
    assert (demand_name(" Ana "), demand_reason(" broken ")) == ("Ana", "broken")
    for demand in (demand_name, demand_reason):
        with pytest.raises(Refused):
            demand("  ")


def test_the_second_person_is_another_one() -> None:
    demand_other("Ana", "Ben")
    with pytest.raises(Refused, match="second person"):
        demand_other("Ana Ruiz", "ana  ruiz")
    assert witness("Ana", " Ben ") == "Ben"
    for value in ("ANA", "", 3, ["0" * 64]):
        with pytest.raises(Refused):
            witness("Ana", value)


def test_an_entry_keeps_how_a_value_came_about() -> None:
    assert kept_value(PLAIN, 3, None) == {"value": 3}
    instrument = Instrument("S1", "2026-05-01", "one cord")
    kept = {"serial": "S1", "calibration_due": "2026-05-01", "reference": "one cord"}
    assert kept_value(MEASURED, 3, instrument) == {"value": 3, "read_by_hand": True, "instrument": kept}
    with pytest.raises(Refused, match="May is not a date such as 2026-05-01"):
        kept_value(MEASURED, 3, Instrument("S1", "May"))


def test_an_expired_or_missing_instrument_is_flagged() -> None:
    assert instrument_flags(PLAIN, None, "2026-03-01") == []
    assert instrument_flags(MEASURED, None, "2026-03-01") == ["no_instrument"]
    assert instrument_flags(MEASURED, Instrument("S1", "2026-03-01"), "2026-03-01") == []
    assert instrument_flags(PLAIN, Instrument("S1", "2026-02-28"), "2026-03-01") == ["calibration_expired"]


def test_a_hold_refuses_unless_it_was_overridden() -> None:
    unmet = [("RDY-010", True), ("RCV-010", False)]
    flags = ["ahead_of:RDY-010", "ahead_of:RCV-010"]
    with pytest.raises(Refused, match="TST-010 requires RDY-010"):
        flags_ahead(ITEM, unmet, ())
    assert flags_ahead(ITEM, unmet, [EntryKind.OVERRIDE]) == flags
    assert flags_ahead(ITEM, unmet, (), strict=False) == flags
    assert flags_ahead(ITEM, unmet[1:], ()) == flags[1:]


def test_what_counts_can_be_withdrawn_once() -> None:
    demand_withdrawable("W:1", EntryKind.VALUE, [entry(EntryKind.WITHDRAWAL, "W:2")])
    for kind, history in ((EntryKind.OVERRIDE, []), ("", []), (EntryKind.VALUE, [entry(EntryKind.WITHDRAWAL, "W:1")])):
        with pytest.raises(Refused, match="W:1 cannot be withdrawn"):
            demand_withdrawable("W:1", kind, history)
