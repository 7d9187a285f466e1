"""Start-up lines of llama.cpp (2024 and later; llama-server, llama-cli, ollama), as its sources print them.

Buffers on the host (CPU, CUDA_Host, …_Mapped) are not of the GPU; of several GPUs the fullest counts for each kind of buffer.
"""

import re

from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.runs.log_lines import NUMBER, amount, matches, note, since_last

_MIB = 1024.0
_START = re.compile(r"llama_model_loader: loaded meta data|llama_model_load_from_file_impl: using device")
_DEVICE = r"((?:CUDA|ROCm|Vulkan|SYCL|Metal|MUSA|CANN)[0-9]{0,2}(?:_Split)?)"
_MODEL = re.compile(rf"{_DEVICE} model buffer size = {{1,12}}{NUMBER} MiB")
_CACHE = re.compile(rf"{_DEVICE} KV buffer size = {{1,12}}{NUMBER} MiB")
_COMPUTE = re.compile(rf"{_DEVICE} compute buffer size = {{1,12}}{NUMBER} MiB")
_NAME = re.compile(r"general\.name {1,24}(?:str {1,24})?= (.{1,200})$")
_BOARD = re.compile(r"(?:Device [0-9]{1,2}: |using device [A-Za-z]{1,12}[0-9]{0,2} \()(.{1,80}?)(?:, compute capability|\))")
_CELLS = re.compile(rf"llama_kv_cache\w{{0,24}}: size = {{1,8}}{NUMBER} MiB \( {{0,8}}{NUMBER} cells, {{1,4}}{NUMBER} layers")
_CONTEXT = re.compile(rf"n_ctx {{1,12}}= {NUMBER}$")
_ALONE = re.compile(rf"(?<!prompt )eval time = {{1,12}}{NUMBER} ms / {{1,8}}{NUMBER} (?:tokens|runs)")


def read(lines: list[tuple[int, str]]) -> RunLog:
    """Return the data in a llama.cpp log."""
    before = lines
    lines, starts = since_last(lines, _START)
    log = RunLog("llama.cpp", starts=starts)
    for what, pattern in (("weights", _MODEL), ("cache", _CACHE), ("activations", _COMPUTE)):
        by_device: dict[str, float] = {}
        for number, line, match in matches(lines, pattern):
            value = amount(match[2])
            if value is None:
                continue
            device = match[1].removesuffix("_Split")
            # Layers with a window have a cache of their own next to that of the others; buffers of a context are printed once.
            by_device[device] = by_device.get(device, 0.0) + value if what != "activations" else value
            note(log, what, number, line)
        if by_device:
            setattr(log, f"{what}_gib", max(by_device.values()) / _MIB)
    log.model = next((match[1].strip() for _, _, match in matches(lines, _NAME)), "")
    log.names = list(dict.fromkeys(match[1].strip() for _, _, match in matches(before, _BOARD)))
    cells = [int(value) for _, _, match in matches(lines, _CELLS) if (value := amount(match[2]))]
    contexts = [int(value) for _, _, match in matches(lines, _CONTEXT) if (value := amount(match[1]))]
    # A cache of layers with a window does not grow with the tokens: then nothing is said of one token.
    if len(set(cells)) == 1:
        log.cache_tokens = cells[0]
    elif not cells and contexts:
        log.cache_tokens = contexts[-1]
    for number, line, match in matches(lines, _ALONE):
        spent, tokens = amount(match[1]), amount(match[2])
        if spent and tokens and tokens > 1:
            log.token_s = spent / 1000 / tokens
            note(log, "rate", number, line)
    return log
