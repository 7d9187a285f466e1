"""Scripts that serve a model on one system or over several, bare or in a container.

Containers: devices by the names of the Container Device Interface, as `nvidia-ctk cdi generate` writes them (NVIDIA Container
Toolkit 1.17: indexes and UUIDs); Docker takes them from version 25 on with "features": {"cdi": true}, from 28.2 on without.
"""

from collections.abc import Sequence

from gpudesk.core.serving.launch_values import ServeLaunch
from gpudesk.formats.launch.launch_programs import asking, key_variables, listening, remarks, serve_words
from gpudesk.formats.launch.launch_text import Raw, choose_gpus, command, pin, script, word

_RAY_PORT = 6379


def head(launch: ServeLaunch, what: str) -> list[str]:
    """Return the header of every launch file: what it starts, for which version, and the predictions."""
    ranges = f"{launch.tpot_s * 1000:,.1f} ms a token, first token {launch.ttft_s * 1000:,.0f} ms, {launch.tokens_per_s:,.0f} tokens/s"
    split = f"replicas: {launch.replicas}, GPUs a layer: {launch.tensor}, stages: {launch.pipeline}"
    return [
        f"{launch.model}: {what}",
        f"Flags of {launch.program.title} {launch.program.version} ({launch.program.source})",
        f"Plan: {launch.gpu}, {split}; {launch.weights_name or launch.weights.upper()} weights, cache in {launch.cache.upper()}",
        f"Predicted with {launch.concurrency} sequences of {launch.prompt} + {launch.answer} tokens at once: {ranges}",
        *remarks(launch),
    ]


