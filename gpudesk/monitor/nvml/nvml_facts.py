"""GPU facts from NVML: data that does not change during operation."""

import ctypes
from collections.abc import Callable
from typing import Any

import pynvml

from gpudesk.monitor.host.nearest_nics import numa_node_of
from gpudesk.monitor.nvml.nvml_library import lack_of, text_of
from gpudesk.monitor.readings.reading import GpuFacts, Lack

_MILLI = 1e-3
_NOWHERE = 0xFF


class _Reader:
    """Queries items in sequence and stores why one is missing."""

    def __init__(self) -> None:
        self.lacks: dict[str, Lack] = {}

    def ask(self, name: str, read: Callable[[], Any]) -> Any:
        """The answer, or None."""
        try:
            return read()
        except pynvml.NVMLError as error:
            self.lacks[name] = lack_of(error)
            return None

    def text(self, name: str, read: Callable[[], Any]) -> str:
        """The text, or ""."""
        return self.ask(name, lambda: text_of(read)) or ""


def facts_of(handle: Any, index: int, parent: GpuFacts | None = None) -> GpuFacts:
    """Return the facts of a GPU; for an instance its own name and memory, and the rest from the whole GPU.

    Raises:
        pynvml.NVMLError: its UUID is not available: it is lost, or access is denied.
    """
    read = _Reader()
    uuid = text_of(lambda: pynvml.nvmlDeviceGetUUID(handle))
    name = read.text("name", lambda: pynvml.nvmlDeviceGetName(handle))
    if parent is not None:
        instance = read.ask("gpu_instance", lambda: pynvml.nvmlDeviceGetGpuInstanceId(handle))
        return GpuFacts(uuid, index, name, parent=parent.uuid, pci=parent.pci, gpu_instance=instance, lacks=read.lacks)
    milliwatt = read.ask("power_low_w", lambda: pynvml.nvmlDeviceGetPowerManagementLimitConstraints(handle)) or (None, None)
    mig = read.ask("mig", lambda: pynvml.nvmlDeviceGetMigMode(handle))
    ecc = read.ask("ecc", lambda: pynvml.nvmlDeviceGetEccMode(handle))
    persistence = read.ask("persistence", lambda: pynvml.nvmlDeviceGetPersistenceMode(handle))
    chassis, slot, tray, module = read.ask("slot", lambda: _platform(handle)) or ("", None, None, None)
    pci = read.text("pci", lambda: pynvml.nvmlDeviceGetPciInfo(handle).busId)
    nearest = numa_node_of(pci)
    return GpuFacts(
        uuid=uuid,
        index=index,
        name=name,
        pci=pci,
        serial=read.text("serial", lambda: pynvml.nvmlDeviceGetSerial(handle)),
        part_number=read.text("part_number", lambda: pynvml.nvmlDeviceGetBoardPartNumber(handle)),
        vbios=read.text("vbios", lambda: pynvml.nvmlDeviceGetVbiosVersion(handle)),
        capability=read.ask("capability", lambda: tuple(pynvml.nvmlDeviceGetCudaComputeCapability(handle))),
        chassis_serial=chassis,
        slot=slot,
        tray=tray,
        module=module,
        numa_node=nearest if nearest is not None else read.ask("numa_node", lambda: pynvml.nvmlDeviceGetNumaNodeId(handle)),
        persistence=None if persistence is None else bool(persistence),
        ecc=None if ecc is None else bool(ecc[0]),
        mig=None if mig is None else bool(mig[0]),
        power_low_w=_watts(milliwatt[0]),
        power_high_w=_watts(milliwatt[1]),
        power_default_w=_watts(read.ask("power_default_w", lambda: pynvml.nvmlDeviceGetPowerManagementDefaultLimit(handle))),
        slowdown_c=read.ask("slowdown_c", lambda: _threshold(handle, pynvml.NVML_TEMPERATURE_THRESHOLD_SLOWDOWN)),
        shutdown_c=read.ask("shutdown_c", lambda: _threshold(handle, pynvml.NVML_TEMPERATURE_THRESHOLD_SHUTDOWN)),
        pcie_generation=read.ask("pcie_generation", lambda: pynvml.nvmlDeviceGetMaxPcieLinkGeneration(handle)),
        pcie_width=read.ask("pcie_width", lambda: pynvml.nvmlDeviceGetMaxPcieLinkWidth(handle)),
        sm_clock_mhz=read.ask("sm_clock_mhz", lambda: float(pynvml.nvmlDeviceGetMaxClockInfo(handle, pynvml.NVML_CLOCK_SM))),
        lacks=read.lacks,
    )


def _platform(handle: Any) -> tuple[str, int | None, int | None, int | None]:
    """Return chassis serial number, slot, tray and module (nvml.h: nvmlPlatformInfo_v2_t), None if not reported.

    The fields are bytes, which nvidia-ml-py would read as characters.
    """
    platform = pynvml.c_nvmlPlatformInfo_v2_t()
    pynvml.nvmlDeviceGetPlatformInfo(handle, ctypes.byref(platform))
    raw = ctypes.string_at(ctypes.addressof(platform), ctypes.sizeof(platform))
    kind = type(platform)
    serial = raw[kind.chassisSerialNumber.offset :][: kind.chassisSerialNumber.size].split(b"\0")[0].decode("ascii", "replace").strip()
    slot, tray, module = (_place(raw[field.offset]) for field in (kind.slotNumber, kind.trayIndex, kind.moduleId))
    if not serial and not slot and not tray:
        # A board that is alone has zeros here.
        slot = tray = None
    return serial, slot, tray, module


def _place(number: int) -> int | None:
    return None if number == _NOWHERE else number


def _threshold(handle: Any, which: int) -> float:
    return float(pynvml.nvmlDeviceGetTemperatureThreshold(handle, which))


def _watts(milliwatt: float | None) -> float | None:
    return None if milliwatt is None else milliwatt * _MILLI
