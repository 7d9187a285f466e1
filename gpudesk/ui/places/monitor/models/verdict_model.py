"""The verdict on the monitored GPUs: collects readings, evaluates them off the interface, and reports new verdicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.formats.runs.run_profile import RunProfile, read_profiles
from gpudesk.monitor.readings.reading import Frame
from gpudesk.monitor.recording.replay import RecordingSource
from gpudesk.monitor.verdict.verdict import of_job, steady
from gpudesk.monitor.verdict.verdict_boards import Alternative, verdict_on
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_fleet import Fleet, judge_fleet
from gpudesk.monitor.verdict.verdict_groups import job_groups, programs_on
from gpudesk.monitor.verdict.verdict_limits import limits
from gpudesk.monitor.verdict.verdict_live import LiveTracks
from gpudesk.monitor.verdict.verdict_recording import tracks_of_recording
from gpudesk.monitor.verdict.verdict_terms import Profiled, Verdict
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.jobs import Jobs

_EVERY_MS = 10_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, and what else would serve the job."""

    verdict: Verdict
    alternatives: tuple[Alternative, ...]


def profiled_of(profile: RunProfile) -> Profiled:
    """The part of a profile used by a verdict."""
    return Profiled(profile.source, busy=profile.busy, copies=profile.copy_share, loader_wait=profile.loader_wait)


