"""`gpudesk collectives`: what operations over the networks of a project would take."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    file = tmp_path / "pod.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, load_template("dgx-basepod"))
        run_operation(document, cable_project)
    return file


def test_the_json_is_as_documented(run: Run, pod: Path) -> None:
    body = run("collectives", str(pod), "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "collectives.v2.json").read_text(encoding="utf-8")))
    (network,) = body["networks"]
    assert network["gpus_per_system"] == 8
    assert {each["state"] for each in network["operations"]} == {"system", "intact"}


def test_what_is_printed(run: Run, pod: Path) -> None:
    shown = run("collectives", str(pod), "--systems", "2").out
    assert "2 of" in shown
    assert "all-to-all" in shown


def test_sizes_are_those_that_are_asked_for(run: Run, pod: Path) -> None:
    usual = run("collectives", str(pod), "--json").json["networks"][0]["operations"]
    assert {each["bytes"] for each in usual} == {2**20, 2**24, 2**26, 2**28, 2**30, 2**33}
    asked = ("--size", "8", "--size", "64KiB", "--size", "1.5M", "--size", "2GB", "--size", "65536")
    body = run("collectives", str(pod), *asked, "--json").json["networks"][0]["operations"]
    assert [each["bytes"] for each in body[:4]] == [8, 65536, 1_572_864, 2_000_000_000]
    shown = run("collectives", str(pod), *asked).out
    for size in ("8 B", "64 KiB", "1.5 MiB", "1.863 GiB"):
        assert size in shown
    one = next(each for each in usual if each["bytes"] == 2**26)
    alone = run("collectives", str(pod), "--size", "64MiB", "--json").json["networks"][0]["operations"]
    assert alone[0] == one


@pytest.mark.parametrize("size", ["0", "-1", "much", "12 parsec", "2000000GiB", "1e9", "nan"])
def test_a_size_that_is_none(size: str, run: Run, pod: Path) -> None:
    done = run("collectives", str(pod), "--size", size)
    assert done.code == 2
    assert "is not a size from 1 byte to 1 PiB" in done.err


def test_short_operations_between_systems_are_called_rough(run: Run, pod: Path) -> None:
    assert "Approximate below 64 MiB between systems" in run("collectives", str(pod), "--size", "1MiB").out
    assert "Rough" not in run("collectives", str(pod), "--size", "64MiB").out


def test_expert_dispatch_of_a_mixture(run: Run, pod: Path) -> None:
    body = run("collectives", str(pod), "--systems", "2", "--experts", "deepseek-r1", "--tokens", "64", "--json").json
    jsonschema.validate(body, json.loads(locate.resource("schemas", "collectives.v2.json").read_text(encoding="utf-8")))
    found = body["networks"][0]["experts"]
    assert [(each["kernel"], each["step"], each["gpus"], each["tokens_per_gpu"]) for each in found] == [
        (kernel, step, 16, 64) for kernel in ("normal", "low-latency") for step in ("dispatch", "combine")
    ]
    shown = run("collectives", str(pod), "--systems", "2", "--experts", "deepseek-r1").out
    assert "Expert dispatch over 16 GPUs, one layer:" in shown
    assert run("collectives", str(pod), "--tokens", "64").code == 2
    assert "has no experts" in run("collectives", str(pod), "--experts", "llama-3.1-8b").err


def test_more_systems_than_there_are(run: Run, pod: Path) -> None:
    done = run("collectives", str(pod), "--systems", "500")
    assert done.code == 3
    assert "500" in done.err


def test_a_project_without_gpus(run: Run, tmp_path: Path) -> None:
    Document.create(tmp_path / "empty.gpudesk").close()
    done = run("collectives", str(tmp_path / "empty.gpudesk"))
    assert done.code == 3
    assert "Place systems" in done.err
