"""`gpudesk fit` on machines with GPUs that are not there, and for GPUs of the catalog."""

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.in_process import gpudesk
from tests.monitor.made_library import build

SCHEMA = json.loads(locate.resource("schemas", "fit.v2.json").read_text(encoding="utf-8"))
LLAMA = "meta-llama/Meta-Llama-3.1-8B"


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("driver")).parent


def _fit(driver: Path | None, *arguments: str, gpus: str = "") -> subprocess.CompletedProcess[str]:
    return gpudesk("fit", *arguments, driver=driver, environment={"DESK_GPUS": gpus})


def _told(driver: Path | None, *arguments: str, gpus: str = "") -> dict[str, Any]:
    done = _fit(driver, *arguments, "--json", gpus=gpus)
    assert (done.returncode, done.stderr) == (0, "")
    body: dict[str, Any] = json.loads(done.stdout)
    jsonschema.validate(body, SCHEMA)
    return body


def test_two_cards_here_alone_and_together(driver: Path) -> None:
    body = _told(driver, "--model", LLAMA, gpus="2;NVIDIA GeForce RTX 4090;24564;2000")
    assert body["driver"] == "580.95.05"
    assert body["cuda"]["supported_versions"][0] == "13.0"
    assert body["cuda"]["supported_majors"] == [13, 12, 11]
    assert [(each["gpu"], each["count"], each["in_catalog"]) for each in body["devices"]] == [
        ("nvidia.rtx-4090", 1, True),
        ("nvidia.rtx-4090", 2, True),
    ]
    one = body["devices"][0]
    assert one["free_gib"] == pytest.approx((24564 - 480 - 2000) / 1024, abs=0.01)
    assert [(fit["format"], fit["fits"]) for fit in one["fits"]] == [("gguf-bf16", True), ("q8_0", True), ("q4_k_m", True)]


def test_what_would_run_without_a_process(driver: Path) -> None:
    body = _told(driver, gpus="1;NVIDIA H100 80GB HBM3;81559;60000")
    first, second = body["processes"]
    assert first["pid"] == 1
    assert first["used_bytes"] == 30_000 * 2**20
    refused = {(fit["model"], fit["format"]) for fit in body["devices"][0]["fits"] if fit["refused"] == "memory"}
    freed = {(fit["model"], fit["format"]) for fit in first["would_fit"]}
    assert freed
    assert freed < refused
    assert second["used_bytes"] is None
    assert second["would_fit"] is None


def test_a_board_that_the_catalog_does_not_have(driver: Path) -> None:
    device = _told(driver, "--model", LLAMA, gpus="1;NVIDIA GeForce RTX 6090;36864;0")["devices"][0]
    assert (device["gpu"], device["in_catalog"]) == (None, False)
    fit = next(each for each in device["fits"] if each["format"] == "q4_k_m")
    assert fit["fits"]
    assert fit["tokens_per_s"] is None


def test_a_driver_that_tells_more_memory_than_there_is(driver: Path) -> None:
    done = _fit(driver, gpus="1;NVIDIA GeForce RTX 3070;8192;20000")
    assert done.returncode == 0
    assert "its memory cannot be read: the driver reports more used or free memory than the GPU has" in done.stdout
    assert "GiB free of" not in done.stdout
    told = _told(driver, gpus="1;NVIDIA GeForce RTX 3070;8192;20000")
    assert told["devices"] == []
    # Nor a process of 29 GiB on a GPU of 8.
    assert [each["used_bytes"] for each in told["processes"]] == [None, None]


def test_memory_that_is_shared_with_the_system(driver: Path) -> None:
    done = _fit(driver, "--model", LLAMA, gpus="1;NVIDIA GB10;0;0")
    assert done.returncode == 0
    assert "shared with the system" in done.stdout


def test_lines(driver: Path) -> None:
    done = _fit(driver, gpus="1;NVIDIA H100 80GB HBM3;81559;60000")
    assert done.returncode == 0
    assert "full support up to CUDA 13.0" in done.stdout
    assert "run; the largest is " in done.stdout
    assert "Processes in the memory of GPU 0:" in done.stdout
    assert "; without it, these would run: " in done.stdout


