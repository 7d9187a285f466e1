"""A line of a process in a terminal."""

from gpudesk.cli.monitor.process_lines import process_line
from gpudesk.monitor.readings.reading import Process


def test_what_holds_little_is_not_said_to_hold_nothing() -> None:
    def words(used: int | None, host: int | None) -> list[str]:
        one = Process("GPU-a", 7, False, used, None, "python train.py", "ana", "", host_bytes=host)
        return process_line("0", one, 0.0).split()

    assert words(9 << 20, 40 << 20) == ["0", "7", "ana", "<0.1", "–", "–", "<0.1", "–", "python", "train.py"]
    assert words(0, 3 << 30)[3:7:3] == ["0.0", "3.0"]
    assert words(None, 52 << 20)[3:7:3] == ["–", "0.1"]
