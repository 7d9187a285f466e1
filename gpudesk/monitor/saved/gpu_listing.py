"""A saved GPU listing: nvidia-smi output, or an exporter page; identified by content, and available as a source of readings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.hosts.nvidia_smi_columns import is_columns, is_process_columns, read_columns, read_process_columns
from gpudesk.formats.hosts.nvidia_smi_csv import csv_begins_at, is_smi_csv, rows_of
from gpudesk.formats.hosts.nvidia_smi_links import is_gpu_list, read_gpu_list
from gpudesk.formats.hosts.nvidia_smi_table import is_smi_table, read_smi_table
from gpudesk.formats.hosts.nvidia_smi_text import is_smi_text, read_smi_text
from gpudesk.formats.hosts.nvidia_smi_xml import MOST_BYTES, SmiGpu, SmiLog, SmiProcess, read_nvidia_smi_xml
from gpudesk.formats.hosts.prometheus_text import is_prometheus_text
from gpudesk.formats.text.pasted_text import decoded
from gpudesk.monitor.health.smi_failures import LOST, SeenFailure, failures_in
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine, Running, SourceKind
from gpudesk.monitor.saved.exporter_page import page_of
from gpudesk.monitor.saved.smi_snapshot import Snapshot, columns_of, labels, names_gpus, snapshots_of, snapshots_of_rows

_XML_END = "</nvidia_smi_log>"
_LEFT_OUT = QT_TRANSLATE_NOOP(
    "monitor", "{described} of {attached} GPUs listed: either one GPU was selected (-i) or the others did not respond."
)
_PASSED_OVER = QT_TRANSLATE_NOOP("monitor", "Lines below the listing that are truncated or not part of it: {count}; the first: {text}")
_NAMELESS = QT_TRANSLATE_NOOP(
    "monitor", "No column identifies the GPU of a row: rows are assigned to GPUs in order. Query index or uuid as well."
)
_NO_GPU = QT_TRANSLATE_NOOP("monitor", "The listing describes no GPU.")
_LIFETIME = QT_TRANSLATE_NOOP("monitor", "GPU {gpu}: {count} uncorrectable memory errors over the life of the GPU (dbecc).")
_HEAT = QT_TRANSLATE_NOOP("monitor", "GPU {gpu}: clocks are thermally throttled (tviol).")
_LOST = QT_TRANSLATE_NOOP("monitor", "{described} of {attached} GPUs listed: a failure message shows that another did not respond.")


class ListingForm(StrEnum):
    """What printed a listing."""

    XML = "nvidia-smi -q -x"
    DETAILS = "nvidia-smi -q"
    TABLE = "nvidia-smi"
    CSV = "nvidia-smi --query-gpu"
    COLUMNS = "dmon"
    PROCESSES = "nvidia-smi pmon"
    LINKS = "nvidia-smi -L or nvlink"
    EXPORTER = "exporter"


@dataclass(frozen=True, slots=True)
class GpuListing:
    """The content of a file.

    Attributes:
        found: for a CSV with multiple times, each GPU at each time.
        hosts: UUID → host, if in the file.
        faults: skipped lines.
        tells_processes: whether this kind of file lists processes.
        attached: number of GPUs counted by the driver, 0 if not in the listing.
        notes: information for the reader that is not a fault.
        failures: nvidia-smi messages around the listing.
    """

    driver: str
    cuda: str
    found: Sequence[Snapshot]
    hosts: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[Message] = ()
    tells_processes: bool = False
    form: ListingForm = ListingForm.XML
    attached: int = 0
    notes: Sequence[Message] = ()
    failures: Sequence[SeenFailure] = ()


def read_gpu_listing(path: Path) -> GpuListing:
    """What nvidia-smi or dcgmi printed, or an exporter gave.

    Raises:
        InvalidData: it is no listing of nvidia-smi and no page of an exporter, it holds a failure message alone, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        saved_s = path.stat().st_mtime
    except OSError as error:
        words = QT_TRANSLATE_NOOP("monitor", "{name} cannot be read: {reason}.")
        raise InvalidData(Message("monitor", words, {"name": path.name, "reason": error.strerror or str(error)})) from error
    return listing_of(content, saved_s)


