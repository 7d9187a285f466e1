"""Launch files of models with hostile names: every reader gets the name as it is."""

import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.serving.launch_values import Machine, ServeLaunch
from gpudesk.formats.launch.launch_kubernetes import deployment, inference_service, leader_worker_set
from gpudesk.formats.launch.launch_programs import program
from gpudesk.formats.launch.launch_ray import ray_service
from gpudesk.formats.launch.launch_scaling import autoscaler, scaled_object
from gpudesk.formats.launch.launch_scripts import docker_script, podman_script, serve_script
from gpudesk.formats.launch.launch_slurm import serve_sbatch
from gpudesk.formats.launch.launch_text import yaml_text
from gpudesk.formats.launch.launch_watching import alert_rules, scrape_targets
from tests.formats.hostile_names import CANARY, TYPED

NAMES = [name for name in TYPED if not name.startswith("-")]
LAUNCH = ServeLaunch(
    model="",
    program=program("vllm"),
    weights="bf16",
    cache="bf16",
    tensor=1,
    pipeline=1,
    replicas=1,
    prompt=100,
    answer=100,
    sequences=4,
    concurrency=4,
    utilisation=0.9,
    experts=False,
    gpu="H100",
    weights_bytes=1e9,
    tpot_s=0.01,
    ttft_s=0.1,
    tokens_per_s=100.0,
    tpot_most_s=None,
    ttft_most_s=None,
    machine=Machine(gpus=1, uuids=("GPU-1",)),
)
AS_GO_READS = re.compile(r"[yYnN]|[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?|[-+]?0[xXoObB][0-9a-fA-F]+|(?i:yes|no|on|off|true|false|null|~)")
"""Plain words that readers of YAML in Go take for another type (yaml.v2, resolve.go)."""


def expanded(text: str) -> str:
    """A word of a command as Kubernetes 1.31 starts it where every variable is set (third_party/forked/golang/expansion/expand.go)."""
    return re.sub(r"\$(\$|\([^)]*\))", lambda match: "$" if match[1] == "$" else "value", text)


@pytest.mark.parametrize("name", NAMES)
def test_bash_hands_over_the_name(name: str, tmp_path: Path) -> None:
    for stub in ("vllm", "srun"):
        (tmp_path / stub).write_text('#!/bin/sh\nprintf "%s\\0" "$@" > words\n', encoding="ascii")
        (tmp_path / stub).chmod(0o755)
    for files, first in ((serve_script(replace(LAUNCH, model=name)), 1), (serve_sbatch(replace(LAUNCH, model=name)), 2)):
        (text,) = files.values()
        (tmp_path / "start.sh").write_text(text, encoding="utf-8")
        environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
        subprocess.run(["bash", "start.sh"], cwd=tmp_path, env=environment, check=True, timeout=60)
        assert (tmp_path / "words").read_text(encoding="utf-8").split("\0")[first] == name
    assert list(tmp_path.glob(f"{CANARY}*")) == []


@pytest.mark.parametrize("name", NAMES)
def test_kubernetes_starts_the_name_and_reads_texts_as_texts(name: str) -> None:
    machine = replace(LAUNCH.machine, labels=((f"example.com/{len(name)}", name),))
    (text,) = deployment(replace(LAUNCH, model=name, machine=machine)).values()
    pod = next(iter(yaml.safe_load_all(text)))["spec"]["template"]["spec"]
    assert expanded(pod["containers"][0]["command"][2]) == name
    assert pod["nodeSelector"] == {f"example.com/{len(name)}": name}
    plain = [token.value for token in yaml.scan(text) if isinstance(token, yaml.ScalarToken) and token.plain]
    assert name not in plain or not AS_GO_READS.fullmatch(name)


WRITERS = (
    leader_worker_set,
    inference_service,
    ray_service,
    scrape_targets,
    alert_rules,
    autoscaler,
    scaled_object,
    docker_script,
    podman_script,
)


@pytest.mark.parametrize("write", WRITERS)
def test_every_file_of_a_launch_can_be_read(write: Callable[[ServeLaunch], dict[str, str]]) -> None:
    for name in NAMES:
        for path, text in write(replace(LAUNCH, model=name)).items():
            assert re.fullmatch(r"[a-z0-9.-]+", path)
            if path.endswith(".sh"):
                assert subprocess.run(["bash", "-n"], input=text.encode(), check=False).returncode == 0
            else:
                assert [body for body in yaml.safe_load_all(text) if not isinstance(body, dict)] == []


@pytest.mark.parametrize("name", NAMES)
def test_ray_reads_the_name_in_the_yaml_within_the_yaml(name: str) -> None:
    (text,) = ray_service(replace(LAUNCH, model=name)).values()
    service = yaml.safe_load(yaml.safe_load(text)["spec"]["serveConfigV2"])
    assert service["applications"][0]["args"]["llm_configs"][0]["model_loading_config"]["model_source"] == name


@pytest.mark.parametrize("text", ["y", "N", "1e3", "089", "0o14", "1_000e3", ".5", "+.5e-3", "5.", "0b1"])
def test_a_text_stays_a_text_for_every_reader_of_yaml(text: str) -> None:
    written = yaml_text([], [{"value": text}])
    assert written == f"value: '{text}'\n"
    assert yaml.safe_load(written) == {"value": text}


@pytest.mark.parametrize("text", ["570.124.06", "dgx-001", "1.2.3", "8x", "e3", "nvidia.com/gpu"])
def test_ordinary_words_have_no_quotation_marks(text: str) -> None:
    assert yaml_text([], [{"value": text}]) == f"value: {text}\n"


def test_a_name_that_is_an_option_is_refused() -> None:
    with pytest.raises(InvalidData) as refused:
        serve_script(replace(LAUNCH, model="--trust-remote-code"))
    assert refused.value.message.values == {"name": "--trust-remote-code", "program": "vLLM"}


def test_a_profile_of_slices_stays_one_pattern(tmp_path: Path) -> None:
    hostile = "1g.5gb'; touch PWNED; '/\n touch PWNED"
    listed = "  MIG 1g.5gb'; touch PWNED; '/  touch PWNED     Device  0: (UUID: MIG-11)"
    (tmp_path / "nvidia-smi").write_text(f"#!/bin/sh\ncat <<'END'\n{listed}\nEND\n", encoding="ascii")
    (tmp_path / "vllm").write_text('#!/bin/sh\nprintf %s "$CUDA_VISIBLE_DEVICES" > seen\n', encoding="ascii")
    for stub in ("nvidia-smi", "vllm"):
        (tmp_path / stub).chmod(0o755)
    launch = replace(LAUNCH, model="m", machine=Machine(gpus=1), mig=hostile)
    (text,) = serve_script(launch).values()
    (tmp_path / "start.sh").write_text(text, encoding="utf-8")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["bash", "start.sh"], cwd=tmp_path, env=environment, check=True, timeout=60)
    assert (tmp_path / "seen").read_text(encoding="ascii") == "MIG-11"
    (batch,) = serve_sbatch(launch).values()
    assert "#SBATCH --gpus-per-node=1g.5gbtouchPWNEDtouchPWNED:1\n" in batch
    assert list(tmp_path.glob(f"{CANARY}*")) == []
