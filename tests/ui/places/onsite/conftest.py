"""What the tests of the place On site start from."""

import pytest

from gpudesk.core.plan.plan import Plan
from tests.ui.built import Step
from tests.ui.hand import PLAN, Hand
from tests.ui.places.onsite.hand import SiteHand, with_people


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """Three racks, a released revision and two people."""
    return PLAN, (with_people,)


@pytest.fixture
def onsite(hand: Hand) -> SiteHand:
    """The checklist of that project, reached by its key."""
    return SiteHand(hand)
