"""The command line of each program that serves models.

Flags as of vLLM 0.11.2 (docs.vllm.ai/en/v0.11.2/cli/serve), SGLang 0.5.5 (docs.sglang.io, server arguments), TensorRT-LLM 1.0.0
(trtllm-serve) and llama.cpp b6300 (tools/server/README.md).
"""

from collections.abc import Callable, Mapping
from functools import cache

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.stored_files import STORED
from gpudesk.core.serving.launch_values import Program, ServeLaunch, plain_name
from gpudesk.formats.launch.launch_text import Raw
from gpudesk.locate import resource

_CONTEXT = "sizing"
_GGUF = "gguf-"
_PORT = Raw('"$port"')
_HOST = Raw('"$host"')
_MODEL = Raw('"$model"')
_KEY = Raw('${API_KEY:+--api-key "$API_KEY"}')
_KEYS = {"vllm": "VLLM_API_KEY", "llama.cpp": "LLAMA_API_KEY"}
"""Where programs look for the key that callers have to give; what others see of a process does not hold it."""
_GGML_CACHES = ("q8_0", "q4_0")
_UNPACKED = frozenset({"nf4", "nf4-dq"})
"""Formats that a program makes of 16-bit weights as it loads them, through bitsandbytes."""


@cache
def programs() -> Mapping[str, Program]:
    """The programs that launch files are written for, by their key."""
    import yaml

    with resource("launch", "programs.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    fields = ("title", "version", "image", "port", "metrics", "waiting", "running", "first_token", "next_token", "cache_used", "source")
    return {key: Program(key=key, **{name: row[name] for name in fields}) for key, row in body.items()}


def program(key: str) -> Program:
    """Raises:
    InvalidData: no launch file is written for that program.
    """
    known_program = programs().get(key)
    if known_program is None:
        text = QT_TRANSLATE_NOOP("sizing", "No launch file is available for the engine {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(programs())}))
    return known_program


def _loaded(launch: ServeLaunch) -> str:
    return _MODEL if launch.is_asked else launch.model


def _gguf_flag(launch: ServeLaunch) -> str:
    """llama.cpp takes a file, or the repository that holds one."""
    is_file = launch.is_asked or launch.model.startswith(("/", ".", "~")) or launch.model.lower().endswith(".gguf")
    return "--model" if is_file or "/" not in launch.model else "--hf-repo"


def listening(launch: ServeLaunch) -> list[str]:
    """Return shell lines that select the address, and require a key if it is reachable from outside."""
    lines = [f'host="${{LISTEN:-{launch.address}}}"', 'case "$host" in', "  127.*|localhost|::1) ;;"]
    if launch.program.key == "trtllm":
        lines += [
            "  *) echo 'trtllm-serve asks for no key: put a proxy that does before it, and let it listen on 127.0.0.1' >&2; exit 1 ;;",
            "esac",
        ]
        return lines
    lines += ['  *) : "${API_KEY:?others reach this address: choose the key that they have to give}" ;;', "esac"]
    if launch.program.key in _KEYS:
        lines.append(f'if [ -n "${{API_KEY:-}}" ]; then export {_KEYS[launch.program.key]}="$API_KEY"; fi')
    return lines


def key_variables(launch: ServeLaunch) -> list[str]:
    """Variables that a container needs for the key."""
    return [_KEYS[launch.program.key]] if launch.program.key in _KEYS else []


def asking(launch: ServeLaunch) -> list[str]:
    """Return a shell line that requests the location of the weights, if unknown."""
    if not launch.is_asked:
        return []
    return [f'model="${{MODEL:?{_asked_for(launch)} of {plain_name(launch.title)}}}"']


def _asked_for(launch: ServeLaunch) -> str:
    if launch.program.key == "llama.cpp":
        return f"the path of a GGUF file in {launch.weights.removeprefix(_GGUF).upper()}"
    return f"the path or the repository of the {launch.weights_name or launch.weights.upper()} weights"


def _vllm(launch: ServeLaunch) -> list[str]:
    words = ["vllm", "serve", _loaded(launch), "--served-model-name", launch.name, "--host", _HOST, "--port", _PORT]
    words += ["--tensor-parallel-size", str(launch.tensor)]
    if launch.pipeline > 1:
        words += ["--pipeline-parallel-size", str(launch.pipeline)]
    if launch.systems > 1:
        words += ["--distributed-executor-backend", "ray"]
    if launch.groups > 1:
        words += ["--data-parallel-size", str(launch.groups)]
    if launch.experts and launch.tensor * launch.groups > 1:
        words += ["--enable-expert-parallel"]
    words += ["--max-model-len", str(launch.context), "--max-num-seqs", str(launch.sequences)]
    words += ["--gpu-memory-utilization", f"{launch.utilisation:g}"]
    if launch.weights in ("bf16", "fp16", "fp32"):
        words += ["--dtype", {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}[launch.weights]]
    if launch.weights in _UNPACKED:
        words += ["--quantization", "bitsandbytes"]
    words += ["--kv-cache-dtype", "fp8" if launch.cache == "fp8" else "auto"]
    return words


def _sglang(launch: ServeLaunch) -> list[str]:
    words = ["python3", "-m", "sglang.launch_server", "--model-path", _loaded(launch), "--served-model-name", launch.name]
    words += ["--host", _HOST, "--port", _PORT, "--tensor-parallel-size", str(launch.tensor * launch.groups), _KEY]
    if launch.groups > 1:
        words += ["--data-parallel-size", str(launch.groups), "--enable-dp-attention"]
    if launch.pipeline > 1:
        words += ["--pipeline-parallel-size", str(launch.pipeline)]
    if launch.experts and launch.tensor * launch.groups > 1:
        words += ["--expert-parallel-size", str(launch.tensor * launch.groups)]
    if launch.systems > 1:
        words += ["--nnodes", str(launch.systems), "--node-rank", Raw('"$NODE_RANK"'), "--dist-init-addr", Raw('"$HEAD_ADDRESS:20000"')]
    words += ["--context-length", str(launch.context), "--max-running-requests", str(launch.sequences)]
    if launch.utilisation < 1:
        # Else it calculates its share by itself, from what it sets aside.
        words += ["--mem-fraction-static", f"{launch.utilisation:g}"]
    if launch.weights in ("bf16", "fp16", "fp32"):
        words += ["--dtype", {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32"}[launch.weights]]
    if launch.weights in _UNPACKED:
        words += ["--quantization", "bitsandbytes"]
    words += ["--kv-cache-dtype", "fp8_e5m2" if launch.cache == "fp8" else "auto", "--enable-metrics"]
    return words


def _tensorrt_llm(launch: ServeLaunch) -> list[str]:
    words = ["trtllm-serve", _loaded(launch), "--backend", "pytorch", "--host", _HOST, "--port", _PORT]
    words += ["--tp_size", str(launch.tensor), "--pp_size", str(launch.pipeline)]
    if launch.experts and launch.tensor > 1:
        words += ["--ep_size", str(launch.tensor)]
    if launch.systems > 1:
        words += ["--gpus_per_node", str(launch.gpus_here)]
        words = ["trtllm-llmapi-launch", *words]
    words += ["--max_batch_size", str(launch.sequences), "--max_seq_len", str(launch.context)]
    # Of what weights and buffers leave free, not of the whole board as with the others.
    words += ["--kv_cache_free_gpu_memory_fraction", f"{launch.utilisation:g}"]
    if launch.cache == "fp8":
        words += ["--extra_llm_api_options", Raw('"$options"')]
    return words


def _llama_cpp(launch: ServeLaunch) -> list[str]:
    words = ["llama-server", _gguf_flag(launch), _loaded(launch), "--alias", launch.name, "--host", _HOST, "--port", _PORT]
    words += ["--n-gpu-layers", "999" if launch.gpu_layers is None else str(launch.gpu_layers)]
    if launch.expert_layers:
        words += ["--n-cpu-moe", str(launch.expert_layers)]
    words += ["--ctx-size", str(launch.context * launch.sequences), "--parallel", str(launch.sequences)]
    if launch.gpus > 1:
        # Without NVLink rows would wait for PCI Express at each layer.
        words += ["--split-mode", "layer", "--tensor-split", ",".join(["1"] * launch.gpus)]
    words += ["--flash-attn", "on"]
    if launch.cache in _GGML_CACHES:
        words += ["--cache-type-k", launch.cache, "--cache-type-v", launch.cache]
    return [*words, "--metrics"]


_WORDS: Mapping[str, Callable[[ServeLaunch], list[str]]] = {
    "vllm": _vllm,
    "sglang": _sglang,
    "trtllm": _tensorrt_llm,
    "llama.cpp": _llama_cpp,
}


def serve_words(launch: ServeLaunch) -> list[str]:
    """Return the tokens of the command that serves the model; its port is the shell's `$port`.

    Raises:
        InvalidData: the engine does not support the plan, or would interpret the model name as an option.
    """
    if launch.model.startswith("-"):
        text = QT_TRANSLATE_NOOP("sizing", "The model name {name} starts with a hyphen; {program} reads it as an option.")
        fix = QT_TRANSLATE_NOOP("sizing", "Use another model name, or the path of its files.")
        values: dict[str, Value] = {"name": launch.model, "program": launch.program.title}
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    if launch.program.key == "llama.cpp" and launch.systems > 1:
        text = QT_TRANSLATE_NOOP("sizing", "llama.cpp cannot be started across {count} systems here.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose vLLM, SGLang or TensorRT-LLM for a replica of several systems.")
        raise InvalidData(Message(_CONTEXT, text, {"count": launch.systems}), Message(_CONTEXT, fix))
    if launch.groups > 1 and (launch.program.key not in ("vllm", "sglang") or launch.systems > 1):
        text = QT_TRANSLATE_NOOP("sizing", "Expert parallelism of {program} across {count} systems is not supported here.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose vLLM or SGLang and a replica of one system.")
        values = {"program": launch.program.title, "count": launch.systems}
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    return _WORDS[launch.program.key](launch)


def port_of(words: list[str], port: str) -> list[str]:
    """Return the same command for a pod: with a port instead of the shell variable, on all addresses of the pod."""
    instead = {id(_PORT): port, id(_HOST): "0.0.0.0"}  # noqa: S104 - the address of a pod in a cluster
    return [instead.get(id(argument), argument) for argument in words if argument is not _KEY]


def remarks(launch: ServeLaunch) -> list[str]:
    """Return notes that the user must read before the start."""
    notes = []
    key, weights = launch.program.key, launch.weights
    if weights == STORED:
        notes.append("The weights are taken as they lie in the files of the model.")
    elif launch.is_asked:
        notes.append(f"No repository of these weights is known here: start it with MODEL=, {_asked_for(launch)}.")
    elif key == "llama.cpp":
        pass
    elif weights not in ("bf16", "fp16", "fp32") and weights not in _UNPACKED:
        name = launch.weights_name or weights.upper()
        notes.append(f"The files of the model have to hold {name} weights: the program sees from them how to read them.")
    if launch.kernel:
        notes.append(f"Kernel of {launch.program.title} on this GPU: {launch.kernel}.")
    if launch.release and launch.release != launch.program.version:
        notes.append(f"The plan is for {launch.program.title} {launch.release}; the flags are those of {launch.program.version}.")
    if launch.expert_layers:
        count, size = launch.expert_layers, f"{launch.ram_gib:,.1f} GiB"
        notes.append(f"The experts of the first {count} layers and the table of tokens stay in the system's memory: {size}.")
    elif launch.gpu_layers is not None:
        notes.append(f"{launch.gpu_layers} layers lie on the GPU, the rest in the system's memory: {launch.ram_gib:,.1f} GiB.")
    if key == "trtllm":
        notes.append("The share of memory is one of what weights and buffers leave free; with the others it is one of the whole board.")
    if key in ("vllm", "sglang"):
        notes.append(
            "The cache is allocated once at the start, so PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True gains nothing here; "
            "set it only where an out-of-memory error reports much memory that is reserved but unallocated."
        )
    return notes
