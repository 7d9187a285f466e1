"""Where memory runs out a command says so and ends with 3: that is no defect, and no report is written."""

import subprocess
import sys
from pathlib import Path

import pytest

from gpudesk import locate
from gpudesk.cli import main

LITTLE_KIB = 300_000
"""Enough for a command, too little for Qt."""


@pytest.mark.parametrize("behind", [False, True])
def test_no_memory_is_said_and_no_report_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, behind: bool
) -> None:
    def full(_given: list[str]) -> int:
        if not behind:
            raise MemoryError
        try:
            raise MemoryError
        except MemoryError:
            raise ValueError("I/O operation on closed file") from None

    monkeypatch.setattr("gpudesk.cli.commands.run_command", full)
    assert main(["export"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "gpudesk: There is not enough memory for this. Close other programs, or raise the limit (ulimit -v).\n"
    assert not (locate.user_data_dir() / "reports").exists()


def test_a_defect_is_still_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_given: list[str]) -> int:
        raise ValueError("ours")

    monkeypatch.setattr("gpudesk.cli.commands.run_command", broken)
    assert main(["export"]) == 1
    assert "internal error; report written to " in capsys.readouterr().err
    (report,) = (locate.user_data_dir() / "reports").iterdir()
    assert report.stat().st_mode & 0o777 == 0o600
    assert report.parent.stat().st_mode & 0o777 == 0o700
    assert "ValueError: ours" in report.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="only there a limit on the address space is kept")
def test_sheets_that_qt_has_no_room_to_draw_are_refused_and_end_no_process(tmp_path: Path) -> None:
    project, out = tmp_path / "pod.gpudesk", tmp_path / "bom.pdf"
    assert main(["new", str(project), "--template", "one-rack"]) == 0
    limited = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({LITTLE_KIB << 10},) * 2); from gpudesk.cli import main; import sys; "
    )
    call = f"sys.exit(main(['export', {str(project)!r}, 'bom', {str(out)!r}]))"
    ran = subprocess.run([sys.executable, "-c", limited + call], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (
        3,
        "gpudesk: There is not enough memory for this. Close other programs, or raise the limit (ulimit -v).\n",
    )
    assert not out.exists()