@pytest.mark.parametrize(
    ("gpu", "model", "form", "runs"),
    [
        ("RTX 3070", LLAMA, "q4_k_m", True),
        ("RTX 3070", LLAMA, "q8_0", False),
        ("RTX 3060", LLAMA, "q8_0", True),
        ("RTX 3060", LLAMA, "gguf-bf16", False),
        ("RTX 4090", LLAMA, "gguf-bf16", True),
        ("RTX 4090", "meta-llama/Llama-3.3-70B-Instruct", "q4_k_m", False),
    ],
)
def test_published_sizes(gpu: str, model: str, form: str, runs: bool) -> None:
    """Files of Llama 3.1 8B have 4.58, 7.95 and 14.96 GiB, of 70B in Q4_K_M 43.1 GB (llama.cpp, tools/quantize/README.md)."""
    device = _told(None, "--gpu", gpu, "--model", model)["devices"][0]
    fit = next(each for each in device["fits"] if each["format"] == form)
    assert fit["fits"] is runs
    assert (fit["tokens_per_s"] is not None) is runs
    if not runs:
        assert fit["headroom_gib"] < 0
        assert " GiB are usable (" in fit["reason"]
        assert " GiB short)" in fit["reason"]
        assert fit["offload"]["layers"] < fit["offload"]["total_layers"]


def test_what_the_cpu_alone_would_give_is_said_once(driver: Path) -> None:
    full = "1;NVIDIA GeForce RTX 3070;8192;7400"
    fit = _told(driver, "--model", LLAMA, gpus=full)["devices"][0]["fits"][-1]
    assert (fit["fits"], fit["offload"]) == (False, None)
    assert fit["cpu_tokens_per_s"] is not None
    done = _fit(driver, "--model", LLAMA, gpus=full)
    assert "0 of 33 layers" not in done.stdout
    line = next(line for line in done.stdout.splitlines() if line.startswith(LLAMA) and "Q4_K_M" in line)
    assert line.split()[-1] == f"{fit['cpu_tokens_per_s']['low']:.1f}-{fit['cpu_tokens_per_s']['high']:.1f}"


def test_a_model_that_the_memory_of_the_system_does_not_hold_is_none_for_the_cpu(driver: Path) -> None:
    """DeepSeek R1 takes 377 GiB in 4 bits; what is free of this machine's memory is far less."""
    body = _told(driver, "--model", "deepseek-ai/DeepSeek-R1", gpus="1;NVIDIA GeForce RTX 3070;8192;0")
    if (body["system_memory"]["free_gib"] or 0) < 300:
        assert all(fit["cpu_tokens_per_s"] is None for fit in body["devices"][0]["fits"])
    asked = _told(None, "--gpu", "RTX 3070", "--model", "deepseek-ai/DeepSeek-R1")
    assert all(fit["cpu_tokens_per_s"] is not None for fit in asked["devices"][0]["fits"])


def test_what_is_shared_with_the_system_has_no_other_memory_beside() -> None:
    device = _told(None, "--gpu", "GB10", "--model", "openai/gpt-oss-120b")["devices"][0]
    assert [(fit["fits"], fit["offload"], fit["cpu_tokens_per_s"]) for fit in device["fits"]] == [(True, None, None)]


@pytest.mark.parametrize(("name", "smallest_gib"), [("openai/gpt-oss-20b", 16), ("openai/gpt-oss-120b", 96)])
def test_models_whose_files_have_one_format(driver: Path, name: str, smallest_gib: int) -> None:
    """The small one runs in 16 GB, as its model card says; the large one exceeds 0.9 of 80 GB with vLLM (issues 23278 and 33155)."""
    listed = f"1;NVIDIA GeForce RTX 6090;{smallest_gib * 1024};0"
    fits = _told(driver, "--model", name, gpus=listed)["devices"][0]["fits"]
    assert len(fits) == 1
    assert fits[0]["fits"]


