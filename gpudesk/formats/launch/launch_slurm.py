"""Files of Slurm 24.05: a batch job for a launch, and the list of GPUs of a node (slurm.schedmd.com/sbatch.html, gres.conf.html)."""

import re

from gpudesk.core.serving.launch_values import Machine, ServeLaunch, TrainLaunch
from gpudesk.formats.launch.launch_programs import asking, listening, serve_words
from gpudesk.formats.launch.launch_scripts import head
from gpudesk.formats.launch.launch_text import Raw, command, comment
from gpudesk.formats.launch.launch_training import torchrun_words

_RAY_PORT = 6379
_FIRST = 'HEAD_ADDRESS=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)'


def _directives(name: str, nodes: int, gpus: int, tasks: int, array: int, mig: str = "") -> str:
    mig = "".join(letter for letter in mig if letter.isascii() and (letter.isalnum() or letter in ".+-_"))
    gpu_request = f"--gpus-per-node={f'{mig}:' if mig else ''}{gpus}"
    lines = [f"--job-name={name}", f"--nodes={nodes}", f"--ntasks-per-node={tasks}", gpu_request]
    # Whole nodes keep other jobs off the links and the memory that the plan counts on.
    lines += ["--exclusive"] if nodes > 1 else []
    lines += [f"--array=0-{array - 1}", "--output=%x-%A-%a.log"] if array > 1 else ["--output=%x-%j.log"]
    return "".join(f"#SBATCH {line}\n" for line in lines)


def _sbatch(directives: str, told: list[str], body: list[str]) -> str:
    return "#!/usr/bin/env bash\n" + directives + comment(told) + "set -euo pipefail\n\n" + "\n".join(body) + "\n"


def serve_sbatch(launch: ServeLaunch) -> dict[str, str]:
    """A batch job that serves the model: one task of an array for each replica."""
    by_rank = launch.program.key == "trtllm" and launch.systems > 1
    tasks = launch.gpus_here if by_rank else 1
    directives = _directives(launch.name, launch.systems, launch.gpus_here, tasks, launch.replicas, launch.mig)
    body = [
        "# Slurm names the GPUs of the job itself; they are told apart by their PCI addresses.",
        "export CUDA_DEVICE_ORDER=PCI_BUS_ID",
        "# Two replicas may come to stand on one node: each has a port of its own.",
        f"port=$(( ${{PORT:-{launch.program.port}}} + ${{SLURM_ARRAY_TASK_ID:-0}} ))",
    ]
    body += [*asking(launch), *listening(launch)]
    words = serve_words(launch)
    if launch.program.key == "trtllm" and launch.cache == "fp8":
        body += ['options="$SLURM_SUBMIT_DIR/$SLURM_JOB_ID.yaml"', "printf 'kv_cache_config:\\n  dtype: fp8\\n' > \"$options\""]
    if launch.systems == 1:
        body.append(command(["srun", *words]))
    elif launch.program.key == "vllm":
        body += [
            _FIRST,
            "export HEAD_ADDRESS",
            f'srun --nodes=1 --ntasks=1 --nodelist="$HEAD_ADDRESS" ray start --head --port={_RAY_PORT} --block &',
            "sleep 20",
            f'srun --nodes={launch.systems - 1} --ntasks={launch.systems - 1} --exclude="$HEAD_ADDRESS" \\',
            f'  ray start --address="$HEAD_ADDRESS:{_RAY_PORT}" --block &',
            "sleep 20",
            command(["srun", "--overlap", "--nodes=1", "--ntasks=1", Raw('--nodelist="$HEAD_ADDRESS"'), *words]),
        ]
    elif by_rank:
        body.append(command(["srun", "--mpi=pmix", *words]))
    else:
        body += [_FIRST, "export HEAD_ADDRESS", "export port host", *(["export model"] if launch.is_asked else [])]
        inner = 'export NODE_RANK="$SLURM_NODEID"; exec ' + command(words)
        body.append(command(["srun", "bash", "-c", inner]))
    return {f"{launch.name}.sbatch": _sbatch(directives, head(launch, "served under Slurm"), body)}


def train_sbatch(launch: TrainLaunch) -> dict[str, str]:
    """A batch job that trains the model with `torchrun`."""
    directives = _directives(f"{launch.name}-train", launch.systems, launch.machine.gpus, 1, 1)
    body = ["export CUDA_DEVICE_ORDER=PCI_BUS_ID", "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"]
    if launch.systems > 1:
        body += [_FIRST, "export HEAD_ADDRESS"]
    inner = "exec " + command([*torchrun_words(launch, rank='"$SLURM_NODEID"'), *launch.script])
    body.append(command(["srun", "bash", "-c", inner]))
    return {f"{launch.name}-train.sbatch": _sbatch(directives, [f"{launch.model}: trained under Slurm"], body)}


def gpu_type(name: str) -> str:
    """Return the Slurm GPU type for an NVML name: "h100" for "NVIDIA H100 80GB HBM3", "rtx_4090" for "NVIDIA GeForce RTX 4090".

    Slurm compares it with the name in lowercase with underscores for spaces: a type in gres.conf is kept, and cores and links are
    added from NVML, if it is part of that name (slurm.schedmd.com/gres.conf.html, AutoDetect and Type). The model is the first
    token with a digit; a token of digits only includes the token before it.
    """
    whole = re.sub(r"[^a-z0-9_.-]", "", re.sub(r"\s+", "_", name.strip().lower()))
    words = list(re.finditer(r"[a-z0-9.]+", whole))
    at = next((place for place, word in enumerate(words) if re.search(r"\d", word[0])), len(words) - 1)
    if at < 0:
        return "gpu"
    start = words[at - 1].start() if at and words[at][0].isdigit() else words[at].start()
    return whole[start : words[at].end()]


def gres_conf(machine: Machine, kind: str) -> dict[str, str]:
    """Return the GPUs of a node to be completed by NVML: type and files, without cores and links, which are not yet known.

    Args:
        kind: as returned by `gpu_type`.
    """
    comments = [
        "To be put next to slurm.conf, which needs the same type:",
        "  GresTypes=gpu",
        f"  NodeName=… Gres=gpu:{kind}:{machine.gpus}",
        "  AccountingStorageTRES=gres/gpu",
        "Shares between teams: PriorityType=priority/multifactor, and for each account",
        "  sacctmgr modify account NAME set fairshare=WEIGHT GrpTRES=gres/gpu=LIMIT",
        "With MIG the instances are found by NVML alone: keep AutoDetect and leave out File; slurm.conf names profiles as types,",
        "such as Gres=gpu:1g.10gb:7.",
    ]
    return {"gres.conf": comment(comments) + f"AutoDetect=nvml\nName=gpu Type={kind} File=/dev/nvidia[0-{machine.gpus - 1}]\n"}
