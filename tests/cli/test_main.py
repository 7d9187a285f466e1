"""The one door of the command line: exit codes, one line for each error, reports, what is opened in a window."""

import os
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from gpudesk import __version__
from gpudesk import cli as gpudesk_cli
from gpudesk.cli import main
from gpudesk.cli.commands import _LISTED, gpudesk
from gpudesk.cli.project import project_file_commands
from gpudesk.cli.window import open_window, self_test_scenario
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.project.others import line, other

SCREENLESS = (
    "--version",
    "templates",
    "new n.gpudesk",
    "info p.gpudesk",
    "check p.gpudesk --json",
    "history p.gpudesk",
    "catalog search dgx",
    "catalog show nvidia.dgx-h100",
    "self-test --headless",
)
ROOT = Path(__file__).resolve().parents[2]


def test_version_and_help(run: Run) -> None:
    assert run("--version").out == f"gpudesk, version {__version__}\n"
    for words in (["--help"], ["-h"], ["catalog", "--help"], ["check", "-h"]):
        assert run(*words).out.startswith("Usage: gpudesk")


def test_each_command_is_known_by_its_name_and_what_it_does_not_need_is_not_imported() -> None:
    context = click.Context(gpudesk)
    modules = [import_module(each.name) for each in pkgutil.walk_packages(gpudesk_cli.__path__, "gpudesk.cli.")]
    there = {command.name: command for module in modules for command in getattr(module, "COMMANDS", ())}
    assert {name: gpudesk.get_command(context, name) for name in gpudesk.list_commands(context)} == there
    code = "import sys; from gpudesk.cli import main; main(['monitor', '--help']); print('gpudesk.checks' in sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert done.stderr == "False\n"


def test_the_list_of_commands_shows_whole_summaries_and_imports_none() -> None:
    code = "import sys; from gpudesk.cli import main; main(['--help']); print('gpudesk.checks' in sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert done.stderr == "False\n"
    lines = done.stdout.splitlines()
    for listed in _LISTED.values():
        assert f"  {listed.name:<11}  {listed.summary}" in lines


@pytest.mark.parametrize(
    "words",
    [["nonsense"], ["info"], ["info", "--nothing", "x"], ["check", "x", "--severity", "fatal"], ["catalog"], ["render", "x", "y", "z"]],
)
def test_wrong_use_exits_with_two(run: Run, words: list[str]) -> None:
    assert run(*words).code == 2


def test_an_unexpected_error_leaves_a_report(run: Run, monkeypatch: pytest.MonkeyPatch, gpudesk_home: Path, tmp_path: Path) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret of ours")

    monkeypatch.setattr(project_file_commands, "totals", fail)
    Document.create(tmp_path / "one.gpudesk").close()
    done = run("info", tmp_path / "one.gpudesk")
    assert done.code == 1
    (kept,) = (gpudesk_home / "data" / "reports").iterdir()
    assert str(kept) in done.err
    text = kept.read_text(encoding="utf-8")
    assert __version__ in text
    assert "ZeroDivisionError: a secret of ours" in text


def test_a_report_that_cannot_be_kept_is_said(run: Run, monkeypatch: pytest.MonkeyPatch, gpudesk_home: Path) -> None:
    gpudesk_home.parent.mkdir(exist_ok=True, parents=True)
    gpudesk_home.write_text("a file in place of the folder")
    monkeypatch.setattr(project_file_commands, "templates", lambda: 1 / 0)
    done = run("templates")
    assert done.code == 1
    assert "no file (" in done.err
    assert "ZeroDivisionError" in done.err