def listing_of(content: bytes, saved_s: float) -> GpuListing:
    """Return the listing in a file or pasted text, skipping terminal output around it.

    Args:
        saved_s: time of saving, seconds since 1970, for pages without a time.

    Raises:
        InvalidData: as `read_gpu_listing`.
    """
    if len(content) > MOST_BYTES:
        return _of_log(read_nvidia_smi_xml(content), "")
    text = decoded(content)
    body = _xml_in(text)
    if body is not None:
        begin, end = body
        return _of_log(read_nvidia_smi_xml(_as_utf8(text[begin:end])), text[:begin] + "\n" + text[end:])
    page = text.encode()
    if is_prometheus_text(page):
        exporter_page = page_of(page, saved_s)
        return GpuListing(
            exporter_page.driver,
            exporter_page.cuda,
            list(exporter_page.snapshots),
            dict(exporter_page.hosts),
            list(exporter_page.faults),
            form=ListingForm.EXPORTER,
        )
    form = form_of(text)
    if form is ListingForm.DETAILS:
        return _of_log(read_smi_text(text, labels()), text, form)
    if form is ListingForm.TABLE:
        return _of_log(read_smi_table(text), text, form)
    if form is ListingForm.PROCESSES:
        return _with_notes(GpuListing("", "", _of_processes(text), tells_processes=True, form=form), text)
    if form is ListingForm.COLUMNS:
        rows = read_columns(text, columns_of("dmon"), columns_of("dcgm_dmon"))
        return _with_notes(GpuListing("", "", snapshots_of_rows(rows), form=form, notes=_of_dmon(rows)), text)
    if form is ListingForm.LINKS:
        return _with_notes(GpuListing("", "", _of_list(text), form=form), text)
    if csv_begins_at(text) is None:
        _refuse_failure(text)
    rows, passed_over = rows_of(text)
    notes = [] if passed_over is None else [Message("monitor", _PASSED_OVER, {"count": passed_over.count, "text": passed_over.text})]
    if len(rows) > 1 and not names_gpus(rows[0]):
        notes.append(Message("monitor", _NAMELESS))
    lists_processes = bool(rows) and "pid" in rows[0]
    return _with_notes(
        GpuListing("", "", snapshots_of_rows(rows), tells_processes=lists_processes, form=ListingForm.CSV, notes=notes), text
    )


def form_of(text: str) -> ListingForm | None:
    """Which listing a text holds, None for none; a head of CSV is looked for last."""
    if _xml_in(text) is not None:
        return ListingForm.XML
    if is_smi_text(text):
        return ListingForm.DETAILS
    if is_smi_table(text):
        return ListingForm.TABLE
    if is_columns(text):
        return ListingForm.PROCESSES if is_process_columns(text) else ListingForm.COLUMNS
    if is_gpu_list(text):
        return ListingForm.LINKS
    return ListingForm.CSV if is_smi_csv(text) else None


def _xml_in(text: str) -> tuple[int, int] | None:
    """Return the start and end of the XML in a text; the end of the text if it is truncated."""
    root = text.find("<nvidia_smi_log")
    if root < 0:
        return (0, len(text)) if text.lstrip()[:1] == "<" else None
    begin = text.rfind("<?xml", 0, root)
    if begin < 0:
        begin = text.rfind("<!DOCTYPE", 0, root)
    end = text.find(_XML_END, root)
    return (root if begin < 0 else begin, len(text) if end < 0 else end + len(_XML_END))


def _as_utf8(xml: str) -> bytes:
    """The XML as UTF-8, whatever encoding its first line names: it is decoded already."""
    return re.sub(r"^(<\?xml[^>]{0,200}?)\s+encoding=[\"'][^\"'>]{0,40}[\"']", r"\1", xml, count=1).encode()


def _of_log(log: SmiLog, around: str, form: ListingForm = ListingForm.XML) -> GpuListing:
    listing = GpuListing(log.driver, log.cuda, snapshots_of(log), tells_processes=True, form=form, attached=log.attached)
    return _with_notes(listing, around, described=len(log.gpus))


def _with_notes(listing: GpuListing, around: str, described: int = 0) -> GpuListing:
    """The listing with the failure messages around it, and how many GPUs it leaves out. That alone is no fault: `-i` selects one."""
    seen = failures_in(around)
    notes = list(listing.notes)
    faults = list(listing.faults)
    if listing.attached > described > 0:
        values = {"described": described, "attached": listing.attached}
        if any(seen_failure.failure.key in LOST for seen_failure in seen):
            faults.append(Message("monitor", _LOST, values))
        else:
            notes.append(Message("monitor", _LEFT_OUT, values))
    if not listing.found and not seen:
        notes.append(Message("monitor", _NO_GPU))
    return replace(listing, faults=faults, notes=notes, failures=seen)


def _refuse_failure(text: str) -> None:
    """Raise an explanation if a text contains only a failure message.

    Raises:
        InvalidData: it contains one.
    """
    seen = failures_in(text)
    if seen:
        known = seen[0].failure
        words = QT_TRANSLATE_NOOP("monitor", "nvidia-smi printed a failure message instead of a listing: {title}. {cause}")
        raise InvalidData(Message("monitor", words, {"title": known.title, "cause": known.cause}), Message("monitor", known.do))


