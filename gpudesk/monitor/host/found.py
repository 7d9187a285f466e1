"""A machine of a source as found, for comparison with the plan."""

from collections.abc import Mapping
from datetime import UTC, datetime

from gpudesk.core.hardware.host_inventory import FoundGpu, FoundMachine
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.readings.source import Machine

_MIB = 2.0**20


def found_machine(
    machine: Machine, values: Mapping[str, Mapping[str, float]], *, serial: str = "", nics: Mapping[int, tuple[str, ...]] | None = None
) -> FoundMachine:
    """Return the source data of one host.

    Args:
        values: UUID → metric → its newest value.
        serial: of the chassis, if readable.
        nics: GPU number → the nearest RDMA devices.
    """
    seen = "" if machine.seen_s is None else datetime.fromtimestamp(machine.seen_s, UTC).isoformat(timespec="seconds")
    return FoundMachine(
        host=machine.name,
        driver=machine.driver,
        cuda=machine.cuda,
        serial=serial or _one({gpu.chassis_serial for gpu in machine.gpus if gpu.chassis_serial}),
        slot=_one({str(gpu.slot) for gpu in machine.gpus if gpu.slot is not None}),
        tray=_one({str(gpu.tray) for gpu in machine.gpus if gpu.tray is not None}),
        gpus=tuple(_gpu(gpu, values.get(gpu.uuid, {}), nics or {}) for gpu in machine.gpus if not gpu.parent),
        unreachable={index: str(why) for index, why in machine.unreachable.items()},
        seen_utc=seen,
    )


def _one(told: set[str]) -> str:
    """Return the common value, "" if none is reported or they differ."""
    return told.pop() if len(told) == 1 else ""


def _gpu(facts: GpuFacts, values: Mapping[str, float], nics: Mapping[int, tuple[str, ...]]) -> FoundGpu:
    total, limit = values.get("memory_total_bytes"), values.get("power_limit_w")
    return FoundGpu(
        index=facts.index,
        name=facts.name,
        memory_mib=None if total is None else total / _MIB,
        serial=facts.serial,
        pci=facts.pci,
        pcie_generation=_whole(values.get("pcie_generation")),
        pcie_width=_whole(values.get("pcie_width")),
        most_pcie_generation=facts.pcie_generation,
        most_pcie_width=facts.pcie_width,
        nvlinks_up=_whole(values.get("nvlinks_up")),
        nvlinks_down=_whole(values.get("nvlinks_down")),
        power_limit_w=limit if limit is not None else facts.power_default_w,
        ecc=facts.ecc,
        persistence=facts.persistence,
        mig=facts.mig,
        nics=nics.get(facts.index),
    )


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
