"""What guessing tokens ahead gains."""

import pytest

from gpudesk.core.serving.speculative_decoding import Speculation


@pytest.mark.parametrize(("ahead", "right", "gained"), [(0, 0.8, 1.0), (5, 0.8, 3.69), (3, 0.6, 2.18), (4, 1.0, 5.0), (7, 0.0, 1.0)])
def test_a_step_gains_what_is_expected(ahead: int, right: float, gained: float) -> None:
    """Leviathan et al., arXiv:2211.17192, equation 1."""
    assert Speculation(ahead, right).gained == pytest.approx(gained, abs=0.005)
    assert Speculation(ahead, right).checked == ahead + 1
