"""Listings of GPUs in the forms that drivers and people give them: what each says, and above all what it does not say."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts.dcgm_results import read_dcgm_report
from gpudesk.formats.hosts.nvidia_smi_links import Topology
from gpudesk.monitor.health.smi_failures import failures_in
from gpudesk.monitor.saved.recognized import understood
from tests.cli.in_process import gpudesk

UUID = "GPU-00000000-aaaa-bbbb-cccc-00000000a001"
TABLE = """\
| NVIDIA-SMI 580.65.06              Driver Version: 580.65.06      CUDA Version: 13.0     |
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
|   0  NVIDIA GB300                   On  |   00000008:01:00.0 Off |                    3 |
| N/A  104C    P0    Unknown Error / 1400W |       0MiB / 284208MiB |    ERR!    E. Process |
|                                         |                        |            Disabled* |
|   1  ERR!                          ERR! |   00000018:01:00.0 ERR!|                 ERR! |
|ERR!  ERR! ERR!             ERR! / ERR!  |       GPU is lost      |     ERR!        ERR! |
|                                         |                        |                 ERR! |
|   2  NVIDIA A100-SXM4-40GB          On  |   00000000:07:00.0 Off |                   On |
| N/A   34C    P0              55W / 400W |    1000MiB / 40960MiB  |      N/A     Default |
|                                         |                        |              Enabled |
|   3  ERR!                          ERR! |   00000018:01:00.0 ERR!|                 ERR! |
|ERR!  ERR! ERR!             ERR! / ERR!  |       ERR! / ERR!      |     ERR!        ERR! |
"""


def listing(text: str, tmp_path: Path, name: str = "a.txt") -> Any:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    done = gpudesk("read", str(path), "--json")
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "read.v2.json").read_text(encoding="utf-8")))
    return body["listing"]


def health(gpu: Any) -> list[str]:
    return [each["key"] for each in gpu["health"]]


def test_a_cell_with_an_error_leaves_the_other_cells_of_a_table_as_they_are(tmp_path: Path) -> None:
    hot, lost, parts, failed = listing(TABLE, tmp_path)["gpus"]
    assert hot["values"] == {
        "temperature_c": 104.0,
        "power_limit_w": 1400.0,
        "memory_used_bytes": 0.0,
        "memory_total_bytes": 284208 * 2.0**20,
        "ecc_uncorrected": 3.0,
    }
    assert (hot["missing"]["power_w"], hot["missing"]["busy_percent"], hot["mig"]) == ("failed", "failed", False)
    assert (lost["values"], health(lost)) == ({}, ["lost"])
    assert (failed["values"], health(failed)) == ({}, ["failed"])
    assert (parts["ecc"], parts["mig"], parts["missing"]["ecc_uncorrected"]) == (True, True, "unsupported")


@pytest.mark.parametrize(
    ("counts", "uncorrected"),
    [
        ("SRAM Uncorrectable : 0\n DRAM Uncorrectable : 0", 0.0),
        ("SRAM Uncorrectable : 2\n DRAM Uncorrectable : 0", 2.0),
        ("SRAM Uncorrectable Parity : 1\n SRAM Uncorrectable SEC-DED : 2\n DRAM Uncorrectable : 4", 7.0),
        ("SRAM Uncorrectable : N/A\n DRAM Uncorrectable : 0", 0.0),
        ("SRAM Uncorrectable : 1\n DRAM Uncorrectable : ERR!", 1.0),
        ("SRAM Uncorrectable : ERR!\n DRAM Uncorrectable : 0", "failed"),
        ("SRAM Uncorrectable : 4294967295\n DRAM Uncorrectable : 0", "impossible"),
        ("DRAM Correctable : 0", "not_reported"),
    ],
)
def test_errors_of_every_memory_are_counted(counts: str, uncorrected: float | str, tmp_path: Path) -> None:
    rows = counts.replace("\n ", "\n            ")
    head = "==============NVSMI LOG==============\n\nAttached GPUs : 1\nGPU 00000000:18:00.0\n"
    text = f"{head}    ECC Errors\n        Volatile\n            {rows}\n"
    (gpu,) = listing(text, tmp_path)["gpus"]
    found = gpu["values"].get("ecc_uncorrected", gpu["missing"].get("ecc_uncorrected"))
    assert found == uncorrected
    assert ("ecc_uncorrected" in health(gpu)) == (isinstance(uncorrected, float) and uncorrected > 0)


def test_remapped_rows_and_retired_pages_of_a_csv(tmp_path: Path) -> None:
    head = "gpu_uuid, remapped_rows.correctable, remapped_rows.uncorrectable, remapped_rows.pending, remapped_rows.failure"
    (gpu,) = listing(f"{head}\n{UUID}, 0, 3, 0, 1\n", tmp_path)["gpus"]
    assert (gpu["values"]["rows_remapped_uncorrected"], health(gpu)) == (3.0, ["remap_failed"])
    (gpu,) = listing("index, retired_pages.sbe, retired_pages.dbe\n0, 40, 21\n", tmp_path)["gpus"]
    assert (gpu["values"], health(gpu)) == ({"pages_retired": 61.0}, ["pages_retired_many"])


@pytest.mark.parametrize(
    ("text", "powers", "note"),
    [
        ("power.draw [W]\n70.5 W\n98.0 W\n", [70.5, 98.0], "No column identifies the GPU of a row"),
        ("name, power.draw [W]\nNVIDIA L4, 70.5 W\nNVIDIA L4, 98.0 W\n", [70.5, 98.0], "No column identifies the GPU of a row"),
        (
            "timestamp, power.draw [W]\n" + "".join(f"2026/02/02 09:11:3{each // 2}.1, {each} W\n" for each in (1, 2, 3, 4)),
            [4.0, 3.0],
            "No column identifies the GPU of a row",
        ),
        ("index;name;power.draw [W]\n0;NVIDIA L4;70,5 W\n1;NVIDIA L4;98 W\n", [70.5, 98.0], ""),
        ("index\tpower.draw [W]\n0\t70.5 W\n1\t98 W\n", [70.5, 98.0], ""),
        ("serial, power.draw [W]\n1650, 70.5 W\n1651, 98 W\n", [70.5, 98.0], ""),
    ],
)
def test_rows_of_csv_are_gpus(text: str, powers: list[float], note: str, tmp_path: Path) -> None:
    found = listing(text, tmp_path, "a.csv")
    assert [gpu["values"]["power_w"] for gpu in found["gpus"]] == powers
    assert [each[: len(note)] for each in found["notes"]] == ([note] if note else [])


def test_a_csv_of_processes_gives_each_gpu_with_what_runs(tmp_path: Path) -> None:
    rows = f"{UUID}, 4242, python3, 11250 MiB\n{UUID}, 4243, python3, 250 MiB\n{UUID[:-1]}2, 4244, [Not Found], [N/A]\n"
    found = listing(f"gpu_uuid, pid, process_name, used_gpu_memory [MiB]\n{rows}", tmp_path)["gpus"]
    pids = [[(each["pid"], each["used_bytes"]) for each in gpu["processes"]] for gpu in found]
    assert pids == [[(4242, 11250 * 2**20), (4243, 250 * 2**20)], [(4244, None)]]


@pytest.mark.parametrize("name", ["a.txt", "a.csv"])
def test_rows_without_a_head_are_no_device_list(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("0, NVIDIA H100, 88.1 W, 100 %\n1, NVIDIA H100, 88.1 W, 97 %\n", encoding="utf-8")
    done = gpudesk("read", str(path))
    assert (done.returncode, "noheader" in done.stderr) == (3, True)


def test_columns_of_dmon_with_commas_and_errors(tmp_path: Path) -> None:
    first, second = listing("#gpu, pwr, gtemp, sm\n#Idx, W, C, %\n0, 70, 33, 0\n1, 71, ERR!, 250\n", tmp_path)["gpus"]
    assert first["values"] == {"power_w": 70.0, "temperature_c": 33.0, "busy_percent": 0.0}
    assert (second["missing"]["temperature_c"], second["missing"]["busy_percent"]) == ("failed", "impossible")
    found = listing("# gpu  tviol sbecc dbecc pci\n# Idx  bool errs errs errs\n    0   1 0 2 3\n", tmp_path)
    assert found["notes"] == [
        "GPU 0: 2 uncorrectable memory errors over the life of the GPU (dbecc).",
        "GPU 0: clocks are thermally throttled (tviol).",
    ]
    assert health(found["gpus"][0]) == ["pcie_replays"]


def test_a_head_without_rows_describes_no_gpu(tmp_path: Path) -> None:
    for text in ("# gpu pwr gtemp\n# Idx W C\n", "index, power.draw [W]\n", "==============NVSMI LOG==============\nAttached GPUs : 0\n"):
        found = listing(text, tmp_path)
        assert (found["gpus"], found["notes"]) == ([], ["The listing describes no GPU."])


def test_processes_of_pmon_say_how_busy_they_are(tmp_path: Path) -> None:
    text = "# gpu pid type sm mem fb command\n# Idx # C/G % % MB name\n 0 42 C 97 30 79000 python3 train\n 0 43 C 250 - - x\n"
    (gpu,) = listing(text, tmp_path)["gpus"]
    assert [(each["pid"], each["busy_percent"], each["used_bytes"]) for each in gpu["processes"]] == [
        (42, 97.0, 79000 * 2**20),
        (43, None, None),
    ]


@pytest.mark.parametrize(
    ("links", "values", "found"),
    [
        ("Link 0: 50 GB/s\n\t Link 1: Disabled", {"nvlinks_up": 1.0, "nvlinks_down": 1.0}, "nvlinks_down"),
        ("Link 0: Unknown Error\n\t Link 1: 50 GB/s", {"nvlinks_up": 1.0, "nvlinks_down": 1.0}, "nvlinks_down"),
        (
            "Link 0: Effective Errors: 3\n\t Link 0: Symbol Errors: 9\n\t Link 0: Link recovery failed events: 1",
            {"nvlink_crc_errors": 3.0, "nvlink_recoveries": 1.0},
            "nvlink_recoveries",
        ),
        ("Link 0: Malformed packet Errors: 2", {"nvlink_crc_errors": 2.0}, "nvlink_errors"),
    ],
)
def test_links_that_are_down_or_count_errors(links: str, values: dict[str, float], found: str, tmp_path: Path) -> None:
    (gpu,) = listing(f"GPU 0: NVIDIA B200 (UUID: {UUID})\n\t {links}\n", tmp_path)["gpus"]
    assert (gpu["values"], found in health(gpu)) == (values, True)


def test_a_gpu_with_no_active_link_is_named() -> None:
    (seen,) = failures_in("NVML: Unable to retrieve NVLink information as all links are inActive\n")
    assert seen.failure.key == "nvlinks_inactive"


def test_a_fault_of_a_listing_is_in_the_json(tmp_path: Path) -> None:
    text = "==============NVSMI LOG==============\nAttached GPUs : 2\nGPU 00000000:18:00.0\n    Product Name : NVIDIA L4\n"
    lost = "Unable to determine the device handle for GPU0000:3A:00.0: Unknown Error\n"
    assert listing(text, tmp_path)["faults"] == []
    assert listing(text + lost, tmp_path)["faults"] == ["1 of 2 GPUs listed: a failure message shows that another did not respond."]


def test_a_matrix_whose_underline_lost_its_escape_is_read() -> None:
    text = "\t[4mGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity[0m\nGPU0\t X \tNV12\tPXB\t0-31\t0\nGPU1\tNV12\t X \tSYS\t32-63\t1\n"
    read = understood(text.encode(), "a.txt", None).read
    assert isinstance(read, Topology)
    assert (read.names, read.paths["GPU1", "mlx5_0"], read.numa["GPU1"]) == (("GPU0", "GPU1"), "SYS", "1")


DIAG = """\
+---------------------------+------------------------------------------------+
| Diagnostic                | Result                                         |
+===========================+================================================+
| Denylist                  | Pass                                           |
| PCIe                      | {status} |
+---------------------------+------------------------------------------------+
"""


@pytest.mark.parametrize(
    ("status", "verdict"),
    [("Pass", "pass"), ("Skip", "pass"), ("Fail - GPUs: 2, 3", "fail"), ("Error", "fail"), ("Not Run", "unknown"), ("Warn", "warn")],
)
def test_a_diagnostic_table_passes_only_where_every_test_did(status: str, verdict: str) -> None:
    assert read_dcgm_report(DIAG.format(status=status)).verdict == verdict


def test_a_diagnostic_table_that_is_cut_off_makes_no_statement() -> None:
    with pytest.raises(InvalidData, match="The dcgmi report is damaged or truncated; the GPUs cannot be evaluated"):
        read_dcgm_report(DIAG.format(status="Pass").rsplit("\n+", 1)[0])
    assert read_dcgm_report(DIAG.format(status="Fail").rsplit("\n+", 1)[0]).verdict == "fail"


def test_the_sum_of_a_test_counts_where_it_is_worse_than_its_gpus() -> None:
    results = [{"entity_group": "GPU", "entity_id": 0, "status": "Pass"}]
    tests = [{"name": "memory", "results": results, "test_summary": {"status": "Fail", "warnings": [{"warning": "it broke off"}]}}]
    body = {"DCGM Diagnostic": {"test_categories": [{"category": "Hardware", "tests": tests}]}}
    report = read_dcgm_report(json.dumps(body))
    assert (report.verdict, report.results[-1].details) == ("fail", ("it broke off",))
    results[0]["status"] = "Fail"
    assert [each.entity for each in read_dcgm_report(json.dumps(body)).results] == ["GPU 0"]
