"""`--scan`: the code of a sheet or of a cable label, read from a picture, in place of ITEM and TARGET."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.formats.code_pictures import Gray, code_picture, damaged, sheet


@pytest.fixture
def pod(tmp_path: Path, run: Run) -> Path:
    """A cabled pod."""
    path = tmp_path / "pod.gpudesk"
    assert run("new", path, "--template", "small-pod", "--set", "released_revision=C").code == 0
    assert run("cable", path).code == 0
    return path


def saved(path: Path, gray: Gray) -> Path:
    pixels = np.ascontiguousarray(gray)
    assert QImage(pixels.data, pixels.shape[1], pixels.shape[0], pixels.shape[1], QImage.Format.Format_Grayscale8).save(str(path))
    return path


def begin(pod: Path) -> str:
    with Document.open(pod, write=False) as document:
        return f"GPUDESK:{document.uid.replace('-', '').upper()[:8]}"


def test_a_sheet_and_a_label_name_item_and_target(pod: Path, run: Run, tmp_path: Path) -> None:
    paper = saved(tmp_path / "sheet.png", code_picture(f"{begin(pod)}:RDY-010:0"))
    done = run("onsite", "record", pod, "--scan", paper, "--by", "Ana", "--set", "revision=C", "--set", "lead=Ana", "--json")
    assert (done.json["item"], done.json["target"]["state"]) == ("RDY-010", "passed")
    label = saved(tmp_path / "label.png", code_picture(f"{begin(pod)}:17:B"))
    shown = run("onsite", "show", pod, "CAB-020", "--scan", label, "--json")
    assert shown.json["target"]["id"] == 17
    package = tmp_path / "site.gpuwork"
    assert run("onsite", "package", pod, package, "--stage", "ready", "--by", "Ana").code == 0
    assert run("onsite", "show", package, "--scan", paper, "--json").json["target"]["state"] == "passed"
    again = run("onsite", "record", package, "--scan", paper, "--by", "Ana", "--set", "revision=C", "--json")
    assert (again.code, again.json["item"]) == (0, "RDY-010")


def test_what_cannot_be_read_is_refused(pod: Path, run: Run, tmp_path: Path) -> None:
    code = begin(pod)
    cases = {
        "torn": (damaged(code_picture(f"{code}:RDY-010:0")), (), "torn.png has a damaged or blurred code"),
        "wall": (np.full((200, 200), 200, np.uint8), (), "wall.png has no code that can be read"),
        "two": (sheet(code_picture(f"{code}:RDY-010:0"), code_picture(f"{code}:17:A")), (), f"{code}:RDY-010:0, {code}:17:A"),
        "sheet": (code_picture(f"{code}:RDY-010:0"), ("RDY-010",), "leave out ITEM"),
        "label": (code_picture(f"{code}:17:A"), (), "give ITEM"),
        "target": (code_picture(f"{code}:17:A"), ("CAB-020", "17"), "leave out TARGET"),
        "foreign": (code_picture("GPUDESK:00000000:RDY-010:0"), (), "This sheet belongs to another project."),
        "strange": (code_picture("GPUDESK:00000000:17:A"), ("CAB-020",), "This label belongs to another project."),
    }
    for name, (gray, given, why) in cases.items():
        done = run("onsite", "show", pod, *given, "--scan", saved(tmp_path / f"{name}.png", gray))
        assert done.code == 2, name
        assert why in " ".join(done.err.split()), name
    assert run("onsite", "show", pod).code == 2
    missing = run("onsite", "show", pod, "--scan", tmp_path / "none.png")
    assert missing.code == 3
    (tmp_path / "text.png").write_text("no picture")
    assert "text.png is not a readable image" in run("onsite", "show", pod, "--scan", tmp_path / "text.png").err


def test_a_damaged_code_next_to_the_one_that_is_taken_is_warned_of(pod: Path, run: Run, tmp_path: Path) -> None:
    code = f"{begin(pod)}:RDY-010:0"
    paper = saved(tmp_path / "two.png", sheet(damaged(code_picture(f"{begin(pod)}:17:A")), code_picture(code)))
    shown = run("onsite", "show", pod, "--scan", paper, "--json")
    assert (shown.code, shown.json["item"]["key"]) == (0, "RDY-010")
    assert f"gpudesk: warning: two.png has another code that is damaged or blurred; {code} is used" in shown.err
    alone = run("onsite", "show", pod, "--scan", saved(tmp_path / "one.png", code_picture(code)), "--json")
    assert "warning" not in alone.err
