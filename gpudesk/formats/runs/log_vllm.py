"""Start-up lines of vLLM: engine V0 (0.6 to 0.9) and V1 (0.8 to 0.26), as printed; its GB are also GiB.

A server prints its version first and "Starting vLLM API server" once the engine is ready: that line does not mark a start.
Without a server the line of the engine is the first, and each of several engines has one.
"""

import ast
import re

from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.runs.log_lines import NUMBER, amount, larger, matches, note

_SERVER = re.compile(r"vLLM API server version|\[utils\.py:[0-9]{1,5}\].{0,80} version [0-9]")
"""Newer releases print the version behind a drawing of their name."""
_ENGINE = re.compile(r"Initializing an? (?:V[01] )?LLM engine")
_LOADED = re.compile(rf"(?:Model loading took|Loading model weights took) {NUMBER} G(?:i)?B")
_CACHE = re.compile(rf"Available KV cache memory: {NUMBER} GiB")
_TOKENS = re.compile(rf"GPU KV cache size: {NUMBER} tokens")
_BLOCKS = re.compile(rf"# (?:GPU|cuda|CUDA) blocks: {NUMBER}")
_GRAPHS = re.compile(rf"Graph capturing finished in {NUMBER} secs?, took {NUMBER} GiB")
_TOTAL = re.compile(rf"total_gpu_memory \({NUMBER}GiB\) x gpu_memory_utilization \({NUMBER}\)")
_PROFILE = re.compile(
    rf"model weights take {NUMBER}GiB; non_torch_memory takes {NUMBER}GiB; "
    rf"PyTorch activation peak memory takes {NUMBER}GiB; the rest of the memory reserved for KV Cache is {NUMBER}GiB"
)
_PARTS = re.compile(
    rf"torch peak memory increase: {NUMBER}GiB; non-torch forward increase memory: {NUMBER}GiB; weights memory: {NUMBER}GiB"
)
_USAGE = re.compile(
    rf"Actual usage is {NUMBER} GiB for (?:weight|consumed memory \(weights \+ non-torch\)), {NUMBER} GiB for peak activation, "
    rf"(?:{NUMBER} GiB for non-torch memory, )?and {NUMBER} GiB for CUDAGraph memory"
)
_FREE = re.compile(rf"Free memory on device (?:cuda:[0-9]{{1,2}} )?\({NUMBER}/{NUMBER} GiB\)")
_WANTED = re.compile(rf"[Dd]esired GPU memory utilization (?:is )?\({NUMBER}, {NUMBER} GiB\)")
_POOL = re.compile(rf"CUDA graph pool memory: {NUMBER} GiB \(actual\)")
_MODEL = re.compile(r"(?:non-default args: .{0,2000}?['\"]model['\"]: ?|with config: model=|[ (,]model=)['\"]([^'\"]{1,300})['\"]")
_TENSOR = re.compile(r"tensor_parallel_size['\"]?[:=] ?([0-9]{1,4})")
_PIPELINE = re.compile(r"pipeline_parallel_size['\"]?[:=] ?([0-9]{1,4})")
_RATE = re.compile(rf"Avg generation throughput: {NUMBER} tokens/s, Running: {NUMBER} reqs")
_SHARE = re.compile(r"gpu_memory_utilization['\"]?[:=] ?([01](?:\.[0-9]{1,6})?)")
_RELEASE = re.compile(r"(?:vLLM API server version |LLM engine \(v|\[utils\.py:[0-9]{1,5}\].{0,80} version )([0-9][0-9A-Za-z.+]{0,60})")
_ARGUMENTS = re.compile(r"non-default args: (\{.{0,3900}\})")
_SECRET = re.compile(r"key|token$|password|secret", re.IGNORECASE)
_MOST_ARGUMENTS, _MOST_SIGNS = 100, 300
_BLOCK = 16
_KNOWN_BLOCK = re.compile(r"block_size['\"]?[:=] ?([0-9]{1,4})")


