"""Scripts that train a model on one system or several.

Flags as of torchrun in PyTorch 2.9 (docs.pytorch.org/docs/stable/elastic/run.html), DeepSpeed 0.18 (deepspeed.ai/docs/config-json) and
Megatron-LM core 0.14 (github:NVIDIA/Megatron-LM, megatron/training/arguments.py).
"""

from collections.abc import Sequence
from typing import Any

from gpudesk.core.serving.launch_values import TrainLaunch
from gpudesk.formats.launch.launch_text import Raw, choose_gpus, command, json_text, script

_PORT = 29500
_ZERO = {"ddp": 0, "zero1": 1, "zero2": 2, "zero3": 3, "fsdp": 3}
_ALLOCATOR = [
    "# Sequences of different lengths leave gaps in the memory of PyTorch; segments that grow are filled again. It makes nothing faster.",
    "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
]


def _head(launch: TrainLaunch, what: str) -> list[str]:
    split = f"a layer {launch.tensor}, stages {launch.pipeline}, a sequence {launch.context_parallel}, replicas {launch.replicas}"
    samples = "Samples: packed to one length, which the training script does (SFTConfig of TRL: packing=True)"
    return [
        f"{launch.model}: {what}",
        f"Plan: {launch.systems} systems of {launch.machine.gpus} GPUs; {split}; states by {launch.state}",
        f"Step: {launch.global_batch} sequences of {launch.sequence} tokens, {launch.micro_batch} a pass, {launch.accumulation} passes",
        *([samples] if launch.packed else []),
    ]


def _where(launch: TrainLaunch) -> list[str]:
    lines = [*choose_gpus(launch.machine, launch.machine.gpus, 1), *_ALLOCATOR]
    if launch.systems > 1:
        lines += [
            f': "${{HEAD_ADDRESS:?the address of the first of the {launch.systems} systems}}"',
            f': "${{NODE_RANK:?the number of this system, 0 to {launch.systems - 1}}}"',
        ]
    return [*lines, ""]


def torchrun_words(launch: TrainLaunch, head: str = '"$HEAD_ADDRESS', rank: str = '"$NODE_RANK"') -> list[str]:
    """Return the `torchrun` tokens before the script."""
    words = ["torchrun", "--nnodes", str(launch.systems), "--nproc-per-node", str(launch.machine.gpus)]
    if launch.systems == 1:
        return [*words, "--standalone"]
    words += ["--node-rank", Raw(rank), "--rdzv-backend", "c10d", "--rdzv-endpoint", Raw(f'{head}:{_PORT}"')]
    return [*words, "--rdzv-id", launch.name]


def torchrun_script(launch: TrainLaunch) -> dict[str, str]:
    """A bash script that trains with `torchrun`."""
    body = [*_where(launch), f"exec {command([*torchrun_words(launch), *launch.script])}"]
    return {f"{launch.name}-train.sh": script(_head(launch, "trained with torchrun (PyTorch 2.9)"), body)}


def deepspeed_config(launch: TrainLaunch) -> dict[str, Any]:
    """Return the DeepSpeed configuration with consistent batch sizes; otherwise DeepSpeed refuses to start."""
    stage = _ZERO[launch.state]
    zero: dict[str, Any] = {"stage": stage}
    if stage:
        zero |= {"overlap_comm": True, "contiguous_gradients": True}
    if stage == 3:
        zero |= {"stage3_gather_16bit_weights_on_model_save": True}
    if launch.offload and stage:
        zero["offload_optimizer"] = {"device": "cpu", "pin_memory": True}
    config: dict[str, Any] = {
        "train_batch_size": launch.micro_batch * launch.accumulation * launch.replicas,
        "train_micro_batch_size_per_gpu": launch.micro_batch,
        "gradient_accumulation_steps": launch.accumulation,
        "gradient_clipping": 1.0,
        "zero_optimization": zero,
        "optimizer": {"type": "AdamW", "params": {"lr": launch.learning_rate, "betas": [0.9, 0.95], "weight_decay": 0.1}},
    }
    if launch.precision in ("bf16", "fp8"):
        config["bf16"] = {"enabled": True}
    elif launch.precision == "fp16":
        config["fp16"] = {"enabled": True}
    if launch.recompute != "none":
        config["activation_checkpointing"] = {"partition_activations": launch.tensor > 1, "contiguous_memory_optimization": False}
    return config


