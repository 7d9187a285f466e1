"""What goes wrong in a hall: odd names, long texts, refused values, and a checklist or a plan that changes under the page."""

from collections.abc import Callable
from typing import Any

import pytest

from gpudesk import operations
from gpudesk.core.checklist.items import Scope
from gpudesk.core.plan import Plan
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.onsite.hand import SiteHand
from tests.ui.onsite.test_onsite_cables import cabled
from tests.ui.onsite.test_onsite_place import freeze


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """The small site with two cables."""
    return PLAN, (cabled,)


def change(onsite: SiteHand, verb: Callable[..., Any], *arguments: Any) -> None:
    """Somebody edits the project."""
    onsite.hand.desk.session.do(verb, *arguments)
    onsite.rest()


def test_an_ampersand_in_a_name_is_shown(onsite: SiteHand) -> None:
    change(onsite, operations.add_person, "Hall & Sons")
    onsite.begin("Hall & Sons")
    assert onsite.place.top.person.text() == "Hall && Sons"
    assert onsite.place.top.person.accessibleName().endswith("Hall & Sons")


def test_next_leads_on_from_a_task_that_left_the_list(onsite: SiteHand) -> None:
    freeze(onsite)
    hall = onsite.hand.ids("hall")["Hall 1"]
    titles = onsite.titles()
    onsite.show("RDY-060", hall)
    change(onsite, operations.disable_checklist_item, "RDY-060")
    assert "Aisles, clearances and containment" not in onsite.titles()
    onsite.tap(onsite.place.page.next)
    task = onsite.place.task
    assert task is not None
    assert task.item.title == titles[titles.index("Aisles, clearances and containment") + 1]
    assert task.item.scope in (Scope.HALL, Scope.SITE)
