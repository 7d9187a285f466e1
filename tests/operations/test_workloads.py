"""Workloads are kept in the project: added, changed, renamed, copied, deleted, compared, taken to a phase and a part of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.models.stored_files import STORED, OwnModel
from gpudesk.core.work.workload import ALWAYS, demand_from
from gpudesk.derived.floor.project_subset import snapshot_of_places
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.derived.workloads.measured_peaks import measured_peaks
from gpudesk.derived.workloads.measured_rates import measured_rates
from gpudesk.formats.models.model_files import read_model
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.project.workload_peaks import record_measured
from gpudesk.operations.project.workloads import add_workload, change_workload, duplicate_workloads
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run, undo
from gpudesk.project.compare import compare
from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, kept
from tests.formats import model_makers as make
from tests.operations.conftest import Project

CHAT = Asked("meta-llama/Meta-Llama-3.1-8B", formats=("fp8", "int4"), concurrency=40, gpus_most=8)
DAY = [0] * 6 + [40] * 6 + [100] * 12


def keep(project: Project, name: str = "Chat", asked: Asked = CHAT, **settings: object) -> int:
    work = kept(asked)
    return int(project.do(add_workload, name, work.task, work.asked, work.model, settings))


def test_a_workload_is_kept_with_all_that_is_asked(project: Project) -> None:
    one = keep(project, hall_id=project.hall, on_type="nvidia.dgx-h100", on_phase=2, demand=DAY, notes="help desk")
    row = project.document.snapshot["workload"].row(one)
    assert asked_of(Kept(row["task"], row["asked"], row["model"])) == CHAT
    assert (row["name"], row["hall_id"], row["on_type"], row["on_phase"], row["notes"]) == (
        "Chat",
        project.hall,
        "nvidia.dgx-h100",
        2,
        "help desk",
    )
    assert demand_from(row["demand"]) == tuple(DAY)
    assert project.document.steps[-1].message.plain() == "Add the workload Chat"


def test_each_edit_is_one_step_that_is_undone(project: Project) -> None:
    one = keep(project)
    states = [project.document.snapshot]
    project.do(change_workload, one, {"asked": kept(replace(CHAT, concurrency=1)).asked, "demand": DAY})
    states.append(project.document.snapshot)
    project.do(rename, "workload", one, "Help")
    states.append(project.document.snapshot)
    assert project.do(duplicate_workloads, [one]) == [one + 1]
    states.append(project.document.snapshot)
    project.do(delete_objects, "workload", [one])
    assert project.document.snapshot["workload"]["name"].tolist() == ["Help-2"]
    titles = [step.message.plain() for step in project.document.steps[-4:]]
    assert titles == ["Change the workload Chat", "Rename Chat to Help", "Duplicate the workload Help", "Delete Help"]
    for state in reversed(states):
        undo(project.document)
        assert project.document.snapshot.equals(state)


def test_names_and_demand_have_defaults(project: Project) -> None:
    keep(project, "")
    keep(project, " ", demand=[100] * 24)
    rows = project.document.snapshot["workload"]
    assert rows["name"].tolist() == ["Workload 1", "Workload 2"]
    assert [demand_from(text) for text in rows["demand"].tolist()] == [ALWAYS, ALWAYS]


def test_memory_and_tokens_of_one_window_are_kept_together_or_not_at_all(project: Project) -> None:
    one = keep(project)
    peak = (one, 58.9, 61.3, "1 × H100.")
    with pytest.raises(Refused):
        run(project.document, record_measured, *peak, estimated_per_s=1400.0, measured_per_s=-1.0, about="By the log.")
    assert not project.document.snapshot["journal"].rows
    # Too small for the digits that the journal keeps: the same as no estimate.
    run(project.document, record_measured, *peak, estimated_per_s=0.02, measured_per_s=2.5, about="By the log.")
    rate = project.document.snapshot.cached(measured_rates)[one]
    assert (rate.measured, rate.estimated, rate.off) == (2.5, None, None)
    assert project.document.snapshot.cached(measured_peaks)[one].measured == 61.3


@pytest.mark.parametrize(
    "settings",
    [
        {"demand": [100]},
        {"demand": [0] * 24},
        {"demand": [True] * 24},
        {"demand": [101] + [0] * 23},
        {"on_type": "nobody.knows"},
        {"hall_id": 99},
        {"on_phase": -1},
        {"task": "dream"},
        {"name": "  "},
        {"nothing": 1},
    ],
)
def test_what_makes_no_sense_is_refused(project: Project, settings: dict[str, object]) -> None:
    one = keep(project)
    before = project.document.snapshot
    with pytest.raises(Refused):
        project.do(change_workload, one, settings)
    assert project.document.snapshot.equals(before)


@pytest.mark.parametrize(("asked", "model"), [("", ""), ("{}", ""), ("[1]", ""), (kept(CHAT).asked, "{}"), (kept(CHAT).asked, "[" * 9000)])
def test_what_nobody_can_size_is_refused(project: Project, asked: str, model: str) -> None:
    with pytest.raises(InvalidData):
        project.do(add_workload, "Chat", "serve", asked, model)


def test_a_workload_stays_without_the_hall_in_which_it_ran(project: Project) -> None:
    one = keep(project, hall_id=project.hall)
    project.do(delete_objects, "hall", [project.hall])
    assert project.document.snapshot["workload"].row(one)["hall_id"] is None
    undo(project.document)
    assert project.document.snapshot["workload"].row(one)["hall_id"] == project.hall


def test_workloads_of_a_phase_and_of_a_hall(project: Project) -> None:
    other = project.do(create_hall, "Other")
    keep(project, "Here", hall_id=project.hall)
    keep(project, "There", hall_id=other, phase=2)
    keep(project, "Anywhere", phase=3)
    snapshot = project.document.snapshot
    assert snapshot_up_to_phase(snapshot, 2)["workload"]["name"].tolist() == ["Here", "There"]
    assert snapshot_of_places(snapshot, [other], [])["workload"]["name"].tolist() == ["There", "Anywhere"]


def test_a_comparison_tells_what_became_of_workloads(project: Project) -> None:
    one, two = keep(project), keep(project, "Other")
    before = project.document.snapshot
    project.do(change_workload, one, {"on_phase": 2})
    project.do(delete_objects, "workload", [two])
    found = list(compare(before, project.document.snapshot, same_project=True))
    assert sorted((each.table, str(each.sort)) for each in found) == [("workload", "changed"), ("workload", "removed")]


@pytest.mark.parametrize("bits", [16, 32])
def test_a_model_of_ones_own_is_kept_by_its_counted_architecture(tmp_path: Path, project: Project, bits: int) -> None:
    own = read_model(make.folder_of(tmp_path / "model", bits=bits))
    asked = Asked(own.architecture.name, own=own, formats=(STORED, "int4"), tpot_ms=None, ttft_ms=None)
    one = keep(project, asked=asked)
    row = project.document.snapshot["workload"].row(one)
    found = asked_of(Kept(row["task"], row["asked"], row["model"]))
    assert isinstance(found, Asked)
    assert found.own is not None
    assert (found.own.architecture, found.formats) == (own.architecture, (STORED, "int4"))
    before, after = answer(asked).plans, answer(found).plans
    assert [(plan.board.key, plan.gpus, plan.needed.value) for plan in before] == [
        (plan.board.key, plan.gpus, plan.needed.value) for plan in after
    ]


def test_a_gguf_model_comes_back_from_its_text(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(make.gguf())
    own = read_model(path)
    again = own_model_from(own_model_text(own))
    assert again.architecture == own.architecture
    assert own.form is not None
    assert again.form is not None
    assert again.form.stored(again.architecture) == own.form.stored(own.architecture)
    with pytest.raises(InvalidData):
        own_model_from(own_model_text(own).replace('"layers":', '"layers":-', 1))


@pytest.mark.parametrize("name", ["deepseek-ai/DeepSeek-R1", "openai/gpt-oss-120b", "google/gemma-3-27b-it"])
def test_experts_latents_and_windows_come_back_from_text(name: str) -> None:
    model = find_model(name).architecture
    assert own_model_from(own_model_text(OwnModel(model))) == OwnModel(model)
