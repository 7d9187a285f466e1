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
            row["system"],
            re.compile(row["port"], re.IGNORECASE),
            Counted(row["counted"]),
            row["joint"],
            row["source"],
            bool(row.get("closes_next")),
        )
        for row in body["systems"]
    )
