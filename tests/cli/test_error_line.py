"""What goes to the error output."""

import pytest

from gpudesk.cli.terminal.output import error_line


def test_a_name_from_a_file_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    error_line("no device \x1b[2J\x07evil\u202e\nname")
    assert capsys.readouterr().err == "gpudesk: no device [2J evil name\n"
