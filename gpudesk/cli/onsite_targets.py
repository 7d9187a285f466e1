"""The item and the target that a command names: by their names, or by the code of a printed sheet."""

import click

from gpudesk.core.checklist.item_codes import read_item_code
from gpudesk.core.checklist.items import SINGLE, Item, Scope
from gpudesk.core.columns import ABSENT
from gpudesk.core.errors import Refused
from gpudesk.derived.checklist.targets import TABLES, layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.project.snapshot import Snapshot


def named_target(snapshot: Snapshot, uid: str, item: str, target: str | None) -> tuple[Item, int | None]:
    """An item, and the id of its target; None where none is named and it is not the only one.

    Args:
        uid: of the project.
        item: its key, or what a scanner read from a sheet.
        target: the name of a hall, rack, feed or device, or the number of a cable.

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
    return known, None if target is None else _id_of(snapshot, known, target)


def demanded(item: Item, target: int | None) -> int:
    """The id of a target that has to be named.

    Raises:
        click.BadParameter: none is.
    """
    if target is None:
        raise click.BadParameter(f"give a {item.scope} as TARGET: {item.key} applies to each {item.scope}", param_hint="TARGET")
    return target


def _id_of(snapshot: Snapshot, item: Item, name: str) -> int:
    known = snapshot.cached(layout).ids[item.scope]
    if item.scope is Scope.CABLE:
        ids = [int(name)] if name.isdecimal() else []
    else:
        ids = snapshot[TABLES[item.scope]].where("name", name).tolist()
    ids = [row for row in ids if row in known]
    if len(ids) != 1:
        text = "there is no" if not ids else "there are several"
        raise click.BadParameter(f"{text} {item.scope} {name!r}", param_hint="TARGET")
    return int(ids[0])
