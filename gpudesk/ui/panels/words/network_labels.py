"""Networks and their properties in the user's language."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.network_kinds import NetworkKind, Spread
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.ui.toolkit.parts.sheet_rows import shown_unit, shown_value, title
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.translate import filled_text

_POLICY = ("cabling_way", "copper_in_rack", "single_mode_beyond_m", "multi_mode_type")
SETTING_NAMES = {
    "rate_gbps": QT_TRANSLATE_NOOP("Networks", "Link rate, Gb/s"),
    "planes": QT_TRANSLATE_NOOP("Networks", "Planes"),
    "unit_nodes": QT_TRANSLATE_NOOP("Networks", "Nodes per unit"),
    "whole_units": QT_TRANSLATE_NOOP("Networks", "Switches for whole units"),
    "tiers": QT_TRANSLATE_NOOP("Networks", "Tiers of switches"),
    "rails_per_leaf": QT_TRANSLATE_NOOP("Networks", "Rails per leaf"),
    "leaf_down": QT_TRANSLATE_NOOP("Networks", "Leaf ports for nodes"),
    "leaf_up": QT_TRANSLATE_NOOP("Networks", "Uplinks per leaf"),
    "spine_down": QT_TRANSLATE_NOOP("Networks", "Spine ports for leaves"),
    "spine_up": QT_TRANSLATE_NOOP("Networks", "Uplinks per spine"),
    "pod_leaves": QT_TRANSLATE_NOOP("Networks", "Leaves per pod"),
    "pods_by_rail": QT_TRANSLATE_NOOP("Networks", "Pods hold leaves of one rail"),
    "by_hall": QT_TRANSLATE_NOOP("Networks", "One island per hall"),
    "even_cores": QT_TRANSLATE_NOOP("Networks", "Equal links from every spine to every core"),
}
SETTING_HINTS = {
    "rate_gbps": QT_TRANSLATE_NOOP("Networks", "of one link, in whole Gb/s; faster ports carry several links"),
    "planes": QT_TRANSLATE_NOOP("Networks", "parallel trees: each node has one port per rail in each; 1: a single tree"),
    "unit_nodes": QT_TRANSLATE_NOOP("Networks", "nodes that share a set of leaves; empty: 32, as in a SuperPOD"),
    "whole_units": QT_TRANSLATE_NOOP("Networks", "yes: leaves for a complete last unit, so that nodes added later require no recabling"),
    "tiers": QT_TRANSLATE_NOOP("Networks", "1: leaves only, 2: with spines, 3: with cores; empty: the minimum needed"),
    "rails_per_leaf": QT_TRANSLATE_NOOP("Networks", "1: a leaf per rail; all: a top-of-rack switch; empty: as many as fit"),
    "leaf_down": QT_TRANSLATE_NOOP("Networks", "ports at the link rate; empty: all except uplinks"),
    "leaf_up": QT_TRANSLATE_NOOP("Networks", "links to spines; fewer than node ports means oversubscription; empty: half of the ports"),
    "spine_down": QT_TRANSLATE_NOOP("Networks", "with three tiers; empty: all except uplinks"),
    "spine_up": QT_TRANSLATE_NOOP("Networks", "links to cores, with three tiers; empty: half of the ports"),
    "pod_leaves": QT_TRANSLATE_NOOP("Networks", "leaves that share spines, with three tiers; empty: one per spine port"),
    "pods_by_rail": QT_TRANSLATE_NOOP(
        "Networks", "yes: traffic within a rail does not cross the cores; no: all rails of a unit in one pod"
    ),
    "by_hall": QT_TRANSLATE_NOOP("Networks", "yes: devices connect to switches in their own hall, and pods do not span halls"),
    "even_cores": QT_TRANSLATE_NOOP("Networks", "yes: the same number of links from each spine to each core, which may require more cores"),
}
"""Meaning of a setting and its default."""
SPREADS = {
    Spread.EVEN: QT_TRANSLATE_NOOP("Networks", "evenly"),
    Spread.FILL: QT_TRANSLATE_NOOP("Networks", "nearest first"),
    Spread.ALL: QT_TRANSLATE_NOOP("Networks", "full mesh"),
}


WELL_KNOWN = (
    QT_TRANSLATE_NOOP("Networks", "Compute"),
    QT_TRANSLATE_NOOP("Networks", "Storage"),
    QT_TRANSLATE_NOOP("Networks", "In-band"),
    QT_TRANSLATE_NOOP("Networks", "Out-of-band"),
)
"""The names that templates and proposals give to networks: shown in the person's language, kept as they are in the file."""


def network_name(name: object) -> str:
    """The display name of a network; a user-defined name stays unchanged."""
    return said(str(name)) if name in WELL_KNOWN else str(name)


def network_named(shown: str) -> str:
    """The stored name for a displayed name, or for one typed in either language."""
    return next((name for name in WELL_KNOWN if shown.casefold() in (name.casefold(), said(name).casefold())), shown)


def said(text: str) -> str:
    """A text of this module in the person's language."""
    return QCoreApplication.translate("Networks", text)


def network_kind(row: Mapping[str, Any]) -> NetworkKind:
    """The kind of a row of the table `network`."""
    return NetworkKind(int(row["kind"]))


def network_tree(row: Mapping[str, Any]) -> str:
    """Short text with rate, planes and units of a network."""
    words = [f"{format_number(int(row['rate_gbps']))}{THIN_SPACE}Gb/s"]
    if int(row["planes"]) > 1:
        words.append(filled_text(said(QT_TRANSLATE_NOOP("Networks", "{count} {count|plane|planes}")), count=int(row["planes"])))
    if int(row["kind"]) == NetworkKind.COMPUTE:
        whole = QT_TRANSLATE_NOOP("Networks", "switches for whole units"), QT_TRANSLATE_NOOP("Networks", "switches for current nodes")
        words.append(said(whole[0] if row["whole_units"] else whole[1]))
    return " · ".join(words)


def stage_words(stage: Mapping[str, Any]) -> tuple[str, str]:
    """The connected devices of a stage and their switches."""
    lower = str(stage["lower"]) or said(QT_TRANSLATE_NOOP("Networks", "everything with ports"))
    rate = "" if stage["rate_gbps"] is None else f" · {format_number(int(stage['rate_gbps']))}{THIN_SPACE}Gb/s"
    joined = stage["lower"] == stage["upper"]
    spread = said(QT_TRANSLATE_NOOP("Networks", "in pairs") if joined else SPREADS[Spread(int(stage["spread"]))])
    where = ""
    if stage["switches"]:
        where += " · " + said(QT_TRANSLATE_NOOP("Networks", "switches {numbers}")).format(numbers=stage["switches"])
    if stage["first_port"] is not None:
        where += " · " + said(QT_TRANSLATE_NOOP("Networks", "from port {port}")).format(port=int(stage["first_port"]))
    return f"{lower} → {stage['upper']}", f"{spread}{rate}{where}"


def policy_words(sheet: SiteSheet) -> str:
    """How the site is cabled, in one line."""
    words = []
    for key in _POLICY:
        definition = sheet.definitions.values[key]
        unit = f"{THIN_SPACE}{shown_unit(definition)}" if definition.unit else ""
        words.append(f"{title(definition.titles)}: {shown_value(definition, sheet.value(key))}{unit}")
    return " · ".join(words)
