"""The forms of the inspector for parts of the power chain, one or several at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtWidgets import QWidget

from gpudesk.core.power.power_lines import LINES, Wiring
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_chain import Chain, power_chain
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.project.power_systems import power_systems
from gpudesk.project.site_sheet import site_sheet
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_figures import show_why
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_measures import add_measure
from gpudesk.ui.panels.inspector.inspector_objects import NamedForm
from gpudesk.ui.panels.words.power_labels import SINGLE, line_name, system_source, system_title, system_words, wiring_name
from gpudesk.ui.panels.words.power_limit_labels import limit_words
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.quantities import format_quantity, rounded_load
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import LABEL_WIDTH, FieldList
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

tr_power_nodes_form = text_context("PowerNodesForm")
tr_power_node_form = text_context("PowerNodeForm")

TABLE = "power_node"
_OWN = ""
_NO_HALL = 0


class PowerNodesForm(NamedForm):
    """Several power nodes: their common properties, and settings for all of them."""

    def title(self) -> str:
        return self.counts.parts_of_power(len(self.selection))

    def subtitle(self) -> str:
        kinds = self.distinct("kind")
        return power_node_name(NODE_KINDS[int(kinds.pop())]) if len(kinds) == 1 else ""

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_power_nodes_form("Set for all"))
        rows.add_gap()
        self._rest_rows(rows)
        self._circuit_rows(rows)
        self._limit_rows(rows)

    # groups

    def _rest_rows(self, rows: FieldList) -> None:
        self.line(rows, tr_power_nodes_form("Feed side"), "feed_side", lambda text: self.set_fields(feed_side=text.strip()))
        self.line(rows, tr_power_nodes_form("Receptacle"), "receptacle", lambda text: self.set_fields(receptacle=text.strip()))
        self.phase_row(rows)
        self.line(rows, tr_power_nodes_form("Notes"), "notes", lambda text: self.set_fields(notes=text))
        halls = self.session.snapshot["hall"]
        entries = [(_NO_HALL, tr_power_nodes_form("no hall")), *zip(halls.ids.tolist(), halls["name"].tolist(), strict=True)]
        self.choice(rows, tr_power_nodes_form("Hall"), entries, self._hall, self._set_hall)
        rows.add_gap()
        self.fact(rows, tr_power_nodes_form("Fed from"), partial(self._fed_from, "fed_by_id"))
        self.fact(rows, tr_power_nodes_form("Alternate"), partial(self._fed_from, "alternate_id"))
        if self.session.writable:
            hang = LinkButton(tr_power_nodes_form("Change feed…"))
            hang.clicked.connect(lambda _checked=False: self.action_wanted.emit("power.hang"))
            rows.add(link_row(hang, 10 + LABEL_WIDTH))

    def _circuit_rows(self, rows: FieldList) -> None:
        self.group(rows, tr_power_nodes_form("Circuit"))
        rows.add_gap()
        systems = [(system.key, system_title(system)) for system in power_systems()]
        box = self.choice(
            rows, tr_power_nodes_form("System"), [*systems, (_OWN, tr_power_nodes_form("another"))], self._system, self._set_system
        )
        self.updates.append(lambda: box.setToolTip(self._system_source()))
        wirings = [(int(wiring), wiring_name(wiring)) for wiring in Wiring]
        self.choice(rows, tr_power_nodes_form("Lines"), wirings, lambda: self.common("wiring"), lambda value: self.set_fields(wiring=value))
        self._measure(rows, tr_power_nodes_form("Voltage"), "voltage_v", "V", (1, 500_000))
        if {int(wiring) for wiring in self.distinct("wiring")} <= set(SINGLE):
            wiring = int(next(iter(self.distinct("wiring"))))
            lines = [(line, line_name(line, wiring)) for line in range(LINES)]
            self.choice(rows, tr_power_nodes_form("Starts on"), lines, self._line, lambda value: self.set_fields(line=value))
        rows.add_gap()

    def _limit_rows(self, rows: FieldList) -> None:
        self.group(rows, tr_power_nodes_form("Permitted load"))
        rows.add_gap()
        unknown = tr_power_nodes_form("none or unknown")
        self._measure(rows, tr_power_nodes_form("Breaker"), "breaker_a", "A", (1, 100_000), empty=unknown)
        self._measure(rows, tr_power_nodes_form("Derating"), "derating_percent", "%", (1, 100))
        usual = tr_power_nodes_form("site sheet: {percent}").format(percent=format_quantity(round(self._site_percent(), 1), "%"))
        self._measure(rows, tr_power_nodes_form("Continuous factor"), "continuous_percent", "%", (1, 100), empty=usual)
        self._measure(rows, tr_power_nodes_form("Capacity"), "capacity_va", "VA", (1, 10**9), empty=tr_power_nodes_form("not limited"))
        rows.add_gap()

    def _measure(self, rows: FieldList, label: str, name: str, unit: str, bounds: tuple[int, int], *, empty: str = "") -> None:
        """A whole number; if the nodes differ, the field is empty and states that."""

        def commit(value: float | None) -> None:
            self.set_fields(**{name: None if value is None else round(value)})

        def shared() -> float | None:
            value, same = self.common(name)
            return float(value) if same and value is not None else None

        def nothing() -> str:
            return empty if self.common(name)[1] else tr_power_nodes_form("several")

        options: dict[str, Any] = {"empty": nothing} if empty else {}
        editor = add_measure(self, rows, label, unit, shared, commit, bounds=bounds, **options)
        if not empty:
            self.updates.append(lambda: editor.setPlaceholderText("" if self.common(name)[1] else tr_power_nodes_form("several")))

    # what holds

    def _site_percent(self) -> float:
        return 100 * self.session.snapshot.cached(site_sheet).limit("continuous_factor")

    def _system(self) -> tuple[Any, bool]:
        (wiring, one), (voltage, same) = self.common("wiring"), self.common("voltage_v")
        if not (one and same):
            return None, False
        system_key = next((system.key for system in power_systems() if (system.wiring, system.voltage_v) == (wiring, voltage)), _OWN)
        return system_key, True

    def _system_source(self) -> str:
        key, same = self._system()
        return next((system_source(system) for system in power_systems() if same and system.key == key), "")

    def _set_system(self, key: str) -> None:
        system = next((candidate for candidate in power_systems() if candidate.key == key), None)
        if system is None:
            self.refresh(self.selection)
        else:
            self.set_fields(wiring=int(system.wiring), voltage_v=system.voltage_v)

    def _line(self) -> tuple[Any, bool]:
        value, same = self.common("line")
        return (0 if value is None else value), same

    def _fed_from(self, name: str) -> str:
        above = self.distinct(name)
        if len(above) != 1:
            return tr_power_nodes_form("several ({count})").format(count=len(above))
        node_id = above.pop()
        return "" if node_id is None else str(self.session.snapshot[TABLE].row(int(node_id))["name"])

    def _hall(self) -> tuple[Any, bool]:
        value, same = self.common("hall_id")
        return (_NO_HALL if value is None else value), same

    def _set_hall(self, hall_id: int) -> None:
        self.set_fields(hall_id=None if hall_id == _NO_HALL else hall_id)


class PowerNodeForm(PowerNodesForm):
    """One power node: also its name, its load, and the derivation of its limit."""

    def title(self) -> str:
        return str(self.rows()[0]["name"])

    def subtitle(self) -> str:
        row = self.rows()[0]
        return " · ".join(
            [
                power_node_name(NODE_KINDS[int(row["kind"])]),
                system_words(int(row["wiring"]), int(row["voltage_v"])),
                tr_power_node_form("phase {number}").format(number=row["phase"]),
            ]
        )

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr_power_node_form("Power component"))
        rows.add_gap()
        self.name_row(rows)
        self._rest_rows(rows)
        for name, text in (
            ("fed_by_id", tr_power_node_form("Go to its feed")),
            ("alternate_id", tr_power_node_form("Go to alternate feed")),
        ):
            self._link_above(rows, name, text)
        self._circuit_rows(rows)
        self._limit_rows(rows)
        self.figure(
            rows, tr_power_node_form("Line limit"), self._limit_text, self._open_limit, tr_power_node_form("No breaker or rating is known.")
        )
        self.group(rows, tr_power_node_form("Load"))
        rows.add_gap()
        self.fact(
            rows,
            tr_power_node_form("Load"),
            partial(self._carried, lambda chain, place: format_quantity(rounded_load(float(chain.load_va[place])), "VA")),
        )
        self.fact(
            rows,
            tr_power_node_form("Power"),
            partial(self._carried, lambda chain, place: format_quantity(rounded_load(float(chain.load_w[place])), "W")),
        )
        for line in range(LINES):
            self.fact(rows, f"L{line + 1}", partial(self._carried, partial(self._line_text, line)))
        rows.add_gap()

    def _link_above(self, rows: FieldList, name: str, text: str) -> None:
        link = LinkButton(text)
        link.clicked.connect(lambda _checked=False: self.go_requested.emit(ObjectRef(TABLE, int(self.rows()[0][name]))))
        row = link_row(link, 10 + LABEL_WIDTH)
        rows.add(row)
        self.updates.append(lambda: row.setVisible(self.rows()[0][name] is not None))

    def _carried(self, words: Callable[[Chain, int], str]) -> str:
        """The flow is calculated in the background; until then nothing is shown."""
        chain = self.session.snapshot.known(power_chain)
        place = None if chain is None else chain.place((TABLE, int(self.rows()[0]["id"]), ABSENT))
        return "" if chain is None or place is None else words(chain, place)

    def _line_text(self, line: int, chain: Chain, place: int) -> str:
        current, limit = float(chain.current_a[place, line]), float(chain.limit_a[place])
        if np.isnan(current):
            return ""
        shown = format_quantity(round(current, 1), "A")
        return shown if np.isnan(limit) else f"{shown} · {format_quantity(round(100 * current / limit), '%')}"

    # the limit

    def _words(self) -> tuple[str, str]:
        row = self.rows()[0]
        own = row["continuous_percent"]
        percent = self._site_percent() if own is None else float(own)
        figures = int(row["derating_percent"]), percent, row["capacity_va"], int(row["voltage_v"]), int(row["wiring"])
        return limit_words(row["breaker_a"], *figures)

    def _limit_text(self) -> str:
        return self._words()[0]

    def _open_limit(self, widget: QWidget) -> None:
        row = self.rows()[0]
        own, usual = row["continuous_percent"], self._site_percent()
        site = self.session.snapshot.cached(site_sheet)
        factor = WhyTerm(
            tr_power_node_form("Continuous factor"),
            format_quantity(round(usual if own is None else float(own), 1), "%"),
            detail=tr_power_node_form("as in the site sheet") if own is None else tr_power_node_form("set here"),
        )
        terms = [
            WhyTerm(tr_power_node_form("Breaker"), "" if row["breaker_a"] is None else format_quantity(row["breaker_a"], "A")),
            WhyTerm(tr_power_node_form("Derating"), format_quantity(row["derating_percent"], "%")),
            factor,
            WhyTerm(tr_power_node_form("Capacity"), "" if row["capacity_va"] is None else format_quantity(row["capacity_va"], "VA")),
        ]
        total = WhyTerm(tr_power_node_form("Line limit"), self._limit_text(), "derived")
        carried = self._carried(
            lambda chain, place: format_quantity(round(float(np.nanmax(np.nan_to_num(chain.current_a[place]))), 1), "A")
        )
        comparisons = [WhyTerm(tr_power_node_form("Load on its most heavily loaded line"), carried, "derived")] if carried else []
        source = "" if own is not None else site.source("continuous_factor")
        content = WhyContent(
            tr_power_node_form("Limit of {name}").format(name=row["name"]), terms, total, comparisons, self._words()[1], source
        )
        show_why(content, widget, self, self.pin_requested.emit)


def power_form(session: Session, selection: Sequence[ObjectRef]) -> Form:
    """The form for nodes of the power chain."""
    return PowerNodeForm(session, selection) if len(selection) == 1 else PowerNodesForm(session, selection)
