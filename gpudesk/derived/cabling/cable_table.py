"""All cables of a project as a table: what stands in its columns, by which numbers they sort, and the texts of single cells."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_parts import VerdictRow
from gpudesk.core.messages.message import Quantity
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.links.link_verdicts import all_link_verdicts
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.links.os_port_names import parts_named, port_parts
from gpudesk.derived.pathways.route_lengths import STANDING, route_lengths
from gpudesk.derived.ports.port_names import device_ranks, port_names
from gpudesk.project.snapshot import Snapshot, made_from


class CableColumn(StrEnum):
    """A column of the table of cables."""

    NUMBER = "number"
    NETWORK = "network"
    RAIL = "rail"
    FROM = "from"
    INTERFACE = "interface"
    TO = "to"
    MEDIUM = "medium"
    ROUTE = "route"
    STOCK = "stock"
    LOSS = "loss"
    VERDICT = "verdict"
    PHASE = "phase"


_PORTS = 1 << 20
_LAST = np.iinfo(np.int64).max


class CableTable:
    """The cables of a project, aligned with the rows of the table `cable`, shape (cables,).

    Attributes:
        ids: their ids, which are their numbers for people.
        a_device, b_device: places of the devices at their ends in the table `device`.
        a_port, b_port: the ports there, as entries of `ports`.
        length_m: the length that is bought, NaN where none is chosen.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        cables, devices = snapshot["cable"], snapshot["device"]
        self.cables: Columns = cables
        self.ids: Ids = cables.ids
        self.ports = snapshot.cached(port_names)
        self.names: Sequence[str] = devices["name"].tolist()
        self.a_device, self.b_device = (devices.positions(cables[f"{side}_device_id"]) for side in "ab")
        self.a_port = self.ports.codes(devices["type_id"][self.a_device], cables["a_port"])
        self.b_port = self.ports.codes(devices["type_id"][self.b_device], cables["b_port"])
        self._orders: dict[tuple[CableColumn, bool], Ids] = {}

    def __len__(self) -> int:
        return len(self.ids)

    # columns

    @cached_property
    def rail(self) -> Ids:
        """The rail of each cable: that of its port, else that of a switch all of whose ports from nodes are of one rail; ABSENT: none."""
        rail = np.maximum(self.ports.rail[self.a_port], self.ports.rail[self.b_port])
        known = rail != ABSENT
        ends = np.concatenate([self.a_device[known], self.b_device[known]])
        rails = np.tile(rail[known], 2)
        lowest, highest = np.full(len(self.names), _LAST), np.full(len(self.names), ABSENT)
        np.minimum.at(lowest, ends, rails)
        np.maximum.at(highest, ends, rails)
        of_device = np.where(lowest == highest, highest, ABSENT)
        return np.where(known, rail, np.maximum(of_device[self.a_device], of_device[self.b_device]))

    @cached_property
    def rails(self) -> list[int]:
        """The rails that occur, ascending."""
        found: list[int] = np.unique(self.rail).tolist()
        return [rail for rail in found if rail != ABSENT]

    @cached_property
    def length_m(self) -> Reals:
        """The length that is bought, NaN where none is chosen."""
        length = self.cables["length_mm"]
        return np.where(length == ABSENT, np.nan, length / 1000)

    @cached_property
    def route_m(self) -> Reals:
        """How long each cable has to be, NaN where there is no way."""
        return self._snapshot.cached(route_lengths)

    @cached_property
    def loss_db(self) -> Reals:
        """What the link in which each cable lies loses, NaN where that is not known or there is no fibre."""
        found = np.full(len(self), np.nan)
        verdicts = self._snapshot.cached(all_link_verdicts)
        of_kind = np.array([_loss_of(rows) for rows in verdicts.rows], np.float64)
        if len(of_kind):
            found[verdicts.links.cable] = np.repeat(of_kind[verdicts.kind], verdicts.links.counts)
        return found

    @cached_property
    def medium(self) -> Ids:
        """The type of each cable as a place in `media`; the last one is none."""
        return np.where(self.cables["type_id"] == ABSENT, len(self._type_ids), np.searchsorted(self._type_ids, self.cables["type_id"]))

    @cached_property
    def _type_ids(self) -> Ids:
        found = np.unique(self.cables["type_id"])
        there: Ids = found[found != ABSENT]
        return there

    @cached_property
    def media(self) -> list[str]:
        """What the types of cables are called, and "" for none."""
        return [*(self._snapshot.types[type_id].model for type_id in self._type_ids.tolist()), ""]

    @cached_property
    def network(self) -> Ids:
        """The network of each cable as a place in `networks`; the last one is none."""
        found = self._snapshot["network"].positions(self.cables["network_id"])
        return np.where(found == ABSENT, self._snapshot["network"].rows, found)

    @cached_property
    def networks(self) -> list[str]:
        """The names of the networks, and "" for none."""
        return [*self._snapshot["network"]["name"].tolist(), ""]

    # order

    def key(self, column: CableColumn) -> Ids | Reals:
        """The numbers by which the cables sort, but for verdicts, which the checks say; NaN and the largest number come last."""
        match column:
            case CableColumn.NUMBER:
                return self.ids
            case CableColumn.NETWORK:
                return _ranked(self.networks, self.network)
            case CableColumn.RAIL:
                return np.where(self.rail == ABSENT, _LAST, self.rail)
            case CableColumn.FROM:
                return self._end_key(self.a_device, self.a_port)
            case CableColumn.TO:
                return self._end_key(self.b_device, self.b_port)
            case CableColumn.INTERFACE:
                rank = np.where([not interface for interface in self.ports.interfaces], _LAST, self.ports.interface_rank)
                return rank[self.a_port]
            case CableColumn.MEDIUM:
                return _ranked(self.media, self.medium)
            case CableColumn.ROUTE:
                return self.route_m
            case CableColumn.STOCK:
                return self.length_m
            case CableColumn.LOSS:
                return self.loss_db
        return self.cables["phase"]

    def order(self, column: CableColumn, *, descending: bool = False) -> Ids:
        """The places of the cables in the order of a column; those that are equal stay in the order of their numbers."""
        known = self._orders.get((column, descending))
        if known is None:
            key = self.key(column)
            upward = self._orders.get((column, False))
            if upward is None:
                upward = self._orders[column, False] = np.argsort(key, kind="stable")
            known = self._orders[column, descending] = turned_round(key, upward) if descending else upward
        return known

    def _end_key(self, device: Ids, port: Ids) -> Ids:
        return self._snapshot.cached(device_ranks)[device] * _PORTS + self.ports.rank[port]

    def make_ready(self) -> "CableTable":
        """Make what takes longest of sorting and searching, where nobody waits for it."""
        for column in set(CableColumn) - {CableColumn.NUMBER, CableColumn.NETWORK, CableColumn.PHASE, CableColumn.VERDICT}:
            self.order(column)
        self._snapshot.cached(port_parts)
        return self

    # texts

    def end_text(self, place: int, *, far: bool = False) -> tuple[str, str]:
        """Device and port at one end of a cable; a port that is split is named with its part."""
        device, port = (self.b_device, self.b_port) if far else (self.a_device, self.a_port)
        ends = cable_side(self.cables, "b" if far else "a", np.array([place]))
        part, parts = self._snapshot.cached(port_parts).of(ends.keys())
        entry = int(port[place])
        return self.names[int(device[place])], parts_named([self.ports.names[entry]], part, parts, self.ports.lanes[[entry]])[0]

    def interface(self, place: int) -> str:
        """What the operating system of the node calls the port, "" where that is not known."""
        return self.ports.interfaces[int(self.a_port[place])] or self.ports.interfaces[int(self.b_port[place])]


