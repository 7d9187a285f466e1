"""A damaged label is printed again from the page of its cable, of a device or of a rack."""

import pytest

from gpudesk.core.plan.plan import Plan
from gpudesk.derived.cabling.cable_labels import CableLabels
from gpudesk.reports.cables.cable_lines import cable_choice
from gpudesk.ui.places.fabric.dialogs.cable_labels_dialog import CableLabelsDialog
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.places.onsite.hand import SiteHand
from tests.ui.places.onsite.test_onsite_cables import cabled, ids


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """Two cables from systems to a switch."""
    return PLAN, (cabled,)


def printed(onsite: SiteHand, item: str, target: int) -> list[tuple[int, str]]:
    """Cable and end of each label that is offered on the page of an item."""
    onsite.show(item, target)
    onsite.tap(onsite.place.page.labels)
    (dialog,) = onsite.hand.desk.window.findChildren(CableLabelsDialog)
    choices = dialog.asked().choices
    labels = CableLabels(onsite.hand.desk.session.snapshot, ("{cable}",), "", cable_choice(choices))
    found = [(label.cable, label.side) for label in labels]
    dialog.reject()
    dialog.deleteLater()
    onsite.rest()
    return found


def test_the_labels_of_a_cable_and_of_what_it_is_plugged_into(onsite: SiteHand) -> None:
    document = onsite.hand.desk.session.document
    assert document is not None
    first, second = document.snapshot["cable"].ids.tolist()
    assert printed(onsite, "CAB-020", first) == [(first, "a"), (first, "b")]
    assert {cable for cable, _ in printed(onsite, "RCV-030", ids(document, "dgx-002"))} == {second}
    assert {cable for cable, _ in printed(onsite, "RCV-030", ids(document, "leaf-1"))} == {first, second}


def test_what_has_no_cable_offers_no_label(onsite: SiteHand) -> None:
    onsite.show("RDY-010")
    assert not onsite.place.page.labels.isVisible()
