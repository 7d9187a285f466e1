"""`gpudesk verify`: the plan against what ibnetdiscover saw."""

import json
import re
from collections import Counter
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
    assert done.out == "512 links planned, 512 discovered, 512 correct\n"


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
    assert "512 links planned, 511 discovered, " in done.out
    body = run("verify", pod, "--ibnetdiscover", seen, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verify.v2.json").read_text(encoding="utf-8")))
    assert body["counts"]["missing"] == 1
    assert len(body["differences"]) == sum(body["counts"].values())
    assert run("verify", pod, "--ibnetdiscover", seen, "--ignore", "missing", "--ignore", "degraded").code == 0


@pytest.fixture
def built(seen: Path) -> Path:
    """The same under the GUIDs of real hardware."""
    text = seen.read_text(encoding="utf-8").replace("-0200000", "-b8cef60").replace("guid=0x200000", "guid=0xb8cef60")
    seen.write_text(text, encoding="utf-8")
    return seen


CHIP = "MT4129 ConnectX7   Mellanox Technologies"


def unnamed(built: Path, host: str) -> dict[int, str]:
    """Let the adapters of a host say nothing but what they are; returns what they said, by GUID."""
    text = built.read_text(encoding="utf-8")
    heads = [line.split('"') for line in text.splitlines() if line.startswith("Ca\t") and f'"{host} ' in line]
    built.write_text(re.sub(rf'"{host} mlx5_\d+"', f'"{CHIP}"', text), encoding="utf-8")
    return {int(head[1].removeprefix("H-"), 16): head[3] for head in heads}


def test_names_by_guids(pod: Path, built: Path, tmp_path: Path, run: Run) -> None:
    said = unnamed(built, "dgx-0003")
    done = run("verify", pod, "--ibnetdiscover", built)
    assert done.code == 5
    assert "device not named  dgx-0003  8 ports in use, device not named (0xb8cef6" in done.out
    assert done.out.endswith(f"512 links planned, 512 discovered, 504 correct; 8 device not named\n8 nodes are not in the plan: {CHIP!r}\n")
    names = tmp_path / "names"
    names.write_text("".join(f'0x{guid:x} "{name}"\n' for guid, name in said.items()), encoding="utf-8")
    assert run("verify", pod, "--ibnetdiscover", built, "--names", names).code == 0
    names.write_text("leaf-0001\n\n0xq x\n", encoding="utf-8")
    done = run("verify", pod, "--ibnetdiscover", built, "--names", names)
    assert done.code == 3
    assert "names has 2 errors; nothing was imported" in done.err


def test_a_file_of_names_is_written_filled_in_and_read_back(pod: Path, built: Path, tmp_path: Path, run: Run) -> None:
    said = unnamed(built, "dgx-0003")
    new = built.read_text(encoding="utf-8").replace("MF0;leaf-0001:", "MF0;switch-0a1b2c:")
    built.write_text(new, encoding="utf-8")
    names = tmp_path / "names"
    done = run("verify", pod, "--ibnetdiscover", built, "--write-names", names)
    assert done.code == 5
    assert done.out.endswith(f"{names}\n")
    lines = [line for line in names.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == 9
    assert re.fullmatch(r'0xb8cef6[0-9a-f]{10} ""  # says: MF0;switch-0a1b2c:MQM9700/U1; by its neighbors: leaf-0001', lines[0])
    assert all(' ""  # says: MT4129 ConnectX7   Mellanox Technologies; at leaf-000' in line for line in lines[1:])
    assert "where dgx-0003 mlx5_0 is planned" in lines[1]
    # A file that is not filled in says nothing; nothing of it comes from the position of a cable.
    untouched = run("verify", pod, "--ibnetdiscover", built, "--names", names)
    assert untouched.out == done.out.removesuffix(f"{names}\n")
    filled = [re.sub(r"^(0x\w+) \"\"", lambda found: f'{found[1]} "{said.get(int(found[1], 16), "leaf-0001")}"', line) for line in lines]
    names.write_text("\n".join(filled), encoding="utf-8")
    assert run("verify", pod, "--ibnetdiscover", built, "--names", names).code == 0
    again = tmp_path / "again"
    assert run("verify", pod, "--ibnetdiscover", built, "--names", names, "--write-names", again).code == 0
    kept = [line for line in again.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert sorted(kept) == sorted(line.partition("  #")[0] for line in filled)
    assert run("verify", pod, "--ibnetdiscover", built, "--write-names", "-", "--json").code == 2


def test_classes_are_counted_apart_in_every_form(pod: Path, built: Path, run: Run) -> None:
    text = built.read_text(encoding="utf-8")
    text = re.sub(r'"(dgx-0001) mlx5_\d+"', r'"\1"', text).replace("4xNDR", "4xHDR")
    text = re.sub(r'"dgx-000([45]) ', lambda found: f'"dgx-000{9 - int(found[1])} ', text)
    built.write_text(f"ibwarn: [1] mad_rpc: _do_madrpc failed\n{text}", encoding="utf-8")
    unnamed(built, "dgx-0003")
    body = run("verify", pod, "--ibnetdiscover", built, "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "verify.v2.json").read_text(encoding="utf-8")))
    assert {sort: count for sort, count in body["counts"].items() if count} == {"degraded": 503, "not_named": 8, "exchanged": 1}
    assert (body["warnings"], body["links_without_names"], body["matching"]) == (1, 0, 0)
    assert [(each["device"], each["ports"], len(each["guids"])) for each in body["devices_without_name"]] == [("dgx-0003", 8, 8)]
    left = run("verify", pod, "--ibnetdiscover", built, "--ignore", "degraded", "--json").json["differences"]
    assert Counter(each["category"] for each in left) == {"not_named": 8, "adapter_not_verified": 8, "exchanged": 1}
    (fault,) = (each for each in left if each["category"] == "exchanged")
    assert (fault["devices"], fault["links"]) == (["dgx-0004", "dgx-0005"], 16)
    assert run("verify", pod, "--ibnetdiscover", built, *(f"--ignore={sort}" for sort in ("degraded", "exchanged", "not_named"))).code == 5
    done = run("verify", pod, "--ibnetdiscover", built, "--ignore", "degraded")
    assert "exchanged             dgx-0004, dgx-0005" in done.out
    assert "1 warning from the tool in the listing" in done.out


def test_a_file_that_is_none_is_refused(pod: Path, tmp_path: Path, run: Run) -> None:
    assert run("verify", pod, "--ibnetdiscover", tmp_path / "none").code == 3
    assert run("verify", pod, "--ibnetdiscover", pod).code == 3
    assert run("verify", pod).code == 2


def test_a_listing_that_is_cut_off_says_so(pod: Path, seen: Path, run: Run) -> None:
    assert run("verify", pod, "--ibnetdiscover", seen, "--json").json["nodes_without_description"] == 0
    lines = seen.read_text(encoding="utf-8").splitlines()
    seen.write_text("\n".join(lines[: len(lines) // 2]) + "\n", encoding="utf-8")
    done = run("verify", pod, "--ibnetdiscover", seen)
    assert done.code == 5
    assert "nodes are named but not described in the listing: the listing is truncated" in done.out
    assert run("verify", pod, "--ibnetdiscover", seen, "--json").json["nodes_without_description"] > 0
