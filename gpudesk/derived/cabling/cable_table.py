"""All cables of a project as a table: its columns, their sort numbers, and the texts of single cells."""

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
from gpudesk.derived.links.os_port_names import host_connectors, parts_named, port_parts
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
        ids: their ids, which are the displayed cable numbers.
        a_device, b_device: indexes of the devices at their ends in the table `device`.
        a_port, b_port: the ports there, as entries of `ports`.
        length_m: the ordered length, NaN if none is selected.
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
        rail_values: list[int] = np.unique(self.rail).tolist()
        return [rail for rail in rail_values if rail != ABSENT]

    @cached_property
    def length_m(self) -> Reals:
        """The ordered length, NaN if none is selected."""
        length = self.cables["length_mm"]
        return np.where(length == ABSENT, np.nan, length / 1000)

    @cached_property
    def route_m(self) -> Reals:
        """Required length of each cable, NaN if it has no route."""
        return self._snapshot.cached(route_lengths)

    @cached_property
    def loss_db(self) -> Reals:
        """Loss of the link of each cable, NaN if it is unknown or there is no fiber."""
        losses_db = np.full(len(self), np.nan)
        verdicts = self._snapshot.cached(all_link_verdicts)
        of_kind = np.array([_loss_of(rows) for rows in verdicts.rows], np.float64)
        if len(of_kind):
            losses_db[verdicts.links.cable] = np.repeat(of_kind[verdicts.kind], verdicts.links.counts)
        return losses_db

    @cached_property
    def medium(self) -> Ids:
        """The type of each cable as a place in `media`; the last one is none."""
        return np.where(self.cables["type_id"] == ABSENT, len(self._type_ids), np.searchsorted(self._type_ids, self.cables["type_id"]))

    @cached_property
    def _type_ids(self) -> Ids:
        used_types = np.unique(self.cables["type_id"])
        there: Ids = used_types[used_types != ABSENT]
        return there

    @cached_property
    def media(self) -> list[str]:
        """Display names of the cable types, "" for none."""
        return [*(self._snapshot.types[type_id].model for type_id in self._type_ids.tolist()), ""]

    @cached_property
    def network(self) -> Ids:
        """The network of each cable as a place in `networks`; the last one is none."""
        places = self._snapshot["network"].positions(self.cables["network_id"])
        return np.where(places == ABSENT, self._snapshot["network"].rows, places)

    @cached_property
    def networks(self) -> list[str]:
        """The names of the networks, and "" for none."""
        return [*self._snapshot["network"]["name"].tolist(), ""]

    # order

    def key(self, column: CableColumn) -> Ids | Reals:
        """The sort numbers of the cables, except for verdicts, which come from the checks; NaN and the largest number come last."""
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
        """The indexes of the cables in the order of a column; equal ones stay in the order of their numbers."""
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
        """Prepare the slowest parts of sorting and searching in the background."""
        for column in set(CableColumn) - {CableColumn.NUMBER, CableColumn.NETWORK, CableColumn.PHASE, CableColumn.VERDICT}:
            self.order(column)
        self._snapshot.cached(port_parts)
        self._snapshot.cached(host_connectors)
        return self

    # texts

    def end_text(self, place: int, *, far: bool = False) -> tuple[str, str]:
        """Device and port at one end of a cable; a split port is named with its part, a module of several cables with the connector."""
        device, port = (self.b_device, self.b_port) if far else (self.a_device, self.a_port)
        ends = cable_side(self.cables, "b" if far else "a", np.array([place]))
        part, parts = self._snapshot.cached(port_parts).of(ends.keys())
        entry = int(port[place])
        text = parts_named([self.ports.names[entry]], part, parts, self.ports.lanes[[entry]])[0]
        nth, connectors = self._snapshot.cached(host_connectors).of(ends.keys())
        if connectors[0] > 1:
            text = self.ports.connector(entry, int(nth[0]) + 1)
        return self.names[int(device[place])], text

    def interface(self, place: int) -> str:
        """Name of the port in the operating system of the node, "" if unknown."""
        return self.ports.interfaces[int(self.a_port[place])] or self.ports.interfaces[int(self.b_port[place])]


def _loss_of(rows: Sequence[VerdictRow]) -> float:
    """The loss in dB in a verdict, NaN if it contains none."""
    losses = [float(row.actual.value) for row in rows if row.rule == "link.loss" and isinstance(row.actual, Quantity)]
    return losses[0] if losses else np.nan


def turned_round(key: Ids | Reals, upward: Ids) -> Ids:
    """Descending order of values from the known ascending one: equal ones keep their order, missing ones stay last."""
    values = key[upward]
    missing = int((np.isnan(values) if values.dtype == np.float64 else values == _LAST).sum())
    there = values[: len(values) - missing]
    starts = np.flatnonzero(np.concatenate([np.ones(min(len(there), 1), bool), there[1:] != there[:-1]]))[::-1]
    sizes = -np.diff(starts, prepend=len(there))
    before = np.cumsum(sizes) - sizes
    turned: Ids = np.repeat(starts - before, sizes) + np.arange(len(there))
    return np.concatenate([upward[turned], upward[len(there) :]])


def _ranked(words: Sequence[str], codes: Ids) -> Ids:
    """The rank of each code's text in natural order; "" comes last."""
    ranks = natural_ranks(words)
    return np.where([not word for word in words], _LAST, ranks)[codes]


@made_from(
    {
        "device": (*STANDING, "name", "role"),
        **dict.fromkeys(("cable", "network", "network_stage", "rack", "rack_row", "hall", "pathway", "site_value", "catalog_item"), ()),
    }
)
def cable_table(snapshot: Snapshot) -> CableTable:
    """The table of all cables (use `snapshot.cached(cable_table)`)."""
    return CableTable(snapshot)
