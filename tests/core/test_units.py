"""The pitches of racks."""

from gpudesk.core.values.units import RackPitch, pitch_for_rails


def test_rails_say_the_pitch() -> None:
    assert pitch_for_rails(19) is RackPitch.EIA
    assert pitch_for_rails(21) is RackPitch.OPEN_RACK
