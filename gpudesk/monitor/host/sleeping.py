"""GPUs in power-saving sleep: an NVML query would wake them, so the system is queried first."""

from pathlib import Path

_VENDOR = "0x10de"
_DISPLAY = "0x03"
DEVICES = Path("/sys/bus/pci/devices")
SUPPLIES = Path("/sys/class/power_supply")


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def sleeping(devices: Path = DEVICES) -> dict[int, str]:
    """The bus addresses of NVIDIA GPUs that sleep, by the number that NVML gives them: it counts in the order of addresses.

    Args:
        devices: where the system lists PCI devices.
    """
    return {at: board.name for at, board in enumerate(listed(devices)) if _line(board / "power" / "runtime_status") == "suspended"}


def listed(devices: Path = DEVICES) -> list[Path]:
    """The NVIDIA GPUs that the system lists, by their addresses.

    Args:
        devices: where the system lists PCI devices.
    """
    if not devices.is_dir():
        return []
    return sorted(
        device for device in devices.iterdir() if _line(device / "vendor") == _VENDOR and _line(device / "class").startswith(_DISPLAY)
    )


def saves_battery(devices: Path = DEVICES, supplies: Path = SUPPLIES) -> bool:
    """Return whether a GPU here sleeps automatically to save the battery of a laptop: repeated queries would keep it awake.

    Args:
        devices: path of the system's PCI devices.
        supplies: path of its batteries; those of a mouse are marked as device batteries.
    """
    if not supplies.is_dir():
        return False
    batteries = [path for path in supplies.iterdir() if _line(path / "type") == "Battery" and _line(path / "scope") != "Device"]
    return bool(batteries) and any(_line(board / "power" / "control") == "auto" for board in listed(devices))
