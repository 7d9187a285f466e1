"""*Help › Copy diagnostics* holds what helps, and nothing of the person, the machine or the project."""

import getpass
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from gpudesk.core.messages import log
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.ui.app.diagnostics import diagnostics_text
from tests.ui.hand import Hand

USER, HOST = "ana-xanadu.garcía", "xanadu-node-17.bank.example"
HOME = f"/home/{USER}"
DEVICE, SERIAL = "xanadu-dgx-03", "1660224000123"
KEY = "nvapi-XANADUxanadu0123456789abcdefXANADU"
REMARK = f"Door of {USER}: password hunter2-XANADU, token {KEY}"


def test_no_name_gets_into_the_diagnostics(open_desk: Callable[[], Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("USER", "LOGNAME", "USERNAME"):
        monkeypatch.setenv(name, USER)
    monkeypatch.setenv("HOSTNAME", HOST)
    monkeypatch.setenv("GPUDESK_PROMETHEUS_TOKEN", KEY)
    monkeypatch.setattr(socket, "gethostname", lambda: HOST)
    monkeypatch.setattr(getpass, "getuser", lambda: USER)
    log.forget()
    folder = tmp_path / HOME.strip("/") / "Bank of Xanadu"
    folder.mkdir(parents=True)
    hand = open_desk()
    hand.create(folder / "xanadu halls.gpudesk")
    session = hand.desk.session
    rack = int(session.snapshot["rack"].ids[0])
    hall = int(session.snapshot["hall"].ids[0])
    device = int(session.snapshot["device"].ids[0])
    session.do(rename, "hall", hall, "Hall XANADU")
    session.do(rename, "device", device, DEVICE)
    session.do(set_fields, "device", [device], {"serial": SERIAL})
    session.do(add_remark, "rack", rack, REMARK)
    # Refused, and an unexpected error: both have the names in their texts.
    session.do(rename, "device", device, "x" * 5000 + KEY)
    hand.desk.session.open(folder / f"{KEY}.gpudesk")
    hand.rest()
    log.category("window").error("unexpected error", OSError(2, "No such file", f"{HOME}/{KEY}"))
    hand.desk.window.commands.project.copy_report()
    text = QGuiApplication.clipboard().text()
    assert text == diagnostics_text(hand.desk.window)
    forbidden = (USER, HOST, HOME, DEVICE, SERIAL, KEY, "hunter2", str(tmp_path), tmp_path.name, "Door")
    assert [each for each in forbidden if each in text] == []
    assert "xanadu" not in text.lower()
    lines = text.splitlines()
    assert lines[0].startswith("GPU Desk ")
    assert any(line.startswith("project: writable, ") for line in lines)
    assert any(line.startswith("rows: ") and "device " in line for line in lines)
    assert any("operations info: done operation=add_remark rows=1 " in line for line in lines)
    assert any("window error: unexpected error error=FileNotFoundError" in line for line in lines)


def test_without_a_project_it_says_so(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    assert "no project is open" in diagnostics_text(hand.desk.window).splitlines()
