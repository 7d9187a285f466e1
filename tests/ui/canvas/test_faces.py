import json

import pytest
from PySide6.QtCore import QBuffer, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.ui.canvas.faces.cache import FaceCache, FacePictures
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.faces.hardware_palette import block_colour, metal, skin
from gpudesk.ui.toolkit.theme import theme
from tests.ui.canvas.sample import TYPES, entry, ports

KINDS = {body["key"]: parse_type(body) for body in TYPES}
EVERY_PORT = (
    "osfp qsfp112 qsfp28 sfp28 rj45 usb mpo12 mpo16 lc2 c13 c14 c19 c20 c22 iec309-32a-3p-n-e busbar hardwired something-new".split()
)


def picture(kind: HardwareType, face: Face, width: int, height: int, unit_px: float) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_face(painter, QRectF(0, 0, width, height), kind, face, skin(theme.current()), unit_px=unit_px, ratio=1.0)
    painter.end()
    return image


def colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


@pytest.mark.parametrize("unit_px", [9.0, 14.0, 24.0, 60.0])
@pytest.mark.parametrize("name", ["light", "contrast"])
def test_every_face_is_drawn_at_every_size(qtbot: QtBot, unit_px: float, name: str) -> None:
    theme.set_theme(name)
    for kind in KINDS.values():
        for face in (Face.FRONT, Face.REAR):
            width, height = round(10.86 * unit_px), max(1, round(unit_px * max(kind.height_half_units, 1) / 2))
            assert not picture(kind, face, width, height, unit_px).isNull()


def test_more_is_drawn_the_closer_one_looks(qtbot: QtBot) -> None:
    kind = KINDS["acme.node8"]
    far, near = picture(kind, Face.FRONT, 98, 72, 9.0), picture(kind, Face.FRONT, 652, 480, 60.0)
    assert colours(far) > 12
    assert colours(near) > colours(far)


def test_trays_are_named_where_a_name_can_be_read(qtbot: QtBot) -> None:
    """Ten trays of 40 mm above each other, of which one is named: only its stripe of the picture differs, and only close up."""
    bays = [{"group": "t", "accepts": "", "face": "front", "area": [20, 20, 400, 400], "rows": 10, "count": 10, "name": "B{n}"}]
    element = {"kind": "tray", "face": "front", "area": [20, 20, 400, 400], "rows": 10, "columns": 1}
    plain = entry("acme.racks", "system", "floor", {"height_mm": 440, "width_mm": 440}, bays=bays, elements=[element])
    tray = {"key": "acme.tray", "count": 1, "name": "c{n:02}", "bay": "B{n}", "source": "test", "confidence": "read"}
    kinds = parse_type({**plain, "trays": [tray]}), parse_type(plain)
    for unit_px, size in ((60.0, 594), (9.0, 89)):
        named, bare = (picture(kind, Face.FRONT, size, size, unit_px) for kind in kinds)
        rows = [y for y in range(size) if any(named.pixel(x, y) != bare.pixel(x, y) for x in range(size))]
        assert bool(rows) == (unit_px == 60.0)
        assert not rows or max(rows) - min(rows) < 40 / 440 * size


def test_cages_wear_the_colours_of_their_rails(qtbot: QtBot) -> None:
    image = picture(KINDS["acme.node8"], Face.REAR, 652, 480, 60.0)
    found = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    rails = {colour.name() for colour in metal().signals.rail}
    assert rails <= found


@pytest.mark.parametrize("kind_name", EVERY_PORT)
def test_every_kind_of_port_is_drawn(qtbot: QtBot, kind_name: str) -> None:
    body = entry(
        "acme.try",
        "switch",
        "units",
        {"height_u": 1},
        ports=[ports("p", kind_name, "front", [40, 4, 400, 36], 8, role="network")],
    )
    plain = parse_type({**body, "ports": []})
    for unit_px, width in ((9.0, 98), (20.0, 217), (60.0, 652)):
        drawn = picture(parse_type(body), Face.FRONT, width, round(unit_px), unit_px)
        assert drawn != picture(plain, Face.FRONT, width, round(unit_px), unit_px)


@pytest.mark.parametrize("element", ["bezel", "vent", "fan", "psu", "drive", "handle", "display", "plate", "tray", "card", "unheard-of"])
def test_every_kind_of_element_is_drawn(qtbot: QtBot, element: str) -> None:
    body = entry("acme.try", "server", "units", {"height_u": 2})
    one = {"kind": element, "face": "front", "area": [30, 6, 420, 76], "rows": 1, "columns": 4, "label": "GPU"}
    bare = parse_type({**body, "elements": [{**one, "kind": "plate", "area": [0, 0, 1, 1]}]})
    for unit_px in (9.0, 24.0, 60.0):
        width, height = round(10.86 * unit_px), round(2 * unit_px)
        drawn = picture(parse_type({**body, "elements": [one]}), Face.FRONT, width, height, unit_px)
        assert drawn != picture(bare, Face.FRONT, width, height, unit_px)


