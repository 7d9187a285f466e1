"""The names under which devices were planned, of those that were named as hosts since: one row of the table `setting`.

Ports of networks are given out in the order of names. A device that gets the name of its host keeps its place in that order.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType

from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.values.columns import Columns
from gpudesk.project.snapshot import Snapshot, made_from

KEY = "planned_names"


@made_from({"setting": ()}, settings=(KEY,))
def planned_names(snapshot: Snapshot) -> Mapping[int, str]:
    """Device to its planned name, including deleted devices (use `snapshot.cached(planned_names)`)."""
    return MappingProxyType(read_planned_names(snapshot["setting"]))


def read_planned_names(settings: Columns) -> dict[int, str]:
    """The same from the table `setting`; what cannot be read is left out."""
    places = settings.where("key", KEY)
    if not len(places):
        return {}
    try:
        body = kept_json(str(settings.row(int(places[0]))["value"]))
    except ValueError:
        return {}
    rows = body.items() if isinstance(body, dict) else ()
    return {int(key): name for key, name in rows if key.isdecimal() and len(key) < 19 and isinstance(name, str)}


def planned_names_text(names: Mapping[int, str]) -> str:
    """The stored form of the same."""
    return json.dumps({str(device_id): name for device_id, name in sorted(names.items())}, ensure_ascii=False, separators=(",", ":"))