def _loss_of(rows: Sequence[VerdictRow]) -> float:
    """The loss in dB of which a verdict tells, NaN where it tells of none."""
    losses = [float(row.actual.value) for row in rows if row.rule == "link.loss" and isinstance(row.actual, Quantity)]
    return losses[0] if losses else np.nan


def turned_round(key: Ids | Reals, upward: Ids) -> Ids:
    """The descending order of values of which the ascending one is known: equal ones stay as they stand, what is missing stays last."""
    values = key[upward]
    missing = int((np.isnan(values) if values.dtype == np.float64 else values == _LAST).sum())
    there = values[: len(values) - missing]
    starts = np.flatnonzero(np.concatenate([np.ones(min(len(there), 1), bool), there[1:] != there[:-1]]))[::-1]
    sizes = -np.diff(starts, prepend=len(there))
    before = np.cumsum(sizes) - sizes
    turned: Ids = np.repeat(starts - before, sizes) + np.arange(len(there))
    return np.concatenate([upward[turned], upward[len(there) :]])


def _ranked(words: Sequence[str], codes: Ids) -> Ids:
    """The place of each code's word in natural order; "" comes last."""
    ranks = natural_ranks(words)
    return np.where([not word for word in words], _LAST, ranks)[codes]


@made_from(
    {
        "device": (*STANDING, "name", "role"),
        **dict.fromkeys(("cable", "network", "network_stage", "rack", "rack_row", "hall", "pathway", "site_value", "catalog_item"), ()),
    }
)
def cable_table(snapshot: Snapshot) -> CableTable:
    """The table of all cables (ask `snapshot.cached(cable_table)`)."""
    return CableTable(snapshot)
