"""Reads large files of one reader in this process, and prints the processor time of each size as JSON.

Python's collector rests meanwhile, as in the window, where it runs between two turns of the event loop; `with_gc_s` is what the largest
file takes in a command, where it looks through what is being read again and again.

python tests/formats/read_large.py READER
"""

import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from tests.formats.every_reader import READERS
from tests.formats.large_files import LARGE

_TIMES = 5
_LONG_S = 2.0
"""What takes longer is read twice only."""


def _least_s(read: Callable[[Path], object], path: Path) -> float:
    """The least processor time of some readings: what else the machine does can only add to it."""
    took: list[float] = []
    while len(took) < (2 if took and took[0] > _LONG_S else _TIMES):
        begin_s = time.process_time()
        read(path)
        took.append(time.process_time() - begin_s)
    return min(took)


def _beyond(path: Path, most: int, read: Callable[[Path], object]) -> tuple[str, float]:
    """What is said of a file that is a byte larger than the limit, and the processor time until then."""
    os.truncate(path, most + 1)
    begin_s = time.process_time()
    try:
        read(path)
    except DeskError as error:
        return str(error), time.process_time() - begin_s
    return "", time.process_time() - begin_s


def main(name: str) -> None:
    reader, large = READERS[name], LARGE[name]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GPUDESK_HOME"] = str(Path(folder, "home"))
        path = Path(folder, reader.file)
        path.write_bytes(reader.seed())
        reader.read(path)
        sizes, took = [], []
        gc.disable()
        for size in large.sizes():
            path.write_bytes(large.make(size))
            sizes.append(path.stat().st_size)
            took.append(_least_s(reader.read, path))
            gc.collect()
        gc.enable()
        with_gc_s = _least_s(reader.read, path)
        refusal, refused_s = _beyond(path, large.most, reader.read) if large.most else ("", 0.0)
    json.dump({"sizes": sizes, "cpu_s": took, "with_gc_s": with_gc_s, "refusal": refusal, "refused_s": refused_s}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
