"""The table that `nvidia-smi` prints without arguments, as the same leaf values as `nvidia-smi -q -x`.

Layouts: 79 columns up to driver 530, 91 columns since 535; a third line per GPU shows MIG, and MIG devices have a separate table.
Cells are identified by content and position between the bars, because pasted tables lose spaces. If a table is printed
repeatedly, the last one is read.
"""

import re
from collections.abc import Mapping, Sequence

from gpudesk.formats.hosts.nvidia_smi_xml import MOST_GPUS, SmiGpu, SmiLog, SmiProcess

_HEAD = re.compile(r"\|?\s{0,4}NVIDIA-SMI\s+(\S{1,30})\s+(?:Driver|KMD) Version:\s*(\S{1,30})(?:\s+CUDA (?:UMD )?Version:\s*(\S{1,12}))?")
_TIME = re.compile(r"^\s{0,4}([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\s*$")
_BUS = re.compile(r"([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])\s+(On|Off|N/A)?")
_GPU = re.compile(r"\s{0,8}(\d{1,3})\s+(\S.{0,60}?)\s*(On|Off|WDDM|TCC|MCDM|N/A|ERR!)?\s*$")
_FIRST = re.compile(
    r"\s{0,4}(\d{1,3}\s?%|N/A|ERR!|\[N/A\])?\s{0,8}(-?\d{1,10}C|N/A|ERR!)\s{1,8}(P\d{1,2}|N/A|ERR!)?\s{0,20}(N/A|[^/\n]{1,30}?)\s*/\s*(\S.{0,30}?)\s*$"
)
_MEMORY = re.compile(r"(\d{1,20}MiB|N/A|ERR!|Not Supported)\s*/\s*(\d{1,20}MiB|N/A|ERR!|Not Supported)|^\s*(Not Supported)\s*$")
_USE = re.compile(r"\s{0,12}(\d{1,10}\s?%|N/A|ERR!)")
_PART = re.compile(r"\s{0,4}(\d{1,3})\s{1,8}(\d{1,3})\s{1,8}(\d{1,3}|N/A)\s{1,8}(\d{1,3})\s*$")
"""GPU, GPU instance, compute instance and number of a part."""
_PART_COUNTS = re.compile(r"\s{0,12}(\d{1,4})\s{1,10}(\d{1,20}|N/A|ERR!)\s*$")
_PROCESS = re.compile(
    r"^\|\s{1,4}(\d{1,3})\s{1,10}(?:(N/A|\d{1,3})\s{1,8}(?:N/A|\d{1,3})\s{1,14})?(\d{1,10})\s{1,6}([CGM+]{1,5})\s{1,6}(\S.{0,200}?)\s{1,60}(\d{1,10}MiB|N/A)\s*\|"
)


def is_smi_table(text: str) -> bool:
    """Whether a text holds the head of the table."""
    return _HEAD.search(text) is not None


def read_smi_table(text: str) -> SmiLog:
    """The last table in a text."""
    heads = list(_HEAD.finditer(text))
    if not heads:
        return SmiLog("", "", "", "", 0, ())
    last = heads[-1]
    moment = next((time[1] for line in reversed(text[: last.start()].split("\n")[-6:]) if (time := _TIME.match(line))), "")
    gpus: list[tuple[str, str, dict[str, str]]] = []
    parts: dict[str, list[dict[str, str]]] = {}
    processes: dict[tuple[str, str], list[SmiProcess]] = {}
    in_processes = False
    for line in text[last.end() :].split("\n"):
        in_processes = in_processes or "Processes:" in line
        cells = line.strip().strip("|").split("|")
        if in_processes:
            process = _PROCESS.match(line.strip())
            if process:
                number, instance, pid, kind, name, used = process.groups()
                processes.setdefault((number, instance if (instance or "").isdecimal() else ""), []).append(
                    SmiProcess(pid, kind, name.strip(), _spaced(used), "")
                )
        elif len(cells) == 3:
            _take(cells, gpus)
        elif len(cells) == 4:
            _take_part(cells, parts)
    listed = tuple(_with_parts(number, bus, leaves, parts.get(number, ()), processes) for number, bus, leaves in gpus)
    return SmiLog("", moment, last[2], (last[3] or "").rstrip("|"), len(listed), listed)


