"""Where memory runs out a command says so and ends with 3: that is no defect, and no report is written."""

import pytest

from gpudesk import locate
from gpudesk.cli import main


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
