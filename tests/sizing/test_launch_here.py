"""Scripts that run as they are written: on the GPUs of one machine, out of reach of others, with weights that exist in the format."""

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.serving.launch_values import GPUS_OF_A_SYSTEM, Machine, is_address
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, engines, weight_format
from gpudesk.sizing.launch.launching import LaunchWishes, gpus_together, launch_files
from gpudesk.sizing.launch.repositories import repository_of
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.systems.hosts import machine_gpus


def plan(model: str, form: str, engine: str, board: str, gpus: int) -> ServingPlan:
    program = engines()[engine]
    work = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 2048, 256, 1, program, program.utilisation)
    return serving_plans(work, [boards()[board]], gpus)[0]


def script(found: ServingPlan, key: str = "", wishes: LaunchWishes | None = None) -> str:
    machine = Machine(machine_gpus(found.board.key, GPUS_OF_A_SYSTEM, gpus_together(found)))
    (content,) = launch_files(key or found.work.engine.key, found, wishes or LaunchWishes(machine)).values()
    return content


def started(content: str, folder: Path, **more: str) -> tuple[int, str, str]:
    """Run a script next to programs that print how they were called."""
    for name in ("vllm", "python3", "llama-server", "trtllm-serve"):
        stub = folder / name
        stub.write_text('#!/usr/bin/env bash\nprintf "<%s>" "${0##*/}" "${VLLM_API_KEY:-}${LLAMA_API_KEY:-}" "$@"\n', encoding="utf-8")
        stub.chmod(0o755)
    (folder / "nvidia-smi").write_text("#!/usr/bin/env bash\nprintf '%s\\n' " + " ".join(f"GPU-{at}" for at in range(4)), encoding="utf-8")
    (folder / "nvidia-smi").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name not in ("LISTEN", "API_KEY", "MODEL")}
    environment = kept | more | {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", content], capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("gpus", [3, 4])
def test_a_desk_has_as_many_gpus_as_the_plan(gpus: int, tmp_path: Path) -> None:
    """The catalog's towers hold two RTX 4090; a desk with three or four of them starts a model over all."""
    found = plan("llama-3.3-70b-instruct", "q4_k_m", "llama.cpp", "nvidia.rtx-4090", gpus)
    code, told, _ = started(script(found), tmp_path)
    assert code == 0
    assert f"<--tensor-split><{','.join(['1'] * gpus)}>" in told


@pytest.mark.parametrize(
    ("board", "wanted", "gpus"),
    [
        ("nvidia.rtx-4090", 1, 2),
        ("nvidia.rtx-4090", 4, 4),
        ("nvidia.rtx-4090", 16, 2),
        ("nvidia.rtx-5090", 4, 4),
        ("nvidia.rtx-5090", 5, 5),
        ("nvidia.rtx-3090", 4, 8),
        ("nvidia.h100-sxm5-80gb", 16, 8),
    ],
)
def test_gpus_of_a_machine(board: str, wanted: int, gpus: int) -> None:
    assert machine_gpus(board, GPUS_OF_A_SYSTEM, wanted) == gpus


@pytest.mark.parametrize(
    ("model", "form", "engine", "board", "words"),
    [
        ("llama-3.3-70b-instruct", "q4_k_m", "llama.cpp", "nvidia.rtx-4090", "<--hf-repo><unsloth/Llama-3.3-70B-Instruct-GGUF:Q4_K_M>"),
        ("gpt-oss-20b", "mxfp4_moe", "llama.cpp", "nvidia.rtx-4090", "<--hf-repo><ggml-org/gpt-oss-20b-GGUF>"),
        ("qwen3-32b", "int4", "vllm", "nvidia.a100-sxm4-80gb", "<serve><Qwen/Qwen3-32B-AWQ>"),
        ("gpt-oss-20b", "mxfp4-experts", "vllm", "nvidia.h100-sxm5-80gb", "<serve><openai/gpt-oss-20b>"),
        ("qwen3-8b", "bf16", "vllm", "nvidia.h100-sxm5-80gb", "<serve><Qwen/Qwen3-8B>"),
    ],
)
def test_it_names_weights_that_exist_in_the_format(model: str, form: str, engine: str, board: str, words: str, tmp_path: Path) -> None:
    code, told, _ = started(script(plan(model, form, engine, board, 4 if "70b" in model else 1)), tmp_path)
    assert code == 0
    assert words in told


def test_weights_that_nobody_knows_are_asked_for(tmp_path: Path) -> None:
    found = plan("llama-3.1-8b", "q4_k_m", "llama.cpp", "nvidia.rtx-4090", 1)
    code, told, error = started(script(found), tmp_path)
    assert code != 0
    assert not told
    assert "the path of a GGUF file in Q4_K_M of meta-llama-3-1-8b" in error
    assert "<--model></data/a b.gguf>" in started(script(found), tmp_path, MODEL="/data/a b.gguf")[1]
    assert "<--model></data/x.gguf>" in started(script(found, wishes=LaunchWishes(model="/data/x.gguf")), tmp_path)[1]


@pytest.mark.parametrize("key", ["deployment", "kserve", "rayservice"])
def test_what_cannot_ask_is_refused_with_the_reason(key: str) -> None:
    found = plan("llama-3.1-70b", "int4", "vllm", "nvidia.h100-sxm5-80gb", 1)
    with pytest.raises(InvalidData, match=r"No repository with meta-llama/Meta-Llama-3.1-70B in INT4 is known"):
        script(found, key)
    assert "/models/int4" in script(found, key, LaunchWishes(model="/models/int4"))


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llama.cpp", "trtllm"])
def test_others_reach_it_only_with_a_key(engine: str, tmp_path: Path) -> None:
    form = "q4_k_m" if engine == "llama.cpp" else "bf16"
    found = plan("qwen3-8b", form, engine, "nvidia.h100-sxm5-80gb", 1)
    content = script(found)
    code, told, _ = started(content, tmp_path)
    assert code == 0
    assert "<--host><127.0.0.1>" in told
    code, told, error = started(content, tmp_path, LISTEN="0.0.0.0")
    assert code != 0
    assert not told
    assert "key" in error
    if engine == "trtllm":
        return
    code, told, _ = started(content, tmp_path, LISTEN="0.0.0.0", API_KEY="se cret")
    assert code == 0
    assert "<--host><0.0.0.0>" in told
    assert "<se cret>" in told
    assert ("--api-key" in told) is (engine == "sglang"), "who lists processes does not read the key where the program takes it otherwise"


def test_an_address_that_is_chosen_is_the_default(tmp_path: Path) -> None:
    found = plan("qwen3-8b", "bf16", "vllm", "nvidia.h100-sxm5-80gb", 1)
    content = script(found, wishes=LaunchWishes(address="10.0.0.7"))
    assert started(content, tmp_path)[0] != 0
    assert "<--host><10.0.0.7>" in started(content, tmp_path, API_KEY="x")[1]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::", True),
        ("node-7.local", True),
        ("a b", False),
        ("$(x)", False),
        ("", False),
        ("x;y", False),
    ],
)
def test_addresses(text: str, good: bool) -> None:
    assert is_address(text) is good


