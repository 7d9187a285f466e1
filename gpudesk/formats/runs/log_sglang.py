"""Start-up lines of SGLang (0.4 to 0.5), as printed by its sources; its GB are GiB."""

import re

from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.runs.log_lines import NUMBER, amount, larger, matches, note, since_last

_START = re.compile(r"server_args=ServerArgs\(")
_LOADED = re.compile(rf"Load weight end\..{{0,300}}?mem usage={NUMBER} GB")
_CACHE = re.compile(rf"KV Cache is allocated\. #tokens: {NUMBER}, (?:K size: {NUMBER} GB, V size: {NUMBER} GB|KV size: {NUMBER} GB)")
_GRAPHS = re.compile(rf"Capture .{{0,40}}?(?:cuda|CUDA) graph end\..{{0,120}}?mem usage={NUMBER} GB")
_RATE = re.compile(rf"Decode batch.{{0,12}}?#running-req: {NUMBER},.{{0,300}}?gen throughput \(token/s\): {NUMBER}")
_SHARE = re.compile(r"mem_fraction_static=([01](?:\.[0-9]{1,6})?)")
_MODEL = re.compile(r"model_path=['\"]([^'\"]{1,300})['\"]")
_TENSOR, _PIPELINE = (re.compile(rf"{name}_size=([0-9]{{1,4}})") for name in ("tp", "pp"))
_BEGIN = re.compile(rf"Load weight begin\. avail mem={NUMBER} GB")
_LEFT = re.compile(rf"available_gpu_mem={NUMBER} GB")


def read(lines: list[tuple[int, str]]) -> RunLog:
    """Return the data in an SGLang log."""
    lines, starts = since_last(lines, _START)
    log = RunLog("sglang", starts=starts)
    for number, line, match in matches(lines, _BEGIN):
        log.total_gib = larger(log.total_gib, amount(match[1]))
        note(log, "total", number, line)
    for number, line, match in matches(lines, _LOADED):
        log.weights_gib = larger(log.weights_gib, amount(match[1]))
        note(log, "weights", number, line)
    for number, line, match in matches(lines, _CACHE):
        tokens, keys, values, both = (amount(match[at]) if match[at] else None for at in range(1, 5))
        size = both if both is not None else None if keys is None or values is None else keys + values
        # Each GPU prints its own; a second pool of a model that guesses ahead is smaller and is not the cache of the model.
        if tokens and size is not None and size >= (log.cache_gib or 0.0):
            log.cache_gib, log.cache_tokens = size, int(tokens)
            note(log, "cache", number, line)
            note(log, "tokens", number, line)
    for number, line, match in matches(lines, _GRAPHS):
        log.graphs_gib = larger(log.graphs_gib, amount(match[1]))
        note(log, "graphs", number, line)
    for number, line, match in matches(lines, _RATE):
        running, rate = amount(match[1]), amount(match[2])
        if rate and running and rate > (log.tokens_per_s or 0.0):
            log.tokens_per_s, log.running = rate, int(running)
            note(log, "rate", number, line)
    log.model = next((match[1] for _, _, match in matches(lines, _MODEL)), "")
    tensor, pipeline = (next((int(match[1]) for _, _, match in matches(lines, pattern)), 0) for pattern in (_TENSOR, _PIPELINE))
    log.gpus = tensor * max(pipeline, 1)
    log.share = next((amount(match[1]) for _, _, match in matches(lines, _SHARE)), None)
    return log
