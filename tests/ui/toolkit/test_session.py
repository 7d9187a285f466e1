"""The session without a window: what it says, in which order, and what it keeps."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanHall
from gpudesk.derived.scope.rack_order import all_racks_by_row, racks_by_row
from gpudesk.operations.floor.halls import create_hall, delete_all
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.database import open_read
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit import session as session_module
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.session import Session
from tests.patience import PATIENCE_MS
from tests.ui.hand import PLAN, SYSTEM


class Watched:
    """A session and everything that it said."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.jobs = Jobs()
        self.session = Session(self.jobs)
        self.said: list[str] = []
        self.errors: list[DeskError] = []
        self.crashes: list[BaseException] = []
        for name in ("opened", "closed", "refreshed", "selection_changed"):
            getattr(self.session, name).connect(lambda name=name: self.said.append(name))
        self.session.changed.connect(lambda _: self.said.append("changed"))
        self.session.failed.connect(self.errors.append)
        self.jobs.crashed.connect(self.crashes.append)

    def rest(self) -> None:
        self.qtbot.waitUntil(lambda: self.jobs.running == 0, timeout=PATIENCE_MS)
        settle()

    def create(self, path: Path, plan: Plan | None = PLAN) -> None:
        self.session.create(path, plan)
        self.rest()

    def close(self) -> None:
        self.session.close()
        self.jobs.close()
        settle()


@pytest.fixture
def watched(qtbot: QtBot) -> Iterator[Watched]:
    made = Watched(qtbot)
    yield made
    made.close()
    assert made.crashes == []


def test_the_order_of_racks_is_ready_before_a_project_is_shown(watched: Watched, tmp_path: Path) -> None:
    ready: list[bool] = []
    watched.session.opened.connect(lambda: ready.append(watched.session.snapshot.known(all_racks_by_row) is not None))
    watched.create(tmp_path / "a.gpudesk")
    watched.session.close()
    watched.session.open(tmp_path / "a.gpudesk")
    watched.rest()
    assert ready == [True, True]
    (row,) = watched.session.snapshot.cached(all_racks_by_row)
    assert row.tolist() == racks_by_row(watched.session.snapshot, row)[0].tolist()


def test_a_new_device_leaves_the_order_of_racks(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "x.gpudesk")
    order = watched.session.snapshot.known(all_racks_by_row)
    assert order is not None
    watched.session.do(place_device, SYSTEM, 3, 0)
    watched.rest()
    assert watched.session.snapshot["device"].rows == 4
    assert watched.session.snapshot.known(all_racks_by_row) is order
    watched.session.do(rename, "rack", 1, "Z99")
    watched.rest()
    assert watched.session.snapshot.known(all_racks_by_row) is None
    watched.close()


def test_without_a_project_there_is_no_state(watched: Watched) -> None:
    assert not watched.session.is_open
    assert not watched.session.writable
    with pytest.raises(LookupError):
        _ = watched.session.snapshot
    assert watched.session.do(create_hall, "Hall") is None
    watched.session.undo()
    watched.session.close()
    assert watched.said == []


