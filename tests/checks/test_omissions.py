"""What is left out of a plan is reported by a rule that names it, and no template has any such finding."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from random import SystemRandom
from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.finding import Severity
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.checks.omissions import OTHERS, TEMPLATES, Omission, built, drawn, plant
from tests.project.emptied import Naming, take

SEED_VARIABLE = "GPUDESK_OMISSIONS"
"""The environment variable that names the seed of the long run; without it a fresh one is drawn and printed."""
SHORT_SEED, SHORT_COUNT = 2026, 30
LONG_COUNT = 105
_ABSENT = (
    "absent.",
    "power.one_source",
    "power.circle",
    "power.cord_reach",
    "link.spare_length",
    "fabric.late_switch",
    "fabric.stage_links",
    "fabric.selected_links",
    "naming.host",
)


@pytest.fixture(scope="module")
def pods() -> Iterator[dict[str, Document]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(built(name, chosen)) for name, chosen in TEMPLATES[:3]}


def misses(projects: Mapping[str, Document], seed: int, count: int) -> list[str]:
    """Which of some omissions no rule names."""
    found = []
    for name, omission in drawn(seed, count, projects):
        if not _reported(projects[name], omission):
            found.append(f"{name}: {omission.about} (expected of {', '.join(sorted(omission.rules))})")
    return found


def _reported(document: Document, omission: Omission) -> bool:
    """Whether a rule that was silent names the omission; the project is as before afterward."""
    before = {(finding.key, finding.message.plain()) for finding in findings_of(document.snapshot)}
    run(document, plant, omission)
    fresh = [finding for finding in findings_of(document.snapshot) if (finding.key, finding.message.plain()) not in before]
    undo(document)
    return any(
        finding.rule in omission.rules and (not omission.names or any(name in finding.message.plain() for name in omission.names))
        for finding in fresh
        if finding.severity in (Severity.ERROR, Severity.WARNING)
    )


def test_what_is_left_out_is_named(pods: dict[str, Document]) -> None:
    assert misses(pods, SHORT_SEED, SHORT_COUNT) == []


def test_what_is_left_out_is_found_by_an_edit_as_by_a_whole_run(pods: dict[str, Document]) -> None:
    for name, omission in drawn(SHORT_SEED + 1, 15, {"small-pod": pods["small-pod"]}):
        run(pods[name], plant, omission)
        assert list(findings_of(pods[name].snapshot)) == list(check_all(pods[name].fresh_snapshot())), omission.about
        undo(pods[name])


@pytest.mark.soak
def test_many_omissions_in_every_template(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get(SEED_VARIABLE) or SystemRandom().randrange(10**6))
    with capsys.disabled():
        sys.stdout.write(f"\n{SEED_VARIABLE}={seed}\n")
    with ExitStack() as stack:
        projects = {name: stack.enter_context(built(name, chosen)) for name, chosen in TEMPLATES}
        assert misses(projects, seed, LONG_COUNT) == [], f"seed {seed}"


@pytest.mark.parametrize(
    ("name", "chosen"), [*TEMPLATES, *OTHERS], ids=[f"{name}-{number}" for number, (name, _) in enumerate((*TEMPLATES, *OTHERS))]
)
def test_nothing_is_absent_in_a_template(name: str, chosen: dict[str, Any]) -> None:
    with built(name, chosen) as document:
        assert [str(finding.message) for finding in findings_of(document.snapshot) if finding.rule.startswith(_ABSENT)] == []


def test_one_of_two_planes_at_a_host_port_is_named() -> None:
    """The other cable of the port is there: without a leaf of plane 1, all systems lack one of 16 links."""
    with built("dgx-b300-spectrum-superpod", {"su": 1}) as document:
        cables, devices = document.snapshot["cable"], document.snapshot["device"]
        leaf = int(devices.where("name", "leaf-001")[0])
        mine = cables.ids[(cables["a_device_id"] == leaf) | (cables["b_device_id"] == leaf)]
        run(document, plant, Omission("", frozenset(), (), lambda edit: take(edit, "cable", mine[:1], Naming.GOES)))
        texts = {finding.message.plain() for finding in findings_of(document.snapshot) if finding.rule == "fabric.open_ports"}
        assert texts == {"dgx-0001 has 15 of 16 links in Compute cabled."}
        undo(document)
        run(document, plant, Omission("", frozenset(), (), lambda edit: take(edit, "cable", mine, Naming.GOES)))
        open_ports = [finding for finding in findings_of(document.snapshot) if finding.rule == "fabric.open_ports"]
        assert len(open_ports) == 64
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))
