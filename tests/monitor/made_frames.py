"""Readings that were never taken: eight GPUs under a load that wanders, by a clock of our own."""

import random
from collections.abc import Iterator

from gpudesk.monitor.readings.reading import Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine

BEGIN_S = 1_700_000_000.0
MONO_S = 5_000.0
UUIDS = tuple(f"GPU-{number}" for number in range(8))
MACHINE = Machine("node-1", driver="580.1", gpus=tuple(GpuFacts(uuid, index, name="H100") for index, uuid in enumerate(UUIDS)))

_WALKS = {
    "memory_used_bytes": (70 * 2.0**30, 2.0**20),
    "memory_free_bytes": (9 * 2.0**30, 2.0**20),
    "busy_percent": (50.0, 1.0),
    "memory_busy_percent": (50.0, 1.0),
    "sm_active_percent": (50.0, 1.0),
    "sm_occupancy_percent": (50.0, 1.0),
    "tensor_active_percent": (50.0, 1.0),
    "dram_active_percent": (50.0, 1.0),
    "temperature_c": (60.0, 1.0),
    "memory_temperature_c": (70.0, 1.0),
    "sm_clock_mhz": (1_800.0, 15.0),
    "memory_clock_mhz": (2_600.0, 0.0),
    "clock_reasons": (4.0, 0.0),
    "power_w": (600.0, 0.1),
    "power_average_w": (600.0, 0.1),
}
_COUNTERS = {
    "energy_j": 6.0,
    "pcie_sent_bytes": 2.0**26,
    "pcie_received_bytes": 2.0**26,
    "nvlink_sent_bytes": 2.0**31,
    "nvlink_received_bytes": 2.0**31,
}
_HOST = {
    "host_cpu_percent": (50.0, 2.0),
    "host_io_wait_percent": (1.0, 0.0),
    "host_memory_used_bytes": (200 * 2.0**30, 2.0**20),
    "host_memory_total_bytes": (512 * 2.0**30, 0.0),
    "host_swap_used_bytes": (2.0**30, 4096.0),
    "host_swap_total_bytes": (8 * 2.0**30, 0.0),
}
"""Told once a second, with the first reading of each GPU."""


def seconds(count: int, rate: int = 10, seed: int = 1, wander_s: int = 60, first: int = 0) -> Iterator[list[Frame]]:
    """The readings of each second from the `first` on, at that many a second; after `wander_s` seconds their values come again."""
    chance = random.Random(seed)
    values = {uuid: {key: begin for key, (begin, _) in _WALKS.items()} | dict.fromkeys(_COUNTERS, 0.0) for uuid in UUIDS}
    walked: list[dict[str, dict[str, float]]] = []
    host = {key: begin for key, (begin, _) in _HOST.items()}
    for tick in range(min(count, wander_s) * rate):
        for now in values.values():
            for key, (_, step) in _WALKS.items():
                now[key] = round(now[key] + step * chance.choice((-1, 0, 1)), 1)
            for key, most in _COUNTERS.items():
                now[key] = round(now[key] + chance.randrange(round(most / 2), round(most)), 1)
        if tick % rate == 0:
            host = {key: round(host[key] + step * chance.choice((-1, 0, 1)), 1) for key, (_, step) in _HOST.items()}
        walked.append({uuid: {**now, **(host if tick % rate == 0 else {})} for uuid, now in values.items()})
    for second in range(first, count):
        found = []
        for place, uuid in enumerate(UUIDS):
            for tick in range(rate):
                at_s = second + tick / rate + place / 1000 + chance.random() / 1000
                found.append(Frame(uuid, MONO_S + at_s, BEGIN_S + at_s, walked[(second * rate + tick) % len(walked)][uuid]))
        yield found
