"""Colors for networks and rails."""

import json

from gpudesk.core.colors.fabric_colors import MOST_RAIL, Coloured, checked_colour
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.stored_fabric_colors import PREFIX, colour_key

_CONTEXT = "operations"


@operation
def set_fabric_colour(edit: Edit, what: str, number: int, colour: str | None) -> None:
    """Give a network or a rail a color in this project, or with None its usual one again.

    Args:
        what: "network" or "rail".
        number: id of the network, or number of the rail.
        colour: a name of `core.colors.fabric_colors.PALETTE` or "#rrggbb".

    Raises:
        Refused: there is no such network or rail, or it is no color.
    """
    name = str(number)
    if what == Coloured.NETWORK:
        name = str(edit.row("network", number)["name"])
    elif what != Coloured.RAIL or not 0 <= number <= MOST_RAIL:
        text = QT_TRANSLATE_NOOP("operations", "Colors can be set for networks and rails up to rail {most}.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_RAIL}))
    stored = None if colour is None else {"value": json.dumps(checked_colour(colour))}
    upsert_by_key.put(edit, "setting", {"key": colour_key(Coloured(what), number)}, stored)
    text = QT_TRANSLATE_NOOP("operations", "Color of the network {name}")
    if what == Coloured.RAIL:
        text = QT_TRANSLATE_NOOP("operations", "Color of rail {name}")
    edit.title = Message(_CONTEXT, text, {"name": name})


@operation
def reset_fabric_colours(edit: Edit) -> None:
    """Give all networks and rails their usual colors again."""
    settings = edit.columns("setting")
    color_ids = [key for key, name in zip(settings.ids.tolist(), settings["key"].tolist(), strict=True) if name.startswith(PREFIX)]
    for setting_id in color_ids:
        edit.delete("setting", setting_id)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Reset the colors of networks and rails"))
