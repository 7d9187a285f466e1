"""The verdict and the comparison with the plan, on the command line."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.cli.terminal.amounts import quantity
from gpudesk.derived.workloads.measured_peaks import measured_peaks
from gpudesk.derived.workloads.measured_rates import measured_rates
from gpudesk.monitor.readings.reading import Process
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.verdict.verdict_figures import Window
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.project.site_sheet_operations import set_baseline_value
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.sizing.measured.monitored import rate_expected
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from tests.cli.conftest import Run, run
from tests.monitor.made_load import track
from tests.monitor.made_source import frames_of
from tests.monitor.smi_listing import GPU, listing

__all__ = ["run"]

HEAD = (
    "timestamp, index, uuid, name, memory.total [MiB], memory.reserved [MiB], memory.used [MiB], utilization.gpu [%], power.draw [W], "
    "power.limit [W], clocks.current.sm [MHz]"
)


def recorded(path: Path, minutes: int, used_mib: int = 60_000, busy: int = 95) -> Path:
    start = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    lines = [HEAD]
    for second in range(0, minutes * 60 + 1, 5):
        at = (start + timedelta(seconds=second)).strftime("%Y/%m/%d %H:%M:%S.000")
        lines += [
            f"{at}, {index}, GPU-{index}, NVIDIA H100 80GB HBM3, 81559 MiB, 480 MiB, {used_mib} MiB, {busy} %, 600.00 W, 700.00 W, 1900 MHz"
            for index in range(2)
        ]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_verdict_on_what_nvidia_smi_wrote(tmp_path: Path, run: Run) -> None:
    path = recorded(tmp_path / "run.csv", 45)
    done = run("monitor", "--source", f"snapshot:{path}", "--verdict")
    assert done.code == 0
    assert done.out.startswith("Right size\n")
    assert "Window 40.0 min after 5.0 min of warm-up, coverage 100.0 %" in done.out
    assert "Caution: The GPU reports only whether any kernel is running" in done.out
    body = run("monitor", "--source", f"snapshot:{path}", "--verdict", "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert (body["verdict"], body["gpus"][0]["activity_is_coarse"], len(body["gpus"])) == ("well_sized", True, 2)
    assert body["gpus"][1]["activity"]["p50"] == pytest.approx(0.95)


def test_a_smaller_gpu_is_named_and_a_profile_taken(tmp_path: Path, run: Run) -> None:
    path = recorded(tmp_path / "run.csv", 45, used_mib=12_000, busy=20)
    body = run("monitor", "--source", f"snapshot:{path}", "--verdict", "--json").json
    assert (body["verdict"], bool(body["alternatives"])) == ("over_provisioned", True)
    assert all(each["memory_gib"] >= each["needed_gib"] for each in body["alternatives"])
    trace = tmp_path / "run.json"
    events = [
        {"ph": "X", "cat": "user_annotation", "name": "enumerate(DataLoader)#x", "ts": 0, "dur": 40},
        {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 50, "dur": 50, "args": {"device": 0}},
    ]
    trace.write_text(json.dumps(events))
    body = run("monitor", "--source", f"snapshot:{path}", "--verdict", "--profile", trace, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert (body["verdict"], body["cause"], body["profile"]["kernels"][0]["name"]) == ("bound_by_input", "loader", "gemm")
    out = run("monitor", "--source", f"snapshot:{path}", "--verdict", "--profile", trace).out
    assert f"Profile {trace.name}" in out
    assert "  Kernels: 1 run, longest gemm (50 µs of 50 µs)" in out
    assert "  Waiting for data: " in out
    empty = tmp_path / "cpu.json"
    empty.write_text(json.dumps({"traceEvents": events[:1]}))
    assert (
        "It contains no kernels, so the GPU activity is not known"
        in run("monitor", "--source", f"snapshot:{path}", "--verdict", "--profile", empty).out
    )


@pytest.mark.parametrize("name", ["profile-torch.json", "profile-nsys-columns.txt", "profile-nsys-utf16.csv"])
def test_what_a_profile_shows_is_in_the_text_as_in_the_object(name: str, tmp_path: Path, run: Run) -> None:
    """The text named the longest kernel alone; the object had all."""
    path, profile = recorded(tmp_path / "run.csv", 45), Path(__file__).parents[1] / "formats" / "field_inputs" / name
    judged = ("monitor", "--source", f"snapshot:{path}", "--verdict", "--profile", profile)
    told, out = run(*judged, "--json").json["profile"], run(*judged).out
    shown = out[out.index(f"Profile {name}") :]
    assert told["kernels"]
    for kernel in told["kernels"]:
        assert f"    {kernel['name']}: {quantity(kernel['seconds'], 's')}, {kernel['count']} run" in shown
    shares = {"busy": "active {:.1f} %", "copies": "Copies between host and GPU: {:.1f} %", "loader_wait": "Waiting for data: {:.1f} %"}
    for key, words in shares.items():
        if told[key] is None:
            assert words.partition("{")[0] not in shown
        else:
            assert words.format(100 * told[key]) in shown
    if told["gaps"] is not None:
        assert f"Gaps: {told['gaps']['count']}, the longest {quantity(told['gaps']['longest_s'], 's')}" in shown


def test_too_little_is_said_to_be_too_little(tmp_path: Path, run: Run) -> None:
    body = run("monitor", "--source", f"snapshot:{recorded(tmp_path / 'run.csv', 4)}", "--verdict", "--json").json
    assert (body["verdict"], body["confidence"]) == ("cannot_judge", None)
    assert body["sentences"] == ["4 of 15 min read: 5 min of warm-up, then 10 min to evaluate."]
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.gpudesk"
    with Document.create(path) as document:
        hall = run_operation(document, create_hall).result
        row = run_operation(document, create_row, hall).result
        racks = run_operation(document, add_racks, "generic.rack-48u-600x1200", 1, row).result
        device = run_operation(document, place_device, "nvidia.dgx-h100", racks[0], 2, name="dgx-014").result
        run_operation(document, set_fields, "device", device, {"role": "compute"})
        run_operation(document, set_baseline_value, "compute", "driver", "580")
    return path


def test_a_listing_against_the_plan(plan: Path, tmp_path: Path, run: Run) -> None:
    seen = tmp_path / "seen.xml"
    seen.write_bytes(listing(*({**GPU, "uuid": f"GPU-{index}"} for index in range(8))))
    done = run("monitor", "--source", f"snapshot:{seen}", "--as-planned", plan, "--device", "dgx-014", "--json")
    assert done.code == 5
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "as_found.v2.json").read_text(encoding="utf-8")))
    told = {each["key"]: each["result"] for each in done.json["lines"]}
    assert (told["model"], told["count"], told["memory"], told["driver"]) == ("match",) * 4
    # The listing has links of eight lanes; the plan wants sixteen.
    assert (told["pcie_width"], told["serial"]) == ("mismatch", "unknown")
    with Document.open(plan, write=False) as document:
        assert not document.snapshot["journal"].rows
    kept = run("monitor", "--source", f"snapshot:{seen}", "--as-planned", plan, "--device", "dgx-014", "--keep")
    assert kept.code == 5
    assert "saved in its journal" in kept.out
    assert re.search(r"unknown +Serial number +not in the plan", kept.out)
    with Document.open(plan, write=False) as document:
        assert "mismatch: PCIe lanes, planned x16, found x8" in document.snapshot["journal"]["text"][0]


def test_wrong_use_is_told(plan: Path, tmp_path: Path, run: Run) -> None:
    assert run("monitor", "--verdict").code == 2
    assert run("monitor", "--device", "x").code == 2
    assert run("monitor", "--profile", tmp_path / "a.csv").code == 2
    assert run("monitor", "--source", "dcgm:http://127.0.0.1:1", "--as-planned", plan).code == 2
    seen = tmp_path / "seen.xml"
    seen.write_bytes(listing(GPU))
    assert run("monitor", "--source", f"snapshot:{seen}", "--as-planned", plan, "--device", "nobody").code == 3


@pytest.fixture
def workloads(tmp_path: Path) -> Path:
    path = tmp_path / "served.gpudesk"
    with Document.create(path) as document:
        for name, engine in (("Chat", "vllm"), ("Tried out", "transformers")):
            work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine=engine, concurrency=32))
            run_operation(document, add_workload, name, work.task, work.asked, work.model)
    return path


def test_what_was_measured_is_fed_back_to_a_workload(workloads: Path, tmp_path: Path, run: Run) -> None:
    verdict = ("monitor", "--source", f"snapshot:{recorded(tmp_path / 'run.csv', 45)}", "--verdict", "--feed", workloads)
    done = run(*verdict, "--workload", "Chat", "--tokens-per-s", "2345.6")
    assert done.code == 0
    assert "Saved with Chat: 58.6 GiB on one GPU, estimated " in done.out
    assert "Saved with Chat: 2,345.6 tokens/s, estimated " in done.out
    assert "they correct later estimates" not in done.out, "a pool says nothing of the need"
    with Document.open(workloads, write=False) as document:
        chat, tried = document.snapshot["workload"].ids.tolist()
        rate = document.snapshot.cached(measured_rates)[chat]
        assert document.snapshot.cached(measured_peaks)[chat].measured == 58.6
    expected = rate_expected(kept(Asked("meta-llama/Meta-Llama-3.1-8B", concurrency=32)), "nvidia.h100-sxm5-80gb", 2)
    assert expected is not None
    assert rate.measured == 2345.6
    assert rate.estimated == pytest.approx(expected.per_s, abs=0.06)
    assert rate.about.startswith("2 × NVIDIA H100 80GB HBM3, window 40 min: Right size. By the log")
    assert "they correct later estimates" in run(*verdict, "--workload", "Tried out").out
    with Document.open(workloads, write=False) as document:
        assert set(document.snapshot.cached(measured_peaks)) == {chat, tried}
        assert set(document.snapshot.cached(measured_rates)) == {chat}
    told = json.loads(run(*verdict, "--workload", "Chat", "--tokens-per-s", "2000", "--json").out)
    jsonschema.validate(told, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert (told["saved"]["workload"], told["saved"]["memory_gib"], told["saved"]["requests"]) == ("Chat", 58.6, 32)
    assert told["saved"]["estimated_tokens_per_s"] == pytest.approx(expected.per_s, abs=0.001)
    assert json.loads(run(*verdict[:-2], "--json").out)["saved"] is None


def test_feeding_back_that_makes_no_sense_is_told(workloads: Path, tmp_path: Path, run: Run) -> None:
    verdict = ("monitor", "--source", f"snapshot:{recorded(tmp_path / 'run.csv', 45)}", "--verdict")
    assert "Chat, Tried out" in run(*verdict, "--feed", workloads).err
    assert "there is no workload Nobody" in run(*verdict, "--feed", workloads, "--workload", "Nobody").err
    assert run(*verdict, "--tokens-per-s", "100").code == 2
    assert run(*verdict, "--feed", workloads, "--workload", "Chat", "--tokens-per-s", "0").code == 2
    assert run("monitor", "--feed", workloads).code == 2
    short = f"snapshot:{recorded(tmp_path / 'short.csv', 4)}"
    assert (
        "nothing to save: 4 of 15 min read" in run("monitor", "--source", short, "--verdict", "--feed", workloads, "--workload", "Chat").err
    )
    with Document.open(workloads, write=False) as document:
        assert not document.snapshot["journal"].rows


def fleet_recording(path: Path) -> Path:
    made = [track(index, window=Window(0.0, 1200.0), apart_s=5.0) for index in range(2)]
    hosts = [replace(each, facts=replace(each.facts, uuid=f"{host}-{each.facts.index}")) for host in ("one", "two") for each in made]
    machines = [Machine(host, gpus=tuple(each.facts for each in hosts if each.facts.uuid.startswith(host))) for host in ("one", "two")]
    frames = frames_of(hosts)
    file = RecordingFile(path, machines, "test", begin=(frames[0].wall_s, 0.0))
    file.write(frames)
    file.close()
    return path


def test_a_fleet_is_judged_host_by_host(tmp_path: Path, run: Run) -> None:
    source = f"replay:{fleet_recording(tmp_path / 'fleet.gpurec')}"
    table = tmp_path / "fleet.csv"
    body = run("monitor", "--source", source, "--verdict", "--json", "--export", "csv", table).json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "fleet_verdict.v2.json").read_text(encoding="utf-8")))
    assert (body["gpus"], body["at_target"], [job["host"] for job in body["jobs"]]) == (4, 4, ["one", "two"])
    lines = table.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("host,gpus,verdict")
    assert lines[1].startswith("one,0 1,well_sized,,Right size,")
    told = run("monitor", "--source", source, "--verdict").out
    assert "4 GPUs of 2 hosts" in told
    assert "4 of 4 GPUs at the target (100 %)" in told


def test_one_gpu_and_one_window_are_judged(tmp_path: Path, run: Run) -> None:
    source = f"replay:{fleet_recording(tmp_path / 'fleet.gpurec')}"
    table = tmp_path / "one.csv"
    judged = ("monitor", "--source", source, "--verdict")
    named = run(*judged, "--json", "--gpu", "two/1", "--window", "2", "15", "--export", "csv", table).json
    jsonschema.validate(named, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert [each["uuid"] for each in named["gpus"]] == ["two-1"]
    assert named["window"]["seconds"] == pytest.approx(780, abs=1)
    assert "verdict,Right size,well_sized," in table.read_text(encoding="utf-8-sig")
    assert [each["uuid"] for each in run(*judged, "--json", "--gpu", "two").json["gpus"]] == ["two-0", "two-1"]
    for wrong in (["--gpu", "9"], ["--gpu", "0"], ["--window", "5", "2"], ["--export", "jsonl", tmp_path / "x"]):
        assert run(*judged, *wrong).code == 2
    assert run("monitor", "--gpu", "0").code == 2


def test_each_program_of_a_host_has_a_verdict_of_its_own(tmp_path: Path, run: Run) -> None:
    tracks = [
        track(0),
        track(1, sm_active_percent=10.0, dram_active_percent=4.0),
        track(2, sm_active_percent=10.0, dram_active_percent=4.0),
    ]
    path = tmp_path / "run.gpurec"
    running = {
        each.facts.uuid: Running((Process(each.facts.uuid, 10, False, 30 << 30, None, command, "ana", ""),))
        for each, command in zip(tracks, ("python3 /srv/train.py", "gmx mdrun", "gmx mdrun"), strict=True)
    }
    frames = frames_of(tracks)
    file = RecordingFile(path, [Machine("host", gpus=tuple(each.facts for each in tracks))], "test", begin=(frames[0].wall_s, 0.0))
    file.write(frames, [], running)
    file.close()
    done = run("monitor", "--source", f"replay:{path}", "--verdict")
    heads = [line for line in done.out.splitlines() if line.startswith("GPU ")]
    assert heads[:2] == ["GPU 0: python3 train.py (ana)", "GPU 1, 2: gmx (ana)"]
    body = run("monitor", "--source", f"replay:{path}", "--verdict", "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verdict.v2.json").read_text(encoding="utf-8")))
    assert (body["programs"], [gpu["index"] for gpu in body["gpus"]]) == ("python3 train.py (ana)", [0])
    assert [[gpu["index"] for gpu in each["gpus"]] for each in body["other_jobs"]] == [[1, 2]]
    trace = tmp_path / "run.json"
    trace.write_text(json.dumps({"traceEvents": [{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 9, "args": {"device": 0}}]}))
    refused = run("monitor", "--source", f"replay:{path}", "--verdict", "--profile", trace)
    assert refused.code == 2
    assert "a profile belongs to one job: select its GPUs with --gpu" in refused.err
    assert run("monitor", "--source", f"replay:{path}", "--verdict", "--profile", trace, "--gpu", "1", "--gpu", "2").code == 0
