"""What exporters tell, as facts and values: names old and new, what represents no value, parts of a GPU, other exporters."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.formats.hosts.prometheus_text import read_prometheus_text
from gpudesk.monitor.exporters.dcgm import HostReading, hosts_of, lack_of
from gpudesk.monitor.exporters.exporters import exporters
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Lack
from tests.cli.conftest import Run, run
from tests.monitor.exporter_server import page, uuid

__all__ = ["run"]

SCHEMA = json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8"))
GPU = 'gpu="1",UUID="GPU-aa",pci_bus_id="00000000:1A:00.0",modelName="NVIDIA H100 80GB HBM3",Hostname="node-7"'
PARENT = "GPU-0a0a0a0a-0000-4000-8000-000000000001"


def read(text: str) -> list[HostReading]:
    return hosts_of(read_prometheus_text(text.encode()).samples, "somewhere")


def test_facts_and_values_in_our_units() -> None:
    (host,) = read(page(3, 5))
    assert (host.name, host.driver, len(host.gpus)) == ("node-03", "580.95.05", 8)
    one = host.gpus[2]
    assert (one.facts.uuid, one.facts.index, one.facts.name) == (uuid(3, 2), 2, "NVIDIA H100 80GB HBM3")
    assert (one.facts.pci, one.facts.parent) == ("00000000:12:00.0", "")
    assert (one.values["power_w"], one.values["energy_j"], one.values["memory_free_bytes"]) == (105.2, 5_000_500, 40_998 * 2**20)
    assert one.lacks["memory_temperature_c"] is Lack.UNSUPPORTED


@pytest.mark.parametrize(
    ("text", "lack"),
    [
        ("9223372036854775792", Lack.UNSAID),
        ("9223372036854775793", Lack.UNSAID),
        ("9223372036854775794", Lack.UNSUPPORTED),
        ("9223372036854775795", Lack.NO_PERMISSION),
        ("9.223372036854776e+18", Lack.UNSAID),
        ("2147483632", Lack.UNSAID),
        ("2147483634", Lack.UNSUPPORTED),
        ("140737488355328", Lack.UNSAID),
        ("140737488355330.0", Lack.UNSUPPORTED),
        ("NaN", Lack.UNSAID),
        ("+Inf", Lack.FAILED),
        ("-Inf", Lack.FAILED),
        ("0", None),
        ("2147483631", None),
        ("30000000000", None),
        ("-5", None),
    ],
)
def test_what_stands_for_no_value(text: str, lack: Lack | None) -> None:
    assert lack_of(float(text), text) is lack


def test_of_two_fields_the_better_counts_in_any_order() -> None:
    rows = [f"DCGM_FI_DEV_POWER_USAGE{{{GPU}}} 400", f"DCGM_FI_DEV_BOARD_POWER_RAW_WATTS{{{GPU}}} 455.5"]
    for order in (rows, rows[::-1]):
        assert read("\n".join(order))[0].gpus[0].values == {"power_w": 455.5}
    blank = [f"DCGM_FI_DEV_POWER_USAGE{{{GPU}}} 400", f"DCGM_FI_DEV_BOARD_POWER_RAW_WATTS{{{GPU}}} 140737488355330"]
    for order in (blank, blank[::-1]):
        assert (read("\n".join(order))[0].gpus[0].values, read("\n".join(order))[0].gpus[0].lacks) == ({"power_w": 400}, {})


def test_what_dcgm_counts_in_units_of_its_own() -> None:
    """A violation by power counts ns whatever its help says; the throughput of NVLink is told in thousands of KiB a second."""
    rows = [
        f"DCGM_FI_DEV_POWER_VIOLATION{{{GPU}}} 2500000000",
        f"DCGM_FI_DEV_NVLINK_TX_BANDWIDTH_TOTAL{{{GPU}}} 3",
        f"DCGM_FI_DEV_NVLINK_RX_THROUGHPUT_TOTAL{{{GPU}}} 4",
        f"DCGM_FI_PROF_NVLINK_RX_BYTES{{{GPU}}} 4095000",
        f"DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL{{{GPU}}} 7",
    ]
    (gpu,) = read("\n".join(rows))[0].gpus
    assert gpu.values == {"held_power_cap_s": 2.5, "nvlink_sent_bytes_per_s": 3_072_000, "nvlink_received_bytes_per_s": 4_095_000}


def test_parts_stand_behind_their_gpu() -> None:
    part = f'gpu="0",UUID="{PARENT}",modelName="NVIDIA H100 80GB HBM3",GPU_I_PROFILE="{{}}",GPU_I_ID="{{}}",hostname="node-1"'
    text = "\n".join(
        f"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{{{part.format(profile, number)}}} 0.5" for profile, number in (("3g.40gb", 2), ("1g.10gb", 1))
    )
    whole, first, second = read(text + f"\nDCGM_FI_DEV_GPU_UTIL{{{GPU}}} 5\n")[0].gpus
    assert (whole.facts.uuid, whole.facts.mig, dict(whole.values)) == (PARENT, True, {})
    assert [(each.facts.uuid, each.facts.name, each.facts.gpu_instance) for each in (first, second)] == [
        (f"{PARENT}/1", "MIG 1g.10gb", 1),
        (f"{PARENT}/2", "MIG 3g.40gb", 2),
    ]
    assert (first.facts.parent, first.values, first.lacks["busy_percent"]) == (PARENT, {"tensor_active_percent": 50}, Lack.MIG)


def test_links_switches_and_processes_are_no_gpus() -> None:
    text = (
        f'DCGM_FI_DEV_GPU_TEMP{{nvlink="3",{GPU}}} 40\nDCGM_FI_DEV_GPU_TEMP{{nvswitch="1",hostname="a"}} 40\n'
        'DCGM_FI_DEV_GPU_TEMP{cpu="0"} 40\nnvidia_smi_memory_used_bytes{uuid="GPU-aa",pid="3"} 7\ngo_goroutines 9\n'
    )
    assert read(text) == []


def test_what_nvidia_gpu_exporter_gives() -> None:
    bare = PARENT.removeprefix("GPU-")
    text = (
        f'nvidia_smi_gpu_info{{uuid="{bare}",index="3",name="NVIDIA L40S",driver_version="595.80",cuda_version="13.2",serial="[N/A]"}} 1\n'
        f'nvidia_smi_utilization_gpu_ratio{{uuid="{bare}"}} 0.5\nnvidia_smi_clocks_current_sm_clock_hz{{uuid="{bare}"}} 1.98e+09\n'
        f'nvidia_smi_memory_used_bytes{{uuid="{bare}"}} 1048576\nnvidia_smi_ecc_mode_current{{uuid="{bare}"}} 1\n'
    )
    (host,) = read(text)
    (one,) = host.gpus
    assert (host.name, host.driver, host.cuda) == ("somewhere", "595.80", "13.2")
    assert (one.facts.uuid, one.facts.index, one.facts.name, one.facts.serial, one.facts.ecc) == (PARENT, 3, "NVIDIA L40S", "", True)
    assert {key: round(value, 6) for key, value in one.values.items()} == {
        "busy_percent": 50,
        "sm_clock_mhz": 1980,
        "memory_used_bytes": 1048576,
    }


def test_what_nvitop_exporter_gives() -> None:
    labels = f'hostname="10.0.0.5",index="0",devicename="NVIDIA A100",uuid="{PARENT}"'
    (host,) = read(
        f'nvitop_info{{hostname="10.0.0.5",driver_version="570.1",cuda_driver_version="12.8"}} 1\ngpu_memory_used_MiB{{{labels}}} 2\n'
        f"gpu_pcie_tx_throughput_MiBps{{{labels}}} 3\n"
    )
    assert (host.name, host.driver, host.gpus[0].facts.name) == ("10.0.0.5", "570.1", "NVIDIA A100")
    assert host.gpus[0].values == {"memory_used_bytes": 2 * 2**20, "pcie_sent_bytes_per_s": 3 * 2**20}


def test_every_name_stands_for_a_metric_that_there_is() -> None:
    words = exporters()
    assert {meaning.key for meaning in words.values.values()} <= metrics().keys()
    assert all(name.startswith(words.prefixes) for name in words.names)
    named = [name for metric in metrics().values() for name in metric.dcgm_names]
    assert len(named) == len(set(named))
    assert {"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_GPU_UTIL_RATIO"} <= set(words.names_of("busy_percent"))


def test_the_command_shows_a_saved_page(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "metrics.txt"
    saved.write_text(page(3, 5) + f'made_up_thing{{UUID="{uuid(3, 0)}"}} 42\nno value\n', encoding="utf-8")
    done = run("monitor", "--source", f"snapshot:{saved}", "--json")
    jsonschema.validate(done.json, SCHEMA)
    assert (done.json["source"], done.json["driver"], len(done.json["gpus"])) == ("snapshot", "580.95.05", 8)
    first = done.json["gpus"][0]
    assert (first["host"], first["unrecognized"], first["values"]["power_w"]) == ("node-03", {"made_up_thing": "42"}, 105)
    assert first["missing"]["energy_rate_w"] == "not_reported"
    assert "Line 102 has no number: no value" in done.err
    saved.write_text("# HELP up a\nup 1\n", encoding="utf-8")
    assert "It contains no GPU values." in run("monitor", "--source", f"snapshot:{saved}").err