def replicas_here(launch: ServeLaunch) -> int:
    """How many replicas one system holds; slices are taken to lie on one system as long as their number allows."""
    return 1 if launch.systems > 1 else max(1, min(launch.replicas, launch.machine.gpus // launch.gpus))


def _port(launch: ServeLaunch) -> list[str]:
    shift = " + REPLICA" if replicas_here(launch) > 1 else ""
    return [f"port=$(( ${{PORT:-{launch.program.port}}}{shift} ))"]


def _options(launch: ServeLaunch) -> list[str]:
    """Return the TensorRT-LLM options that are in a separate file."""
    if launch.program.key != "trtllm" or launch.cache != "fp8":
        return []
    return ["options=$(mktemp --suffix=.yaml)", "cat > \"$options\" <<'END'", "kv_cache_config:", "  dtype: fp8", "END"]


def _several(launch: ServeLaunch, words: Sequence[str]) -> list[str]:
    """Return how a replica across several systems is assembled."""
    count = launch.systems
    lines = [
        f': "${{HEAD_ADDRESS:?the address of the first of the {count} systems}}"',
        f': "${{NODE_RANK:?the number of this system, 0 to {count - 1}}}"',
    ]
    if launch.program.key == "vllm":
        alive = "import ray; ray.init(address='auto', logging_level='ERROR'); print(sum(node['Alive'] for node in ray.nodes()))"
        return [
            *lines,
            "if (( NODE_RANK > 0 )); then",
            f'  until ray start --address="$HEAD_ADDRESS:{_RAY_PORT}" --block; do sleep 5; done',
            "  exit",
            "fi",
            f"ray start --head --port={_RAY_PORT}",
            f'until [ "$(python3 -c {word(alive)})" -ge {count} ]; do sleep 5; done',
            command(words),
        ]
    if launch.program.key == "trtllm":
        return [
            "# MPI brings the systems together: run this script under srun --mpi=pmix or mpirun, one process for each GPU.",
            command(words),
        ]
    return [*lines, command(words)]


def serve_script(launch: ServeLaunch) -> dict[str, str]:
    """A bash script that serves one replica."""
    words = serve_words(launch)
    here = replicas_here(launch)
    pins, before = pin(launch.machine, launch.gpus_here)
    body = [*choose_gpus(launch.machine, launch.gpus_here, here, mig=launch.mig), ""]
    body += [*asking(launch), *_port(launch), *listening(launch), *pins, *_options(launch), ""]
    start = [*before, *words]
    body += _several(launch, start) if launch.systems > 1 else [f"exec {command(start)}"]
    more = []
    if here > 1:
        more.append(f"One system holds {here} replicas: start this {here} times, with REPLICA=0 to {here - 1}.")
    if launch.systems > 1:
        more.append(f"A replica goes over {launch.systems} systems: start this on each of them, with NODE_RANK and HEAD_ADDRESS.")
    return {f"{launch.name}.sh": script([*head(launch, f"served by {launch.program.title}"), *more], body)}


def container_words(launch: ServeLaunch) -> list[str]:
    """The command inside the container."""
    words = serve_words(launch)
    return ["/app/llama-server", *words[1:]] if launch.program.key == "llama.cpp" else words


def _container(launch: ServeLaunch, tool: str) -> dict[str, str]:
    here = replicas_here(launch)
    words = [tool, "run", "--rm", "--name", Raw(f'"{launch.name}-$port"'), "--network", "host", "--ipc", "host"]
    words += ["--ulimit", "memlock=-1", "--ulimit", "stack=67108864"]
    if tool == "podman":
        # SELinux keeps device nodes from containers that it labels.
        words += ["--security-opt", "label=disable"]
    words += [Raw('"${devices[@]}"'), "--env", "HF_TOKEN"]
    words += [word for name in key_variables(launch) for word in ("--env", name)]
    if launch.is_asked:
        words += ["--volume", Raw('"${model%/*}:${model%/*}:ro"')]
    elif launch.model.startswith(("/", ".")):
        folder = launch.model.rsplit("/", 1)[0] or "/"
        words += ["--volume", f"{folder}:{folder}:ro"]
    else:
        words += ["--volume", Raw('"${HF_HOME:-$HOME/.cache/huggingface}:/root/.cache/huggingface"')]
    options = _options(launch)
    if options:
        words += ["--volume", Raw('"$options:$options:ro"')]
    if launch.systems > 1:
        words += ["--env", "HEAD_ADDRESS", "--env", "NODE_RANK", "--env", "LISTEN", "--env", "API_KEY", "--env", "MODEL"]
    pins, before = pin(launch.machine, launch.gpus_here)
    body = [*choose_gpus(launch.machine, launch.gpus_here, here, mig=launch.mig), ""]
    body += [*asking(launch), *_port(launch), *listening(launch), *pins, *options]
    body += ["devices=()", 'for uuid in "${chosen[@]}"; do devices+=(--device "nvidia.com/gpu=$uuid"); done', ""]
    if launch.systems > 1:
        before_it = ["set -euo pipefail", f"port={launch.program.port}", *asking(launch), *listening(launch)]
        inner = "\n".join([*before_it, *_several(launch, container_words(launch))])
        run = [*words, "--entrypoint", "bash", launch.image, "-c", inner]
    else:
        run = [*words, "--entrypoint", "", launch.image, *container_words(launch)]
    body.append(f"exec {command([*before, *run])}")
    comments = [
        *head(launch, f"served by {launch.program.title} in a container of {tool.capitalize()}"),
        "Devices are named by the Container Device Interface. Once, and after each change of driver or MIG:",
        "  sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml",
    ]
    if tool == "docker":
        comments.append("Docker before 28.2 also needs in /etc/docker/daemon.json: " + '{"features": {"cdi": true}}')
    return {f"{launch.name}-{tool}.sh": script(comments, body)}


def docker_script(launch: ServeLaunch) -> dict[str, str]:
    """A bash script that serves one replica in a container of Docker."""
    return _container(launch, "docker")


def podman_script(launch: ServeLaunch) -> dict[str, str]:
    """A bash script that serves one replica in a container of Podman."""
    return _container(launch, "podman")
