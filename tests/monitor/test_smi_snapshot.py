"""What nvidia-smi printed, read back: every value, every reason why one is missing, and nothing that a file could do to us."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.hosts import nvidia_smi_csv, nvidia_smi_xml
from gpudesk.formats.hosts.nvidia_smi_csv import read_nvidia_smi_csv
from gpudesk.formats.hosts.nvidia_smi_xml import MOST_GPUS, read_nvidia_smi_xml, read_nvidia_smi_xml_file
from gpudesk.monitor.readings.metrics import metrics
from gpudesk.monitor.readings.reading import Lack
from gpudesk.monitor.saved.smi_snapshot import number_in, snapshots_of, snapshots_of_rows
from tests.cli.conftest import Run, run
from tests.monitor.smi_listing import GPU, listing

__all__ = ["run"]

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "nvidia-smi"
MIB = 2**20


def test_values_come_in_our_units() -> None:
    (one,) = snapshots_of(read_nvidia_smi_xml(listing(GPU)))
    values = one.frame.values
    assert (values["memory_total_bytes"], values["memory_used_bytes"]) == (81_559 * MIB, 40_000 * MIB)
    assert (values["busy_percent"], values["temperature_c"], values["power_w"]) == (97, 66, 651.2)
    assert (values["pcie_generation"], values["pcie_width"], values["pcie_sent_bytes_per_s"]) == (4, 8, 439_000)
    assert values["held_power_cap_s"] == 2.5
    assert values["clock_reasons"] == 4 + 64
    assert one.frame.wall_s == datetime(2026, 8, 21, 8, 54, 1).astimezone().timestamp()
    assert (one.facts.pcie_generation, one.facts.pcie_width, one.facts.slowdown_c, one.facts.ecc) == (5, 16, 89, True)


def test_each_missing_value_has_its_reason() -> None:
    (one,) = snapshots_of(read_nvidia_smi_xml(listing(GPU)))
    assert one.frame.values.keys() | one.frame.lacks.keys() == metrics().keys()
    assert one.frame.lacks["fan_percent"] is Lack.UNSUPPORTED
    assert one.frame.lacks["memory_temperature_c"] is Lack.NO_PERMISSION
    assert one.frame.lacks["remap_failed"] is Lack.UNSUPPORTED
    assert one.frame.lacks["sm_active_percent"] is Lack.UNSAID


def test_what_is_not_known_is_kept() -> None:
    (one,) = snapshots_of(read_nvidia_smi_xml(listing(GPU)))
    assert one.unknown == {"brand_new_thing": "42 furlongs"}


def test_names_of_drivers_before_535() -> None:
    old = {path.replace("gpu_power_readings/instant_power_draw", "power_readings/power_draw"): text for path, text in GPU.items()}
    old = {path.replace("clocks_event_reason", "clocks_throttle_reason"): text for path, text in old.items()}
    (one,) = snapshots_of(read_nvidia_smi_xml(listing(old, schema="v11")))
    assert one.frame.values["power_w"] == 651.2
    assert one.frame.values["clock_reasons"] == 4 + 64


def test_a_lost_gpu_and_one_that_answers() -> None:
    lost = {path: "GPU is lost" if path.startswith(("fb_", "temperature", "utilization")) else text for path, text in GPU.items()}
    first, second = snapshots_of(read_nvidia_smi_xml(listing(lost, GPU)))
    assert first.frame.lacks["temperature_c"] is Lack.LOST
    assert second.frame.values["temperature_c"] == 66


def test_parts_and_processes() -> None:
    extra = (
        "<mig_devices><mig_device><index>0</index><gpu_instance_id>7</gpu_instance_id><compute_instance_id>0</compute_instance_id>"
        "<fb_memory_usage><total>9984 MiB</total><used>12 MiB</used></fb_memory_usage></mig_device></mig_devices>"
        "<processes><process_info><pid>4711</pid><type>C</type><process_name>python train.py</process_name>"
        "<used_memory>39000 MiB</used_memory></process_info><process_info><pid>-1</pid><type>C</type></process_info></processes>"
    )
    whole, part = snapshots_of(read_nvidia_smi_xml(listing({**GPU, "mig_mode/current_mig": "Enabled"}, extra=extra)))
    assert [(each.pid, each.used_bytes, each.command) for each in whole.processes] == [(4711, 39_000 * MIB, "python train.py")]
    assert whole.frame.lacks["fan_percent"] is Lack.MIG
    assert (part.facts.parent, part.facts.gpu_instance) == (whole.facts.uuid, 7)
    assert part.frame.values["memory_total_bytes"] == 9_984 * MIB


def test_the_public_captures_are_read() -> None:
    if not SAMPLES.is_dir():
        pytest.skip("the public samples are not beside the checkout")
    files = sorted(SAMPLES.glob("*.xml"))
    assert len(files) >= 6
    for path in files:
        log = read_nvidia_smi_xml_file(path)
        found = snapshots_of(log)
        wholes = [each for each in found if not each.facts.parent]
        assert len(wholes) == len(log.gpus)
        for each in wholes:
            assert {"memory_total_bytes", "memory_used_bytes", "temperature_c", "power_w", "clock_reasons"} <= each.frame.values.keys()
            assert each.facts.name
            assert Lack.FAILED not in each.frame.lacks.values()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "invalid XML: "),
        (b"<a>", "invalid XML: "),
        (b"<html></html>", "This is not an nvidia-smi listing: it starts with html"),
        (listing(GPU)[:-20], "invalid XML: "),
        (listing(GPU, head=' [<!ENTITY a "aaaa">]'), "entities"),
        (
            b"<nvidia_smi_log>" + b"<gpu>" * 40 + b"</gpu>" * 40 + b"</nvidia_smi_log>",
            "The structure of the file is not that of an nvidia-smi listing",
        ),
        (b"\x00\xff\xfe", "invalid XML: "),
    ],
)
def test_a_file_that_is_none_is_refused(text: bytes, told: str) -> None:
    with pytest.raises(InvalidData, match=told):
        read_nvidia_smi_xml(text)


def test_no_more_is_read_than_a_listing_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = listing(GPU)
    read = read_nvidia_smi_xml(sound)
    elements = len(re.findall(rb"<\w", sound))
    monkeypatch.setattr(nvidia_smi_xml, "_MOST_ELEMENTS", elements)
    assert read_nvidia_smi_xml(sound) == read
    monkeypatch.setattr(nvidia_smi_xml, "_MOST_ELEMENTS", elements - 1)
    with pytest.raises(InvalidData, match="The structure of the file is not that of an nvidia-smi listing"):
        read_nvidia_smi_xml(sound)
    monkeypatch.undo()
    monkeypatch.setattr(nvidia_smi_xml, "MOST_BYTES", len(sound))
    assert read_nvidia_smi_xml(sound) == read
    monkeypatch.setattr(nvidia_smi_xml, "MOST_BYTES", len(sound) - 1)
    with pytest.raises(InvalidData, match="larger than 0 MiB"):
        read_nvidia_smi_xml(sound)


CSV = (
    "timestamp, index, name, uuid, memory.used [MiB], memory.total [MiB], utilization.gpu [%], "
    "power.draw [W], temperature.gpu, wishes.granted [%]\n"
    "2026/08/21 08:54:01.250, 0, NVIDIA H100 80GB HBM3, GPU-aa, 40000 MiB, 81559 MiB, 97 %, 651.20 W, 66, 3 %\n"
    "2026/08/21 08:54:01.250, 1, NVIDIA H100 80GB HBM3, GPU-bb, 12 MiB, 81559 MiB, [N/A], [Unknown Error], 31, 0 %\n"
)


def test_rows_of_a_query() -> None:
    first, second = snapshots_of_rows(read_nvidia_smi_csv(CSV))
    assert (first.facts.uuid, first.facts.index, first.facts.name) == ("GPU-aa", 0, "NVIDIA H100 80GB HBM3")
    assert (first.frame.values["memory_used_bytes"], first.frame.values["busy_percent"]) == (40_000 * MIB, 97)
    assert first.frame.wall_s == datetime(2026, 8, 21, 8, 54, 1, 250_000).astimezone().timestamp()
    assert first.unknown["wishes.granted"] == "3 %"
    assert (second.frame.lacks["busy_percent"], second.frame.lacks["power_w"]) == (Lack.UNSUPPORTED, Lack.FAILED)


def test_rows_without_units_have_those_of_the_head() -> None:
    (one,) = snapshots_of_rows(read_nvidia_smi_csv("uuid, memory.used [MiB]\nGPU-aa, 512\n"))
    assert one.frame.values["memory_used_bytes"] == 512 * MIB


def test_every_row_that_does_not_fit_is_named() -> None:
    with pytest.raises(InvalidData) as caught:
        read_nvidia_smi_csv("uuid, memory.used [MiB]\nGPU-aa\nGPU-bb, 1, 2\nGPU-cc, 3 MiB\n")
    assert [problem.plain() for problem in caught.value.problems] == ["Line 2: 1 cell, 2 columns.", "Line 3: 3 cells, 2 columns."]


def test_a_file_beyond_a_limit_is_refused_and_not_read_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "uuid, memory.used [MiB]\nGPU-aa, 1\nGPU-bb, 2\n"
    monkeypatch.setattr(nvidia_smi_csv, "_MOST_ROWS", 2)
    monkeypatch.setattr(nvidia_smi_csv, "MOST_CHARACTERS", len(text))
    assert len(read_nvidia_smi_csv(text)) == 2
    with pytest.raises(InvalidData, match="larger than 0 MiB"):
        read_nvidia_smi_csv(text + "\n")
    monkeypatch.setattr(nvidia_smi_csv, "_MOST_ROWS", 1)
    with pytest.raises(InvalidData, match="more than 1 rows"):
        read_nvidia_smi_csv(text)


@pytest.mark.parametrize("text", ["", "hello\n", "a,b\n1,2\n", "\x00"])
def test_what_is_no_query_is_refused(text: str) -> None:
    with pytest.raises(InvalidData):
        read_nvidia_smi_csv(text)


def test_the_command_shows_a_snapshot(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "node.xml"
    saved.write_bytes(listing(GPU))
    body = run("monitor", "--source", f"snapshot:{saved}", "--json").json
    assert (body["source"], body["driver"], len(body["gpus"])) == ("snapshot", "580.95.05", 1)
    assert body["gpus"][0]["unrecognized"] == {"brand_new_thing": "42 furlongs"}
    assert json.dumps(body)
    assert "651 of " in run("monitor", "--source", f"snapshot:{saved}").out
    saved.write_text("no listing", encoding="utf-8")
    assert run("monitor", "--source", f"snapshot:{saved}").code == 3


def test_more_gpus_than_a_machine_has_are_refused_by_count() -> None:
    one = b'<gpu id="x"><uuid>G</uuid></gpu>'
    most = read_nvidia_smi_xml(b"<nvidia_smi_log>" + one * MOST_GPUS + b"</nvidia_smi_log>")
    assert len(most.gpus) == MOST_GPUS
    parts = b"<gpu><mig_devices>" + b"<mig_device></mig_device>" * MOST_GPUS + b"</mig_devices></gpu>"
    for more in (one * (MOST_GPUS + 1), parts):
        # What follows is not looked at: counting ends the reading, and not the end of the file.
        with pytest.raises(InvalidData, match=f"more than {MOST_GPUS} GPUs"):
            read_nvidia_smi_xml(b"<nvidia_smi_log>" + more + b" " * 70_000 + b"<broken")


def test_a_number_beyond_every_float_is_none() -> None:
    assert number_in("9" * 5000, "") is None
    assert number_in("12.5 W", "W") == 12.5
    (made,) = snapshots_of_rows([{"index": "9" * 5000, "name": "H100", "pcie.link.gen.max": "9" * 5000}])
    assert made.facts.index == 0
