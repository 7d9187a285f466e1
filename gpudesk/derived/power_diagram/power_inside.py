"""Contents of racks and rooms in a one-line diagram: feeds, PDUs with their banks, and devices."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_units import PowerUnits, members
from gpudesk.derived.power_diagram.power_diagram import PAD, RAIL, WIRE

COLUMN, COLUMN_GAP = 150.0, 14.0
HEAD, FEED_HIGH, FEED_GAP = 40.0, 80.0, 18.0
PDU_HEAD, BANK_HIGH, BANKS_ACROSS = 68.0, 30.0, 3
LOAD_HIGH, LOAD_LOW, LOAD_GAP, MANY_LOADS = 44.0, 26.0, 6.0, 12
UNIT_LEAST = 210.0


@dataclass(frozen=True)
class Inside:
    """Contents of units.

    Attributes:
        size: width and height of each unit, shape (units, 2).
        columns: number of columns of each.
        pdu_high: height of each giver of the plan.
        pdus_high: height of the tallest PDU of each unit.
        channel: height of the space between PDUs and devices.
        load_high: height of a device.
    """

    units: PowerUnits
    size: Reals
    columns: Ids
    pdu_high: Reals
    pdus_high: Reals
    channel: Reals
    load_high: Reals

    @classmethod
    def of(cls, units: PowerUnits) -> "Inside":
        """How much room everything takes."""
        plan = units.chain.plan
        columns = np.maximum(np.diff(units.first_column), 1)
        width = np.maximum(2 * PAD + columns * COLUMN + (columns - 1) * COLUMN_GAP, UNIT_LEAST)
        banks = np.bincount(plan.bank_giver, minlength=len(plan.givers))
        pdu_high = PDU_HEAD + np.ceil(banks / BANKS_ACROSS) * BANK_HIGH + 6
        highest = np.zeros(len(units))
        np.maximum.at(highest, units.of_node[plan.rows : plan.first_bank], pdu_high)
        loads = np.bincount(units.of_load, minlength=len(units))
        load_high = np.where(loads > MANY_LOADS, LOAD_LOW, LOAD_HIGH)
        channel = np.where(loads > 0, 14 + RAIL * columns, 0.0)
        height = HEAD + FEED_HIGH + FEED_GAP + highest + channel + loads * (load_high + LOAD_GAP) + PAD
        return cls(units, np.stack([width, height], axis=1), columns, pdu_high, highest, channel, load_high)

    def placed(self, rects: Reals) -> tuple[Reals, Reals, Reals, Reals]:
        """Return the positions of nodes and devices in units at `rects`, and the entry and exit positions of the wire of each column."""
        units = self.units
        plan, network = units.chain.plan, units.chain.plan.network
        nodes, loads = np.zeros((network.nodes, 4)), np.zeros((network.devices, 4))
        unit = units.column_unit
        x = rects[unit, 0] + PAD + (np.arange(len(unit)) - units.first_column[unit]) * (COLUMN + COLUMN_GAP)
        top = rects[:, 1] + HEAD
        here = units.column_top != ABSENT
        pdus = here & (units.column_node >= plan.rows)
        givers = units.column_node[pdus]
        high = self.pdu_high[givers - plan.rows]
        nodes[givers] = np.stack([x[pdus], top[unit[pdus]] + FEED_HIGH + FEED_GAP, np.full(len(givers), COLUMN), high], axis=1)
        # A feed is in the middle of its columns.
        fed = here & (units.column_top < plan.rows)
        owner = units.column_top[fed]
        many, sums = np.bincount(owner, minlength=plan.rows), np.bincount(owner, x[fed], plan.rows)
        feeds = np.unique(owner)
        wide, tall = np.full(len(feeds), COLUMN), np.full(len(feeds), FEED_HIGH)
        nodes[feeds] = np.stack([sums[feeds] / many[feeds], top[units.of_node[feeds]], wide, tall], axis=1)
        giver, number = nodes[plan.rows + plan.bank_giver], plan.bank_number
        across = (COLUMN - 12) / BANKS_ACROSS
        nodes[plan.first_bank :, 0] = giver[:, 0] + 6 + number % BANKS_ACROSS * across
        nodes[plan.first_bank :, 1] = giver[:, 1] + PDU_HEAD + number // BANKS_ACROSS * BANK_HIGH
        nodes[plan.first_bank :, 2:] = (across - 3, BANK_HIGH - 4)
        order, first = members(units.of_load, len(units))
        of = units.of_load[order]
        place, rails = np.arange(len(order)) - first[of], 8 + RAIL * self.columns[of]
        below = top[of] + FEED_HIGH + FEED_GAP + self.pdus_high[of] + self.channel[of]
        loads[order, 0] = rects[of, 0] + PAD + rails
        loads[order, 1] = below + place * (self.load_high[of] + LOAD_GAP)
        loads[order, 2] = rects[of, 2] - 2 * PAD - rails
        loads[order, 3] = self.load_high[of]
        foot = top[unit] + FEED_HIGH
        own = units.column_node[here]
        foot[here] = nodes[own, 1] + nodes[own, 3]
        return nodes, loads, x + WIRE, foot
