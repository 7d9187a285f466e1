"""Linux data of this machine besides the driver: the nearest network adapters of each GPU, and the chassis serial number."""

import re
from collections.abc import Mapping
from pathlib import Path

_BRIDGE = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]", re.IGNORECASE)
_LONGEST = 200


def _bridges(device: Path) -> list[str]:
    """Return the bridges on the path from the bus root to a device, and the device itself."""
    try:
        return [part for part in device.resolve(strict=True).parts if _BRIDGE.fullmatch(part)]
    except OSError:
        return []


def bus_address(pci: str) -> str:
    """The address as Linux writes it: the driver gives eight figures of the domain, Linux four."""
    domain, _, rest = pci.lower().partition(":")
    return f"{domain[-4:].zfill(4)}:{rest}" if rest.count(":") == 1 else pci.lower()


def nearest_nics(gpus: Mapping[int, str], root: Path = Path("/sys")) -> dict[int, tuple[str, ...]]:
    """The RDMA devices behind the most bridges that a GPU is behind too; none where all they share is the processor.

    Args:
        gpus: number of each GPU → its address on the bus.
        root: where Linux shows its devices.

    Returns:
        Number → names; a GPU whose place on the bus is not shown is left out.
    """
    try:
        names = sorted(path.name for path in (root / "class" / "infiniband").iterdir())
    except OSError:
        names = []
    adapters = {name: bridges for name in names if (bridges := _bridges(root / "class" / "infiniband" / name / "device"))}
    nearest = {}
    for index, pci in gpus.items():
        own = _bridges(root / "bus" / "pci" / "devices" / bus_address(pci)) if pci else []
        if not own:
            continue
        shared = {name: _shared(own, bridges) for name, bridges in adapters.items()}
        most = max(shared.values(), default=0)
        nearest[index] = tuple(name for name, count in shared.items() if most and count == most)
    return nearest


def numa_node_of(pci: str, root: Path = Path("/sys")) -> int | None:
    """Return the NUMA node of a device's processor; None if the machine has only one, or it is unknown."""
    try:
        number = int((root / "bus" / "pci" / "devices" / bus_address(pci) / "numa_node").read_text(encoding="ascii")) if pci else -1
    except (OSError, ValueError):
        return None
    return number if number >= 0 else None


def _shared(first: list[str], second: list[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def chassis_serial(root: Path = Path("/sys")) -> str:
    """The serial of this machine; "" where only the administrator may read it."""
    try:
        with (root / "class" / "dmi" / "id" / "product_serial").open("rb") as file:
            text = file.read(_LONGEST).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return "" if text.lower() in {"", "none", "default string", "to be filled by o.e.m.", "not specified"} else text
