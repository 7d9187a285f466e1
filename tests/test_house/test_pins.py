"""constraints.txt pins versions, all of them and nothing else."""

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_each_line_is_a_name_and_a_version() -> None:
    assert [line for line in LINES if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []


def test_every_dependency_of_a_dependency_is_pinned() -> None:
    pinned = {_plain(line.partition("==")[0]) for line in LINES}
    extras = {"test", "check", "dist"}
    open_names, seen = ["gpudesk"], set[str]()
    while open_names:
        name = open_names.pop()
        wanted_extras = extras if name == "gpudesk" else {""}
        for line in distribution(name).requires or []:
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in wanted_extras | {""}):
                continue
            needed = _plain(requirement.name)
            if needed not in seen:
                seen.add(needed)
                open_names.append(needed)
    assert seen - pinned == set()
