"""What a version left on disk and what scripts rely on: it opens, is undone and redone to the first step, and gives the same results.

`make frozen` writes the files again, where a change is meant; `make frozen COMMANDS=1` only the commands.
"""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.own_templates import own_templates
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.work.workload import Task
from gpudesk.monitor.health.alarm_rules import own_rules
from gpudesk.monitor.health.alarms import usual_rules
from gpudesk.monitor.recording.replay import RecordingSource
from gpudesk.monitor.verdict.verdict_limits import limits, shipped_thresholds
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.training.training_request import TrainingAsked
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from tests.frozen import states
from tests.frozen.commands import outcome_of, parsed, runs
from tests.patience import PATIENCE_MS
from tests.project.sample import Clock

FROZEN: dict[str, Any] = json.loads(states.STATES.read_text(encoding="utf-8"))
COMMANDS: dict[str, Any] = json.loads(states.COMMANDS.read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "frozen.gpudesk"
    path.write_bytes(gzip.decompress(states.PROJECT.read_bytes()))
    return path


@pytest.fixture
def home(gpudesk_home: Path) -> Path:
    shutil.copytree(states.HOME, gpudesk_home)
    return gpudesk_home


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in states.FOLDER.rglob("*") if path.is_file()) < 3_000_000


def test_each_state_is_what_it_was_from_the_last_step_to_the_first_and_back(project: Path) -> None:
    # Without `operations`, whose checks at each step are compared with whole runs elsewhere.
    columns, walk = FROZEN["columns"], FROZEN["states"]
    with Document.open(project, clock=Clock()) as document:
        document.quick_check()
        assert states.step_titles(document) == FROZEN["titles"]
        assert len([each for each in document.steps if each.done]) == FROZEN["done"]
        assert [name for _, name, *_ in document.versions()] == [name for name, _ in FROZEN["versions"]]
        demand_findings(document, "as_saved")
        as_saved = document.snapshot
        while document.redo() is not None:
            pass
        assert len(document.steps) == len(walk) - 1
        demand_findings(document, "last")
        expected = dict(walk[0])
        assert states.state(document.snapshot, columns) == expected
        for number, change in enumerate(walk[1:], 1):
            before = document.snapshot
            assert document.undo() is not None
            expected |= change
            # Only what the step touched is hashed again; the rest is the same columns.
            touched = [name for name in columns if document.snapshot[name] is not before[name]]
            found = {name: states.table_digest(document.snapshot, name, columns[name]) for name in touched if document.snapshot[name].rows}
            assert found == {name: expected[name] for name in touched if expected.get(name)}, number
            assert {name for name in change if name not in touched} == set(), number
        demand_findings(document, "first")
        assert document.undo() is None
        for _ in range(FROZEN["done"]):
            document.redo()
        assert states.state(document.snapshot, columns) == states.state(as_saved, columns)


def demand_findings(document: Document, state: str) -> None:
    """Every finding of then is one now; rules that came later may find more."""
    frozen = set(FROZEN["findings"][state])
    found = set(states.finding_keys(document))
    assert {key.split()[1].partition(":")[0] for key in frozen} <= set(ALL_RULES)
    assert frozen - found == set()


def test_every_kind_of_step_and_setting_is_in_it(project: Path) -> None:
    with Document.open(project, write=False) as document:
        tables = document.snapshot.tables
        empty = {name for name, table in tables.items() if not table.rows}
        assert not empty & {"severity", "exclusion", "setting", "site_value", "baseline_value", "record", "person", "workload", "network"}
        done = {each.title for each in document.steps if each.done}
        undone = {each.title for each in document.steps if not each.done}
        assert (len(done) > 90, len(undone) > 70) == (True, True)
        work = tables["workload"]
        asked = [asked_of(Kept(Task(task), text)) for task, text in zip(work["task"].tolist(), work["asked"].tolist(), strict=True)]
    assert {type(each) for each in asked} == {Asked, TrainingAsked, PassAsked}


def test_the_recording_is_read() -> None:
    source = RecordingSource(states.RECORDING)
    try:
        source.seek(source.end_s)
        (machine,) = source.machines()
        assert (machine.name, len(machine.gpus)) == ("node-1", 8)
        assert 59 <= source.end_s - source.begin_s <= 60
    finally:
        source.close()


def test_what_the_user_added_is_there(home: Path) -> None:
    assert home.is_dir()
    kind = open_catalog().get("own.frozen-server")
    assert (kind.facts["weight_kg"].value, kind.described_in("es")) == (21.5, "Un servidor de este emplazamiento")
    (info,) = own_templates().infos
    assert (info.title, info.title_es, info.description_es) == ("Two servers", "Dos servidores", "Del proyecto congelado")
    first = usual_rules()[0]
    assert own_rules()[0].number == first.high != first.number
    key = next(iter(shipped_thresholds()))
    assert limits()[key] == shipped_thresholds()[key].high


def test_the_window_has_its_docks_as_they_were_left(home: Path, project: Path, qtbot: QtBot) -> None:
    assert home.is_dir()
    settings = Settings()
    assert (settings.language, settings.theme, settings.units) == ("es", "dark", "imperial")
    desk = Desk(settings)
    try:
        desk.show()
        desk.session.open(project)
        qtbot.waitUntil(lambda: desk.session.is_open, timeout=PATIENCE_MS)
        desk.window.go("rack")
        rack = desk.window.rack
        docks = {dock.objectName(): dock.isHidden() for dock in rack.findChildren(QDockWidget)}
        assert {name for name, hidden in docks.items() if hidden} >= {"dock-history", "dock-problems"}
        assert settings.text("catalog-folded") == "232"
    finally:
        desk.close()


def test_documented_commands_are_read_as_they_were() -> None:
    assert {line: parsed(line) for line in COMMANDS["documented"]} == COMMANDS["documented"]


@pytest.mark.parametrize("words", list(runs()), ids=" ".join)
def test_a_command_gives_what_it_gave(words: list[str], home: Path, tmp_path: Path) -> None:
    assert home.is_dir()
    assert outcome_of(words, tmp_path) == COMMANDS["runs"][" ".join(words)]
