"""The item and the target that a command names: by their names, or by the code of a printed sheet."""

import re

import click

from gpudesk.cli.terminal.output import error_line
from gpudesk.core.checklist.item_codes import read_item_code
from gpudesk.core.checklist.items import SINGLE, Item, Scope
from gpudesk.core.checklist.values import scanned
from gpudesk.core.messages.errors import Refused
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import TABLES, layout, trays_called
from gpudesk.formats.onsite.picture_codes import PictureCodes
from gpudesk.onsite.known_items import checklist_of
from gpudesk.project.snapshot import Snapshot

_SHEET = re.compile(r"GPUDESK:[0-9A-F]{0,8}:[A-Z]")


def named_target(snapshot: Snapshot, uid: str, item: str, target: str | None) -> tuple[Item, int | None]:
    """An item, and the id of its target; None if no target is named and it is not the only one.

    Args:
        uid: of the project.
        item: its key, or the scanned code of a sheet.
        target: the name of a hall, rack, feed, device or tray, or the number of a cable.

    Raises:
        click.BadParameter: there is no such item or target.
    """
    try:
        code = read_item_code(item, uid)
    except Refused as foreign:
        raise click.BadParameter(str(foreign), param_hint="ITEM") from foreign
    known = checklist_of(snapshot).items.get(item.upper() if code is None else code.item)
    if known is None:
        raise click.BadParameter(f"there is no item {item!r}", param_hint="ITEM")
    if code is not None and code.target is not None:
        if target is not None:
            raise click.BadParameter("the code includes the target: leave out TARGET", param_hint="TARGET")
        if snapshot.cached(layout).place(known.scope, code.target) == ABSENT:
            raise click.BadParameter(f"the {known.scope} of this sheet is no longer in the plan", param_hint="ITEM")
        return known, code.target
    if known.scope in SINGLE:
        if target is not None:
            raise click.BadParameter(f"{known.key} applies to the {known.scope}: leave out TARGET", param_hint="TARGET")
        return known, 0
    return known, None if target is None else _id_of(snapshot, known, _cable_of(known, uid, target))


def demanded(item: Item, target: int | None) -> int:
    """The id of a target that has to be named.

    Raises:
        click.BadParameter: none is.
    """
    if target is None:
        raise click.BadParameter(f"give a {item.scope} as TARGET: {item.key} applies to each {item.scope}", param_hint="TARGET")
    return target


def _cable_of(item: Item, uid: str, target: str) -> str:
    """The number of the cable whose label was scanned; the unchanged target if it is not a label."""
    if item.scope is not Scope.CABLE:
        return target
    try:
        return scanned(target, uid).partition(":")[0]
    except Refused as foreign:
        raise click.BadParameter(str(foreign), param_hint="TARGET") from foreign


def _id_of(snapshot: Snapshot, item: Item, name: str) -> int:
    known = snapshot.cached(layout).ids[item.scope]
    if item.scope is Scope.CABLE:
        ids = [int(name)] if name.isdecimal() else []
    elif item.scope is Scope.TRAY:
        ids = trays_called(snapshot, name)
    else:
        ids = snapshot[TABLES[item.scope]].where("name", name).tolist()
    ids = [row for row in ids if row in known]
    if len(ids) != 1:
        text = "there is no" if not ids else "there are several"
        raise click.BadParameter(f"{text} {item.scope} {name!r}", param_hint="TARGET")
    return int(ids[0])


def scanned_target(codes: PictureCodes, picture: str, item: str | None, target: str | None) -> tuple[str, str | None]:
    """ITEM and TARGET from the code in a picture: that of a printed sheet identifies the item, that of a cable label the cable.

    Args:
        codes: of the picture.
        picture: its name.
        item: as given; required if the code is not that of a sheet.

    Raises:
        click.BadParameter: the picture has no code, several, or a damaged one, or repeats what is already given.
    """
    if not codes.texts:
        why = "has a damaged or blurred code" if codes.is_damaged else "has no code that can be read"
        raise click.BadParameter(f"{picture} {why}: take the picture again, closer", param_hint="--scan")
    if len(codes.texts) > 1:
        listed = ", ".join(codes.texts)
        raise click.BadParameter(f"{picture} has several codes: {listed}. Crop it, or give one of them as ITEM", param_hint="--scan")
    (text,) = codes.texts
    if codes.is_damaged:
        error_line(f"warning: {picture} has another code that is damaged or blurred; {text} is used")
    if _SHEET.match(text.upper()):
        if item is not None:
            raise click.BadParameter("the code is that of a sheet and includes the item: leave out ITEM", param_hint="--scan")
        return text, None
    if item is None:
        raise click.BadParameter(f"the code contains {text}, not an item: give ITEM", param_hint="--scan")
    if target is not None:
        raise click.BadParameter("the code includes the target: leave out TARGET", param_hint="--scan")
    return item, text