def _of_dmon(rows: Sequence[Mapping[str, str]]) -> list[Message]:
    """Return dmon columns without a metric, with the last value of each GPU."""
    notes = []
    for gpu, row in {row["index"]: row for row in rows}.items():
        count = row.get("dmon.dbecc", "")
        if count.isdecimal() and int(count[:19]):
            notes.append(Message("monitor", _LIFETIME, {"gpu": gpu, "count": int(count[:19])}))
        if row.get("dmon.tviol") == "1":
            notes.append(Message("monitor", _HEAT, {"gpu": gpu}))
    return notes


def _of_processes(text: str) -> list[Snapshot]:
    by_gpu: dict[int, list[SmiProcess]] = {}
    for row in read_process_columns(text):
        used = f"{row.used} MiB" if row.used.isdecimal() else row.used
        by_gpu.setdefault(int(row.gpu), []).append(SmiProcess(row.pid, row.kind, row.command, used, "", row.busy))
    gpus = [SmiGpu("", {"index": str(index)}, tuple(processes)) for index, processes in sorted(by_gpu.items())]
    return snapshots_of(SmiLog("", "", "", "", len(gpus), tuple(gpus)))


def _of_list(text: str) -> list[Snapshot]:
    gpus = []
    for gpu in read_gpu_list(text):
        leaves = {"index": str(gpu.index), "product_name": gpu.name, "uuid": gpu.uuid}
        if gpu.speeds_gb_per_s:
            up = sum(speed is not None for speed in gpu.speeds_gb_per_s.values())
            leaves |= {"nvlink/up": str(up), "nvlink/down": str(len(gpu.speeds_gb_per_s) - up)}
        leaves |= {f"nvlink/{name}": str(count) for name, count in gpu.errors.items()}
        parts = tuple(SmiGpu("", {"product_name": f"MIG {profile}", "uuid": uuid}, ()) for profile, uuid in gpu.parts)
        gpus.append(SmiGpu("", leaves, (), parts))
    return snapshots_of(SmiLog("", "", "", "", len(gpus), tuple(gpus)))


class SnapshotSource:
    """The GPUs of a listing. Its readings are returned once; without a time in the file they have the time of saving.

    Attributes:
        moment_s: its last time, seconds since 1970.
        unknown: by UUID, unused values in the file.
        faults: skipped lines.

    Raises:
        InvalidData: it is not a listing, or it cannot be read.
    """

    kind = SourceKind.SNAPSHOT
    dropped = 0

    def __init__(self, path: Path, listing: GpuListing | None = None) -> None:
        """`listing` is the listing already read from the file."""
        self.name = path.name
        listing = read_gpu_listing(path) if listing is None else listing
        saved_s = path.stat().st_mtime
        frames = []
        for snapshot in listing.found:
            wall_s = snapshot.frame.wall_s or saved_s
            frames.append(replace(snapshot.frame, wall_s=wall_s, mono_s=wall_s))
        self._frames = sorted(frames, key=lambda frame: frame.wall_s)
        self.moment_s = self._frames[-1].wall_s if self._frames else saved_s
        last = {snapshot.facts.uuid: snapshot for snapshot in listing.found}
        self.unknown = {uuid: snapshot.unknown for uuid, snapshot in last.items() if snapshot.unknown}
        self.faults = (*listing.faults, *listing.notes)
        lack = None if listing.tells_processes else Lack.UNSAID
        self._running = {uuid: Running(snapshot.processes, lack) for uuid, snapshot in last.items()}
        hosts: dict[str, list[GpuFacts]] = {}
        for uuid, snapshot in last.items():
            hosts.setdefault(listing.hosts.get(uuid, ""), []).append(snapshot.facts)
        self._machines = tuple(
            Machine(host, listing.driver, listing.cuda, tuple(gpus), seen_s=self.moment_s) for host, gpus in sorted(hosts.items())
        )

    def machines(self) -> Sequence[Machine]:
        """The hosts named in the listing; one without a name if none is named."""
        return self._machines

    def take(self) -> list[Frame]:
        """All readings, at the first asking."""
        taken, self._frames = self._frames, []
        return taken

    def take_events(self) -> list[Event]:
        """Nothing: a listing contains no timed events."""
        return []

    def running(self) -> Mapping[str, Running]:
        """The processes that it names."""
        return self._running

    def cost_share(self) -> float | None:
        """Nothing is read any more."""
        return None

    def close(self) -> None:
        """Nothing is open."""
