"""The loss of a fiber path against what optics bear: the worked examples of NVIDIA's cabling requirements."""

import pytest

from gpudesk.core.cabling.link_loss import path_loss


@pytest.mark.parametrize(
    ("length_m", "attenuation", "mating", "expected", "budget", "passes"),
    [(50, 3.0, 0.35, 1.55, 1.7, True), (50, 3.0, 0.75, 3.15, 1.7, False), (500, 0.4, 0.35, 1.6, 3.0, True)],
)
def test_four_matings(length_m: float, attenuation: float, mating: float, expected: float, budget: float, passes: bool) -> None:
    loss = path_loss([(length_m, attenuation)], [(mating, 1)] * 4)
    assert loss.total_db == pytest.approx(expected)
    assert loss.matings == 4
    assert (loss.total_db <= budget) is passes


def test_pieces_splices_and_cassettes_add_up() -> None:
    loss = path_loss([(20, 3.0), (30, 2.5)], [(0.6, 2), (0.6, 2)], splices=2, splice_db=0.3)
    assert loss.fibre_db == pytest.approx(0.135)
    assert loss.matings == 4
    assert loss.matings_db == pytest.approx(1.2)
    assert loss.total_db == pytest.approx(1.935)
