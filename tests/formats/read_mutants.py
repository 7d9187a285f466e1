"""Reads damaged files of one reader in this process, and prints what that took as JSON.

python tests/formats/read_mutants.py READER COUNT
"""

import json
import os
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from tests.formats.every_reader import READERS
from tests.formats.mutate import mutants


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def main(name: str, count: int) -> None:
    reader = READERS[name]
    crashes: list[str] = []
    refused, cpu_s, slowest = 0, 0.0, ""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GPUDESK_HOME"] = str(Path(folder, "home"))
        path = Path(folder, reader.file)
        good = reader.seed()
        path.write_bytes(good)
        reader.read(path)
        idle_bytes = _resident_bytes()
        made = mutants(good, count, name)
        begin_bytes = _resident_bytes()
        for what, content in made:
            path.write_bytes(content)
            begin_s = time.process_time()
            try:
                reader.read(path)
            except DeskError:
                refused += 1
            except Exception:  # noqa: BLE001 - what is counted here is every error that is not ours
                crashes.append(f"{what}\n{traceback.format_exc(limit=-4)}")
            took_s = time.process_time() - begin_s
            if took_s > cpu_s:
                cpu_s, slowest = took_s, what
        # The damaged files are all in memory: what they take is no part of the reading.
        peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - max(begin_bytes - idle_bytes, 0)
    json.dump(
        {
            "files": count,
            "refused": refused,
            "crashes": crashes,
            "cpu_s": cpu_s,
            "slowest": slowest,
            "rss_bytes": max(peak_bytes - idle_bytes, 0),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
