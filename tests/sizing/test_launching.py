"""What starts a plan: each file is read by who is to read it, and scripts are run with programs that tell how they were called."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.serving.launch_values import Machine, cold_start_s, plain_name
from gpudesk.formats.runs.load_test import load_script
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.mig_slices import find_board_or_slice
from gpudesk.sizing.launch.launching import LaunchWishes, formats_for, launch_files, launch_formats, serve_launch, train_launch
from gpudesk.sizing.serving.serving import ServingPlan, serving_plans
from gpudesk.sizing.serving.serving_work import Demand
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from tests.formats.test_launch_names import LAUNCH
from tests.sizing.launch_kinds import KINDS
from tests.sizing.launch_plans import serving, training

SERVE = [key for key, form in launch_formats().items() if form.task == "serve"]
TRAIN = [key for key, form in launch_formats().items() if form.task == "train"]
ANY = [key for key, form in launch_formats().items() if form.task == "any"]
NASTY = '/models/it\'s $(touch oops) `touch oops`; "x" # y\n- z: &a [1'
WISHES = LaunchWishes(model="/models/llama-fp8", storage_gb_per_s=7.0)
UUIDS = tuple(f"GPU-0000000{number}-1111-2222-3333-444444444444" for number in range(8))


def texts(key: str, plan: Any, wishes: LaunchWishes = WISHES) -> dict[str, str]:
    return launch_files(key, plan, wishes)


def check(name: str, content: str) -> None:
    """Read a file as those read it for whom it is."""
    if name.endswith((".sh", ".sbatch")):
        done = subprocess.run(["bash", "-n"], input=content, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        if name.endswith(".sbatch"):
            directives(content)
    elif name.endswith(".yaml"):
        for body in yaml.safe_load_all(content):
            judge(body)
    elif name.endswith(".json"):
        json.loads(content)
    else:
        assert name == "gres.conf"


def judge(body: Mapping[str, Any]) -> None:
    if "kind" in body:
        jsonschema.validate(body, KINDS[body["kind"]])


def directives(content: str) -> dict[str, str]:
    """What Slurm reads: lines that begin with #SBATCH, before the first command."""
    found = {}
    for line in content.splitlines()[1:]:
        if not line.startswith("#"):
            break
        if line.startswith("#SBATCH"):
            match = re.fullmatch(r"#SBATCH --([a-z][a-z-]*)(?:=(\S+))?", line)
            assert match, line
            assert match[1] in {"job-name", "nodes", "ntasks-per-node", "gpus-per-node", "exclusive", "array", "output"}
            found[match[1]] = match[2] or ""
    assert {"job-name", "nodes", "gpus-per-node", "output"} <= set(found)
    return found


@pytest.mark.parametrize("model", ["/models/llama-fp8", NASTY])
@pytest.mark.parametrize("key", [*SERVE, *ANY])
def test_what_serves_is_read(key: str, model: str) -> None:
    for name, content in texts(key, serving(), replace(WISHES, model=model)).items():
        check(name, content)


@pytest.mark.parametrize("model", ["", NASTY])
@pytest.mark.parametrize("key", [*TRAIN, *ANY])
def test_what_trains_is_read(key: str, model: str) -> None:
    for name, content in texts(key, training(), replace(WISHES, model=model)).items():
        check(name, content)


@pytest.mark.parametrize("key", ["vllm", "sglang", "trtllm", "docker", "sbatch", "deployment", "leaderworkerset", "rayservice"])
def test_a_replica_of_several_systems_is_read(key: str) -> None:
    several = replace(WISHES, machine=Machine(gpus=2))
    for engine in ("vllm", "sglang", "trtllm"):
        for name, content in texts(key, replace_engine(engine), several).items():
            check(name, content)


def replace_engine(engine: str) -> ServingPlan:
    plan = serving()
    return replace(plan, work=replace(plan.work, engine=serving(engine=engine, gpus=8).work.engine))


