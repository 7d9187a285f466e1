"""The colors of networks and rails of a project: rows of the table `setting`."""

from gpudesk.core.colors.fabric_colors import Coloured, FabricColours, checked_colour
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.foreign import kept_json
from gpudesk.project.snapshot import Snapshot, made_from

PREFIX = "colour."
"""Prefix of the keys of these settings; "network." or "rail." and a number follow."""


def colour_key(what: Coloured, number: int) -> str:
    """The key of one setting."""
    return f"{PREFIX}{what}.{number}"


@made_from({"setting": ()})
def fabric_colours(snapshot: Snapshot) -> FabricColours:
    """The colors selected in the project (use `snapshot.cached(fabric_colours)`); invalid values of other programs are skipped."""
    settings = snapshot["setting"]
    colors: dict[str, dict[int, str]] = {what: {} for what in Coloured}
    for key, text in zip(settings["key"].tolist(), settings["value"].tolist(), strict=True):
        what, _, number = key.removeprefix(PREFIX).partition(".")
        if not key.startswith(PREFIX) or what not in colors or not number.isdecimal():
            continue
        try:
            colors[what][int(number)] = checked_colour(str(kept_json(text)))
        except (ValueError, Refused):
            continue
    return FabricColours(colors[Coloured.NETWORK], colors[Coloured.RAIL])
