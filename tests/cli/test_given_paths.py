"""Paths on the command line: each that cannot be is said in one line, and `-` and pipes get the content alone."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpudesk.cli.terminal.exits import UNREADABLE, WRONG_USE
from tests.cli.conftest import Run

LONG = "x" * 300


@pytest.mark.parametrize(
    "words",
    [
        ("info", "FILE"),
        ("check", "FILE"),
        ("new", "FILE"),
        ("history", "FILE"),
        ("bom", "FILE"),
        ("export", "FILE", "devices-csv", "out.csv"),
        ("import", "FILE", "devices-csv", "in.csv"),
        ("collectives", "FILE"),
        ("render", "FILE", "floor", "out.png"),
        ("verify", "FILE", "--ibnetdiscover", "in"),
        ("monitor", "--record", "FILE"),
        ("monitor", "--source", "replay:FILE"),
        ("monitor", "--source", "snapshot:FILE"),
        ("monitor", "--kernel-log", "FILE"),
        ("catalog", "import", "FILE"),
        ("catalog", "export", "nvidia.h100-sxm", "--netbox", "FILE"),
        ("fabric", "--project", "FILE"),
        ("size", "--keep", "FILE"),
    ],
)
@pytest.mark.parametrize(
    ("name", "sentence"),
    [(LONG, "longer than this disk allows"), ("file/inside", "is a file, not a folder"), ("loop", "points back to itself")],
)
def test_a_path_that_cannot_be_is_one_line(run: Run, tmp_path: Path, words: tuple[str, ...], name: str, sentence: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    done = run(*(word.replace("FILE", str(tmp_path / name)) for word in words))
    assert done.code == UNREADABLE
    assert sentence in done.err


def test_a_long_word_is_no_command_and_no_defect(run: Run) -> None:
    assert run(LONG, "info").code == WRONG_USE


def test_outputs_that_cannot_be_written(run: Run, project: Path, tmp_path: Path) -> None:
    assert "does not exist" in run("export", project, "devices-csv", tmp_path / "missing" / "list.csv").err
    assert "is a folder" in run("bom", project, "--csv", tmp_path).err
    assert "can hold only one file, but there are several." in run("export", project, "netbox", "-").err
    both = run("bom", project, "--csv", "-", "--json")
    assert (both.code, "two outputs" in both.err) == (WRONG_USE, True)


WRITING = [("export", "FILE", "devices-csv", "OUT"), ("bom", "FILE", "--csv", "OUT"), ("cooling", "FILE", "--csv", "OUT")]


def given(words: tuple[str, ...], project: Path, out: object) -> list[str]:
    """The words of a command that writes the list of a project."""
    return [word.replace("FILE", str(project)).replace("OUT", str(out)) for word in words]


def test_the_content_alone_goes_to_the_standard_output(run: Run, project: Path, tmp_path: Path) -> None:
    """Of one process for all of them: what it writes is a pipe, as behind `gpudesk … |`."""
    outs = ("-", "/dev/stdout")
    lines = [given(words, project, out) for words in WRITING for out in outs]
    code = (
        "import json, os, sys; from gpudesk.cli import main\n"
        "for line in json.loads(sys.argv[1]):\n"
        "    assert main(line) == 0\n"
        "    sys.stdout.flush()\n"
        "    os.write(1, b'\\0')\n"
    )
    command = [sys.executable, "-c", code, json.dumps(lines)]
    written = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=tmp_path).stdout.split(b"\0")
    contents = []
    for words in WRITING:
        assert run(*given(words, project, tmp_path / "list.csv")).out == f"{tmp_path / 'list.csv'}\n"
        contents += [(tmp_path / "list.csv").read_bytes()] * len(outs)
        (tmp_path / "list.csv").unlink()
    assert written == [*contents, b""]
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("words", WRITING)
def test_the_content_alone_goes_into_a_pipe(run: Run, project: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run(*given(words, project, tmp_path / "list.csv")).code == 0
    content = (tmp_path / "list.csv").read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    assert run(*given(words, project, pipe)).code == 0
    reader.join()
    assert received == [content]
    assert pipe.is_fifo()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_as_output_stays_a_link(run: Run, project: Path, tmp_path: Path, is_there: bool) -> None:
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    if is_there:
        target.write_text("before")
    assert run("export", project, "devices-csv", link).code == 0
    assert link.is_symlink()
    assert target.read_bytes().startswith("\ufeffHall".encode())


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_picture_follows_a_link_too(run: Run, project: Path, tmp_path: Path, suffix: str) -> None:
    target, link = tmp_path / f"target{suffix}", tmp_path / f"link{suffix}"
    link.symlink_to(target)
    assert run("export", project, "elevations", link).code == 0
    written = [path for path in tmp_path.iterdir() if path.name.startswith(("target", "link-"))]
    assert written
    assert link.is_symlink()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".gpudesk")] == []
