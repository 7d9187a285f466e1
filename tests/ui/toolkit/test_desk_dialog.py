"""Dialogs that run an operation: its button is locked until exactly that operation has ended."""

from threading import Event

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


def test_the_failure_of_other_work_does_not_unlock_the_button(hand: Hand) -> None:
    session = hand.desk.session
    names = ["Ana Ruiz", " "]
    dialog = DeskDialog(hand.desk.window)
    button = dialog.add_main("Add", lambda: dialog.do(session, add_person, names.pop(0), done=lambda _: None))
    dialog.open()
    go_on = Event()
    session.jobs.write(lambda _: go_on.wait(PATIENCE_MS / 1000))
    button.click()
    session.failed.emit(Refused(Message("tests", "Another file cannot be read")))
    assert not button.isEnabled()
    assert dialog.complaint.text == "Another file cannot be read"
    go_on.set()
    hand.rest()
    assert button.isEnabled()
    button.click()
    hand.rest()
    assert button.isEnabled(), "a refusal unlocks it"
    assert dialog.complaint.text not in ("", "Another file cannot be read")
    dialog.reject()
