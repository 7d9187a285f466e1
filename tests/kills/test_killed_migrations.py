"""The opening that brings an older project to the present format is killed: the next one brings it there, and the backup is whole."""

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

from gpudesk.project.document import Document
from tests.kills.counts import MIGRATION, fresh, times
from tests.kills.killed import Doomed
from tests.kills.whole import assert_same, assert_sound, assert_whole
from tests.project.test_old_projects import KEPT


def killed(path: Path, random: Random, most_s: float | None = None) -> float:
    """Open the old project in a process, and kill it at some moment; without a limit it opens, and the time that took is returned."""
    with Doomed("-m", "tests.project.child", "migrate", path) as process:
        assert process.line() == "ready"
        begin_s = monotonic()
        process.go()
        if most_s is None:
            assert process.line() == "open"
        took_s = monotonic() - begin_s
        process.kill(random, most_s or 0.0)
    return took_s


@times(5, MIGRATION)
def test_a_killed_migration(tmp_path: Path, report: Callable[[str], None], times: int) -> None:
    _, random = fresh(report, f"{times} killed migrations")
    seen = {"old": 0, "present": 0}
    for number in range(times):
        kept = KEPT[number % len(KEPT)]
        content = gzip.decompress(kept.read_bytes())
        expected_path, path = (tmp_path / str(number) / name / "old.gpudesk" for name in ("expected", "killed"))
        for each in (expected_path, path):
            each.parent.mkdir(parents=True)
            each.write_bytes(content)
        took_s = killed(expected_path, random)
        killed(path, random, 1.2 * took_s)
        backup = path.with_name(f"old.{kept.name.partition('.')[0]}.gpudesk")
        seen["present" if backup.exists() else "old"] += 1
        with Document.open(path) as document, Document.open(expected_path) as expected:
            assert document.uid == expected.uid
            assert_sound(document)
            assert_same(document, expected)
        backups = sorted(file for file in path.parent.iterdir() if ".format-" in file.name)
        assert backup in backups
        for file in backups:
            with Document.open(file, write=False) as old, Document.open(path, write=False) as document:
                assert old.snapshot.equals(document.snapshot)
        assert_whole(path, *(file.name for file in backups))
    report(f"{times} killed migrations: backed up before the kill {seen['present']}, not yet {seen['old']}")