def test_a_project_is_opened_then_judged(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    assert watched.said == ["opened", "refreshed"]
    assert watched.session.findings is not None
    assert watched.session.snapshot["device"].rows == 3
    assert [step.done for step in watched.session.history] == [True]


def test_an_operation_changes_state_history_and_findings_before_it_is_told(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    seen: list[tuple[int, int, int]] = []
    session = watched.session
    session.changed.connect(lambda outcome: seen.append((session.snapshot["device"].rows, len(session.history), outcome.after.revision)))
    results: list[int] = []
    session.do(place_device, SYSTEM, 2, 0, done=results.append)
    watched.rest()
    assert seen == [(4, 2, session.snapshot.revision)]
    assert results == [4]


def test_a_refusal_is_told_and_changes_nothing(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    before = watched.session.snapshot
    results: list[int] = []
    watched.session.do(place_device, SYSTEM, 1, 0, done=results.append)
    watched.rest()
    assert [type(error).__name__ for error in watched.errors] == ["Refused"]
    assert watched.session.snapshot is before
    assert results == []
    assert "changed" not in watched.said


def test_operations_are_done_in_the_order_in_which_they_were_asked_for(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk", Plan("x", halls=(PlanHall("Hall 0"),)))
    for number in range(1, 20):
        watched.session.do(rename, "hall", 1, f"Hall {number}")
    watched.session.undo()
    watched.session.undo()
    watched.session.redo()
    watched.rest()
    assert watched.session.snapshot["hall"].row(1)["name"] == "Hall 18"
    assert [step.done for step in watched.session.history].count(False) == 1


def test_the_selection_holds_only_what_exists_and_loses_what_goes(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    session = watched.session
    session.select([ObjectRef("device", 1), ObjectRef("device", 99), ObjectRef("device", 1), ObjectRef("rack", 2), ObjectRef("attic", 1)])
    assert session.selection == (ObjectRef("device", 1), ObjectRef("rack", 2))
    assert session.selected("device") == [1]
    watched.said.clear()
    session.select(list(session.selection))
    assert watched.said == []
    seen: list[tuple[ObjectRef, ...]] = []
    session.changed.connect(lambda _: seen.append(session.selection))
    session.do(delete_all, {"device": [1]})
    watched.rest()
    assert seen == [(ObjectRef("rack", 2),)], "whoever hears of the change does not find what is gone"
    assert watched.said == ["changed", "selection_changed"]


def test_a_project_is_brought_into_its_one_file_when_idle(watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.session._idle.setInterval(50)
    path = tmp_path / "one.gpudesk"
    log = tmp_path / "one.gpudesk-wal"
    watched.create(path)
    watched.qtbot.waitUntil(lambda: not log.exists() or log.stat().st_size == 0, timeout=PATIENCE_MS)
    copy = tmp_path / "copy.gpudesk"
    copy.write_bytes(path.read_bytes())
    with Document.open(copy) as document:
        assert document.snapshot["device"].rows == 3
    watched.session.do(rename, "hall", 1, "Hall 2")
    watched.rest()
    watched.qtbot.waitUntil(lambda: log.stat().st_size == 0, timeout=PATIENCE_MS)


def test_what_a_reader_kept_out_of_the_one_file_comes_in_when_it_has_read(watched: Watched, tmp_path: Path) -> None:
    watched.session._idle.setInterval(50)
    path, log = tmp_path / "one.gpudesk", tmp_path / "one.gpudesk-wal"
    watched.create(path)
    watched.qtbot.waitUntil(lambda: not log.exists() or log.stat().st_size == 0, timeout=PATIENCE_MS)
    reader = open_read(path)
    try:
        with reader.one_state():
            reader.rows("SELECT count(*) FROM hall")
            watched.session.do(rename, "hall", 1, "Hall 2")
            tried: list[bool] = []
            watched.session._idle.timeout.connect(lambda: tried.append("changed" in watched.said))
            # Not until it rests: it tries again and again, and on a busy machine a try begins as soon as the one before has ended.
            watched.qtbot.waitUntil(lambda: tried.count(True) >= 2, timeout=PATIENCE_MS)
            assert log.stat().st_size > 0
        watched.qtbot.waitUntil(lambda: log.stat().st_size == 0, timeout=PATIENCE_MS)
    finally:
        reader.close()
    assert not watched.errors


def test_going_to_a_step_undoes_or_redoes_up_to_it(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    session = watched.session
    for name in ("b", "c", "d"):
        session.do(rename, "hall", 1, name)
    watched.rest()
    ids = [step.id for step in session.history]
    for step, name in ((ids[1], "b"), (ids[3], "d"), (ids[0], "Hall 1"), (ids[2], "c")):
        session.go_to_step(step)
        watched.rest()
        assert session.snapshot["hall"].row(1)["name"] == name
    session.go_to_step(None)
    watched.rest()
    assert session.snapshot["hall"].rows == 0
    session.go_to_step(ids[3])
    watched.rest()
    assert session.snapshot["hall"].row(1)["name"] == "d"
    session.go_to_step(4711)
    watched.rest()
    assert session.snapshot["hall"].row(1)["name"] == "d"


def test_what_is_asked_for_while_a_step_is_under_way_comes_after_it(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "a.gpudesk", None)
    session, told = watched.session, list[tuple[bool, bool]]()
    session.replayable_changed.connect(lambda: told.append((session.can_undo, session.can_redo)))
    assert (session.can_undo, session.can_redo) == (False, False)
    session.do(create_hall, "Hall X")
    session.undo()
    session.redo()
    assert told == [(True, False), (True, True)]
    watched.rest()
    assert session.snapshot["hall"]["name"].tolist() == ["Hall X"]
    assert (session.can_undo, session.can_redo) == (True, False)
    # A redo that finds nothing, and a refusal, leave what can be asked for as it was.
    session.redo()
    session.do(rename, "hall", 10**6, "Nothing")
    watched.rest()
    assert (session.can_undo, session.can_redo) == (True, False)


def test_findings_of_an_older_state_are_not_taken(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    session = watched.session
    old, findings = session.snapshot, session.findings
    assert findings is not None
    session.do(rename, "hall", 1, "other")
    watched.rest()
    now = session.findings
    session.take_findings(old, findings)
    assert session.findings is now


def test_another_project_takes_the_place_of_the_first(watched: Watched, tmp_path: Path) -> None:
    watched.create(tmp_path / "one.gpudesk")
    watched.session.select([ObjectRef("device", 1)])
    watched.said.clear()
    watched.create(tmp_path / "two.gpudesk", None)
    assert watched.said[:2] == ["closed", "opened"]
    assert watched.session.selection == ()
    assert watched.session.snapshot["device"].rows == 0
    with Document.open(tmp_path / "one.gpudesk") as document:
        assert document.read_only is None, "the first one is let go"


def test_a_project_whose_history_cannot_be_read_replaces_nothing(watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Document.create(tmp_path / "two.gpudesk").close()
    watched.create(tmp_path / "one.gpudesk")
    watched.said.clear()
    threads: list[str] = []

    def unreadable(_: Document) -> None:
        threads.append(threading.current_thread().name)
        raise InvalidData(Message("test", "the history cannot be read"))

    with monkeypatch.context() as faulty:
        faulty.setattr(Document, "steps", property(unreadable))
        watched.session.open(tmp_path / "two.gpudesk")
        watched.rest()
    assert [str(error) for error in watched.errors] == ["the history cannot be read"]
    assert threads == ["gpudesk-writer_0"]
    assert watched.said == []
    assert watched.crashes == []
    assert not watched.session.replacing
    assert watched.session.document is not None
    assert watched.session.document.path == tmp_path / "one.gpudesk"


def test_a_project_whose_reading_ends_with_an_unexpected_error_is_closed_again(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.gpudesk"
    Document.create(path).close()

    def faulty(_: Document) -> None:
        raise ZeroDivisionError("a fault of the program")

    with monkeypatch.context() as patch:
        patch.setattr(Document, "steps", property(faulty))
        watched.session.open(path)
        watched.rest()
    assert [str(error) for error in watched.crashes] == ["a fault of the program"]
    watched.crashes.clear()
    with Document.open(path) as document:
        assert document.read_only is None, "the file is not locked"


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not move a file that is open")
@pytest.mark.parametrize("error", [InvalidData(Message("test", "no permission")), ZeroDivisionError("a fault of the program")])
def test_a_moved_project_that_cannot_be_opened_again_leaves_no_closed_project_in_the_window(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    moved = tmp_path / "moved.gpudesk"
    watched.create(tmp_path / "one.gpudesk")
    (tmp_path / "one.gpudesk").rename(moved)
    watched.session.look_beneath()
    watched.rest()
    watched.said.clear()
    watched.errors.clear()

    def refused(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Document, "open", refused)
        watched.session.open(moved)
        watched.rest()
    assert [*watched.errors, *watched.crashes] == [error]
    watched.crashes.clear()
    assert watched.said == ["closed"]
    assert not watched.session.is_open
    watched.session.open(moved)
    watched.rest()
    assert watched.session.writable
    assert watched.session.snapshot["device"].rows == 3


def test_a_project_that_cannot_be_made_leaves_no_file(watched: Watched, tmp_path: Path) -> None:
    wrong = Plan("x", halls=(PlanHall("Hall"),), types={"acme.thing": {"key": "acme.thing", "family": "nonsense"}})
    watched.create(tmp_path / "one.gpudesk", wrong)
    assert watched.errors or watched.session.is_open
    if watched.errors:
        assert not watched.session.is_open
        assert list(tmp_path.iterdir()) == []


def test_a_reader_sees_what_the_writer_commits(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    with Document.create(path) as writer:
        run(writer, build, PLAN)
        watched.session._refresh.setInterval(50)
        watched.session.open(path)
        watched.rest()
        assert not watched.session.writable
        watched.session.select([ObjectRef("device", 1)])
        run(writer, delete_all, {"device": [1]})
        watched.qtbot.waitUntil(lambda: watched.session.snapshot["device"].rows == 2, timeout=PATIENCE_MS)
        assert watched.session.selection == ()
        watched.session.do(rename, "hall", 1, "mine")
        watched.rest()
        assert [type(error).__name__ for error in watched.errors] == ["ReadOnly"]


def test_what_others_changed_is_judged_beside_the_window(watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judging: list[str] = []
    judge = session_module._judged

    def judged(snapshot: Snapshot) -> Findings:
        judging.append(threading.current_thread().name)
        return judge(snapshot)

    monkeypatch.setattr(session_module, "_judged", judged)
    path = tmp_path / "one.gpudesk"
    with Document.create(path) as writer:
        run(writer, build, PLAN)
        watched.session._refresh.setInterval(50)
        watched.session.open(path)
        watched.rest()
        run(writer, delete_all, {"device": [1]})
        watched.qtbot.waitUntil(lambda: watched.session.snapshot["device"].rows == 2, timeout=PATIENCE_MS)
        watched.qtbot.waitUntil(lambda: watched.session.findings is not None, timeout=PATIENCE_MS)
    assert watched.session.findings == check_all(watched.session.snapshot)
    assert len(judging) == 2
    assert all(name.startswith("gpudesk-reader") for name in judging)


def test_closing_waits_for_what_was_asked_and_then_lets_go(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    watched.create(path)
    for number in range(10):
        watched.session.do(rename, "hall", 1, f"Hall {number}")
    watched.session.close()
    watched.rest()
    with Document.open(path) as document:
        assert document.read_only is None
        assert document.snapshot["hall"].row(1)["name"] == "Hall 9"
    assert watched.said[-1] == "closed"
