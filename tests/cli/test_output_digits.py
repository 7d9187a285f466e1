"""Digits, units and plurals in what commands print, over a small and a large project: values, not sources."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.in_process import gpudesk

_UNITS = "(?:kg|lb|W|kW|VA|kVA)"
FAULTS = {
    # 28,238.75 kg
    "decimals": re.compile(rf"(?<![\d.,])(?:\d{{1,3}}(?:,\d{{3}})+|\d{{4,}})\.\d+ {_UNITS}\b"),
    # 25000 W
    "ungrouped": re.compile(rf"(?<![\w.,-])\d{{5,}} (?:{_UNITS}|[a-z]{{3,}}s)\b"),
    # 6.34e+03 h
    "exponent": re.compile(r"(?<![\w.-])\d+(?:\.\d+)?[eE][+-]?\d"),
    # 1 nodes; "Hall 1 has" and "leaf 1 stops" are right.
    "plural": re.compile(r"(?<![\w.,×/:–-])1 (?!has\b|was\b|less\b|stops\b|holds\b)[A-Za-z-]*[a-zA-Z][^\Wsui]s\b"),
}
SMALL, LARGE = "small-pod", "dgx-h100-superpod"
OF_PROJECTS = (
    "info",
    "check",
    "bom",
    "cooling",
    "cost",
    "addresses",
    "stock",
    "scope",
    "fleet",
    "host-names --dry-run",
    "cable --dry-run",
    "history",
    "onsite list",
)
ALONE = (
    "fit --gpu nvidia.rtx-4090",
    "size --model llama-3.1-8b --concurrency 64 --gpu H100",
    "size --task train --model llama-3.1-70b --tokens 1e12 --gpu H100",
    "size --task generic --flops 1e18 --bytes 1e15 --memory-gib 4000",
    "fabric --nodes 128 --rails 8 --radix 64",
    "fabric --architecture dgx-h100 --units 4",
    "mig --gpu H100 --need 10:1",
    "rules",
    "catalog show nvidia.dgx-h100",
    "catalog search h100",
)


def faults(text: str) -> list[str]:
    """The lines with a fault, each with its kind."""
    return [f"{kind}: {line}" for line in text.splitlines() for kind, fault in FAULTS.items() if fault.search(line)]


@pytest.mark.parametrize(
    ("kind", "wrong", "right"),
    [
        ("decimals", "mass  28,238.75 kg", "mass  28.2 t, 9,239 kg, 999.94 kg"),
        ("decimals", "1507.84 kW of heat", "1.51 MW of heat, 1,508 kW"),
        ("ungrouped", "5 units draw 25000 W.", "5 units draw 25 kW. 25,000 W; 1234 W; serial 123456"),
        ("exponent", "A failure every 6.34e+03 h", "A failure every 6,340 h; DGX-2e5 is a name"),
        ("plural", "1 nodes have 50 % left", "1 node has 50 % left; 21 nodes; leaf 1 stops; Hall 1 has none"),
        ("plural", "1 GPUs", "1 × GPUs; phase 1, racks; 1 bus; 1 address"),
    ],
)
def test_each_fault_is_found_and_what_is_right_passes(kind: str, wrong: str, right: str) -> None:
    assert FAULTS[kind].search(wrong)
    assert faults(right) == []


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small and a large project with cables."""
    folder = tmp_path_factory.mktemp("projects")
    made = {template: folder / f"{template}.gpudesk" for template in (SMALL, LARGE)}
    for template, path in made.items():
        assert gpudesk("new", path, "--template", template).returncode == 0
        assert gpudesk("cable", path).returncode == 0
    return made


@pytest.mark.parametrize("command", OF_PROJECTS)
@pytest.mark.parametrize("template", [SMALL, LARGE])
def test_commands_on_a_project_print_sensible_digits(projects: dict[str, Path], template: str, command: str) -> None:
    name, *options = shlex.split(command)
    words: list[str | Path] = [name, *options[:1], projects[template]] if name == "onsite" else [name, projects[template], *options]
    done = gpudesk(*words)
    # The projects have no workload.
    assert done.returncode == (2 if name == "fleet" else 0)
    assert faults(done.stdout + done.stderr) == []


@pytest.mark.parametrize("command", ["drill", "fabric --project"])
def test_commands_on_failures_print_sensible_digits(projects: dict[str, Path], command: str) -> None:
    done = gpudesk(*shlex.split(command), projects[SMALL])
    # A failure that stops equipment is a finding.
    assert done.returncode == (5 if command == "drill" else 0)
    assert faults(done.stdout) == []


@pytest.mark.parametrize("command", ALONE)
def test_commands_without_a_project_print_sensible_digits(command: str) -> None:
    done = gpudesk(*shlex.split(command))
    assert done.returncode == 0
    assert faults(done.stdout + done.stderr) == []
