"""Content of a work package: the rows of some racks and stages, with limits, prerequisites and recorded results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Checklist, Item
from gpudesk.core.checklist.package import MOST_ROWS, Package, PackageRow, Person, Wait
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import Ids
from gpudesk.derived.checklist.targets import layout, systems_called, target_name
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.onsite.checklist import LOOKUPS, asked, basis_of, unmet_targets
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.plan_values import lookups_of
from gpudesk.onsite.record_log import entries, log_ends
from gpudesk.onsite.states_today import states_on
from gpudesk.onsite.target_places import target_places
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "onsite"


@dataclass(frozen=True, slots=True)
class Selection:
    """The content handed over.

    Attributes:
        racks: names of racks and rack-scale systems, empty for the whole plan, including site, halls and cluster.
        rows: names of rows, whose racks and rack-scale systems are added.
        stages: keys of stages, empty for all.
        receiver: a person or a team of the list, the only people named in the package; "" for all people.
        rack_ids, system_ids: further racks and rack-scale systems by id: names are unique only within a hall.
        place: the common name of those.
    """

    racks: Sequence[str] = ()
    rows: Sequence[str] = ()
    stages: Sequence[str] = ()
    receiver: str = ""
    rack_ids: Sequence[int] = ()
    system_ids: Sequence[int] = ()
    place: str = ""

    @property
    def title(self) -> str:
        """The content, as the title of the package."""
        return ", ".join([*filter(None, [self.place]), *self.rows, *self.racks, *self.stages, *filter(None, [self.receiver])])


def package_of(snapshot: Snapshot, chosen: Selection, package_id: str, uid: str, project: str, issued_utc: str) -> Package:
    """The package of a selection, as the plan is now.

    Args:
        package_id: 32 random hexadecimal digits.
        uid, project: of the project, and its name.

    Raises:
        Refused: a rack, row, stage, person or team is unknown, nothing is to be done there, or it is too much for one package.
    """
    checklist = checklist_of(snapshot)
    places = _rack_places(snapshot, chosen)
    if unknown := [stage for stage in chosen.stages if stage not in checklist.stages]:
        raise _refused(QT_TRANSLATE_NOOP("onsite", "There is no stage {name}."), name=unknown[0])
    targets = {key: _targets(snapshot, item, places) for key, item in _of_stages(checklist, chosen.stages).items()}
    count = sum(len(ids) for ids in targets.values())
    if not count:
        raise _refused(QT_TRANSLATE_NOOP("onsite", "The checklist has no items there."))
    if count > MOST_ROWS:
        text = QT_TRANSLATE_NOOP(
            "onsite", "That is {count} {count|item|items}; the limit per package is {most}. Choose fewer racks or stages."
        )
        raise _refused(text, count=count, most=MOST_ROWS)
    day = date.fromisoformat(issued_utc[:10])
    chosen_sets = {key: set(ids.tolist()) for key, ids in targets.items()}
    rows = [row for key, ids in targets.items() if len(ids) for row in _rows(snapshot, checklist.items[key], ids, chosen_sets, day)]
    row_places = {row.place for row in rows}
    return Package(
        id=package_id,
        uid=uid,
        project=project,
        revision=snapshot.revision,
        issued_utc=issued_utc,
        title=chosen.title or project,
        photos_allowed=snapshot.cached(site_sheet).flag("photos_allowed"),
        people=_people(snapshot, chosen.receiver),
        ends=log_ends(snapshot),
        items={key: checklist.items[key] for key, ids in targets.items() if len(ids)},
        rows=rows,
        lookups=lookups_of(snapshot, (checklist.items[key] for key, ids in targets.items() if len(ids))),
        log=[(entry, digest) for entry, digest in entries(snapshot) if (entry.item, entry.target) in row_places],
    )


def _of_stages(checklist: Checklist, stages: Sequence[str]) -> Mapping[str, Item]:
    return {key: item for key, item in checklist.items.items() if not stages or item.stage in stages}


def _rack_places(snapshot: Snapshot, chosen: Selection) -> Ids | None:
    """The places of the chosen racks and rack-scale systems, as `Layout.rack_of` counts them; None for the whole plan."""
    if not (chosen.racks or chosen.rows or chosen.rack_ids or chosen.system_ids):
        return None
    racks, rows = snapshot["rack"], snapshot["rack_row"]
    whole_systems = snapshot.cached(layout).systems
    row_of = snapshot.cached(row_of_systems)[snapshot["device"].positions(whole_systems)]
    ids = list(chosen.rack_ids)
    systems: list[int] = (racks.rows + np.flatnonzero(np.isin(whole_systems, list(chosen.system_ids)))).tolist()
    for name in chosen.racks:
        known, whole = racks.where("name", name), systems_called(snapshot, name)
        if not len(known) and not whole:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "There is no rack {name}."), name=name)
        ids += known.tolist()
        systems += whole
    for name in chosen.rows:
        known = rows.where("name", name)
        if not len(known):
            raise _refused(QT_TRANSLATE_NOOP("onsite", "There is no row {name}."), name=name)
        for row in known.tolist():
            ids += racks.where("row_id", row).tolist()
            systems += (racks.rows + np.flatnonzero(row_of == row)).tolist()
    return np.concatenate([np.unique(racks.positions(np.array(ids, np.int64))), np.unique(np.array(systems, np.int64))])


def _targets(snapshot: Snapshot, item: Item, racks: Ids | None) -> Ids:
    """The ids of the targets of an item that belong to some racks: those included in the counts by rack."""
    targets = snapshot.cached(layout)
    here = snapshot.cached(asked)[item.key]
    if racks is not None:
        if item.scope not in targets.rack_of:
            return np.zeros(0, np.int64)
        here = here & np.isin(targets.rack_of[item.scope], racks)
    return targets.ids[item.scope][here]


def _rows(snapshot: Snapshot, item: Item, ids: Ids, chosen: Mapping[str, set[int]], today: date) -> list[PackageRow]:
    bases = basis_of(snapshot, item.scope, [name for name in item.reads if name not in LOOKUPS], ids)
    stood = snapshot.cached(states_on(today))[item.key][snapshot.cached(layout).ids[item.scope].searchsorted(ids)]
    places = target_places(snapshot, item.scope, ids)
    return [
        PackageRow(
            item=item.key,
            target=target,
            name=target_name(snapshot, item.scope, target),
            where=where,
            state=State(state).word,
            basis=basis,
            waits=_waits(snapshot, item, target, chosen),
        )
        for target, state, basis, where in zip(ids.tolist(), stood.tolist(), bases, places, strict=True)
    ]


def _waits(snapshot: Snapshot, item: Item, target: int, chosen: Mapping[str, set[int]]) -> tuple[Wait, ...]:
    waits = []
    for key, ids in unmet_targets(snapshot, item, target).items():
        here = chosen.get(key, set())
        package_targets = tuple(target_id for target_id in ids if target_id in here)
        waits.append(Wait(key, checklist_of(snapshot).items[key].hold, package_targets, len(ids) - len(package_targets)))
    return tuple(waits)


def _people(snapshot: Snapshot, receiver: str) -> list[Person]:
    table = snapshot["person"]
    people = [Person(str(name), str(team)) for name, team in zip(table["name"].tolist(), table["team"].tolist(), strict=True)]
    if not receiver:
        return people
    chosen = [person for person in people if receiver in (person.name, person.team)]
    if not chosen:
        raise _refused(QT_TRANSLATE_NOOP("onsite", "{name} is neither a person nor a team of this project."), name=receiver)
    return chosen


def _refused(text: str, **values: str | int) -> Refused:
    return Refused(Message(_CONTEXT, text, dict(values)))