def stub(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/usr/bin/env bash\n{body}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def called(tmp_path: Path) -> Any:
    """Run a script next to programs that print how they were called."""
    tell = 'printf "<%s>\\n" "$CUDA_DEVICE_ORDER $CUDA_VISIBLE_DEVICES" "${0##*/}" "$@"'
    for name in ("vllm", "python3", "llama-server", "trtllm-serve", "docker", "podman", "numactl", "torchrun"):
        stub(tmp_path, name, tell)
    stub(tmp_path, "nvidia-smi", "printf '%s\\n' " + " ".join(UUIDS))

    def run(content: str, **more: str) -> list[str]:
        environment = {**os.environ, **more, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": "/home/me"}
        script = tmp_path / "run.sh"
        script.write_text(content, encoding="utf-8")
        done = subprocess.run(["bash", str(script)], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
        assert not (tmp_path / "oops").exists()
        return re.findall(r"<(.*?)>\n", done.stdout, re.DOTALL) or [f"{done.returncode}: {done.stderr}"]

    return run


def test_vllm_is_started_as_planned(called: Any) -> None:
    (content,) = texts("vllm", serving()).values()
    where, program, *words = called(content)
    assert where == f"PCI_BUS_ID {','.join(UUIDS[:4])}"
    assert (program, words[0]) == ("vllm", "serve")
    flags = dict(zip(words[2::2], words[3::2], strict=True))
    assert flags == {
        "--served-model-name": "meta-llama-3-1-70b",
        "--host": "127.0.0.1",
        "--port": "8000",
        "--tensor-parallel-size": "4",
        "--max-model-len": "8192",
        "--max-num-seqs": "64",
        "--gpu-memory-utilization": "0.9",
        "--kv-cache-dtype": "fp8",
    }


@pytest.mark.parametrize(
    ("key", "program", "flag"),
    [
        ("vllm", "vllm", "--max-model-len"),
        ("sglang", "python3", "--context-length"),
        ("trtllm", "trtllm-serve", "--max_seq_len"),
        ("llama.cpp", "llama-server", "--ctx-size"),
    ],
)
def test_a_nasty_name_stays_one_word(key: str, program: str, flag: str, called: Any) -> None:
    (content,) = texts(key, serving(), replace(WISHES, model=NASTY)).values()
    words = called(content)
    assert words[1] == program
    assert NASTY in words
    assert words[words.index(flag) + 1] == str(8192 * (64 if key == "llama.cpp" else 1))


@pytest.mark.parametrize("tool", ["docker", "podman"])
def test_containers_have_the_chosen_devices(tool: str, called: Any) -> None:
    (content,) = texts(tool, serving(), replace(WISHES, machine=Machine(uuids=UUIDS[4:]))).values()
    words = called(content)
    assert words[1] == tool
    assert [words[at + 1] for at, each in enumerate(words) if each == "--device"] == [f"nvidia.com/gpu={uuid}" for uuid in UUIDS[4:]]
    at = words.index("vllm/vllm-openai:v0.11.2")
    assert words[at + 1 : at + 3] == ["vllm", "serve"]


def test_each_replica_of_a_system_has_gpus_and_port_of_its_own(called: Any) -> None:
    plan = replace(serving(), replicas=2)
    (content,) = texts("vllm", plan).values()
    where, _, *words = called(content, REPLICA="1")
    assert where.split()[1] == ",".join(UUIDS[4:])
    assert words[words.index("--port") + 1] == "8001"
    assert "GPUs needed from number 8 on: 4; there are 8" in called(content, REPLICA="2")[0]


def test_a_program_is_kept_near_its_gpus_where_that_is_known(called: Any) -> None:
    machine = Machine(numa=(0, 0, 0, 0, 1, 1, 1, 1))
    (content,) = texts("vllm", replace(serving(), replicas=2), replace(WISHES, machine=machine)).values()
    assert called(content, REPLICA="1")[1:5] == ["numactl", "--cpunodebind=1", "--membind=1", "vllm"]
    (across,) = texts("vllm", serving(gpus=8), replace(WISHES, machine=machine)).values()
    assert called(across)[2] in ("--cpunodebind=0", "--cpunodebind=0,1")


def test_mig_instances_are_named_as_they_are(called: Any) -> None:
    mig = tuple(f"MIG-aaaaaaaa-0000-0000-0000-00000000000{number}" for number in range(4))
    (content,) = texts("vllm", serving(), replace(WISHES, machine=Machine(uuids=mig))).values()
    assert called(content)[0] == f"PCI_BUS_ID {','.join(mig)}"


def test_a_slice_is_asked_for_by_its_profile(called: Any, tmp_path: Path) -> None:
    board = find_board_or_slice("H100 1g.10gb")
    work = replace(serving("llama-3.2-1b", "bf16", 1).work, prompt=512, answer=64, concurrency=1, tpot_s=None, ttft_s=None)
    (plan,) = serving_plans(work, [board], 1)
    (content,) = texts("deployment", plan).values()
    body = next(iter(yaml.safe_load_all(content)))
    assert body["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"] == {"nvidia.com/mig-1g.10gb": 1}
    (batch,) = texts("sbatch", plan).values()
    assert directives(batch)["gpus-per-node"] == "1g.10gb:1"
    (script,) = texts("vllm", plan).values()
    listed = [
        "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-1111)",
        "  MIG 1g.20gb     Device  0: (UUID: MIG-20000000-aaaa)",
        "  MIG 1g.10gb     Device  1: (UUID: MIG-10000000-bbbb)",
    ]
    stub(tmp_path, "nvidia-smi", "printf '%s\\n' " + " ".join(f"'{line}'" for line in listed))
    assert called(script)[0] == "PCI_BUS_ID MIG-10000000-bbbb"


def test_deepspeeds_batches_agree() -> None:
    """DeepSpeed refuses a batch that is not micro-batch × passes × replicas."""
    files = texts("deepspeed", training())
    config = json.loads(next(content for name, content in files.items() if name.endswith(".json")))
    launch = train_launch(training(), WISHES)
    assert launch.gpus == 16
    replicas = launch.gpus // (launch.tensor * launch.pipeline * launch.context_parallel)
    assert config["train_batch_size"] == config["train_micro_batch_size_per_gpu"] * config["gradient_accumulation_steps"] * replicas == 64
    assert training().split.zero
    assert config["zero_optimization"] == {"stage": training().split.zero, "overlap_comm": True, "contiguous_gradients": True}


def test_megatron_makes_the_model_that_is_meant() -> None:
    (content,) = texts("megatron", training()).values()
    for flag, value in (("num-layers", 32), ("hidden-size", 4096), ("ffn-hidden-size", 14336), ("num-query-groups", 8)):
        assert f"--{flag} {value}" in content
    with pytest.raises(InvalidData, match="Megatron"):
        texts("megatron", training("deepseek-ai/DeepSeek-R1", 1024))


def test_kubernetes_asks_for_the_gpus_of_a_replica() -> None:
    (content,) = texts("deployment", replace(serving(), replicas=3)).values()
    body, service = yaml.safe_load_all(content)
    (container,) = body["spec"]["template"]["spec"]["containers"]
    assert body["spec"]["replicas"] == 3
    assert container["resources"]["limits"] == {"nvidia.com/gpu": 4}
    assert container["command"][:2] == ["vllm", "serve"]
    assert container["command"][container["command"].index("--port") + 1] == "8000"
    assert service["spec"]["ports"][0]["targetPort"] == container["ports"][0]["containerPort"]
    assert service["spec"]["selector"].items() <= body["spec"]["template"]["metadata"]["labels"].items()


def test_kubernetes_puts_nothing_in_the_place_of_a_name() -> None:
    (content,) = texts("deployment", serving(), replace(WISHES, model="/models/$(HF_TOKEN)")).values()
    body = next(iter(yaml.safe_load_all(content)))
    assert body["spec"]["template"]["spec"]["containers"][0]["command"][2] == "/models/$$(HF_TOKEN)"


def test_a_replica_of_two_nodes_is_a_group_of_two_pods() -> None:
    (content,) = texts("deployment", serving(), replace(WISHES, machine=Machine(gpus=2))).values()
    body = next(iter(yaml.safe_load_all(content)))
    assert body["kind"] == "LeaderWorkerSet"
    group = body["spec"]["leaderWorkerTemplate"]
    assert group["size"] == 2
    for role in ("leaderTemplate", "workerTemplate"):
        assert group[role]["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] == 2


def test_the_scaler_reads_what_the_adapter_brings() -> None:
    files = texts("hpa", serving())
    scaler, rules = (yaml.safe_load(content) for content in files.values())
    (rule,) = rules["rules"]["custom"]
    assert scaler["spec"]["metrics"][0]["pods"]["metric"]["name"] == rule["name"]["as"] == "vllm_num_requests_waiting"
    assert re.fullmatch(rule["name"]["matches"], "vllm:num_requests_waiting")
    with pytest.raises(InvalidData, match="does not report the number of waiting requests"):
        texts("hpa", replace_engine("trtllm"))


def test_down_to_nothing_with_what_that_costs_and_saves() -> None:
    (content,) = texts("keda", serving()).values()
    body = yaml.safe_load(content)
    assert body["spec"]["minReplicaCount"] == 0
    launch = serve_launch(serving(), WISHES)
    assert launch.cold_start_s == pytest.approx(launch.weights_bytes / 7e9)
    assert f"{launch.cold_start_s:,.0f} s at 7 GB/s" in content
    # Idle draw of an H100 SXM as its driver reports it: 68.6 W.
    assert "0.27 kWh" in content


def test_cold_start_is_weights_over_rate() -> None:
    assert cold_start_s(140e9, 7.0) == 20.0
    assert cold_start_s(140e9, 7.0, 2) == 10.0


def test_alerts_ask_for_what_was_asked() -> None:
    (content,) = texts("alerts", serving()).values()
    rules = {rule["alert"]: rule["expr"] for rule in yaml.safe_load(content)["groups"][0]["rules"]}
    assert rules["FirstTokenLate"].endswith("> 2")
    assert rules["TokensLate"].endswith("> 0.05")
    assert "vllm:inter_token_latency_seconds_bucket" in rules["TokensLate"]


def test_what_runs_at_once_comes_of_the_requests() -> None:
    asked = serving()
    (plan,) = serving_plans(replace(asked.work, demand=Demand(per_s=40.0)), [asked.board])
    assert plan.load is not None
    assert plan.load.running_p95 > 2 * asked.work.concurrency
    (content,) = texts("alerts", plan).values()
    rules = {rule["alert"]: rule["expr"] for rule in yaml.safe_load(content)["groups"][0]["rules"]}
    assert rules["RequestsWait"].endswith(f"> {ceil(plan.load.running_p95)}")


def test_slurm_gets_a_task_for_each_replica() -> None:
    (content,) = texts("sbatch", replace(serving(), replicas=3)).values()
    found = directives(content)
    assert (found["array"], found["gpus-per-node"], found["nodes"]) == ("0-2", "4", "1")
    (several,) = texts("sbatch", serving(), replace(WISHES, machine=Machine(gpus=2))).values()
    assert (directives(several)["nodes"], directives(several)["gpus-per-node"]) == ("2", "2")


def test_mig_layouts_are_those_of_the_board() -> None:
    (content,) = texts("mig-parted", serving()).values()
    layouts = yaml.safe_load(content)["mig-configs"]
    assert layouts["all-1g.10gb"] == [{"devices": "all", "mig-enabled": True, "mig-devices": {"1g.10gb": 7}}]
    assert layouts["all-disabled"] == [{"devices": "all", "mig-enabled": False}]


def test_the_load_test_asks_for_half_all_and_half_more(called: Any) -> None:
    (content,) = texts("load-test", serving()).values()
    words = called(content)
    assert [words[at + 1] for at, each in enumerate(words) if each == "--max-concurrency"] == ["32", "64", "96"]
    assert [words[at + 1] for at, each in enumerate(words) if each == "--random-input-len"] == ["7168"] * 3
    assert [words[at + 1] for at, each in enumerate(words) if each == "--result-filename"] == [
        "load-050.json",
        "load-100.json",
        "load-150.json",
    ]


@pytest.mark.parametrize(
    ("concurrency", "running", "requests"), [(1, (1, 1, 2), (20, 20, 20)), (3, (2, 3, 5), (20, 20, 25)), (10, (5, 10, 15), (25, 50, 75))]
)
def test_a_load_test_rounds_up_and_sends_five_rounds_but_at_least_twenty_requests(
    called: Any, concurrency: int, running: tuple[int, ...], requests: tuple[int, ...]
) -> None:
    (content,) = load_script(replace(LAUNCH, model="org/Chat", concurrency=concurrency)).values()
    words = called(content)
    for option, numbers in (("--max-concurrency", running), ("--num-prompts", requests)):
        assert [words[at + 1] for at, each in enumerate(words) if each == option] == [str(number) for number in numbers]


def test_nothing_is_written_of_what_does_not_do() -> None:
    with pytest.raises(InvalidData, match="This plan does not meet the requirements: no launch files are written"):
        texts("vllm", serving(gpus=2, kv=2.0))
    with pytest.raises(InvalidData, match="cannot be used for this task; available"):
        texts("torchrun", serving())
    with pytest.raises(InvalidData, match="Unknown output perl; available: vllm"):
        texts("perl", serving())
    with pytest.raises(InvalidData, match=r"llama\.cpp cannot be started across 2 systems"):
        texts("llama.cpp", serving(), replace(WISHES, machine=Machine(gpus=2)))


def test_every_format_can_be_written_of_one_of_the_tasks() -> None:
    assert {form.key for form in (*formats_for(serving()), *formats_for(training()))} == set(launch_formats())


@pytest.mark.parametrize("name", ["Qwen/Qwen3-8B", "///", "7B_model.gguf", "é" * 80, NASTY])
def test_names_are_labels(name: str) -> None:
    assert re.fullmatch(r"[a-z]([a-z0-9-]{0,50}[a-z0-9])?", plain_name(name))


@pytest.mark.parametrize(("method", "packed", "said"), [("lora", True, True), ("lora", False, False), ("full", True, False)])
def test_a_plan_for_packed_samples_says_that_the_script_must_pack_them(method: str, packed: bool, said: bool) -> None:
    work = training_workload(TrainingAsked("llama-3.1-8b", method=method, packed=packed))
    (plan,) = training_plans(work, [boards()["nvidia.h100-sxm5-80gb"]], 8)
    (text,) = texts("torchrun", plan).values()
    assert ("Samples: packed to one length" in text) == said