@pytest.mark.parametrize("name", ["", " ", "RTX", "NVIDIA", "H100 80", "no such board"])
def test_a_name_that_means_no_one_board(name: str) -> None:
    done = _fit(None, "--gpu", name, "--model", LLAMA)
    assert (done.returncode, done.stdout) == (3, "")
    if name == "RTX":
        assert "RTX 3060 12 GB" in done.stderr


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("H100", "nvidia.h100-sxm5-80gb"),
        ("A100", "nvidia.a100-sxm4-80gb"),
        ("NVIDIA GeForce RTX 4090", "nvidia.rtx-4090"),
        ("RTX 6000 Ada", "nvidia.rtx-6000-ada"),
        ("V100 SXM2 32 GB", "nvidia.v100-sxm2-32gb"),
    ],
)
def test_a_name_that_means_one_board(name: str, key: str) -> None:
    assert _told(None, "--gpu", name, "--model", LLAMA)["devices"][0]["gpu"] == key


def test_an_old_board_is_refused_what_it_cannot_compute() -> None:
    device = _told(None, "--gpu", "V100 SXM2 32 GB", "--model", LLAMA)["devices"][0]
    found = {fit["format"]: fit["refused"] for fit in device["fits"]}
    # GPTQ has an older kernel there (ExLlamaV2), FP8 has none.
    assert found == {"fp16": None, "fp8": "capability", "int4": None}
    why = next(fit["reason"] for fit in device["fits"] if fit["format"] == "fp8")
    assert "no kernel for FP8 at compute capability 7.0" in why
    assert "Supported formats: fp32, fp16, int8, int4" in why
    assert "Compute capability 7.0: FP16 yes, BF16 no (from 8.0)" in _fit(None, "--gpu", "V100 SXM2 32 GB", "--model", LLAMA).stdout
    assert [each["supported"] for each in device["precisions"]] == [True, False, False, False]


def test_a_card_against_a_case_of_the_catalog() -> None:
    case = _told(None, "--gpu", "RTX 4090", "--model", LLAMA, "--case", "generic.tower-1-rtx-4090")["devices"][0]["case"]
    lines = {line["line"]: line for line in case["lines"]}
    assert case["circuit"] == "iec-230v-16a"
    assert {name for name, line in lines.items() if line["passes"] is False} == set()
    assert (lines["supply"]["actual"], lines["supply"]["limit"]) == (825, 1000)
    # 230 V × 16 A × power factor 0.95.
    assert lines["circuit"]["limit"] == pytest.approx(230 * 16 * 0.95)
    assert all(line["source"] for name, line in lines.items() if line["actual"] is not None and name not in ("places", "peak"))


def test_too_much_of_everything() -> None:
    words = ("--gpus", "3", "--case", "generic.tower-1-rtx-4090", "--case", "length_mm=250", "--circuit", "na-120v-15a")
    case = _told(None, "--gpu", "RTX 4090", "--model", LLAMA, *words)["devices"][0]["case"]
    assert case["passes"] is False
    broken = {line["line"] for line in case["lines"] if line["passes"] is False}
    assert {"places", "length", "connectors", "supply", "advice", "peak", "lanes", "circuit"} <= broken
    circuit = next(line for line in case["lines"] if line["line"] == "circuit")
    # The supply loses 13 % of what it takes from 115 V: 80 PLUS Gold at full load.
    assert circuit["actual"] == pytest.approx((825 + 2 * 450) / 0.87)
    assert "1.73 kW after a power supply with 87 % efficiency" in circuit["note"]
    assert "80 PLUS Gold" in circuit["source"]
    assert circuit["limit"] == pytest.approx(120 * 15 * 0.8 * 0.95)


