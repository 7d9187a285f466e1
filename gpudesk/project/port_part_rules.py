"""Names of the parts of split ports in switch operating systems: the data of `resources/rules/port_parts.yaml`."""

import re
from functools import cache

from gpudesk.core.cabling.port_parts import Counted, PartNames
from gpudesk.locate import resource


@cache
def part_names() -> tuple[PartNames, ...]:
    """The systems in the order in which their names are tried."""
    import yaml

    with resource("rules", "port_parts.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return tuple(
        PartNames(
            each["system"],
            re.compile(each["port"], re.IGNORECASE),
            Counted(each["counted"]),
            each["joint"],
            each["source"],
            bool(each.get("closes_next")),
        )
        for each in body["systems"]
    )
