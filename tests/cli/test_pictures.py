"""render: pictures of what the window would show, one of each kind of project in a process of its own."""

import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.running.renderable_panes import FORMATS, PANES
from gpudesk.formats.drawings.line_drawing import MEDIA, Drawing, DrawnText, drawing_bytes
from gpudesk.formats.drawings.underlay_picture import UnderlayPicture
from gpudesk.monitor.recording.recorder import Recorder
from gpudesk.operations.floor.underlay import add_underlay
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.cli.in_process import gpudesk
from tests.monitor.made_frames import MACHINE, seconds

ROOT = Path(__file__).resolve().parents[2]


def drawn_alone(project: Path, pane: str, out: Path, *options: str) -> bytes:
    """The picture that a process of its own draws, which takes two seconds to start."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "gpudesk", "render", str(project), pane, str(out), *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
    return written(project, out)


def drawn(project: Path, pane: str, out: Path, *options: str) -> bytes:
    """The picture that the command draws in this process."""
    done = gpudesk("render", project, pane, out, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out}\n", "")
    return written(project, out)


def written(project: Path, out: Path) -> bytes:
    """What is in a picture; nothing but the picture came to be."""
    assert [file.name for file in project.parent.iterdir() if file != out] == [project.name]
    return out.read_bytes()


def test_panes_and_formats_are_known_without_the_interface() -> None:
    code = "import sys, gpudesk.cli.window.render_commands as told; print(len(told.PANES), len(told.FORMATS), 'PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(PANES)} {len(FORMATS)} False\n"


def test_the_monitor_of_a_recording_up_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    path = folder / "run.gpurec"
    recorder = Recorder(path, (MACHINE,), "nvml: node-1")
    for frames in seconds(300, rate=1):
        recorder.add(frames, [], {})
    recorder.close()
    window = drawn_alone(path, "monitor", path.with_suffix(".svg"), "--size", "1280x800")
    for part in (b"node-1", b"Verdict", b"power cap"):
        assert part in window
    path.with_suffix(".svg").unlink()
    plots = drawn(path, "monitor-focus", path.with_suffix(".svg"), "--lang", "es")
    assert b"Temperatura" in plots
    assert b"Dictamen" not in plots
    # A picture of the last minute alone would leave three quarters of each plot empty.
    curves = [points for points in re.findall(rb'points="([^"]+)"', plots) if points.count(b",") > 100]
    assert curves
    assert min(float(points.split(b",")[0]) for points in curves) < 60


def test_the_monitor_is_not_drawn_of_what_holds_no_readings(project: Path, run: Run) -> None:
    done = run("render", str(project), "monitor", str(project.with_suffix(".png")))
    assert done.code == 3
    assert not project.with_suffix(".png").exists()


def test_a_png_has_the_asked_size(project: Path) -> None:
    picture = drawn_alone(project, "rack", project.with_suffix(".png"), "--size", "1000x700", "--theme", "dark", "--lang", "es")
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack_from(">II", picture, 16) == (1000, 700)


def test_an_svg_holds_its_texts(project: Path) -> None:
    picture = drawn(project, "elevation", project.with_suffix(".svg"), "--size", "900x700")
    assert b"<svg" in picture[:400]
    assert b"dgx-001" in picture


@pytest.mark.parametrize("pane", ["floor", "plan"])
def test_the_floor_as_a_window_and_as_a_plan(project: Path, pane: str) -> None:
    picture = drawn(project, pane, project.with_suffix(".svg"), "--size", "1200x800")
    assert b"<svg" in picture[:400]
    assert b"Hall 1" in picture
    assert (b"Inspector" in picture) is (pane == "floor")


def test_the_power_as_a_window_and_as_a_one_line_diagram(project: Path, run: Run) -> None:
    with Document.open(project) as document:
        rack = document.snapshot["rack"].ids.tolist()[0]
        run_operation(document, wire_power, [rack])
    window = drawn(project, "power", project.with_suffix(".svg"), "--size", "1200x800")
    assert b"Failures" in window
    picture = drawn(project, "power-one-line", project.with_suffix(".svg"), "--size", "1400x1000")
    for part in (b"A01", b"side A", b"up to 50 %"):
        assert part in picture
    assert b"Failures" not in picture


def test_the_catalog_with_what_the_project_uses(project: Path) -> None:
    picture = drawn(project, "catalog", project.with_suffix(".svg"), "--size", "1400x900")
    assert b"DGX H100" in picture
    assert b"In project" in picture


def test_the_first_task_on_site(project: Path) -> None:
    picture = drawn(project, "onsite", project.with_suffix(".svg"), "--size", "1400x900")
    assert b"What to do" in picture
    assert b"RDY-010" in picture


def test_a_pdf_is_one(project: Path) -> None:
    assert drawn(project, "home", project.with_suffix(".pdf")).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rack", "x.jpg"], "the name of a picture must end in .png or .svg or .pdf"),
        (["checklist", "x.png"], "'checklist' is not one of"),
        (["rack", "x.png", "--size", "big"], "width x height"),
        (["rack", "x.png", "--size", "99999x10"], "width x height"),
        (["rack", "x.png", "--theme", "pink"], "'pink' is not one of"),
        (["rack", "x.png", "--lang", "fr"], "'fr' is not one of"),
    ],
)
def test_what_cannot_be_drawn(project: Path, run: Run, words: list[str], says: str) -> None:
    done = run("render", project, *words)
    assert done.code == 2
    assert says in done.err


def test_what_lies_under_a_plan_is_drawn_with_it(project: Path) -> None:
    before = drawn(project, "plan", project.with_suffix(".svg"))
    project.with_suffix(".svg").unlink()
    with Document.open(project) as document:
        picture = UnderlayPicture(
            MEDIA, 9000, 7000, drawing_bytes(Drawing(9000, 7000, ["W"], [], [DrawnText(0, 900, 4000, 600, 0, "Ramp")]))
        )
        run_operation(document, add_underlay, int(document.snapshot["hall"].ids[0]), picture)
    after = drawn(project, "plan", project.with_suffix(".svg"))
    assert b"Ramp" in after
    assert b"Ramp" not in before


def test_the_first_network_is_drawn_alone(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "pod.gpudesk"
    run("new", str(path), "--template", "dgx-h100-superpod", "--set", "su=1")
    picture = drawn(path, "topology", path.with_suffix(".svg"), "--size", "1600x800")
    for part in (b"leaf-01", b"Compute", b"SPINE"):
        assert part in picture


def test_the_reason_of_a_plan_is_that_of_the_plan_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is filled after the figure: until then it is that of the plan that the place offers first."""
    from gpudesk.ui.app import render

    project = tmp_path / "size" / "a.gpudesk"
    project.parent.mkdir()
    asked = (
        "--model",
        "llama-3.1-8b",
        "--precision",
        "bf16",
        "--gpu",
        "H100 SXM",
        "--concurrency",
        "48",
        "--keep",
        project,
        "--as",
        "Chat",
    )
    assert gpudesk("size", *asked).returncode == 0
    draw, answering = render._draw, list[bool]()

    def drawing(desk: Any, *rest: Any) -> None:
        answering.append(desk.window.size_place.is_answering)
        draw(desk, *rest)

    monkeypatch.setattr(render, "_draw", drawing)
    assert drawn(project, "size", project.with_suffix(".png")).startswith(b"\x89PNG")
    assert answering == [False]