def test_a_stop_from_the_keyboard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(project_file_commands, "templates", stop)
    assert main(["templates"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_what_is_a_project_is_opened(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path) -> None:
    opened: list[Path | None] = []

    def open_application(path: Path | None) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr(open_window, "open_application", open_application)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "existing").write_text("x")
    (tmp_path / "info").write_text("a file that is called like a command")
    for words in ([], ["one.gpudesk"], ["/nowhere/two.gpudesk"], ["existing"]):
        assert run(*words).code == 0
    assert opened == [None, Path("one.gpudesk"), Path("/nowhere/two.gpudesk"), Path("existing")]
    assert run("info").code == 2
    assert run("missing").code == 2
    done = run("one.gpudesk", "two.gpudesk")
    assert done.code == 2
    assert "only one file can be opened at a time; leave out " in done.err
    assert len(opened) == 4


def test_what_needs_no_screen_loads_no_interface(tmp_path: Path, run: Run) -> None:
    run("new", tmp_path / "p.gpudesk", "--template", "one-rack")
    code = (
        "import sys; from gpudesk.cli import main\n"
        # One template loads what all of them do; `test_the_road_without_a_window` builds them all.
        "from gpudesk.cli.window import self_test_scenario as scenario\n"
        "every, scenario.templates = scenario.templates, lambda: every()[:1]\n"
        "codes = [main(line.split()) for line in sys.argv[1:]]\n"
        "loaded = {name.partition('.')[0] for name in sys.modules} & {'PySide6', 'shiboken6', 'pyqtgraph', 'sqlite_utils'}\n"
        "loaded |= {name for name in sys.modules if name.startswith('gpudesk.ui')}\n"
        "print(codes, sorted(loaded), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *SCREENLESS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    codes = [0] * len(SCREENLESS)
    # Where the catalog was not built beforehand, building it takes sqlite_utils.
    assert done.stderr in (f"{codes} []\n", f"{codes} ['sqlite_utils']\n")


def test_what_somebody_else_holds_exits_with_three(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.gpudesk"
    Document.create(path).close()
    with other("hold", path) as writer:
        assert line(writer) == "open"
        # No command writes to an existing project yet; one that did would copy over it like this.
        with Document.create(tmp_path / "two.gpudesk") as document:
            monkeypatch.setattr(project_file_commands, "templates", lambda: document.save_copy(path))
            done = run("templates")
        assert done.code == 3
        assert f"(process {writer.pid})" in done.err


_ONE_PROCESS_EACH = """
import os, pkgutil, sys
from importlib import import_module
from pathlib import Path
import gpudesk.core
for each in pkgutil.walk_packages(gpudesk.core.__path__, "gpudesk.core."):
    import_module(each.name)
from gpudesk.cli import main
above = {name for name in sys.modules if name.startswith("gpudesk.")}
print(sorted({".".join(name.split(".")[:2]) for name in above}))
sys.stdout.flush()
for line in sys.argv[2:]:
    module, *commands = line.split()
    process = os.fork()
    if process == 0:
        for number, kind in ((1, "out"), (2, "err")):
            os.dup2(os.open(Path(sys.argv[1], f"{module}.{kind}"), os.O_WRONLY | os.O_CREAT), number)
        code = max(main([command, "--help"]) for command in commands)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(module, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    sys.stdout.flush()
"""
"""Starts a process for each module of commands, and prints its exit code. What it writes goes into files of the folder named first."""


def test_every_command_starts_in_a_process_of_its_module(tmp_path: Path) -> None:
    """The other tests run commands in their own process, where what a command fails to import is loaded already.

    Here each process has loaded the core, which imports nothing above it, and nothing else that a command brings along: to load the core
    once for all of them leaves a third of the work.
    """
    modules = sorted({listed.module for listed in _LISTED.values()})
    commands = {module: sorted(name for name, listed in _LISTED.items() if listed.module == module) for module in modules}
    done = subprocess.run(
        [sys.executable, "-c", _ONE_PROCESS_EACH, tmp_path, *(" ".join((module, *names)) for module, names in commands.items())],
        cwd=ROOT,
        # A process of several threads is not forked.
        env=os.environ | {"PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    loaded, *codes = done.stdout.splitlines()
    assert loaded == "['gpudesk.cli', 'gpudesk.core', 'gpudesk.locate', 'gpudesk.project']"
    assert codes == [f"{module} 0" for module in commands]
    assert done.stderr == ""
    for module, names in commands.items():
        assert (tmp_path / f"{module}.err").read_text(encoding="utf-8") == ""
        said = (tmp_path / f"{module}.out").read_text(encoding="utf-8")
        assert re.findall(r"^Usage: gpudesk ([\w-]+) ", said, re.MULTILINE) == names


def test_a_module_run_is_the_same_command() -> None:
    done = subprocess.run([sys.executable, "-m", "gpudesk", "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"gpudesk, version {__version__}\n"


def test_output_that_nobody_reads_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = subprocess.run(
        [sys.executable, "-m", "gpudesk", "catalog", "search", ""], cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert (process.returncode, process.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_terminal_is_served(encoding: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "GPUDESK_HOME": str(tmp_path)}
    code = "from gpudesk.cli import main; show = ['catalog', 'show', 'nvidia.dgx-h100']; main(show) or main([*show, '--json'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert done.stderr == b""
    # For a terminal that says it knows ASCII only, click writes UTF-8.
    said = done.stdout.decode("utf-8" if encoding == "ascii" else encoding)
    assert '"key": "nvidia.dgx-h100"' in said


def test_the_road_without_a_window() -> None:
    said: list[str] = []
    self_test_scenario.walk(said.append)
    assert len(said) >= 6
    assert any(text.startswith("refused: No space at U3") for text in said)


def test_a_step_that_does_not_hold_blocks_the_road(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test_scenario, "undo", lambda _: None)
    # The templates come before that step; the test above builds them all.
    monkeypatch.setattr(self_test_scenario, "templates", list)
    with pytest.raises(self_test_scenario.RoadBlocked, match="the placed system is undone"):
        self_test_scenario.walk(lambda _: None)
    assert main(["self-test", "--headless"]) == 1
