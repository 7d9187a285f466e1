"""Networks and what is said of them in the person's words."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.network_kinds import NetworkKind, Spread
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.ui.models.sheet_rows import shown_unit, shown_value, title
from gpudesk.ui.quantities import THIN_SPACE, format_number

_POLICY = ("cabling_way", "copper_in_rack", "single_mode_beyond_m", "multi_mode_type")
SETTING_NAMES = {
    "rate_gbps": QT_TRANSLATE_NOOP("Networks", "Rate of a link, Gb/s"),
    "planes": QT_TRANSLATE_NOOP("Networks", "Planes"),
    "unit_nodes": QT_TRANSLATE_NOOP("Networks", "Nodes of a unit"),
    "whole_units": QT_TRANSLATE_NOOP("Networks", "Switches for whole units"),
    "tiers": QT_TRANSLATE_NOOP("Networks", "Tiers of switches"),
    "rails_per_leaf": QT_TRANSLATE_NOOP("Networks", "Rails on one leaf"),
    "leaf_down": QT_TRANSLATE_NOOP("Networks", "Ports of a leaf for nodes"),
    "leaf_up": QT_TRANSLATE_NOOP("Networks", "Uplinks of a leaf"),
    "spine_down": QT_TRANSLATE_NOOP("Networks", "Ports of a spine for leaves"),
    "spine_up": QT_TRANSLATE_NOOP("Networks", "Uplinks of a spine"),
    "pod_leaves": QT_TRANSLATE_NOOP("Networks", "Leaves of a pod"),
    "pods_by_rail": QT_TRANSLATE_NOOP("Networks", "A pod holds leaves of one rail"),
    "by_hall": QT_TRANSLATE_NOOP("Networks", "Each hall is an island"),
    "even_cores": QT_TRANSLATE_NOOP("Networks", "Cores that every spine reaches alike"),
}
_SPREADS = {
    Spread.EVEN: QT_TRANSLATE_NOOP("Networks", "evenly"),
    Spread.FILL: QT_TRANSLATE_NOOP("Networks", "the nearest first"),
    Spread.ALL: QT_TRANSLATE_NOOP("Networks", "each to all"),
}


def said(text: str) -> str:
    """A text of this module in the person's language."""
    return QCoreApplication.translate("Networks", text)


def network_kind(row: Mapping[str, Any]) -> NetworkKind:
    """The kind of a row of the table `network`."""
    return NetworkKind(int(row["kind"]))


def network_tree(row: Mapping[str, Any]) -> str:
    """Rate, planes and units of a network in a few words."""
    words = [f"{format_number(int(row['rate_gbps']))}{THIN_SPACE}Gb/s"]
    if int(row["planes"]) > 1:
        words.append(said(QT_TRANSLATE_NOOP("Networks", "{count} planes")).format(count=int(row["planes"])))
    if int(row["kind"]) == NetworkKind.COMPUTE:
        whole = QT_TRANSLATE_NOOP("Networks", "switches for whole units"), QT_TRANSLATE_NOOP("Networks", "switches for what is there")
        words.append(said(whole[0] if row["whole_units"] else whole[1]))
    return " · ".join(words)


def stage_words(stage: Mapping[str, Any]) -> tuple[str, str]:
    """What hangs, and on what."""
    lower = str(stage["lower"]) or said(QT_TRANSLATE_NOOP("Networks", "everything with ports"))
    rate = "" if stage["rate_gbps"] is None else f" · {format_number(int(stage['rate_gbps']))}{THIN_SPACE}Gb/s"
    spread = said(_SPREADS[Spread(int(stage["spread"]))])
    return f"{lower} → {stage['upper']}", f"{spread}{rate}"


def policy_words(sheet: SiteSheet) -> str:
    """How the site is cabled, in one line."""
    words = []
    for key in _POLICY:
        definition = sheet.definitions.values[key]
        unit = f"{THIN_SPACE}{shown_unit(definition)}" if definition.unit else ""
        words.append(f"{title(definition.titles)}: {shown_value(definition, sheet.value(key))}{unit}")
    return " · ".join(words)