@pytest.mark.parametrize("key", ["docker", "podman"])
def test_a_container_listens_where_the_script_says(key: str) -> None:
    content = script(plan("qwen3-8b", "bf16", "vllm", "nvidia.h100-sxm5-80gb", 1), key)
    assert 'host="${LISTEN:-127.0.0.1}"' in content
    assert "VLLM_API_KEY" in content
    assert "0.0.0.0" not in content


def test_pods_listen_on_their_own_address() -> None:
    content = script(plan("qwen3-8b", "bf16", "vllm", "nvidia.h100-sxm5-80gb", 1), "deployment")
    assert re.search(r"--host\n\s+- '?0\.0\.0\.0", content)
    assert "$host" not in content


def test_formats_without_a_row_are_not_known() -> None:
    assert repository_of("Qwen/Qwen3-32B", "int4") == "Qwen/Qwen3-32B-AWQ"
    assert repository_of("Qwen/Qwen3-32B", "nvfp4") == ""
    assert repository_of("meta-llama/Meta-Llama-3.1-8B", "fp16") == "meta-llama/Meta-Llama-3.1-8B"
    assert repository_of("deepseek-ai/DeepSeek-R1", "fp8") == "deepseek-ai/DeepSeek-R1"
    assert repository_of("XiaomiMiMo/MiMo-V2-Flash", "fp8") == "XiaomiMiMo/MiMo-V2-Flash"
    assert repository_of("deepseek-ai/DeepSeek-R1", "nvfp4") == ""
    assert repository_of("mimo-v2-flash", "fp8") == ""
    assert repository_of("a model of one's own", "fp8") == ""
    assert repository_of("a model of one's own", "bf16") == ""
    assert repository_of("13b", "bf16") == ""


