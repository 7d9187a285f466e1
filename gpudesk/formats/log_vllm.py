"""Start-up lines of vLLM: engine V0 (0.6 to 0.9) and V1 (0.8 to 0.11), as their sources print them; what it calls GB are GiB there too."""

import re

from gpudesk.core.run_log import RunLog
from gpudesk.formats.log_lines import NUMBER, amount, larger, matches, note, since_last

_START = re.compile(r"vLLM API server version|Initializing an? (?:V1 )?LLM engine|Starting vLLM API server")
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
_RATE = re.compile(rf"Avg generation throughput: {NUMBER} tokens/s, Running: {NUMBER} reqs")
_SHARE = re.compile(r"gpu_memory_utilization['\"]?[:=] ?([01](?:\.[0-9]{1,6})?)")
_BLOCK = 16
_KNOWN_BLOCK = re.compile(r"block_size['\"]?[:=] ?([0-9]{1,4})")


def read(lines: list[tuple[int, str]]) -> RunLog:
    """What a log of vLLM says."""
    lines, starts = since_last(lines, _START)
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
    return log


def _tokens(log: RunLog, lines: list[tuple[int, str]]) -> None:
    size = next((int(match[1]) for _, _, match in matches(lines, _KNOWN_BLOCK)), _BLOCK)
    for pattern, each in ((_BLOCKS, size), (_TOKENS, 1)):
        for number, line, match in matches(lines, pattern):
            value = amount(match[1])
            if value:
                log.cache_tokens = int(value) * each
                note(log, "tokens", number, line)
