"""`GPUDESK_LOG` and `--log-file`, and that the log of commands holds nothing of a person or a project."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.core.messages import log
from tests.cli.conftest import Run

SECRETS = ("ana.garcia", "Bank of Xanadu", "halls-of-xanadu", "run-by-ana", "SN-XANADU-4711", "nvapi-XANADU0123456789")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    yield
    log.stop()
    log.forget()


def test_a_file_takes_the_log_of_a_command(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ana.garcia" / "Bank of Xanadu"
    folder.mkdir(parents=True)
    project, out = folder / "halls-of-xanadu.gpudesk", tmp_path / "log.txt"
    assert run("--log-file", out, "new", project, "--template", "dgx-basepod").code == 0
    assert run(f"--log-file={out}", "check", project).code in {0, 5}
    assert run("--log-file", out, "import", project, "devices-csv", folder / "SN-XANADU-4711.csv").code == 3
    assert run("--log-file", out, "check", folder / "run-by-ana.gpudesk").code == 3
    log.stop()
    text = out.read_text()
    assert " operations info: done operation=build rows=134" in text
    assert " checks info: all rules checked findings=8 failed=0" in text
    assert " debug:" not in text
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert not [each for each in (*SECRETS, str(tmp_path), project.name) if each in text]


def test_the_variable_writes_to_the_error_output(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "p.gpudesk"
    monkeypatch.setenv("GPUDESK_LOG", "operations:info,cable:debug")
    made = run("new", project, "--template", "dgx-basepod")
    assert made.code == 0
    first, second = made.err.splitlines()
    assert first.startswith("gpudesk: GPUDESK_LOG: 'cable:debug' is not CATEGORY:LEVEL; categories are cabling, catalog,")
    assert " operations info: done operation=build rows=134" in second


def test_a_log_file_that_cannot_be_written_ends_the_command(run: Run, tmp_path: Path) -> None:
    project = tmp_path / "p.gpudesk"
    for wrong in (tmp_path, tmp_path / "none" / "log.txt"):
        ended = run("--log-file", str(wrong), "new", str(project))
        assert ended.code == 3
        assert len(ended.err.splitlines()) == 1
    assert not project.exists()


def test_a_file_that_is_no_log_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    project = tmp_path / "p.gpudesk"
    assert run("new", project).code == 0
    before = project.read_bytes()
    ended = run("--log-file", project, "formats")
    assert (ended.code, "already exists and is not a log file" in ended.err) == (3, True)
    assert project.read_bytes() == before


def test_without_either_nothing_is_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPUDESK_LOG", raising=False)
    assert run("new", str(tmp_path / "p.gpudesk")).err == ""
    assert run("--log-file").code == 2
