"""Pictures and drawings under the plan of a hall."""

from gpudesk.core.floor.floor_items import picture_place
from gpudesk.core.floor.outline import Point
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.drawings.underlay_picture import UnderlayPicture, read_picture
from gpudesk.operations.run.new_names import checked_name
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
USUAL_OPACITY_PERCENT = 50


@operation
def add_underlay(
    edit: Edit, hall_id: int, content: bytes | UnderlayPicture, name: str = "", opacity_percent: int = USUAL_OPACITY_PERCENT
) -> int:
    """Add an image (PNG, JPEG) or a drawing (DXF) under the plan of a hall; returns the id of the underlay.

    A drawing with a unit is added at true size, everything else as wide as the hall; `scale_underlay` changes the size.

    Args:
        content: the bytes of the file, or the output of `read_picture` (a large drawing is read in a separate process first).

    Raises:
        Refused: there is no such hall, or an opacity is impossible.
        InvalidData: the content is not a readable image or drawing, or it is too large.
    """
    hall = edit.row("hall", hall_id)
    opacity = checked_opacity(opacity_percent)
    picture = content if isinstance(content, UnderlayPicture) else read_picture(content)
    name = checked_name(name) or "Underlay"
    attachment = edit.add_attachment(name, picture.media, picture.width, picture.height, picture.content)
    width = round(picture.width_mm) if picture.width_mm is not None else int(hall["width_mm"])
    underlay = edit.insert(
        "underlay",
        hall_id=hall_id,
        attachment_id=attachment,
        name=name,
        right_x_mm=max(2, width),
        opacity_percent=opacity,
    )
    edit.title = Message(
        _CONTEXT, QT_TRANSLATE_NOOP("operations", "Use {name} as underlay of {hall}"), {"name": name, "hall": str(hall["name"])}
    )
    return underlay


@operation
def scale_underlay(edit: Edit, underlay_id: int, picture: tuple[Point, Point], hall: tuple[Point, Point]) -> None:
    """Rotate, move and scale an underlay so that two of its points are at two positions in the hall.

    Args:
        picture: two points in the units of the image, from its upper left corner, y downward.
        hall: their positions, in mm.

    Raises:
        Refused: there is no such underlay, or the points coincide.
    """
    underlay = edit.row("underlay", underlay_id)
    width = int(edit.row("attachment", int(underlay["attachment_id"]))["width"])
    (x, y), (right_x, right_y) = picture_place(picture, hall, width)
    _place(edit, underlay_id, x, y, right_x, right_y)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Scale {name} using two points"), {"name": str(underlay["name"])})


@operation
def move_underlay(edit: Edit, underlay_id: int, dx_mm: int, dy_mm: int) -> None:
    """Shift an underlay.

    Raises:
        Refused: there is no such underlay, or it would lie too far away.
    """
    underlay = edit.row("underlay", underlay_id)
    left, right = (complex(underlay[x], underlay[y]) + complex(dx_mm, dy_mm) for x, y in (("x_mm", "y_mm"), ("right_x_mm", "right_y_mm")))
    (x, y), (right_x, right_y) = picture_place(((0, 0), (1, 0)), ((left.real, left.imag), (right.real, right.imag)), 1)
    _place(edit, underlay_id, x, y, right_x, right_y)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Move {name}"), {"name": str(underlay["name"])})


@operation
def set_underlay_opacity(edit: Edit, underlay_id: int, opacity_percent: int) -> None:
    """Set the opacity of an underlay, from 0 (hidden) to 100.

    Raises:
        Refused: there is no such underlay, or the opacity is impossible.
    """
    underlay = edit.row("underlay", underlay_id)
    edit.update("underlay", underlay_id, opacity_percent=checked_opacity(opacity_percent))
    values: dict[str, Value] = {"name": str(underlay["name"]), "percent": opacity_percent}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Set the opacity of {name} to {percent} %"), values)


def checked_opacity(percent: int) -> int:
    """A share in percent.

    Raises:
        Refused: it is none.
    """
    if not 0 <= percent <= 100:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Opacity must be between 0 and 100 %.")))
    return percent


def _place(edit: Edit, underlay_id: int, x: float, y: float, right_x: float, right_y: float) -> None:
    edit.update("underlay", underlay_id, x_mm=round(x), y_mm=round(y), right_x_mm=round(right_x), right_y_mm=round(right_y))
