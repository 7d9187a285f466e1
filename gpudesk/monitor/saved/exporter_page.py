"""A page of values that an exporter gave and somebody saved, as the same facts and frames that a running GPU gives."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.hosts.prometheus_text import read_prometheus_text
from gpudesk.monitor.exporters.dcgm import hosts_of, uuid_of
from gpudesk.monitor.exporters.exporters import exporters
from gpudesk.monitor.exporters.following import Following
from gpudesk.monitor.readings.reading import Frame, Lack
from gpudesk.monitor.saved.smi_snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Page:
    """The content of a saved page.

    Attributes:
        hosts: host name by GPU UUID, if included.
        faults: the unreadable lines.
    """

    driver: str
    cuda: str
    snapshots: tuple[Snapshot, ...]
    hosts: Mapping[str, str]
    faults: tuple[Message, ...]


def page_of(text: bytes, wall_s: float) -> Page:
    """Return every GPU of a page. Unused GPU values are kept unchanged.

    Args:
        wall_s: time of saving, seconds since 1970, for lines without a time.

    Raises:
        InvalidData: it is not an exporter page, or contains no GPU value.
    """
    parsed = read_prometheus_text(text)
    readings = hosts_of(parsed.samples)
    if not readings:
        words = QT_TRANSLATE_NOOP("monitor", "It contains no GPU values.")
        fix = QT_TRANSLATE_NOOP("monitor", "Pages of dcgm-exporter, nvidia_gpu_exporter and nvitop-exporter are supported.")
        raise InvalidData(Message("monitor", words), Message("monitor", fix))
    known = frozenset(exporters().names)
    unknown: dict[str, dict[str, str]] = {}
    # Samples of one GPU share their labels as one object: whose they are is asked once.
    owners: dict[int, str] = {}
    for sample in parsed.samples:
        if sample.name in known:
            continue
        if id(sample.labels) not in owners:
            owners[id(sample.labels)] = uuid_of(sample.labels)
        if owner := owners[id(sample.labels)]:
            unknown.setdefault(owner, {})[sample.name] = sample.text
    snapshots: list[Snapshot] = []
    hosts: dict[str, str] = {}
    for reading in readings:
        frames = {frame.uuid: frame for frame in Following().take(reading, 0.0, wall_s)[0]}
        for one in reading.gpus:
            uuid = one.facts.uuid
            frame = frames.get(uuid) or Frame(uuid, 0.0, wall_s, {}, {})
            # A single page never comes to a second reading.
            missing = {key: Lack.UNSAID if why is Lack.WAITING else why for key, why in frame.lacks.items()}
            snapshots.append(Snapshot(one.facts, Frame(uuid, 0.0, frame.wall_s, frame.values, missing), (), unknown.get(uuid, {})))
            if reading.name:
                hosts[uuid] = reading.name
    drivers, cudas = {reading.driver for reading in readings}, {reading.cuda for reading in readings}
    return Page(drivers.pop() if len(drivers) == 1 else "", cudas.pop() if len(cudas) == 1 else "", tuple(snapshots), hosts, parsed.faults)
