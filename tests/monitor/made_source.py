"""A source that says what it is given: for what looks at sources."""

from collections.abc import Mapping, Sequence

import numpy as np

from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine, Running, SourceKind
from gpudesk.monitor.verdict.verdict_figures import Track

_START_S = 1_790_000_000.0


class MadeSource:
    """Gives its frames once, at the first asking."""

    kind = SourceKind.DCGM
    name = "made up"
    dropped = 0

    def __init__(self, gpus: Sequence[GpuFacts], frames: Sequence[Frame], host: str = "dgx-014") -> None:
        self.gpus = tuple(gpus)
        self.frames = list(frames)
        self.host = host
        self.closed = False

    def machines(self) -> Sequence[Machine]:
        """One host."""
        return (Machine(self.host, driver="580.65.06", cuda="13.0", gpus=self.gpus),)

    def take(self) -> list[Frame]:
        """What was not taken yet."""
        taken, self.frames = self.frames, []
        return taken

    def take_events(self) -> list[Event]:
        """None."""
        return []

    def running(self) -> Mapping[str, Running]:
        """None."""
        return {}

    def cost_share(self) -> float | None:
        """Not known."""
        return None

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True


def frames_of(tracks: Sequence[Track]) -> list[Frame]:
    """The frames that such tracks come of, in the order of time."""
    found = []
    for track in tracks:
        keys = list(track.series)
        table = np.array([track.series[key].values for key in keys])
        for column, at in enumerate(track.series[keys[0]].times_s.tolist()):
            values = {key: float(value) for key, value in zip(keys, table[:, column], strict=True) if np.isfinite(value)}
            found.append(Frame(track.facts.uuid, at, _START_S + at, values))
    return sorted(found, key=lambda frame: frame.wall_s)
