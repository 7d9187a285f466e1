"""Trainings over the network of a project: the days of a plan, and the verdict on a kept one."""

from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.derived.fabric.fabric_judgement import compute_judgements, fabric_judgements
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.network.project_network import project_network
from gpudesk.sizing.network.system_network import SystemNetwork
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.workloads.saved_workload import kept
from tests.checks.site import Site
from tests.checks.workload_cases import systems

H100 = "nvidia.h100-sxm5-80gb"
ASKED = TrainingAsked("meta-llama/Meta-Llama-3.1-8B", batch=384, tokens=1e12, gpus=384)
"""48 systems of eight, more than hang below the same leaves of a SuperPOD."""


def pod(file: Path, *, cabled: bool = True) -> Document:
    document = Document.create(file)
    run(document, build, load_template("dgx-h100-superpod", {"su": "2"}))
    if cabled:
        run(document, cable_project)
    return document


def halve_uplinks(document: Document) -> None:
    cables = document.snapshot.cached(fabric_judgements)[0].cables
    run(document, delete_objects, "cable", cables.ids[cables.tier == 0][::2].tolist())


def days(network: SystemNetwork | None, gpus: int = 384) -> float:
    (plan,) = training_plans(replace(training_workload(ASKED), network=network), [boards()[H100]], gpus)
    assert plan.days is not None
    return plan.days.value


def test_the_quick_judgement_says_of_the_compute_network_what_the_whole_one_says(tmp_path: Path) -> None:
    with pod(tmp_path / "pod.gpudesk") as document:
        quick = document.snapshot.cached(compute_judgements)
        network = document.snapshot.cached(project_network)
        whole = [each for each in document.snapshot.cached(fabric_judgements) if each.bus_gb_per_s is not None]
        assert len(quick) == len(whole) == 1
        for name in ("network_id", "nodes", "links", "tiers", "injection_gbps", "bisection_gbps", "bus_gb_per_s"):
            assert getattr(quick[0], name) == getattr(whole[0], name)
        assert document.snapshot.known(project_network) == network


def test_two_to_one_is_slower_above_the_leaves_alone(tmp_path: Path) -> None:
    with pod(tmp_path / "pod.gpudesk") as document:
        before = document.snapshot.cached(project_network)
        assert before is not None
        assert (before.systems, before.gpus_each, before.rails, before.gbps_a_gpu, before.through) == (63, 8, 8, 400, 1)
        assert days(before) == days(None), "eight adapters of 400 Gb/s one to one are those of the usual system"
        halve_uplinks(document)
        after = document.snapshot.cached(project_network)
        assert after is not None
        assert after.gbps_a_gpu == 400
        assert after.through == pytest.approx(0.5, abs=0.02)
        assert days(after) > 1.05 * days(before)
        below = 8 * after.leaf_systems // 64 * 64
        assert days(after, below) == days(before, below)


def test_a_slower_link_counts() -> None:
    whole = SystemNetwork("Compute", H100, 8, 48, gbps_a_system=3200)
    assert days(replace(whole, gbps_a_system=800)) > days(replace(whole, gbps_a_system=1600)) > days(whole)


def test_cables_that_are_not_there_join_nothing(tmp_path: Path) -> None:
    with pod(tmp_path / "pod.gpudesk", cabled=False) as document:
        found = document.snapshot.cached(project_network)
    assert found is not None
    assert (found.joins, found.name, found.most_gpus) == (False, "Compute", 8)


def test_a_project_without_a_compute_network() -> None:
    site = Site()
    assert project_network(site.snapshot) is None
    systems(site, 4)
    found = project_network(site.snapshot)
    assert found is not None
    assert (found.joins, found.name, found.most_gpus) == (False, "", 8)


def told(document: Document) -> dict[str, str]:
    findings = check_all(document.snapshot)
    return {each.rule: each.message.plain() for each in findings if each.rule in ("workload.fits", "workload.may_miss")}


def test_the_verdict_on_a_kept_training_follows_the_uplinks(tmp_path: Path) -> None:
    with pod(tmp_path / "pod.gpudesk") as document:
        network = document.snapshot.cached(project_network)
        asked = replace(ASKED, gpu=H100, days=round(days(network) * 0.86, 3))
        work = kept(asked)
        run(document, add_workload, "Run", work.task, work.asked, work.model)
        before = told(document)
        assert set(before) == {"workload.may_miss"}
        assert "over Compute" in before["workload.may_miss"]
        halve_uplinks(document)
        after = told(document)
        assert set(after) == {"workload.fits"}
        assert "takes at least" in after["workload.fits"]
        assert "over Compute" in after["workload.fits"]


def test_without_cables_the_verdict_says_that_the_network_is_the_usual_one(tmp_path: Path) -> None:
    with pod(tmp_path / "pod.gpudesk", cabled=False) as document:
        work = kept(replace(ASKED, gpu=H100, days=0.5))
        run(document, add_workload, "Run", work.task, work.asked, work.model)
        assert "over the default network" in told(document)["workload.fits"]
