"""What goes wrong in a hall: odd names, long texts, refused values, and a checklist or a plan that changes under the page."""

from collections.abc import Callable
from typing import Any

import pytest

from gpudesk import operations
from gpudesk.core.plan import Plan
from tests.ui.built import Step
from tests.ui.hand import PLAN
from tests.ui.onsite.hand import SiteHand
from tests.ui.onsite.test_onsite_cables import cabled


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
