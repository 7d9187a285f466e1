"""What people paste of nvidia-smi and dcgmi: every form, with noise around it, in any encoding, and with values that cannot be."""

import time
from datetime import datetime
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts.dcgm_results import read_dcgm_report
from gpudesk.formats.hosts.nvidia_smi_links import read_topology
from gpudesk.monitor.exporters.dcgm import hosts_of
from gpudesk.monitor.health.smi_failures import failures, failures_in
from gpudesk.monitor.readings.metrics import is_possible, metrics
from gpudesk.monitor.readings.reading import Lack, without_impossible
from gpudesk.monitor.saved.gpu_listing import GpuListing, ListingForm, listing_of, read_gpu_listing
from tests.monitor.smi_listing import GPU, listing

INPUTS = Path(__file__).parent.parent / "formats" / "field_inputs"


def read(name: str) -> GpuListing:
    return read_gpu_listing(INPUTS / name)


def values(name: str, at: int = 0) -> dict[str, float]:
    return dict(read(name).found[at].frame.values)


def test_the_table_of_the_wide_layout() -> None:
    told = read("smi-table-535.txt")
    assert (told.form, told.driver, told.cuda, len(told.found)) == (ListingForm.TABLE, "570.86.15", "12.8", 2)
    first, second = told.found
    assert (first.facts.name, first.facts.index, first.facts.pci, first.facts.ecc) == ("NVIDIA L40S", 0, "00000000:1B:00.0", True)
    assert first.frame.values["power_w"] == 91.0
    assert first.frame.values["power_limit_w"] == 350.0
    assert first.frame.values["memory_used_bytes"] == 11_264 * 2**20
    assert [(each.pid, each.command, each.used_bytes) for each in first.processes] == [(4242, "python3", 11_250 * 2**20)]
    assert (second.facts.mig, second.facts.ecc) == (True, False)


def test_the_table_of_the_narrow_layout_with_errors() -> None:
    told = read("smi-table-520.txt")
    (gpu,) = told.found
    assert gpu.facts.index == 3
    assert (gpu.frame.lacks["fan_percent"], gpu.frame.lacks["power_w"]) == (Lack.FAILED, Lack.FAILED)
    assert gpu.frame.values["temperature_c"] == 51.0
    assert gpu.frame.wall_s == datetime(2025, 3, 1, 11, 2, 1).astimezone().timestamp()


