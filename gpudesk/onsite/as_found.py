"""A discovered machine compared with the planned device, line by line: as planned, not as planned, or unknown."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.host_inventory import FoundGpu, FoundMachine
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.project.site_sheet import SheetValue, baseline
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "as_found"
_MEMORY_NEAR = 0.03
"""The driver keeps part of the memory, and boards of one kind differ by their firmware."""
_LIMIT_NEAR_W = 1.0
_WORDS = re.compile(r"[a-z]+\d*[a-z]*|\d+[a-z]*")
_COMMON = {"nvidia", "geforce", "rtx", "tesla", "gb", "gpu", "graphics", "quadro", "hbm"}


class Standing(StrEnum):
    """Result of a line."""

    MATCH = "match"
    MISMATCH = "mismatch"
    UNKNOWN = "unknown"
    """The plan does not specify it, or it cannot be determined on the machine."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One compared property.

    Attributes:
        key: a stable name.
        planned, found: as texts, "" if not specified.
        gpus: those that are not as planned, by number.
    """

    key: str
    title: Message
    standing: Standing
    planned: str
    found: str
    gpus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AsFound:
    """The comparison.

    Attributes:
        device_id, device: of the plan.
    """

    device_id: int
    device: str
    host: str
    seen_utc: str
    lines: tuple[FoundLine, ...]

    def counts(self) -> dict[Standing, int]:
        """Number of lines per result."""
        return {standing: sum(line.standing is standing for line in self.lines) for standing in Standing}

    @property
    def as_planned(self) -> bool:
        """Whether nothing differs; unknown values are not differences."""
        return not any(line.standing is Standing.MISMATCH for line in self.lines)


_TITLES = {
    "serial": QT_TRANSLATE_NOOP("as_found", "Serial number"),
    "host": QT_TRANSLATE_NOOP("as_found", "Host name"),
    "model": QT_TRANSLATE_NOOP("as_found", "GPU model"),
    "count": QT_TRANSLATE_NOOP("as_found", "Number of GPUs"),
    "memory": QT_TRANSLATE_NOOP("as_found", "GPU memory"),
    "gpu_serials": QT_TRANSLATE_NOOP("as_found", "Serial numbers of the GPUs"),
    "slot": QT_TRANSLATE_NOOP("as_found", "Slot or tray"),
    "pcie_width": QT_TRANSLATE_NOOP("as_found", "PCIe lanes"),
    "pcie_generation": QT_TRANSLATE_NOOP("as_found", "PCIe generation"),
    "nvlink": QT_TRANSLATE_NOOP("as_found", "NVLinks up"),
    "nics": QT_TRANSLATE_NOOP("as_found", "Network adapters near their GPUs"),
    "driver": QT_TRANSLATE_NOOP("as_found", "GPU driver"),
    "cuda": QT_TRANSLATE_NOOP("as_found", "Minimum CUDA version of the driver"),
    "gpu_power_limit_w": QT_TRANSLATE_NOOP("as_found", "Power limit per GPU"),
    "ecc": QT_TRANSLATE_NOOP("as_found", "Error correction"),
    "persistence": QT_TRANSLATE_NOOP("as_found", "Persistence mode"),
    "sharing": QT_TRANSLATE_NOOP("as_found", "GPU partitioning (MIG)"),
}


def device_for(snapshot: Snapshot, machine: FoundMachine, name: str = "") -> int:
    """The device of the plan that a machine is: the one that is named, else by its serial, else by its host name.

    Raises:
        InvalidData: there is none, or more than one.
    """
    devices = snapshot["device"]
    names, serials = devices["name"].tolist(), devices["serial"].tolist()
    ids = devices.ids.tolist()
    if name:
        alike = [at for at, device_name in enumerate(names) if device_name == name]
        alike = alike or [at for at, device_name in enumerate(names) if device_name.lower() == name.lower()]
        called = name
    else:
        host = machine.host.partition(".")[0].lower()
        alike = [at for at, serial in enumerate(serials) if machine.serial and serial.strip().lower() == machine.serial.lower()]
        alike = alike or [at for at, device_name in enumerate(names) if host and device_name.partition(".")[0].lower() == host]
        called = machine.host or machine.serial
    if len(alike) != 1:
        none = QT_TRANSLATE_NOOP("as_found", "The plan has no device named {name}.")
        several = QT_TRANSLATE_NOOP("as_found", "The plan has {count} devices named {name}.")
        fix = QT_TRANSLATE_NOOP("as_found", "Enter the planned device for this machine.")
        values: dict[str, Value] = {"name": called[:200], "count": len(alike)} if alike else {"name": called[:200]}
        raise InvalidData(Message(_CONTEXT, several if alike else none, values), Message(_CONTEXT, fix))
    return int(ids[alike[0]])


def _words(text: str) -> set[str]:
    return set(_WORDS.findall(text.lower()))


def is_called(kind: HardwareType, name: str) -> bool:
    """Whether the driver name of a GPU matches a type: by an alias, or if all its own tokens are in the name of the type."""
    called = name.removeprefix("NVIDIA ").strip().lower()
    if not called:
        return False
    if called in {alias.lower() for alias in (kind.model, *kind.aliases)}:
        return True
    name_words = _words(called) - _COMMON
    type_words = _words(" ".join((kind.model, *kind.aliases)))
    return bool(name_words) and all(
        word in type_words or word.removesuffix("gb") in type_words or f"{word}gb" in type_words for word in name_words
    )


class _Lines:
    """Gathers the lines."""

    def __init__(self) -> None:
        self.lines: list[FoundLine] = []

    def add(self, key: str, planned: str, found: str, *, same: bool | None, gpus: Sequence[int] = ()) -> None:
        """One line; `same` is None if one side has no value."""
        standing = Standing.UNKNOWN if same is None else Standing.MATCH if same else Standing.MISMATCH
        self.lines.append(FoundLine(key, Message(_CONTEXT, _TITLES[key]), standing, planned, found, tuple(gpus)))

    def each(
        self, key: str, gpus: Sequence[FoundGpu], wanted: object, read: Callable[[FoundGpu], object], write: Callable[[object], str] = str
    ) -> None:
        """One line for all GPUs: those that differ are named; one without a value makes it unknown unless another differs."""
        value_of_gpu = {gpu.index: read(gpu) for gpu in gpus}
        texts = sorted({write(value) for value in value_of_gpu.values() if value is not None})
        if wanted is None or not value_of_gpu:
            self.add(key, "" if wanted is None else write(wanted), ", ".join(texts), same=None)
            return
        wrong = [index for index, value in value_of_gpu.items() if value is not None and value != wanted]
        same = False if wrong else None if None in value_of_gpu.values() else True
        self.add(key, write(wanted), ", ".join(texts), same=same, gpus=wrong)


def as_found(snapshot: Snapshot, device_id: int, machine: FoundMachine) -> AsFound:
    """Hold a machine against a device of the plan."""
    devices = snapshot["device"]
    place = int(devices.position(device_id))
    kind = snapshot.types[int(devices["type_id"][place])]
    lines = _Lines()
    name, serial = str(devices["name"][place]), str(devices["serial"][place]).strip()
    lines.add("serial", serial, machine.serial, same=serial.lower() == machine.serial.lower() if serial and machine.serial else None)
    lines.add(
        "host", name, machine.host, same=name.partition(".")[0].lower() == machine.host.partition(".")[0].lower() if machine.host else None
    )
    slot = str(devices["slot"][place])
    machine_slot = machine.slot or machine.tray
    lines.add(
        "slot", slot, machine_slot, same=slot.lower() in {machine.slot.lower(), machine.tray.lower()} if slot and machine_slot else None
    )
    board, count, serials = _planned_gpus(snapshot, device_id, kind)
    _gpu_lines(lines, machine, board, count, serials)
    _nic_line(lines, machine, kind)
    _baseline_lines(lines, machine, baseline(snapshot).get(str(devices["role"][place]), {}))
    return AsFound(device_id, name, machine.host, machine.seen_utc, tuple(lines.lines))


def _planned_gpus(snapshot: Snapshot, device_id: int, kind: HardwareType) -> tuple[HardwareType | None, int, set[str]]:
    """The type of the GPUs of a device, their number, and the planned serial numbers of cards in its slots."""
    devices = snapshot["device"]
    children = [at for at, parent in enumerate(devices["parent_id"].tolist()) if parent == device_id]
    cards = [at for at in children if snapshot.types[int(devices["type_id"][at])].family == "gpu"]
    inside = [part for part in kind.contains if part.gpu]
    board: HardwareType | None = None
    if cards:
        board = snapshot.types[int(devices["type_id"][cards[0]])]
    elif inside:
        known = snapshot.types.id_of(inside[0].key)
        catalog = open_catalog()
        board = snapshot.types[known] if known is not None else catalog.get(inside[0].key) if inside[0].key in catalog else None
    serials = {text for at in cards if (text := str(devices["serial"][at]).strip().lower())}
    return board, len(cards) + kind.gpu_count, serials


def _gpu_lines(lines: _Lines, machine: FoundMachine, board: HardwareType | None, count: int, serials: set[str]) -> None:
    gpus = machine.gpus
    names = sorted({gpu.name for gpu in gpus if gpu.name})
    if board is None or not names:
        lines.add("model", "" if board is None else board.title, ", ".join(names), same=None)
    else:
        other = [gpu.index for gpu in gpus if gpu.name and not is_called(board, gpu.name)]
        lines.add("model", board.title, ", ".join(names), same=not other, gpus=other)
    why = ", ".join(sorted(set(machine.unreachable.values())))
    answers = f"{len(gpus)} + {len(machine.unreachable)} ({why})" if why else str(len(gpus))
    lines.add("count", str(count) if count else "", answers, same=len(gpus) == count if count else None, gpus=sorted(machine.unreachable))
    memory = None if board is None else board.number("memory_mib")
    with_memory = [gpu for gpu in gpus if gpu.memory_mib is not None]
    amounts = ", ".join(sorted({f"{gpu.memory_mib or 0:,.0f} MiB" for gpu in with_memory}))
    if memory is None or not with_memory:
        lines.add("memory", "" if memory is None else f"{memory:,.0f} MiB", amounts, same=None)
    else:
        other = [gpu.index for gpu in with_memory if abs((gpu.memory_mib or 0.0) / memory - 1) > _MEMORY_NEAR]
        lines.add("memory", f"{memory:,.0f} MiB", amounts, same=not other, gpus=other)
    own = {gpu.serial.lower() for gpu in gpus if gpu.serial}
    if serials:
        strange = [gpu.index for gpu in gpus if gpu.serial and gpu.serial.lower() not in serials]
        same = None if not own else not strange and serials <= own
        lines.add("gpu_serials", ", ".join(sorted(serials)), ", ".join(sorted(own)), same=same, gpus=strange)
    width, generation, links = (None if board is None else board.number(key) for key in ("pcie_lanes", "pcie_generation", "nvlink_links"))
    lines.each("pcie_width", gpus, None if width is None else round(width), lambda gpu: gpu.pcie_width, lambda value: f"x{value}")
    # A link at rest slows down: what slot and board can do tells how they are plugged.
    planned_generation = None if generation is None else round(generation)
    lines.each("pcie_generation", gpus, planned_generation, lambda gpu: gpu.most_pcie_generation)
    if links or any(gpu.nvlinks_up for gpu in gpus):
        lines.each("nvlink", gpus, None if not links else round(links), lambda gpu: gpu.nvlinks_up)


def _nic_line(lines: _Lines, machine: FoundMachine, kind: HardwareType) -> None:
    """Each GPU compared with the adapter next to it according to the map of the type."""
    planned: dict[int, set[str]] = {}
    for port in kind.ports():
        if port.gpu is not None and port.rdma:
            planned.setdefault(port.gpu, set()).add(port.rdma)
    nics_of_gpu = {gpu.index: gpu.nics for gpu in machine.gpus if gpu.nics is not None}
    planned_text = ", ".join(f"{gpu}: {' '.join(sorted(names))}" for gpu, names in sorted(planned.items()))
    seen = ", ".join(f"{gpu}: {' '.join(names) or '–'}" for gpu, names in sorted(nics_of_gpu.items()))
    both = planned.keys() & nics_of_gpu.keys()
    other = sorted(gpu for gpu in both if not planned[gpu] <= set(nics_of_gpu[gpu]))
    lines.add("nics", planned_text, seen, same=not other if both else None, gpus=other)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", text))


def _baseline_lines(lines: _Lines, machine: FoundMachine, sheet_values: dict[str, SheetValue]) -> None:
    driver = str(sheet_values.get("driver", ""))
    # "580" asks for the branch, "580.65.06" for that release.
    same = _version(machine.driver)[: len(_version(driver))] == _version(driver) if driver and machine.driver else None
    lines.add("driver", driver, machine.driver, same=same)
    cuda = str(sheet_values.get("cuda", ""))
    lines.add("cuda", cuda, machine.cuda, same=_version(machine.cuda) >= _version(cuda) if cuda and machine.cuda else None)
    gpus = machine.gpus
    limit = sheet_values.get("gpu_power_limit_w")
    watts = None if limit is None or isinstance(limit, str) else float(limit)

    def near(gpu: FoundGpu) -> object:
        if gpu.power_limit_w is None or watts is None:
            return gpu.power_limit_w
        return watts if abs(gpu.power_limit_w - watts) <= _LIMIT_NEAR_W else gpu.power_limit_w

    lines.each("gpu_power_limit_w", gpus, watts, near, lambda value: f"{value:g} W")
    for key, read in (("ecc", lambda gpu: gpu.ecc), ("persistence", lambda gpu: gpu.persistence)):
        lines.each(key, gpus, sheet_values.get(key), read, _yes)
    sharing = sheet_values.get("sharing")
    lines.each("sharing", gpus, None if sharing is None else sharing == "mig", lambda gpu: gpu.mig, _yes)


def _yes(value: object) -> str:
    return "on" if value else "off"


def record_text(found: AsFound) -> str:
    """The comparison as the record of the project keeps it, a line each."""
    counts = found.counts()
    head = f"As found {found.seen_utc} on {found.host or 'this machine'}: " + ", ".join(
        f"{counts[standing]} {standing}" for standing in Standing
    )
    rows = [
        f"{line.standing}: {line.title.plain()}"
        + (f", planned {line.planned}" if line.planned else "")
        + (f", found {line.found}" if line.found else "")
        + (f" (GPU {', '.join(map(str, line.gpus))})" if line.gpus else "")
        for line in found.lines
    ]
    return "\n".join([head, *(row[:600] for row in rows)])