def test_the_name_is_that_of_the_model_wherever_its_weights_lie() -> None:
    found = plan("qwen3-32b", "int4", "vllm", "nvidia.a100-sxm4-80gb", 1)
    assert "--served-model-name qwen3-32b \\" in script(found)
    assert "--served-model-name qwen3-32b \\" in script(replace(found), wishes=LaunchWishes(model="/x/y"))


def test_a_mixture_that_is_too_large_keeps_experts_in_the_memory_of_the_system(tmp_path: Path) -> None:
    """gpt-oss-120b on one RTX 4090: all but the experts of 23 layers on the GPU."""
    found = plan("gpt-oss-120b", "mxfp4_moe", "llama.cpp", "nvidia.rtx-4090", 1)
    assert not found.fits
    content = script(found)
    code, told, _ = started(content, tmp_path)
    assert code == 0
    assert "<--n-gpu-layers><999><--n-cpu-moe><23>" in told
    assert "# The experts of the first 23 layers and the table of tokens stay in the system's memory: 36.8 GiB." in content


def test_a_dense_model_that_is_too_large_keeps_whole_layers_there(tmp_path: Path) -> None:
    found = plan("llama-3.3-70b-instruct", "q4_k_m", "llama.cpp", "nvidia.rtx-4090", 1)
    code, told, _ = started(script(found), tmp_path)
    assert code == 0
    assert re.search(r"<--n-gpu-layers><4\d>", told)
    assert "--n-cpu-moe" not in told


@pytest.mark.parametrize(
    ("engine", "why"), [("trtllm", "no kernel for FP8 at compute capability 8.6"), ("llama.cpp", "loads a different kind of file.")]
)
def test_what_the_program_that_is_started_does_not_load_is_refused(engine: str, why: str) -> None:
    """The plan is one of vLLM, which has a weight-only kernel for FP8 on an RTX 3090."""
    found = plan("qwen3-8b", "fp8", "vllm", "nvidia.rtx-3090", 1)
    assert "# Kernel of vLLM on this GPU: Marlin FP8, weight-only." in script(found, "vllm")
    with pytest.raises(InvalidData, match=why):
        script(found, engine)


def test_weights_of_gguf_are_not_started_with_another_program() -> None:
    found = plan("gpt-oss-20b", "mxfp4_moe", "llama.cpp", "nvidia.t4", 1)
    with pytest.raises(InvalidData, match="The plan is for weights in MXFP4_MOE; vLLM loads a different kind of file"):
        script(found, "vllm")


def test_a_container_has_the_release_that_is_planned_for() -> None:
    program = engine_at("vllm", "0.16.1")
    work = ServingWorkload(find_model("qwen3-8b").architecture, weight_format("bf16"), 2.0, 2048, 256, 1, program, program.utilisation)
    (found,) = serving_plans(work, [boards()["nvidia.rtx-3090"]], 1)
    content = script(found, "docker")
    assert "vllm/vllm-openai:v0.16.1" in content
    assert "# The plan is for vLLM 0.16.1; the flags are those of 0.11.2." in content
