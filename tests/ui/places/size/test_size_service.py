"""What is said of a service in the place of sizing: requests a second, and what comes of them."""

from collections.abc import Callable

import pytest

from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.models.size_working import time_working
from tests.ui.hand import Hand
from tests.ui.size_hand import SizeHand


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


def test_a_rate_takes_the_place_of_sequences(size: SizeHand) -> None:
    form = size.place.form
    assert form.service.head.is_folded()
    assert form.concurrency.isEnabled()
    form.service.rate.setValue(20.0)
    form.service.spare.setValue(1)
    size.rest()
    assert not form.concurrency.isEnabled()
    best = size.place.plans[0]
    assert isinstance(best, ServingPlan)
    assert best.load is not None
    assert best.load.per_s == 20.0
    told = time_working(best)
    assert any("20" in term.value for term in told.terms)
    assert '"rate_per_s": 20.0' in size.place.asked_text()