def _take_part(cells: list[str], parts: dict[str, list[dict[str, str]]]) -> None:
    """Read the first line of a MIG device; the second line, with its BAR memory, contains no data that is used."""
    ids, memory, counts = _PART.match(cells[0]), _MEMORY.search(cells[1]), _PART_COUNTS.match(cells[2])
    if ids is None or sum(map(len, parts.values())) >= MOST_GPUS:
        return
    gpu, instance, compute, number = ids.groups()
    leaves = {"index": number, "gpu_instance_id": instance, "compute_instance_id": compute}
    used, total = (memory[1] or memory[3], memory[2] or memory[3]) if memory else (cells[1].strip(), cells[1].strip())
    leaves |= {"fb_memory_usage/used": _spaced(used), "fb_memory_usage/total": _spaced(total)}
    if counts:
        leaves["device_attributes/shared/multiprocessor_count"] = counts[1]
        leaves["ecc_errors/volatile/sram_uncorrectable"] = counts[2]
    parts.setdefault(gpu, []).append(leaves)


def _with_parts(
    number: str,
    bus: str,
    leaves: dict[str, str],
    parts: Sequence[dict[str, str]],
    processes: Mapping[tuple[str, str], Sequence[SmiProcess]],
) -> SmiGpu:
    """Return a GPU with its MIG devices; a process that names an instance belongs to its first MIG device, if listed."""
    own = list(processes.get((number, ""), ()))
    listed: list[SmiGpu] = []
    taken: set[str] = set()
    for part in parts:
        instance = part["gpu_instance_id"]
        part_processes = () if instance in taken else tuple(processes.get((number, instance), ()))
        taken.add(instance)
        listed.append(SmiGpu("", part, part_processes))
    for (gpu, instance), rest in processes.items():
        if gpu == number and instance and instance not in taken:
            own += rest
    return SmiGpu(bus, leaves, tuple(own), tuple(listed))


def _take(cells: list[str], gpus: list[tuple[str, str, dict[str, str]]]) -> None:
    """One line between the bars: the first of a GPU, its second, or that about MIG."""
    bus, gpu = _BUS.search(cells[1]), _GPU.match(cells[0])
    if bus and gpu:
        if len(gpus) < MOST_GPUS:
            mode = {"On": "Enabled", "Off": "Disabled"}.get(gpu[3] or "", "N/A")
            leaves = {
                "index": gpu[1],
                "product_name": gpu[2].strip(),
                "persistence_mode": mode,
                "pci/pci_bus_id": bus[1],
                "ecc_errors/volatile/dram_uncorrectable": cells[2].strip(),
                "ecc_mode/current_ecc": "Enabled" if cells[2].strip().isdecimal() else cells[2].strip(),
            }
            if cells[2].strip() in ("Off", "On"):
                # "On" is where the GPU is in parts, which have the counters.
                mode = "Disabled" if cells[2].strip() == "Off" else "Enabled"
                leaves |= {"ecc_mode/current_ecc": mode, "ecc_errors/volatile/dram_uncorrectable": "N/A"}
            gpus.append((gpu[1], bus[1], leaves))
        return
    if not gpus:
        return
    leaves = gpus[-1][2]
    memory, first = _MEMORY.search(cells[1]), _FIRST.match(cells[0])
    if first and "temperature/gpu_temp" not in leaves:
        fan, temperature, state, draw, cap = first.groups()
        use = _USE.match(cells[2])
        leaves |= {
            "fan_speed": _spaced(fan or "N/A"),
            "temperature/gpu_temp": _spaced(temperature),
            "performance_state": state or "N/A",
            "gpu_power_readings/power_draw": _spaced(draw),
            "gpu_power_readings/current_power_limit": _spaced(cap),
            "fb_memory_usage/used": _spaced(memory[1] or memory[3]) if memory else cells[1].strip(),
            "fb_memory_usage/total": _spaced(memory[2] or memory[3]) if memory else cells[1].strip(),
            "utilization/gpu_util": _spaced(use[1] if use else "N/A"),
            "compute_mode": cells[2].split()[-1] if cells[2].split() else "",
        }
    elif not cells[0].strip() and not cells[1].strip() and cells[2].strip(" *") in ("Disabled", "Enabled", "N/A", "ERR!"):
        # A star says that the mode changes with the next reset.
        leaves["mig_mode/current_mig"] = cells[2].strip(" *")


def _spaced(value: str) -> str:
    """A value with its unit apart: "1200MiB" → "1200 MiB"."""
    return re.sub(r"^(-?\d+(?:\.\d+)?)\s*(MiB|W|C|%)$", r"\1 \2", value)
