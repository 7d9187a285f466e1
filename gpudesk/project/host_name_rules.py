"""The patterns of the names of hosts that are offered: the data of `resources/rules/host_names.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.core.names.host_names import checked_host_pattern
from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class HostNameStyle:
    """A style of names: role of devices to the pattern of their names."""

    key: str
    title: str
    title_es: str
    patterns: Mapping[str, str]
    source: str
    source_es: str
    confidence: Confidence

    def pattern_for(self, role: str) -> str | None:
        """The pattern of a role; systems that were placed without a role of their own are compute nodes."""
        return self.patterns.get("compute" if role == Family.SYSTEM else role)


@cache
def host_name_styles() -> Mapping[str, HostNameStyle]:
    """The styles by key, in the order in which they are offered."""
    import yaml

    with resource("rules", "host_names.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    styles: dict[str, HostNameStyle] = {}
    for row in body["styles"]:
        patterns = {role: checked_host_pattern(pattern) for role, pattern in row["patterns"].items()}
        styles[row["key"]] = HostNameStyle(**{**row, "patterns": patterns, "confidence": Confidence(row["confidence"])})
    return styles