def read(lines: list[tuple[int, str]]) -> RunLog:
    """Return the data in a vLLM log."""
    lines, starts = _last_run(lines)
    log = RunLog("vllm", starts=starts)
    for number, line, match in matches(lines, _LOADED):
        log.weights_gib = larger(log.weights_gib, amount(match[1]))
        note(log, "weights", number, line)
    for number, line, match in matches(lines, _CACHE):
        # The GPU with the least room decides how many tokens all of them keep.
        value = amount(match[1])
        log.cache_gib = value if log.cache_gib is None or (value is not None and value < log.cache_gib) else log.cache_gib
        note(log, "cache", number, line)
    for number, line, match in matches(lines, _TOTAL):
        log.total_gib, log.share = amount(match[1]), amount(match[2])
        note(log, "total", number, line)
    for number, line, match in matches(lines, _PROFILE):
        weights, other, peak, cache = (amount(match[at]) for at in range(1, 5))
        log.weights_gib = larger(log.weights_gib, weights)
        log.other_gib, log.activations_gib = larger(log.other_gib, other), larger(log.activations_gib, peak)
        log.cache_gib = cache if log.cache_gib is None or (cache is not None and cache < log.cache_gib) else log.cache_gib
        for what in ("weights", "other", "activations", "cache"):
            note(log, what, number, line)
    for number, line, match in matches(lines, _PARTS):
        peak, other, weights = (amount(match[at]) for at in range(1, 4))
        log.activations_gib, log.other_gib = larger(log.activations_gib, peak), larger(log.other_gib, other)
        log.weights_gib = larger(log.weights_gib, weights)
        for what in ("activations", "other"):
            note(log, what, number, line)
    _usage(log, lines)
    _tokens(log, lines)
    for number, line, match in matches(lines, _GRAPHS):
        log.graphs_gib = larger(log.graphs_gib, amount(match[2]))
        note(log, "graphs", number, line)
    for number, line, match in matches(lines, _RATE):
        rate, running = amount(match[1]), amount(match[2])
        if rate and running and rate > (log.tokens_per_s or 0.0):
            log.tokens_per_s, log.running = rate, int(running)
            note(log, "rate", number, line)
    if log.share is None:
        log.share = next((amount(match[1]) for _, _, match in matches(lines, _SHARE)), None)
    log.model = next((match[1] for _, _, match in matches(lines, _MODEL)), "")
    tensor, pipeline = (max((int(match[1]) for _, _, match in matches(lines, pattern)), default=0) for pattern in (_TENSOR, _PIPELINE))
    log.gpus = max(tensor, 1) * max(pipeline, 1) if tensor or pipeline else 0
    log.release = next((match[1] for _, _, match in matches(lines, _RELEASE)), "")
    log.arguments = next((_arguments(match[1]) for _, _, match in matches(lines, _ARGUMENTS)), {})
    return log


def _arguments(text: str) -> dict[str, str]:
    """Return the start arguments of a server; empty if the text is not a mapping of plain values. Keys and passwords are omitted."""
    try:
        arguments = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return {}
    if not isinstance(arguments, dict):
        return {}
    pairs = [(str(name)[:_MOST_SIGNS], str(value)[:_MOST_SIGNS]) for name, value in arguments.items()]
    return {name: "…" if _SECRET.search(name) else value for name, value in pairs[:_MOST_ARGUMENTS]}


def _last_run(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], int]:
    """Lines of the last run, and how many runs there are."""
    starts, served, loaded = list[int](), False, False
    for at, (_, line) in enumerate(lines):
        if _SERVER.search(line):
            starts, served, loaded = [*starts, at], True, False
        elif _ENGINE.search(line) and (not starts or (loaded and not served)):
            starts, served, loaded = [*starts, at], False, False
        elif _LOADED.search(line):
            loaded = True
    return (lines[starts[-1] :] if starts else lines), max(1, len(starts))


def _usage(log: RunLog, lines: list[tuple[int, str]]) -> None:
    """Read the GPU memory use that newer releases report after setup into `log`."""
    for number, line, match in matches(lines, _USAGE):
        weights, peak, graphs = amount(match[1]), amount(match[2]), amount(match[4])
        if match[3] is None:
            # Weights and memory outside PyTorch are logged together: the loaded weights were logged before.
            if weights is not None and log.weights_gib is not None:
                log.other_gib = larger(log.other_gib, max(weights - log.weights_gib, 0.0))
        else:
            log.weights_gib, log.other_gib = larger(log.weights_gib, weights), larger(log.other_gib, amount(match[3]))
        log.activations_gib, log.graphs_gib = larger(log.activations_gib, peak), larger(log.graphs_gib, graphs)
        for what in ("activations", "other", "graphs"):
            note(log, what, number, line)
    for number, line, match in matches(lines, _FREE):
        log.total_gib = larger(log.total_gib, amount(match[2]))
        note(log, "total", number, line)
    for number, line, match in matches(lines, _POOL):
        log.graphs_gib = larger(log.graphs_gib, amount(match[1]))
        note(log, "graphs", number, line)
    if log.share is None:
        log.share = next((amount(match[1]) for _, _, match in matches(lines, _WANTED)), None)


def _tokens(log: RunLog, lines: list[tuple[int, str]]) -> None:
    size = next((int(match[1]) for _, _, match in matches(lines, _KNOWN_BLOCK)), _BLOCK)
    for pattern, tokens_each in ((_BLOCKS, size), (_TOKENS, 1)):
        for number, line, match in matches(lines, pattern):
            value = amount(match[1])
            if value:
                log.cache_tokens = int(value) * tokens_each
                note(log, "tokens", number, line)
