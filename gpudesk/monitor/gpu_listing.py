"""A saved listing of GPUs: what nvidia-smi printed, or the page of an exporter; told by its content, and as a source of readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.nvidia_smi_csv import read_nvidia_smi_csv
from gpudesk.formats.nvidia_smi_xml import MOST_BYTES, read_nvidia_smi_xml
from gpudesk.formats.prometheus_text import is_prometheus_text
from gpudesk.monitor.exporter_page import page_of
from gpudesk.monitor.reading import Event, Frame, GpuFacts, Lack
from gpudesk.monitor.smi_snapshot import Snapshot, snapshots_of, snapshots_of_rows
from gpudesk.monitor.source import Machine, Running, SourceKind


@dataclass(frozen=True, slots=True)
class GpuListing:
    """What a file says.

    Attributes:
        found: of a CSV with many moments each GPU at each of them.
        hosts: UUID → host, where the file says it.
        faults: lines that were passed over.
        tells_processes: whether such a file names what runs.
    """

    driver: str
    cuda: str
    found: Sequence[Snapshot]
    hosts: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[Message] = ()
    tells_processes: bool = False


def read_gpu_listing(path: Path) -> GpuListing:
    """What nvidia-smi printed, or an exporter gave.

    Raises:
        InvalidData: it is no listing of nvidia-smi and no page of an exporter, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        saved_s = path.stat().st_mtime
    except OSError as error:
        words = QT_TRANSLATE_NOOP("monitor", "{name} cannot be read: {reason}.")
        raise InvalidData(Message("monitor", words, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if text.lstrip()[:1] == b"<":
        log = read_nvidia_smi_xml(text)
        return GpuListing(log.driver, log.cuda, snapshots_of(log), tells_processes=True)
    if is_prometheus_text(text):
        page = page_of(text, saved_s)
        return GpuListing(page.driver, page.cuda, list(page.snapshots), dict(page.hosts), list(page.faults))
    return GpuListing("", "", snapshots_of_rows(read_nvidia_smi_csv(text.decode("utf-8", "replace"))))


class SnapshotSource:
    """The GPUs of a listing. Its readings are given once; of a file that does not tell its moment they stand at the time when it was saved.

    Attributes:
        moment_s: the last moment that it tells of, seconds since 1970.
        unknown: by UUID, what stands in the file and is read by nothing here.
        faults: lines that were passed over.

    Raises:
        InvalidData: it is no listing, or it cannot be read.
    """

    kind = SourceKind.SNAPSHOT
    dropped = 0

    def __init__(self, path: Path) -> None:
        self.name = path.name
        listing = read_gpu_listing(path)
        saved_s = path.stat().st_mtime
        frames = []
        for each in listing.found:
            wall_s = each.frame.wall_s or saved_s
            frames.append(replace(each.frame, wall_s=wall_s, mono_s=wall_s))
        self._frames = sorted(frames, key=lambda frame: frame.wall_s)
        self.moment_s = self._frames[-1].wall_s if self._frames else saved_s
        last = {each.facts.uuid: each for each in listing.found}
        self.unknown = {uuid: each.unknown for uuid, each in last.items() if each.unknown}
        self.faults = tuple(listing.faults)
        lack = None if listing.tells_processes else Lack.UNSAID
        self._running = {uuid: Running(each.processes, lack) for uuid, each in last.items()}
        hosts: dict[str, list[GpuFacts]] = {}
        for uuid, each in last.items():
            hosts.setdefault(listing.hosts.get(uuid, ""), []).append(each.facts)
        self._machines = tuple(
            Machine(host, listing.driver, listing.cuda, tuple(gpus), seen_s=self.moment_s) for host, gpus in sorted(hosts.items())
        )

    def machines(self) -> Sequence[Machine]:
        """The hosts that it names; one without a name where it names none."""
        return self._machines

    def take(self) -> list[Frame]:
        """All readings, at the first asking."""
        taken, self._frames = self._frames, []
        return taken

    def take_events(self) -> list[Event]:
        """None: a listing tells of no moment at which something happened."""
        return []

    def running(self) -> Mapping[str, Running]:
        """The processes that it names."""
        return self._running

    def cost_share(self) -> float | None:
        """Nothing is read any more."""
        return None

    def close(self) -> None:
        """Nothing is open."""
