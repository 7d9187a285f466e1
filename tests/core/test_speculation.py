"""What guessing tokens ahead gains."""

import pytest

from gpudesk.core.serving.speculative_decoding import Speculation


def test_the_share_of_all_draft_tokens_is_lower_than_the_probability_of_one() -> None:
    """vLLM logs accepted tokens over all draft tokens: 44 % where each is right with 70 % if those before it were."""
    guess = Speculation(4, 0.7)
    assert (guess.gained - 1) / guess.ahead == pytest.approx(0.443, abs=0.001)


@pytest.mark.parametrize(("ahead", "right", "gained"), [(0, 0.8, 1.0), (5, 0.8, 3.69), (3, 0.6, 2.18), (4, 1.0, 5.0), (7, 0.0, 1.0)])
def test_a_step_gains_what_is_expected(ahead: int, right: float, gained: float) -> None:
    """Leviathan et al., arXiv:2211.17192, equation 1."""
    assert Speculation(ahead, right).gained == pytest.approx(gained, abs=0.005)
    assert Speculation(ahead, right).checked == ahead + 1
