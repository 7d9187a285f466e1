"""Logs of programs that serve models, and what `nvidia-smi` prints: text that anybody may have written, of which only known lines count."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.engine_log import RunLog
from gpudesk.formats.runs import log_llama, log_nvidia_smi, log_sglang, log_vllm
from gpudesk.formats.runs.log_lines import LONGEST_LINE
from gpudesk.formats.runs.run_log_file import MOST_BYTES, read_text

_CONTEXT = "sizing"
_LOOKED_AT = 500_000
"""Number of characters at the beginning and at the end of a text that are searched for engine log lines."""
_ENOUGH = 2
"""Number of different values that a log must contain: a single line may be a quotation."""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,16}[A-Za-z]")
_READERS: Mapping[str, Callable[[list[tuple[int, str]]], RunLog]] = {
    "vllm": log_vllm.read,
    "sglang": log_sglang.read,
    "llama.cpp": log_llama.read,
    "nvidia-smi": log_nvidia_smi.read,
}


def read_run_log(path: Path) -> RunLog:
    """Return the data in a log file.

    Raises:
        InvalidData: it cannot be read, is too large, or contains no known line.
    """
    return run_log(read_text(path))


def run_log(text: str) -> RunLog:
    """Return the data in a log. The engine is the one with the most recognized lines.

    Raises:
        InvalidData: it is too large, or contains no known line.
    """
    if len(text) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("sizing", "The log is too large: the limit is {most} MiB.")
        fix = QT_TRANSLATE_NOOP("sizing", "Include the part from engine startup to the first responses.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES // 2**20}), Message(_CONTEXT, fix))
    lines = list(_lines(text))
    best_log = max((reader(lines) for reader in _READERS.values()), key=lambda log: len({sighting.what for sighting in log.seen}))
    if not best_log.says_something:
        words = QT_TRANSLATE_NOOP("sizing", "No line of this text is recognized.")
        fix = QT_TRANSLATE_NOOP(
            "sizing", "Use the startup lines of vLLM, SGLang or llama.cpp (including ollama), or nvidia-smi output during the run."
        )
        raise InvalidData(Message(_CONTEXT, words), Message(_CONTEXT, fix))
    return best_log


def serving_program(text: str) -> str:
    """Which serving program wrote a text by the lines that are known: "vllm", "sglang" or "llama.cpp", "" for none.

    Beginning and end of a long text are looked at.
    """
    looked_at = text if len(text) <= 2 * _LOOKED_AT else f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"
    # The same line again says no more of the program.
    first = {line: number for number, line in reversed(list(_lines(looked_at)))}
    lines = sorted((number, line) for line, number in first.items())
    logs = {name: reader(lines) for name, reader in _READERS.items() if name != "nvidia-smi"}
    counts = {name: len({seen.what for seen in log.seen}) for name, log in logs.items() if log.says_something}
    name = max(counts, key=counts.__getitem__, default="")
    return name if counts.get(name, 0) >= _ENOUGH else ""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without colors; of those that are too long for a log the beginning."""
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        yield number, _ESCAPES.sub("", line[:LONGEST_LINE])
