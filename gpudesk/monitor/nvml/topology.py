"""How the GPUs of this machine are linked: each NVLink with its errors, the path between each two GPUs, the processors near each."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pynvml

from gpudesk.monitor.nvml.nvml_library import lack_of
from gpudesk.monitor.readings.reading import GpuFacts, Lack

_ANCESTORS = {
    pynvml.NVML_TOPOLOGY_INTERNAL: "X",
    pynvml.NVML_TOPOLOGY_SINGLE: "PIX",
    pynvml.NVML_TOPOLOGY_MULTIPLE: "PXB",
    pynvml.NVML_TOPOLOGY_HOSTBRIDGE: "PHB",
    pynvml.NVML_TOPOLOGY_NODE: "NODE",
    pynvml.NVML_TOPOLOGY_SYSTEM: "SYS",
}
_KINDS = {
    pynvml.NVML_NVLINK_DEVICE_TYPE_GPU: "gpu",
    pynvml.NVML_NVLINK_DEVICE_TYPE_IBMNPU: "npu",
    pynvml.NVML_NVLINK_DEVICE_TYPE_SWITCH: "switch",
}
_READ = 0
"""NVML_P2P_CAPS_INDEX_READ; in nvidia-ml-py a comma made a tuple of it."""
_REFUSED = {
    pynvml.NVML_P2P_STATUS_CHIPSET_NOT_SUPPORTED: "chipset",
    pynvml.NVML_P2P_STATUS_GPU_NOT_SUPPORTED: "gpu",
    pynvml.NVML_P2P_STATUS_IOH_TOPOLOGY_NOT_SUPPORTED: "topology",
    pynvml.NVML_P2P_STATUS_DISABLED_BY_REGKEY: "disabled",
    pynvml.NVML_P2P_STATUS_NOT_SUPPORTED: "unsupported",
}
_COUNTERS = {
    "replays": pynvml.NVML_NVLINK_ERROR_DL_REPLAY,
    "recoveries": pynvml.NVML_NVLINK_ERROR_DL_RECOVERY,
    "crc_flit": pynvml.NVML_NVLINK_ERROR_DL_CRC_FLIT,
    "crc_data": pynvml.NVML_NVLINK_ERROR_DL_CRC_DATA,
    "ecc_data": pynvml.NVML_NVLINK_ERROR_DL_ECC_DATA,
}
"""Link counters: repeated transfers, recoveries, damaged flow control and data, corrected data."""
_SUMS = {"nvlink_crc_errors": "crc_flit", "nvlink_replays": "replays", "nvlink_recoveries": "recoveries"}
"""The metrics that are sums of what links count."""
_CPU_WORDS, _WORD_BITS = 64, 64
"""Room for 4,096 processors, more than a machine has."""
_NO_MORE = (pynvml.NVML_ERROR_INVALID_ARGUMENT, pynvml.NVML_ERROR_NOT_SUPPORTED)


@dataclass(frozen=True, slots=True)
class NvLink:
    """One NVLink.

    Attributes:
        kind: device at the other end: "gpu", "switch", "npu", or "" if not reported.
        remote_pci: its bus address, lowercase, "" if not reported.
        errors: counts since the driver was loaded, or why they are unknown: "replays", "recoveries", "crc_flit", "crc_data",
            "ecc_data".
    """

    number: int
    up: bool
    kind: str = ""
    remote_pci: str = ""
    errors: Mapping[str, int | Lack] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topology:
    """The links of some GPUs.

    Attributes:
        links: by GPU UUID, or why they are unknown.
        paths: between two GPUs by both UUIDs, as named by `nvidia-smi topo -m`: "NV4", "PIX", "PXB", "PHB", "NODE", "SYS";
            unknown paths are omitted.
        direct: of two GPUs, by both UUIDs, "" if the first reads the memory of the second directly (P2P), otherwise the reason:
            "chipset", "gpu", "topology", "disabled" or "unsupported"; unknown pairs are omitted.
        cpus: by GPU UUID, the numbers of the nearest processors, or why they are unknown.
    """

    links: Mapping[str, tuple[NvLink, ...] | Lack] = field(default_factory=dict)
    paths: Mapping[tuple[str, str], str] = field(default_factory=dict)
    direct: Mapping[tuple[str, str], str] = field(default_factory=dict)
    cpus: Mapping[str, tuple[int, ...] | Lack] = field(default_factory=dict)


def links_of(handle: Any) -> tuple[NvLink, ...] | Lack:
    """Return every NVLink of a GPU, or why they are unknown."""
    nvlinks: list[NvLink] = []
    for number in range(pynvml.NVML_NVLINK_MAX_LINKS):
        try:
            up = bool(pynvml.nvmlDeviceGetNvLinkState(handle, number))
        except pynvml.NVMLError as error:
            if number and error.value in _NO_MORE:
                break
            return lack_of(error)
        kind = _told(_kind, handle, number)
        pci = _told(_address, handle, number)
        nvlinks.append(NvLink(number, up, kind, pci, {name: _counted(handle, number, counter) for name, counter in _COUNTERS.items()}))
    return tuple(nvlinks)


def error_sums(links: tuple[NvLink, ...] | Lack, before: MutableMapping[tuple[int, str], int] | None = None) -> dict[str, float]:
    """Return the total link counts of a GPU, by metric key; unavailable counts are omitted.

    On Hopper the driver totals remain zero regardless of the link counts (DataDog/datadog-agent#55966).

    Args:
        before: the last count of each link and kind; updated. A link without a current count uses its last one:
            a decreasing sum would look like a counter reset.
    """
    last = {} if before is None else before
    sums: dict[str, float] = {}
    for key, name in _SUMS.items():
        counts = []
        for link in () if isinstance(links, Lack) else links:
            count = link.errors[name]
            if not isinstance(count, Lack):
                last[link.number, name] = count
            if (link.number, name) in last:
                counts.append(last[link.number, name])
        if counts:
            sums[key] = float(sum(counts))
    return sums


def cpus_of(handle: Any) -> tuple[int, ...] | Lack:
    """Return the processors nearest to a GPU, those of its NUMA node, by number, or why they are unknown."""
    try:
        words = pynvml.nvmlDeviceGetCpuAffinity(handle, _CPU_WORDS)
    except pynvml.NVMLError as error:
        return lack_of(error)
    bits = (_WORD_BITS * place + bit for place, word in enumerate(words) if word for bit in range(_WORD_BITS) if word >> bit & 1)
    return tuple(bits) or Lack.UNSAID


def topology_of(gpus: Sequence[tuple[Any, GpuFacts]]) -> Topology:
    """The links of whole GPUs, by their handles. Takes some milliseconds a GPU: not on the interface."""
    links = {facts.uuid: links_of(handle) for handle, facts in gpus}
    cpus = {facts.uuid: cpus_of(handle) for handle, facts in gpus}
    paths: dict[tuple[str, str], str] = {}
    reads: dict[tuple[str, str], str] = {}
    for handle, facts in gpus:
        for other_handle, other in gpus:
            if facts.uuid == other.uuid:
                continue
            direct = path_by_links(links[facts.uuid], links[other.uuid], other.pci)
            path = direct or _told(_ancestor, handle, other_handle)
            if path:
                paths[facts.uuid, other.uuid] = path
            status = _status(handle, other_handle)
            if status is not None:
                reads[facts.uuid, other.uuid] = status
    return Topology(links, paths, reads, cpus)


def path_by_links(own: tuple[NvLink, ...] | Lack, others: tuple[NvLink, ...] | Lack, other_pci: str) -> str:
    """Return "NV" and the number of links directly to the other GPU, or through switches the lower link count; "" for none."""
    if isinstance(own, Lack) or isinstance(others, Lack):
        return ""
    straight = sum(link.up and link.kind == "gpu" and link.remote_pci == other_pci.lower() for link in own)
    if straight:
        return f"NV{straight}"
    switched = min(sum(link.up and link.kind == "switch" for link in links) for links in (own, others))
    return f"NV{switched}" if switched else ""


def _counted(handle: Any, number: int, counter: int) -> int | Lack:
    try:
        return int(pynvml.nvmlDeviceGetNvLinkErrorCounter(handle, number, counter))
    except pynvml.NVMLError as error:
        return lack_of(error)


def _kind(handle: Any, number: int) -> str:
    return _KINDS.get(pynvml.nvmlDeviceGetNvLinkRemoteDeviceType(handle, number), "")


def _address(handle: Any, number: int) -> str:
    return str(pynvml.nvmlDeviceGetNvLinkRemotePciInfo(handle, number).busId).lower()


def _ancestor(handle: Any, other: Any) -> str:
    return _ANCESTORS.get(pynvml.nvmlDeviceGetTopologyCommonAncestor(handle, other), "")


def _status(handle: Any, other: Any) -> str | None:
    """Return whether a GPU reads the memory of another directly, as in `Topology`; None if unknown."""
    try:
        status = pynvml.nvmlDeviceGetP2PStatus(handle, other, _READ)
    except pynvml.NVMLError:
        return None
    return "" if status == pynvml.NVML_P2P_STATUS_OK else _REFUSED.get(status)


def _told(read: Callable[[Any, Any], str], *arguments: Any) -> str:
    try:
        return read(*arguments)
    except (pynvml.NVMLError, UnicodeDecodeError):
        return ""