def test_fewer_lanes_keep_no_card_out() -> None:
    """Two cards of 16 lanes on a processor with 24 run with 8 each; the tower is made for them."""
    words = ("--gpu", "RTX 4090", "--gpus", "2", "--model", LLAMA, "--case", "generic.tower-2-rtx-4090")
    case = _told(None, *words)["devices"][0]["case"]
    assert case["passes"] is None
    assert [line["line"] for line in case["lines"] if line["passes"] is False] == ["lanes"]
    assert "fits according to the known values, but check: PCIe lanes" in _fit(None, *words).stdout


def test_what_fits_behind_the_supply_need_not_fit_at_the_wall() -> None:
    """One card of 450 W and 875 W for the rest are less than the 1,368 W of the socket, and 1,523 W at the wall; with 97 % 1,366 W."""
    words = ("--gpu", "RTX 4090", "--model", LLAMA, "--case", "rest_w=875", "--circuit", "na-120v-15a")
    for more, watts, holds in (((), 1325 / 0.87, False), (("--case", "efficiency_percent=97"), 1325 / 0.97, True)):
        case = _told(None, *words, *more)["devices"][0]["case"]
        line = next(line for line in case["lines"] if line["line"] == "circuit")
        assert (line["actual"], line["passes"]) == (pytest.approx(watts), holds)
    assert "at the wall 1,523 W" in _fit(None, *words).stdout


def test_connectors_of_several_cards_and_the_room_of_their_cables() -> None:
    words = ("--gpu", "RTX 4090", "--gpus", "2", "--model", LLAMA, "--case", "plugs=two 16-pin")
    done = _fit(None, *words)
    assert "the cards need 2 × 16-pin 12VHPWR" in done.stdout
    # 137 mm of board and 35 mm of straight cable.
    for more, holds in (((), None), (("--case", "height_mm=160"), False), (("--case", "height_mm=172"), True)):
        case = _told(None, *words, *more)["devices"][0]["case"]
        line = next(line for line in case["lines"] if line["line"] == "bend")
        assert (line["actual"], line["passes"]) == (172, holds)
    rear = _told(None, "--gpu", "RTX 6000 Ada", "--model", LLAMA, "--case", "length_mm=300")["devices"][0]["case"]
    assert next(line["passes"] for line in rear["lines"] if line["line"] == "bend") is False
    without = _told(None, "--gpu", "RTX A6000", "--model", LLAMA, "--case", "length_mm=300")["devices"][0]["case"]
    assert all(line["line"] != "bend" for line in without["lines"])


def test_a_passive_card_wants_the_air_of_a_server() -> None:
    for air, holds in (("desk", False), ("server", True)):
        case = _told(None, "--gpu", "L40S", "--model", LLAMA, "--case", f"air={air}")["devices"][0]["case"]
        assert next(line["passes"] for line in case["lines"] if line["line"] == "air") is holds
        assert next(line["passes"] for line in case["lines"] if line["line"] == "length") is None


def test_a_case_that_cannot_be_understood() -> None:
    done = _fit(None, "--gpu", "RTX 4090", "--case", "depth=3", "--case", "places=many")
    assert (done.returncode, done.stdout) == (3, "")
    assert "depth=3" in done.stderr
    assert "places=many" in done.stderr
    assert "generic.tower-1-rtx-4090" in _fit(None, "--gpu", "RTX 4090", "--case", "no such").stderr
    assert (
        "H100 SXM5 80 GB is not an add-in card: it is supplied with its system"
        in _fit(None, "--gpu", "H100 SXM", "--case", "places=1").stderr
    )
    assert "na-120v-15a" in _fit(None, "--gpu", "L4", "--case", "places=1", "--circuit", "x").stderr
    assert _fit(None, "--case", "places=1").returncode == 2


def test_a_machine_without_a_driver() -> None:
    done = _fit(None, "--json")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no NVIDIA driver" in done.stderr
    assert "--gpu NAME" in done.stderr


def test_wrong_use() -> None:
    assert _fit(None, "--local", "--gpu", "L4").returncode == 2
    assert _fit(None, "--gpus", "2").returncode == 2
    assert _fit(None, "--gpu", "no such board").returncode == 3