def test_equal_faces_are_drawn_once_and_a_frame_is_never_overrun(qtbot: QtBot) -> None:
    cache, kind, tones = FaceCache(FacePictures()), KINDS["acme.node8"], metal()
    cache.begin(1.0)
    first = cache.get(kind, Face.FRONT, 131, 97, 12.0, 1.0, tones)
    assert first is not None
    assert cache.get(kind, Face.FRONT, 131, 97, 12.0, 1.0, tones) is first
    cache.begin(0.0)
    assert cache.get(kind, Face.REAR, 131, 97, 12.0, 1.0, tones) is None
    assert cache.pending
    # While there is no time, the picture of another size has to do.
    assert cache.get(kind, Face.FRONT, 200, 148, 18.0, 1.0, tones) is first
    cache.begin(1.0, sharpen=False)
    assert cache.get(kind, Face.FRONT, 200, 148, 18.0, 1.0, tones) is first
    assert cache.pending
    cache.begin(1.0)
    assert cache.get(kind, Face.FRONT, 200, 148, 18.0, 1.0, tones) is not first
    assert not cache.pending


def test_equal_types_of_two_projects_share_a_picture_and_others_do_not(qtbot: QtBot) -> None:
    pictures, tones = FacePictures(), metal()
    first, second = FaceCache(pictures), FaceCache(pictures)
    kind, equal = KINDS["acme.node8"], parse_type(json.loads(json.dumps(TYPES[3])))
    assert kind.key == equal.key
    assert kind is not equal
    other = parse_type({**TYPES[3], "colour": "#b00020"})
    first.begin(60.0)
    drawn = first.get(kind, Face.FRONT, 131, 97, 12.0, 1.0, tones)
    second.begin(0.0)
    assert second.get(equal, Face.FRONT, 131, 97, 12.0, 1.0, tones) is drawn
    assert second.get(other, Face.FRONT, 131, 97, 12.0, 1.0, tones) is None
    # The project is closed: what was drawn is found again by the next one.
    pictures.let_go()
    del equal
    second.begin(0.0)
    assert second.get(parse_type(dict(TYPES[3])), Face.FRONT, 131, 97, 12.0, 1.0, tones) is drawn


def test_what_is_kept_from_one_project_to_the_next_is_bounded(qtbot: QtBot) -> None:
    pictures, tones = FacePictures(), metal()
    cache = FaceCache(pictures)
    cache.begin(60.0)
    for width in range(1000, 1010):
        cache.get(KINDS["acme.node8"], Face.FRONT, width, 700, 60.0, 1.0, tones)
    pictures.let_go()
    cache.begin(0.0)
    kept = [cache.get(KINDS["acme.node8"], Face.FRONT, width, 700, 60.0, 1.0, tones) for width in range(1000, 1010)]
    # Of 2.8 MB each, the last two fit into 8 MiB.
    assert [picture is not None and picture.width() == 1000 + number for number, picture in enumerate(kept)] == [False] * 8 + [True] * 2


def test_a_face_is_drawn_as_vectors_for_paper(qtbot: QtBot) -> None:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSizeF(660, 480).toSize())
    painter = QPainter(generator)
    FaceCache().paint(painter, QRectF(0, 0, 652, 480), KINDS["acme.node8"], Face.FRONT, metal(), 60.0, 1.0, exact=True)
    painter.end()
    text = bytes(buffer.data().data()).decode()
    assert text.count("<rect") > 100
    assert "<image" not in text.split("<pattern", maxsplit=1)[0]


def test_a_painted_bezel_gives_its_colour_to_the_block_seen_from_afar(qtbot: QtBot) -> None:
    body = json.loads(json.dumps(TYPES[3]))
    bare = block_colour(parse_type({**body, "colour": ""}))
    assert block_colour(KINDS["acme.node8"]) != bare
    # Gray metal is no paint: the family tells more.
    assert block_colour(parse_type({**body, "colour": "#2b2f36"})) == bare
    assert block_colour(KINDS["acme.leaf"]) != block_colour(KINDS["acme.store"])
    for kind in KINDS.values():
        assert theme.contrast_ratio(block_colour(kind), metal().ink) >= 4.5
