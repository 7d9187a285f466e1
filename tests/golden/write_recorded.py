"""`make golden`: write the recorded results again, or those of the cases named. No test and no build does this."""

import os
import sys
import tempfile
import time
from pathlib import Path

from tests.golden.records import lines_of
from tests.golden.results import CASES, worked_out

RECORDED = Path(__file__).resolve().parent / "recorded"
NUMBERS, SENTENCES = ".numbers.txt", ".sentences.txt"


def main(cases: list[str]) -> None:
    RECORDED.mkdir(exist_ok=True)
    for path in RECORDED.iterdir():
        if path.name.partition(".")[0] not in CASES:
            path.unlink()
    for case in cases or CASES:
        start = time.process_time()
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder:
            os.environ["GPUDESK_HOME"] = home
            found = worked_out(case, Path(folder))
        for suffix, kept in ((NUMBERS, found.numbers), (SENTENCES, found.sentences)):
            (RECORDED / f"{case}{suffix}").write_text(lines_of(kept), encoding="utf-8", newline="\n")
        seconds = time.process_time() - start
        sys.stdout.write(f"{case}: {len(found.numbers)} numbers, {len(found.sentences)} sentences, {seconds:.1f} s\n")


if __name__ == "__main__":
    main(sys.argv[1:])
