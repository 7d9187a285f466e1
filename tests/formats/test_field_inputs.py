"""What each input of `field_inputs` gives: the table of every form that people bring, read by `gpudesk read FILE --json`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import read_tables
from tests.cli.in_process import gpudesk

INPUTS = Path(__file__).with_name("field_inputs")
_XID: dict[str, Any] = {"kernel_log.errors.0.xid": 48, "kernel_log.errors.0.pci": "0000:4f:00"}


def _time(
    kind: str, shown: str | None, *, boot_s: float | None = None, wall_s: float | None = None, host: str | None = None
) -> dict[str, Any]:
    values = {"time_kind": kind, "time": shown, "boot_s": boot_s, "wall_s": wall_s, "host": host}
    return {**_XID, **{f"kernel_log.errors.0.{key}": value for key, value in values.items()}}


def _error(kind: str, severity: str, **more: object) -> dict[str, Any]:
    return {f"kernel_log.errors.0.{key}": value for key, value in {"kind": kind, "severity": severity, **more}.items()}


BOOT = _time("boot", "812.250001", boot_s=812.250001)
KERNEL: dict[str, dict[str, Any]] = {
    "boot": BOOT,
    "boot-thread": BOOT,
    "raw": BOOT,
    "level": BOOT,
    "utf16": BOOT,
    "short-monotonic": _time("boot", "812.250001", boot_s=812.250001, host="node-3"),
    "ctime": _time("local", "2025-12-31 23:59:58"),
    "ctime-spanish": _time("local", "mié dic 31 23:59:58 2025"),
    "human": _time("no_year", "Dec31 23:59"),
    "iso": _time("zoned", "2025-12-31 23:59:58.500000 +00:00", wall_s=1767225598.5),
    "iso-level": _time("zoned", "2025-12-31 23:59:58.500000 +01:00", wall_s=1767221998.5),
    "rfc3164": _time("no_year", "Dec 31 23:59:58", boot_s=812.25, host="node-3"),
    "rfc3339": _time("zoned", "2025-12-31 23:59:58.123456 +00:00", wall_s=1767225598.123456, host="node-3"),
    "rfc5424": _time("zoned", "2025-12-31 23:59:58.5 Z", wall_s=1767225598.5, host="node-3"),
    "short": _time("no_year", "Dec 31 23:59:58", host="node-3"),
    "short-precise": _time("no_year", "Dec 31 23:59:58.123456", host="node-3"),
    "short-iso": _time("zoned", "2025-12-31 23:59:58 +0000", wall_s=1767225598.0, host="node-3"),
    "short-iso-colon": _time("zoned", "2025-12-31 23:59:58 +02:00", wall_s=1767218398.0, host="node-3"),
    "short-full": _time("zoned", "2025-12-31 23:59:58 UTC", wall_s=1767225598.0, host="node-3"),
    "short-unix": _time("zoned", "2025-12-31 23:59:58 Z", wall_s=1767225598.0, host="node-3"),
    "journal-json": _time("zoned", "2025-12-31 23:59:58 Z", wall_s=1767225598.5),
    "journal-bytes": _time("zoned", "2025-12-31 23:59:58 Z", wall_s=1767225598.5),
    "sxid": {**_error("sxid", "error", sxid=20034, printed_severity="Fatal", link=31), "kernel_log.errors.1.severity": "warning"},
    "sxid-data": _error("sxid", "warning", sxid=12028, printed_severity=None),
    "fallen": _error("fallen_off_bus", "error", pci="0000:4f:00"),
    "init": _error("init_failed", "error", pci="0000:4f:00"),
    "power-brake": _error("power_brake", "warning", pci="0000:4f:00"),
    "aer": _error("pcie_fatal", "error", pci="0000:4f:00", printed_severity="Uncorrected (Fatal)"),
    "recovery-reset": _error("xid", "error", xid=154, recovery="pf flr"),
    "recovery-reboot": _error("xid", "error", xid=154, recovery="os reboot"),
    "recovery-none": _error("xid", "info", xid=154, recovery="none"),
    "recovery-more": _error("xid", "error", xid=154, recovery="node reboot required", pid=812),
    "delta": BOOT,
    "short-delta": _time("boot", "812.250001", boot_s=812.250001, host="node-3"),
    "with-unit": _time("zoned", "2025-12-31 23:59:58 UTC", wall_s=1767225598.0, host="node-3"),
    "dmesg-json": BOOT,
    "verbose": _time("zoned", "2025-12-31 23:59:58.500000 UTC", wall_s=1767225598.5, host="node-3"),
    "export": _time("zoned", "2025-12-31 23:59:58 Z", wall_s=1767225598.5, host="node-3"),
    "pdsh": {**_time("boot", "812.250001", boot_s=812.250001, host="node-3"), "kernel_log.errors.1.host": "node-4"},
    "grep": _time("no_year", "Dec 31 23:59:58", host="node-3"),
    "firmware-first": _error("pcie_fatal", "error", pci="0000:4f:00", boot_s=812.250001),
    "fabric-manager": {"kernel_log.errors": [], "kernel_log.driver_lines": 1, "kernel_log.unrecognized_count": 1},
    "clean": {"kernel_log.errors": [], "kernel_log.driver_lines": 1, "kernel_log.unrecognized_count": 0},
    "unread": {"kernel_log.errors": [], "kernel_log.unrecognized_count": 1},
}
LISTINGS: dict[str, dict[str, Any]] = {
    "smi-table-535.txt": {"format": "nvidia-smi", "gpus.0.values.power_w": 91.0, "gpus.0.processes.0.pid": 4242},
    "smi-table-520.txt": {"format": "nvidia-smi", "gpus.0.index": 3, "gpus.0.missing.power_w": "failed"},
    "smi-table-lost.txt": {"gpus.0.values.temperature_c": 104.0, "gpus.1.health.0.key": "lost", "gpus.3.health.0.key": "failed"},
    "smi-compute-apps.csv": {"gpus.0.processes.1.pid": 4243, "gpus.0.processes.1.used_bytes": 250 * 2**20},
    "smi-remapped.csv": {"gpus.0.health.0.key": "remap_failed"},
    "smi-semicolons.csv": {"gpus.0.values.power_w": 88.1},
    "smi-nameless.csv": {"gpus.0.values.busy_percent": 97.0, "gpus.1.values.busy_percent": 98.0},
    "smi-dmon-csv.txt": {"format": "dmon", "gpus.1.values.busy_percent": 98.0},
    "smi-nvlink-5.txt": {"gpus.0.values.nvlink_crc_errors": 3.0, "gpus.0.values.nvlink_recoveries": 3.0},
    "smi-q.txt": {"format": "nvidia-smi -q", "attached": 2, "gpus.0.values.busy_percent": 63.0},
    "smi-query-noise.csv": {"format": "nvidia-smi --query-gpu", "failures.0.key": "inforom"},
    "smi-query-impossible.csv": {"gpus.0.missing.busy_percent": "impossible", "gpus.0.missing.power_w": "impossible"},
    "smi-query-utf16.csv": {"gpus.0.values.memory_used_bytes": 100 * 2**20},
    "smi-xml-noise.txt": {"format": "nvidia-smi -q -x", "gpus.0.values.temperature_c": 41.0},
    "smi-xml-utf16.xml": {"format": "nvidia-smi -q -x", "gpus.0.values.temperature_c": 41.0},
    "smi-dmon.txt": {"format": "dmon", "gpus.1.values.busy_percent": 99.0},
    "smi-dmon-time.txt": {"format": "dmon", "gpus.0.values.power_w": 410.0},
    "smi-pmon.txt": {"format": "nvidia-smi pmon", "gpus.0.processes.0.pid": 4242},
    "smi-list.txt": {"gpus.1.uuid": "GPU-00000000-aaaa-bbbb-cccc-00000000a001/0"},
    "smi-nvlink.txt": {"gpus.0.values.nvlinks_down": 1.0},
    "smi-table-mig.txt": {
        "format": "nvidia-smi",
        "gpus.1.values.memory_total_bytes": 20_096 * 2.0**20,
        "gpus.1.processes.0.pid": 123456,
        "gpus.2.values.ecc_uncorrected": 2.0,
        "gpus.4.index": 1,
    },
    "smi-nvlink-errors.txt": {"gpus.0.values.nvlink_replays": 3.0},
    "dcgmi-dmon.txt": {"format": "dmon", "gpus.0.values.sm_active_percent": 87.5},
    "exporter-impossible.prom": {"gpus.0.missing.busy_percent": "impossible", "gpus.1.values.busy_percent": 57.0},
}
OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "smi-topo.txt": ("GPU topology", {"topology.names": ["GPU0", "GPU1", "NIC0"], "topology.cards.NIC0": "mlx5_0"}),
    "smi-topo-spaces.txt": ("GPU topology", {"topology.numa.GPU1": "1"}),
    "dcgm-diag-4.json": ("DCGM report", {"report.verdict": "fail", "report.version": "4.2.3"}),
    "dcgm-diag-3.json": ("DCGM report", {"report.verdict": "warn"}),
    "dcgm-diag-error.json": ("DCGM report", {"report.verdict": "fail", "report.error": "The hostengine could not be reached"}),
    "dcgm-diag-table.txt": ("DCGM report", {"report.verdict": "fail"}),
    "dcgm-health.txt": ("DCGM report", {"report.what": "health", "report.verdict": "warn"}),
    "failure-mismatch.txt": ("failure message", {"failures.0.key": "version_mismatch"}),
    "failure-no-driver.txt": ("failure message", {"failures.0.key": "no_communication"}),
    "failure-no-devices.txt": ("failure message", {"failures.0.key": "no_devices"}),
    "failure-handle.txt": ("failure message", {"failures.0.key": "handle_lost", "failures.0.gpu": "3: 0000:5F:00.0"}),
    "failure-container.txt": ("failure message", {"failures.0.key": "nvml_unknown"}),
    "failure-command.txt": ("failure message", {"failures.0.key": "command_missing"}),
    "profile-nsys-columns.txt": (
        "profile of a job",
        {
            "profile.kernel_s": 8.0,
            "profile.kernels.0.count": 300,
            "profile.kernels.0.name": "gemm<float, int>(float *, int, const",
            "profile.copies.0.name": "[CUDA memcpy Host-to-Device]",
            "profile.copy_share": 0.16,
        },
    ),
    "profile-nsys-utf16.csv": ("profile of a job", {"profile.kernel_s": 8.0, "profile.copy_share": None}),
    "profile-torch.json": ("profile of a job", {"profile.kernels.0.count": 10, "profile.copy_share": pytest.approx(0.25)}),
    "profile-torch.json.gz": ("profile of a job", {"profile.kernels.0.count": 10, "profile.copy_share": pytest.approx(0.25)}),
    "list-range.csv": ("device list", {}),
    "list-german.csv": ("device list", {}),
    "list-title.csv": ("device list", {}),
    "list-halle.csv": ("device list", {}),
    "list-spanish.csv": ("device list", {}),
    "list-he.csv": ("device list", {}),
    "list-merged.xlsx": ("device list", {}),
    "list-numbers.xlsx": ("device list", {}),
    "list-cables.csv": ("cable list", {}),
    "list-netbox.csv": ("netbox list", {}),
    "fabric-ibnetdiscover.txt": ("subnet", {}),
    "fabric-ibnetdiscover-f.txt": ("subnet", {}),
    "fabric-ibnetdiscover-g.txt": ("subnet", {}),
    "fabric-ibnetdiscover-p.txt": ("subnet", {}),
    "fabric-iblinkinfo.txt": ("subnet", {}),
    "fabric-iblinkinfo-l.txt": ("subnet", {}),
    "fabric-prompt.txt": ("subnet", {}),
    "fabric-dot.dot": ("link graph", {}),
    "model-config.json": ("model", {}),
    "engine-vllm.log": ("log of a serving program", {"engine_log.program": "vllm", "engine_log.cache_tokens": 1376256}),
    "engine-sglang.log": ("log of a serving program", {"engine_log.program": "sglang", "engine_log.cache_tokens": 1200000}),
    "engine-llama.log": ("log of a serving program", {"engine_log.program": "llama.cpp", "engine_log.cache_gib": 1.0}),
    "kernel-mail.txt": ("kernel log", {**BOOT, "kernel_log.driver_lines": 1}),
    "kernel-journal-prompt.txt": ("kernel log", KERNEL["journal-json"]),
    "smi-q-pdsh.txt": ("listing of GPUs", {"listing.attached": 2, "listing.gpus.0.values.busy_percent": 63.0}),
    "smi-query-mail.txt": (
        "listing of GPUs",
        {
            "listing.gpus.1.values.busy_percent": 9.0,
            "listing.notes.0": "Lines below the listing that are truncated or not part of it: 1; the first: 2, NVIDIA H100 80G",
        },
    ),
}
LISTS: dict[str, list[tuple[str, str, int | None]]] = {
    "list-range.csv": [("A1", "n1", 22)],
    "list-spanish.csv": [("A01", "gpu-1", 22)],
    "list-halle.csv": [("A01", "gpu-1", 2), ("A02", "gpu-2", 22)],
    "list-merged.xlsx": [("A01", "gpu-1", 22), ("A01", "gpu-2", 38), ("A02", "sw-1", 78)],
    "list-numbers.xlsx": [("A 01", "gpu-1", 22), ("A 01", "sw-1", 78)],
}
"""Rack, device and half unit of each line of some lists, as Import reads them."""
REFUSED = {
    "kernel-no-driver.log": "No NVIDIA driver messages in this log; errors cannot be evaluated.",
    "smi-noheader.csv": "it looks like nvidia-smi --query-gpu with noheader: the columns cannot be identified.",
    "prose.txt": "prose.txt is not recognized; it looks like plain text.",
    "empty.txt": "empty.txt is empty.",
    "dcgm-diag-cut.json": "The dcgmi report is damaged or truncated; the GPUs cannot be evaluated.",
    "packed.log.gz": "packed.log.gz is compressed with gzip: unpack it first.",
    "two-kinds.txt": "two-kinds.txt contains several kinds of data: kernel-log, listing.",
    "two-kinds-fabric.txt": "two-kinds-fabric.txt contains several kinds of data: subnet, kernel-log.",
}
TABLE: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"kernel-{name}.log": ("kernel log", values) for name, values in KERNEL.items()},
    **{name: ("listing of GPUs", {f"listing.{path}": value for path, value in values.items()}) for name, values in LISTINGS.items()},
    **OTHERS,
}


def _at(body: Any, path: str) -> Any:
    for part in path.split("."):
        body = body[int(part)] if isinstance(body, list) else body[part]
    return body


@pytest.mark.parametrize("name", TABLE)
def test_what_each_input_gives(name: str) -> None:
    kind, values = TABLE[name]
    done = gpudesk("read", str(INPUTS / name), "--json")
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "read.v2.json").read_text(encoding="utf-8")))
    assert body["kind"] == kind
    assert {path: _at(body, path) for path in values} == values
    assert gpudesk("read", str(INPUTS / name)).stdout.startswith(f"{name}: {kind}")


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_understood_is_answered_and_ends_with_3(name: str) -> None:
    for more in ((), ("--json",)):
        done = gpudesk("read", str(INPUTS / name), *more)
        assert (done.returncode, done.stdout) == (3, "")
        assert REFUSED[name] in done.stderr


@pytest.mark.parametrize("name", LISTS)
def test_what_the_lines_of_lists_say(name: str) -> None:
    found = read_device_list(read_tables(INPUTS / name, whole=False), "uid")
    lines = [(record.names.get("rack"), record.names.get("device"), record.values.get("position")) for record in found.records]
    assert lines == LISTS[name]


def test_every_input_is_in_the_table() -> None:
    assert {path.name for path in INPUTS.iterdir()} == {*TABLE, *REFUSED}
    assert len(TABLE) + len(REFUSED) >= 60


@pytest.mark.parametrize(("wanted", "kind"), [("kernel-log", "kernel log"), ("subnet", "subnet")])
def test_a_kernel_log_around_a_fabric_listing_is_chosen(wanted: str, kind: str) -> None:
    done = gpudesk("read", str(INPUTS / "two-kinds-fabric.txt"), "--as", wanted, "--json")
    assert json.loads(done.stdout)["kind"] == kind


def test_one_of_two_kinds_is_chosen() -> None:
    done = gpudesk("read", str(INPUTS / "two-kinds.txt"), "--as", "kernel-log", "--json")
    assert json.loads(done.stdout)["kind"] == "kernel log"


@pytest.mark.parametrize(
    ("name", "kind"), [("kernel-sxid.log", "kernel log"), ("smi-query-utf16.csv", "listing of GPUs"), ("list-german.csv", "device list")]
)
def test_what_is_piped_in_is_read_as_a_file_is(name: str, kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gpudesk", "read", "-", "--json"], input=(INPUTS / name).read_bytes(), capture_output=True, check=False
    )
    body = json.loads(done.stdout)
    assert (done.returncode, body["name"], body["kind"]) == (0, "the pasted text", kind)