@pytest.mark.parametrize(("zone", "hours"), [("UTC", 0), ("America/Los_Angeles", 8), ("Europe/Madrid", -1)])
def test_a_time_without_a_zone_is_one_of_this_machine(zone: str, hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken for UTC: a listing of the same minute lay hours away from the readings next to it."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert read("smi-table-mig.txt").found[0].frame.wall_s == 1740826921.0 + 3600 * hours
    finally:
        monkeypatch.undo()
        time.tzset()


def test_parts_of_a_gpu_in_the_table() -> None:
    told = read("smi-table-mig.txt")
    whole, first, second, third, other = told.found
    assert [each.facts.parent for each in told.found] == ["", whole.facts.uuid, whole.facts.uuid, whole.facts.uuid, ""]
    assert [each.facts.gpu_instance for each in (first, second, third)] == [1, 5, 13]
    assert [each.frame.values.get("memory_used_bytes", 0) / 2**20 for each in (first, second, third)] == [10_240, 11, 0]
    assert (second.frame.values["ecc_uncorrected"], third.frame.lacks["memory_used_bytes"]) == (2.0, Lack.UNSUPPORTED)
    assert [[each.pid for each in found.processes] for found in told.found] == [[], [123456], [], [], [4242]]
    assert other.facts.index == 1


def test_details_give_the_same_as_xml() -> None:
    told = read("smi-q.txt")
    gpu = told.found[0]
    assert (told.form, told.driver, told.attached) == (ListingForm.DETAILS, "560.35.03", 2)
    assert (gpu.facts.uuid, gpu.facts.serial, gpu.facts.pcie_generation) == ("GPU-00000000-aaaa-bbbb-cccc-00000000a001", "1652000000001", 5)
    wanted = {
        "busy_percent": 63.0,
        "memory_total_bytes": 143_771 * 2**20,
        "memory_used_bytes": 100_000 * 2**20,
        "temperature_c": 58.0,
        "memory_temperature_c": 66.0,
        "power_w": 512.4,
        "power_limit_w": 700.0,
        "sm_clock_mhz": 1710.0,
        "memory_clock_mhz": 3201.0,
        "pcie_generation": 5.0,
        "pcie_width": 16.0,
        "ecc_uncorrected": 0.0,
        "ecc_corrected": 4.0,
        "remap_pending": 1.0,
        "clock_reasons": 4.0,
        "held_power_cap_s": 2.5,
    }
    assert {key: gpu.frame.values.get(key) for key in wanted} == wanted
    assert [(each.pid, each.command, each.used_bytes) for each in gpu.processes] == [(777, "/usr/bin/train", 99_000 * 2**20)]
    assert told.notes[0].plain() == "1 of 2 GPUs listed: either one GPU was selected (-i) or the others did not respond."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
def test_noise_around_xml_in_any_encoding(encoding: str) -> None:
    text = f"PS C:\\> nvidia-smi -q -x\r\n{listing(GPU).decode()}\r\nPS C:\\> exit\r\n"
    told = listing_of(text.encode(encoding), 0.0)
    assert told.found[0].frame.values["temperature_c"] == 66.0
    assert told.faults == []


def test_a_gpu_that_is_left_out_is_a_fault_only_with_further_evidence() -> None:
    xml = listing(GPU).decode().replace("<attached_gpus>1<", "<attached_gpus>8<")
    assert "<attached_gpus>8<" in xml
    told = listing_of(xml.encode(), 0.0)
    assert (len(told.notes), len(told.faults)) == (1, 0)
    lost = "Unable to determine the device handle for GPU0000:E3:00.0: Unknown Error"
    told = listing_of(f"{lost}\n{xml}".encode(), 0.0)
    assert (len(told.notes), len(told.faults)) == (0, 1)
    assert [(each.failure.key, each.gpu) for each in told.failures] == [("handle_lost", "0000:E3:00.0")]


def test_csv_with_noise_and_a_head_that_comes_again() -> None:
    told = read("smi-query-noise.csv")
    assert [(each.facts.index, each.frame.values["busy_percent"]) for each in told.found] == [(0, 11.0), (1, 12.0), (0, 13.0)]
    assert told.failures[0].failure.key == "inforom"


def test_columns_of_dmon_and_of_dcgmi() -> None:
    first, second = read("smi-dmon.txt").found
    wanted = {"power_w": 71.0, "temperature_c": 41.0, "busy_percent": 5.0, "memory_clock_mhz": 2619.0}
    assert {key: first.frame.values[key] for key in wanted} == wanted
    assert (first.frame.lacks["memory_temperature_c"], second.facts.index) == (Lack.UNSUPPORTED, 1)
    timed = read("smi-dmon-time.txt").found
    assert [each.frame.wall_s for each in timed] == [datetime(2026, 3, 1, 12, 0, second).astimezone().timestamp() for second in (0, 1)]
    assert timed[0].frame.values["memory_used_bytes"] == 40_000 * 2**20
    dcgm = read("dcgmi-dmon.txt").found
    assert [(each.facts.index, each.frame.values.get("sm_active_percent")) for each in dcgm] == [(0, 87.5), (1, None)]
    assert dcgm[0].frame.values["power_w"] == 412.5


def test_processes_of_pmon() -> None:
    told = read("smi-pmon.txt")
    assert [(each.facts.index, [(one.pid, one.command, one.graphics) for one in each.processes]) for each in told.found] == [
        (0, [(4242, "python3 train", False)]),
        (2, [(51, "Xorg", True)]),
    ]


def test_lists_and_links() -> None:
    told = read("smi-list.txt")
    assert [(each.facts.name, each.facts.parent) for each in told.found] == [
        ("NVIDIA H100 80GB HBM3", ""),
        ("MIG 1g.10gb", "GPU-00000000-aaaa-bbbb-cccc-00000000a001"),
        ("NVIDIA H100 80GB HBM3", ""),
    ]
    (gpu,) = read("smi-nvlink.txt").found
    assert (gpu.frame.values["nvlinks_up"], gpu.frame.values["nvlinks_down"]) == (3.0, 1.0)
    (gpu,) = read("smi-nvlink-errors.txt").found
    assert [gpu.frame.values[f"nvlink_{name}"] for name in ("replays", "recoveries", "crc_errors")] == [3.0, 0.0, 7.0]


def test_the_matrix_of_topo() -> None:
    for name in ("smi-topo.txt", "smi-topo-spaces.txt"):
        told = read_topology((INPUTS / name).read_text(encoding="utf-8"))
        assert told.names == ("GPU0", "GPU1", "NIC0")
        assert (told.paths["GPU0", "GPU1"], told.paths["GPU1", "NIC0"]) == ("NV18", "PIX")
        assert (told.cpus["GPU0"], told.numa["GPU0"], told.cards) == ("0-55,112-167", "0", {"NIC0": "mlx5_0"})


@pytest.mark.parametrize(
    ("name", "verdict", "bad"),
    [
        ("dcgm-diag-4.json", "fail", [("memory", "GPU 1", "fail")]),
        ("dcgm-diag-3.json", "warn", [("PCIe", "GPU 1", "warn"), ("Memory", "", "no result")]),
        ("dcgm-diag-table.txt", "fail", [("PCIe", "GPU 2", "fail")]),
        ("dcgm-health.txt", "warn", [("overall health", "", "warn"), ("health", "GPU 3", "warn"), ("PCIe system", "GPU 3", "warn")]),
        ("dcgm-diag-error.json", "fail", []),
    ],
)
def test_reports_of_dcgm(name: str, verdict: str, bad: list[tuple[str, str, str]]) -> None:
    told = read_dcgm_report((INPUTS / name).read_text(encoding="utf-8"))
    assert told.verdict == verdict
    assert [(each.test, each.entity, each.status) for each in told.results if each.status not in ("pass", "skip")] == bad


MESSAGES = {
    "NVIDIA-SMI has failed because it couldn’t communicate with the NVIDIA driver. Make sure": "no_communication",
    "modprobe: FATAL: Module nvidia not found in directory /lib/modules/6.8.0-45-generic": "no_communication",
    "modprobe: ERROR: could not insert 'nvidia': Required key not available": "no_communication",
    "Failed to properly shut down NVML: Driver Not Loaded": "driver_not_loaded",
    "Unable to set power limit for GPU 00000000:3B:00.0: Insufficient Permissions": "no_permission",
    "Failed to initialize NVML: Uninitialized": "nvml_unknown",
    "nvidia-container-cli: initialization error: driver error: failed to process request: unknown": "nvml_unknown",
    "zsh: command not found: nvidia-smi": "command_missing",
    "-bash: /usr/bin/nvidia-smi: No such file or directory": "command_missing",
    "GPU 00000000:3B:00.0 is currently in use by one or more other processes (e.g., Fabric Manager)": "in_use",
    "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized": "fabric_not_ready",
    "nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.8, please update your driver": "container_too_new",
    "NVML: Unable to retrieve NVLink information as all links are inActive": "nvlinks_inactive",
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that it is running.": "no_communication",
    "Failed to initialize NVML: Driver/library version mismatch": "version_mismatch",
    "nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown": "driver_not_loaded",
    "Failed to initialize NVML: Insufficient Permissions": "no_permission",
    "Failed to initialize NVML: GPU access blocked by the operating system": "os_blocked",
    "Failed to initialize NVML: Unknown Error": "nvml_unknown",
    "Failed to initialize NVML: Not Supported": "nvml_not_supported",
    "pynvml.NVMLError_LibraryNotFound: NVML Shared Library Not Found": "library_missing",
    "NVIDIA-SMI couldn't find libnvidia-ml.so library in your system.": "library_missing",
    "pynvml.NVMLError_FunctionNotFound: Function Not Found": "function_missing",
    "bash: nvidia-smi: command not found": "command_missing",
    "No devices were found": "no_devices",
    "Unable to determine the device handle for GPU 0000:04:00.0: Not Found": "handle_lost",
    "Unable to determine the device handle for GPU3: 0000:5F:00.0: Unknown Error": "handle_lost",
    "pynvml.NVMLError_GpuIsLost: GPU is lost": "gpu_lost",
    "GPU requires reset": "reset_required",
    "Insufficient External Power": "insufficient_power",
    "WARNING: infoROM is corrupted at gpu 0000:18:00.0": "inforom",
    "Interrupt Request Issue": "interrupts",
    "GPU 00000000:18:00.0 is currently in use by another process; the GPU could not be reset": "in_use",
    'Field "gpu.power" is not a valid field to query.': "bad_field",
    'docker: could not select device driver "" with capabilities: [[gpu]].': "no_runtime",
    "pynvml.NVMLError_Timeout: Timeout": "nvml_timeout",
}


@pytest.mark.parametrize(("text", "key"), MESSAGES.items())
def test_failure_messages_are_answered_by_name_and_cause(text: str, key: str) -> None:
    assert [each.failure.key for each in failures_in(f"$ nvidia-smi\n{text}\n")] == [key]
    with pytest.raises(InvalidData) as caught:
        listing_of(f"{text}\n".encode(), 0.0)
    failure = next(each for each in failures() if each.key == key)
    assert failure.title in str(caught.value)
    assert failure.cause in str(caught.value)


def test_every_failure_has_a_source_and_both_languages() -> None:
    assert len(failures()) >= 12
    assert {each.key for each in failures()} == set(MESSAGES.values())
    for each in failures():
        assert each.source
        assert each.confidence in ("read", "secondary")
        assert each.title != each.title_es
        assert each.do != each.do_es


@pytest.mark.parametrize("value", [4294967295.0, 2147483632.0, 9223372036854775794.0, 18446744073709551615.0, -1.0e9])
def test_no_metric_takes_an_overflow_or_a_blank_value(value: float) -> None:
    wide = {key for key in metrics() if is_possible(key, value)}
    assert all(key.endswith(("_bytes", "_per_s")) or key in ("energy_j", "clock_reasons") for key in wide) or value == 2147483632.0
    assert not {key for key in wide if key.endswith(("_percent", "_c", "_w", "_mhz", "_share"))}


def test_an_impossible_value_is_shown_as_its_reason() -> None:
    found = {"busy_percent": 18342.0, "power_w": 4_294_967.295, "temperature_c": 44.0, "fan_percent": 104.0}
    lacks: dict[str, Lack] = {}
    without_impossible(found, lacks)
    assert found == {"temperature_c": 44.0, "fan_percent": 104.0}
    assert lacks == {"busy_percent": Lack.IMPOSSIBLE, "power_w": Lack.IMPOSSIBLE}
    assert hosts_of([]) == []


@pytest.mark.parametrize(
    ("message", "key"),
    [
        ("NVML/RM version mismatch", "version_mismatch"),
        ("pynvml.NVMLError_DriverNotLoaded: x", "driver_not_loaded"),
        ("pynvml.NVMLError_NoPermission: x", "no_permission"),
        ("The operating system has blocked the request", "os_blocked"),
        ("nvidia-container-cli: nvml error: unknown error", "nvml_unknown"),
        ("Failed to initialize NVML: Not Supported", "nvml_not_supported"),
        ("NVML Shared Library Not Found", "library_missing"),
        ("could not find nvml.dll", "library_missing"),
        ("libnvidia-ml.so.1: cannot open shared object file", "library_missing"),
        ("NVML: Function Not Found", "function_missing"),
        ('exec: "nvidia-smi": executable file not found in $PATH', "command_missing"),
        ("No NVIDIA GPU found.", "no_devices"),
        ("Reboot the system to recover this GPU", "gpu_lost"),
        ("NVMLError_GpuIsLost", "gpu_lost"),
        ("GPU requires restart", "reset_required"),
        ("The external power cables are not properly connected", "insufficient_power"),
        ("Corrupted infoROM", "inforom"),
        ("Interrupt Request Issue", "interrupts"),
        ("GPU 00000000:0A:00.0: In use by another client", "in_use"),
        ("The following GPUs could not be reset:", "in_use"),
        ("unknown or invalid runtime name: nvidia", "no_runtime"),
        ("CUDA_ERROR_SYSTEM_NOT_READY", "fabric_not_ready"),
        ("cudaErrorSystemNotReady", "fabric_not_ready"),
        ("NVML: Timeout", "nvml_timeout"),
    ],
)
def test_other_wordings_of_the_messages(message: str, key: str) -> None:
    assert [each.failure.key for each in failures_in(message)] == [key]
