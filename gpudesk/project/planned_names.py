"""The names under which devices were planned, of those that were named as hosts since: one row of the table `setting`.

Ports of networks are given out in the order of names. A device that gets the name of its host keeps its place in that order.
"""

import json
from collections.abc import Mapping

from gpudesk.core.columns import Columns

KEY = "planned_names"


def planned_names(settings: Columns) -> dict[int, str]:
    """Device to the name under which it was planned; what cannot be read is left out."""
    places = settings.where("key", KEY)
    if not len(places):
        return {}
    try:
        body = json.loads(str(settings.row(int(places[0]))["value"]))
    except ValueError:
        return {}
    rows = body.items() if isinstance(body, dict) else ()
    return {int(key): name for key, name in rows if key.isdecimal() and len(key) < 19 and isinstance(name, str)}


def planned_names_text(names: Mapping[int, str]) -> str:
    """The same as it is stored."""
    return json.dumps({str(device_id): name for device_id, name in sorted(names.items())}, ensure_ascii=False, separators=(",", ":"))
