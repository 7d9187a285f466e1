"""`gpudesk verify`: the plan against what ibnetdiscover saw."""

import json
from pathlib import Path

import jsonschema
import pytest

from benchmarks.generated_fabric import superpod_file
from gpudesk import locate
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return superpod_file(tmp_path_factory.mktemp("pod") / "pod.gpudesk", 1)


@pytest.fixture
def seen(pod: Path, tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "seen.txt"
    assert run("export", pod, "ibsim", path).code == 0
    return path


def test_the_exported_fabric_is_as_planned(pod: Path, seen: Path, run: Run) -> None:
    done = run("verify", pod, "--ibnetdiscover", seen)
    assert done.code == 0
    assert done.out == "512 links planned, 512 seen, 512 right\n"


def test_differences_are_told_and_counted(pod: Path, seen: Path, run: Run) -> None:
    text = seen.read_text(encoding="utf-8").replace("4xNDR", "4xHDR", 1)
    lines = text.splitlines()
    gone = next(place for place, line in enumerate(lines) if "leaf-0001" in line and line.startswith("["))
    port = lines[gone].split('"[')[1].split("]")[0]
    leaf = next(place for place, line in enumerate(lines) if line.startswith("Switch") and "leaf-0001" in line)
    other = next(place for place in range(leaf, len(lines)) if lines[place].startswith(f"[{port}]"))
    seen.write_text("\n".join(line for place, line in enumerate(lines) if place not in {gone, other}), encoding="utf-8")
    done = run("verify", pod, "--ibnetdiscover", seen)
    assert done.code == 5
    assert "missing " in done.out
    assert "512 links planned, 511 seen, " in done.out
    body = run("verify", pod, "--ibnetdiscover", seen, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verify.v1.json").read_text(encoding="utf-8")))
    assert body["counts"]["missing"] == 1
    assert len(body["differences"]) == sum(body["counts"].values())
    assert run("verify", pod, "--ibnetdiscover", seen, "--ignore", "missing", "--ignore", "degraded").code == 0


def test_names_by_guids(pod: Path, seen: Path, tmp_path: Path, run: Run) -> None:
    text = seen.read_text(encoding="utf-8").replace("-0200000", "-b8cef60").replace("guid=0x200000", "guid=0xb8cef60")
    renamed = text.replace("leaf-0001", "switch in rack 4")
    seen.write_text(renamed, encoding="utf-8")
    done = run("verify", pod, "--ibnetdiscover", seen)
    assert done.code == 5
    assert "1 nodes are not in the plan: 'MF0;switch in rack 4:MQM9700/U1'" in done.out
    guid = next(line for line in renamed.splitlines() if line.startswith("Switch") and "switch in rack 4" in line).split('"')[1][2:]
    names = tmp_path / "names"
    names.write_text(f'# names\n0x{guid} "leaf-0001"\n', encoding="utf-8")
    assert run("verify", pod, "--ibnetdiscover", seen, "--names", names).code == 0
    names.write_text("leaf-0001\n\n0xq x\n", encoding="utf-8")
    done = run("verify", pod, "--ibnetdiscover", seen, "--names", names)
    assert done.code == 3
    assert "names has 2 faults" in done.err


def test_a_file_that_is_none_is_refused(pod: Path, tmp_path: Path, run: Run) -> None:
    assert run("verify", pod, "--ibnetdiscover", tmp_path / "none").code == 3
    assert run("verify", pod, "--ibnetdiscover", pod).code == 3
    assert run("verify", pod).code == 2