class VerdictModel(QObject):
    """Evaluates every ten seconds while visible, and on request. Of a recording, everything is evaluated at any position.

    Signals:
        changed(): the verdict, window or profile changed, or a profile could not be read.
    """

    changed = Signal()

    def __init__(self, model: MonitorModel, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.judged: Judged | None = None
        self.profile: RunProfile | None = None
        self.trouble: DeskError | None = None
        """Why there is no verdict, or why a profile was not read."""
        self.selected_alone = False
        """Whether the GPUs that are selected are evaluated, and not all of their host on which memory is held."""
        self.marked_from_s: float | None = None
        self.marked_until_s: float | None = None
        self._model = model
        self.jobs = jobs
        self._live = LiveTracks()
        self._source: object | None = model.source
        self._last_s = 0.0
        self._heard = False
        self._under_way = self._again = False
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._judge_again)
        self._judged_of: tuple[str, ...] = ()
        model.taken.connect(self._take)
        model.state_changed.connect(self._look_at_source)
        model.selection_changed.connect(self._look_elsewhere)

    def set_shown(self, shown: bool) -> None:
        """Set whether it is visible."""
        if shown:
            self._timer.start()
            self.judge()
        else:
            self._timer.stop()

    def _take(self, frames: Sequence[Frame], _events: object) -> None:
        # The first readings of a source may come before word that it is another one.
        self._look_at_source()
        first = bool(frames) and not self._heard
        self._heard = self._heard or bool(frames)
        self._live.add(frames, self._model.time_of)
        if frames:
            self._last_s = self._model.time_of(frames[-1])
        # What was judged before anything was read says nothing.
        if (self.judged is None or first) and self._timer.isActive():
            self.judge()

    def _look_at_source(self) -> None:
        if self._model.source is self._source:
            return
        self._source = self._model.source
        self._heard = False
        self._live.clear()
        self.judged = self.trouble = None
        self.marked_from_s = self.marked_until_s = None
        self.changed.emit()

    @property
    def recording(self) -> str:
        """The file being evaluated; empty if the source is not a file."""
        return str(self._source.path) if isinstance(self._source, RecordingSource) else ""

    @property
    def hosts(self) -> int:
        """How many machines are watched."""
        return len(self._model.machines)

    @property
    def source_name(self) -> str:
        """Name of the evaluated source, as on the command line."""
        return f"replay:{self.recording}" if self.recording else getattr(self._source, "name", "")

    # the window

    @property
    def marking(self) -> bool:
        """Whether a window is open at its end."""
        return self.marked_from_s is not None and self.marked_until_s is None

    def mark(self) -> None:
        """Begin a window of steady load with the newest reading, or end the one that was begun."""
        if not self._last_s:
            return
        if self.marking:
            self.marked_until_s = self._last_s
        else:
            self.marked_from_s, self.marked_until_s = self._last_s, None
        self.judge()
        self.changed.emit()

    def judge_all(self) -> None:
        """Evaluate all that was read again, without the warm-up."""
        self.marked_from_s = self.marked_until_s = None
        self.judge()
        self.changed.emit()

    def judge_span(self, from_s: float, until_s: float) -> None:
        """Evaluate the time between two moments, including any warm-up: for example, the time shown in the plots."""
        self.marked_from_s, self.marked_until_s = from_s, until_s
        self.judge()
        self.changed.emit()

    def judge_fleet(self, done: Callable[[Fleet], None]) -> None:
        """Evaluate every host that is watched or that was recorded, in the marked window or in all."""
        source = self._model.source
        if source is None or self.jobs.closed:
            return
        recording = source.path if isinstance(source, RecordingSource) else None
        live = [] if recording is not None else self._live.tracks(self._model.facts, self._model.running)
        tracks = [replace(track, host=self._model.host_of(track.facts.uuid)) for track in live]
        window = (self.marked_from_s, self.marked_until_s)

        def work(_progress: Progress) -> Fleet:
            all_tracks = tracks if recording is None else tracks_of_recording(recording)
            thresholds = limits()
            span, _ = steady(all_tracks, thresholds, from_s=window[0], until_s=window[1])
            return judge_fleet(all_tracks, span, thresholds)

        self.jobs.read(work, done, self._refuse)

    def judge_anew(self) -> None:
        """Evaluate by other thresholds."""
        self.trouble = None
        self.judge()

    # profiles

    def add_profile(self, paths: Sequence[Path]) -> None:
        """Read the output of a profiler for the same job, and include it in the verdict."""

        def read(_progress: Progress) -> RunProfile:
            return read_profiles(paths)

        self.jobs.read(read, self._take_profile, self._refuse)

    def drop_profile(self) -> None:
        """Evaluate without a profile."""
        self.profile = None
        self.judge()
        self.changed.emit()

    def _take_profile(self, profile: RunProfile) -> None:
        self.profile, self.trouble = profile, None
        self.judge()
        self.changed.emit()

    # judging

    def _host(self) -> str:
        return self._model.host_of(self._model.selected[-1]) if self._model.selected else ""

    def judge_selected(self, alone: bool) -> None:
        """Evaluate the selected GPUs alone, or all of their host."""
        self.selected_alone = alone
        self.judge()

    def _look_elsewhere(self) -> None:
        if self._timer.isActive() and self._looked_at() != self._judged_of:
            self.judge()

    def _looked_at(self) -> tuple[str, ...]:
        """Inputs of a verdict: the host, and the GPUs if they are evaluated alone or are slices."""
        facts = self._model.facts
        alone = self.selected_alone or any(facts[uuid].parent for uuid in self._model.selected if uuid in facts)
        return (self._host(), *(self._model.selected if alone else self._programs()))

    def _programs(self) -> tuple[str, ...]:
        """The programs on the GPU that is selected: a GPU of another job has another verdict."""
        running = self._model.running.get(self._model.selected[-1]) if self._model.selected else None
        return tuple(f"{program.user} {program.name}" for program in sorted(programs_on(running)))

    def _judge_again(self) -> None:
        """Evaluate again; a recording does not change, so only if another host is selected."""
        if not self.recording or self.judged is None or self._looked_at() != self._judged_of:
            self.judge()

    def judge(self) -> None:
        """Evaluate the readings so far; later readings are evaluated afterward."""
        if self._model.source is None or self.jobs.closed:
            return
        if self._under_way:
            self._again = True
            return
        self._under_way, self._again = True, False
        host, self._judged_of = self._host(), self._looked_at()
        gpus = {uuid: facts for uuid, facts in self._model.facts.items() if self._model.host_of(uuid) == host}
        chosen = [uuid for uuid in self._model.selected if uuid in gpus]
        apart = self.selected_alone or any(gpus[uuid].parent for uuid in chosen)
        if apart and chosen:
            gpus = {uuid: gpus[uuid] for uuid in chosen}
        source = self._model.source
        recording = source.path if isinstance(source, RecordingSource) else None
        tracks = [] if recording is not None else self._live.tracks(gpus, self._model.running)
        profile, window = self.profile, (self.marked_from_s, self.marked_until_s)

        def work(_progress: Progress) -> Judged:
            judged_tracks = tracks if recording is None else tracks_of_recording(recording, gpus.keys())
            return _judged(judged_tracks, profile, *window, apart=apart, uuid=chosen[-1] if chosen else "")

        self.jobs.read(work, self._show, self._refuse)

    def _show(self, judged: Judged) -> None:
        self._under_way = False
        self.judged = judged
        if self._again:
            self.judge()
        self.changed.emit()

    def tell(self, error: DeskError) -> None:
        """Show why something about the verdict could not be done."""
        self.trouble = error
        self.changed.emit()

    def _refuse(self, error: DeskError) -> None:
        self._under_way = False
        self.trouble = error
        self.changed.emit()


def _judged(
    tracks: list[Track], profile: RunProfile | None, from_s: float | None, until_s: float | None, *, apart: bool, uuid: str
) -> Judged:
    """The verdict on the GPUs of one job that hold memory, or on all if they were selected.

    Args:
        uuid: UUID of the GPU whose job is evaluated.

    Raises:
        InvalidData: the custom thresholds are invalid.
    """
    thresholds = limits()
    window, warm_up_s = steady(tracks, thresholds, from_s=from_s, until_s=until_s)
    chosen = tracks if apart else _with(uuid, job_groups(of_job(tracks, window, thresholds)))
    profiled = None if profile is None else profiled_of(profile)
    return Judged(*verdict_on(chosen, window, thresholds, warm_up_s=warm_up_s, profiled=profiled))


def _with(uuid: str, groups: list[list[Track]]) -> list[Track]:
    """The job that a GPU works on; the first one if it holds no memory."""
    return next((group for group in groups if any(track.facts.uuid == uuid for track in group)), groups[0] if groups else [])