def deepspeed_files(launch: TrainLaunch) -> dict[str, str]:
    """The configuration of DeepSpeed and a bash script that trains with it."""
    name = f"{launch.name}-deepspeed.json"
    words: Sequence[str] = [*torchrun_words(launch), *launch.script, "--deepspeed", "--deepspeed_config", Raw(f'"$here/{name}"')]
    body = ['here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)', *_where(launch), f"exec {command(words)}"]
    comments = [
        *_head(launch, "trained with DeepSpeed 0.18"),
        "The script has to call deepspeed.add_config_arguments and deepspeed.initialize.",
    ]
    return {name: json_text(deepspeed_config(launch)), f"{launch.name}-deepspeed.sh": script(comments, body)}


def megatron_words(launch: TrainLaunch) -> list[str]:
    """What `pretrain_gpt.py` of Megatron-LM is called with: how the model is made and shared out."""
    words = ["--use-mcore-models", "--transformer-impl", "transformer_engine"]
    words += ["--tensor-model-parallel-size", str(launch.tensor), "--pipeline-model-parallel-size", str(launch.pipeline)]
    words += ["--context-parallel-size", str(launch.context_parallel)]
    if launch.tensor > 1:
        words += ["--sequence-parallel"]
    words += ["--num-layers", str(launch.layers), "--hidden-size", str(launch.hidden), "--num-attention-heads", str(launch.heads)]
    if launch.kv_heads != launch.heads:
        words += ["--group-query-attention", "--num-query-groups", str(launch.kv_heads)]
    words += ["--ffn-hidden-size", str(launch.feed_forward), "--swiglu", "--normalization", "RMSNorm"]
    words += ["--position-embedding-type", "rope", "--disable-bias-linear"]
    if not launch.tied:
        words += ["--untie-embeddings-and-output-weights"]
    if launch.experts:
        words += ["--num-experts", str(launch.experts), "--moe-router-topk", str(launch.experts_used)]
        words += ["--expert-model-parallel-size", str(launch.expert)]
    words += ["--seq-length", str(launch.sequence), "--max-position-embeddings", str(launch.sequence)]
    words += ["--micro-batch-size", str(launch.micro_batch), "--global-batch-size", str(launch.global_batch)]
    words += {"fp16": ["--fp16"], "fp32": []}.get(launch.precision, ["--bf16"])
    if launch.precision == "fp8":
        words += ["--fp8-format", "hybrid"]
    if launch.state != "ddp":
        words += ["--use-distributed-optimizer", "--overlap-grad-reduce", "--overlap-param-gather"]
    if launch.virtual > 1 and launch.pipeline > 1:
        words += ["--num-layers-per-virtual-pipeline-stage", str(launch.layers // (launch.pipeline * launch.virtual))]
    if launch.recompute == "selective":
        words += ["--recompute-granularity", "selective"]
    elif launch.recompute == "full":
        words += ["--recompute-granularity", "full", "--recompute-method", "uniform", "--recompute-num-layers", "1"]
    words += ["--lr", f"{launch.learning_rate:g}", "--tokenizer-type", "HuggingFaceTokenizer", "--tokenizer-model", launch.model]
    return words


def megatron_script(launch: TrainLaunch) -> dict[str, str]:
    """A bash script that trains with Megatron-LM."""
    words = [*torchrun_words(launch), "pretrain_gpt.py", *megatron_words(launch)]
    words += ["--train-iters", Raw('"$STEPS"'), "--data-path", Raw('"$DATA"'), "--save", Raw('"$CHECKPOINTS"')]
    needs = [
        ': "${STEPS:?how many steps to train}"',
        ': "${DATA:?the prefix of the .bin and .idx files that tools/preprocess_data.py wrote}"',
        ': "${CHECKPOINTS:?the folder of checkpoints}"',
    ]
    # With one queue the pieces of a layer begin in the order in which they are sent; overlapping relies on that (Hopper and before).
    body = [*_where(launch), *needs, "export CUDA_DEVICE_MAX_CONNECTIONS=1", "", f"exec {command(words)}"]
    comments = [*_head(launch, "trained with Megatron-LM (core 0.14)"), "To be run in the folder of Megatron-LM."]
    return {f"{launch.name}-megatron.sh": script(comments, body)}
