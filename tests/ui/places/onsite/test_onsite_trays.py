"""Trays of rack-scale systems in the place On site: under their system, found by a scan, recorded."""

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.plan.plan import Plan
from gpudesk.derived.checklist.targets import trays_called
from tests.ui.built import Step
from tests.ui.places.onsite.hand import SiteHand, with_people
from tests.ui.places.onsite.test_onsite_places import open_places


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """One unit of GB200 NVL72 and two people."""
    return load_template("gb200-nvl72-superpod"), (with_people,)


def test_a_rack_scale_system_is_a_place_with_its_trays(onsite: SiteHand) -> None:
    names = open_places(onsite)
    assert names == ["Everywhere", "Hall 1", "A05", "A06", *(f"nvl72-{number:03}" for number in range(1, 9))]
    places = onsite.place.side.places.places
    assert places is not None
    assert len(set(places.total[4:].tolist())) == 1, "all systems are alike"
    assert int(places.total[1]) == int(places.total[2:].sum()), "a hall has the tasks of its racks and systems"


def test_a_scanned_tray_is_found_and_recorded(onsite: SiteHand) -> None:
    onsite.begin("Ana Ruiz")
    onsite.place.top.scan.setFocus()
    onsite.scan("nvl72-003-c05")
    assert onsite.place.side.place.text() == "nvl72-003-c05 · T05"
    (target,) = trays_called(onsite.hand.snapshot, "nvl72-003-c05")
    onsite.show("RCKT-100", target)
    onsite.enter("label", "nvl72-003-c05")
    onsite.enter("serial", "SN-5")
    assert [(entry.scope, entry.target_name, entry.field) for entry in onsite.log] == [
        ("tray", "nvl72-003-c05", "label"),
        ("tray", "nvl72-003-c05", "serial"),
    ]
