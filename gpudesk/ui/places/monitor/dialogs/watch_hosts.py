"""Choice of the network hosts to monitor: the source type; no request is sent before the user confirms."""

import re
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDoubleSpinBox, QPlainTextEdit, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.places.monitor.models.monitor_sources import MonitorSources
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

if TYPE_CHECKING:
    from gpudesk.monitor.readings.source import Source

tr = text_context("WatchHostsDialog")

_EVERY_S = {"dcgm": 5.0, "prometheus": 15.0}
_LEAST_S, _MOST_S = 1.0, 600.0
_LINES = 5
_WIDTH = 560
_KEPT = "monitor/addresses-{kind}"


class WatchHostsDialog(DeskDialog):
    """`kind` is the source type, `addresses` its addresses, `every` the interval. Addresses are stored; credentials never are."""

    def __init__(self, sources: MonitorSources, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources = sources
        self._settings = settings
        sentence = tr("GPU Desk queries only these addresses. Nothing on the hosts is changed.")
        self.set_heading(tr("Monitor other hosts"), sentence)
        self.setMinimumWidth(_WIDTH)
        form = Form(self)
        segments = [Segment("dcgm", tr("Exporter on each host")), Segment("prometheus", tr("Prometheus server"))]
        self.kind = SegmentedControl(tr("Sources"), segments, "dcgm", form)
        self.addresses = QPlainTextEdit(form)
        self.addresses.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.addresses.setTabChangesFocus(True)
        self.addresses.setFixedHeight(_LINES * self.addresses.fontMetrics().lineSpacing() + theme.size("field") // 2)
        self.every = QDoubleSpinBox(form)
        self.every.setDecimals(0)
        self.every.setRange(_LEAST_S, _MOST_S)
        self.every.setSuffix(" s")
        form.add(tr("Sources"), self.kind)
        self._hint = form.add(tr("Addresses"), self.addresses, " ")
        form.add(tr("Every"), self.every)
        self.add_form(form)
        self.add_buttons(tr("Monitor"), self.watch)
        self.kind.chosen.connect(self._show_kind)
        self.addresses.textChanged.connect(self._allow)
        self._show_kind(self.kind.current())
        self.addresses.setFocus()

    def _show_kind(self, kind: str) -> None:
        self.addresses.setPlainText(self._settings.text(_KEPT.format(kind=kind)))
        self.every.setValue(_EVERY_S[kind])
        if kind == "dcgm":
            self.addresses.setPlaceholderText("node-01\nnode-02\nhttp://10.0.0.7:9400/metrics")
            self._hint.setText(tr("One per line; a host name alone means port 9400 and the path /metrics."))
        else:
            self.addresses.setPlaceholderText("https://prometheus.example")
            self._hint.setText(tr("A token is read from GPUDESK_PROMETHEUS_TOKEN, for https only."))
        self.complaint.hide()
        self._allow()

    def _written(self) -> list[str]:
        return [part for part in re.split(r"[\s,]+", self.addresses.toPlainText()) if part]

    def _allow(self) -> None:
        self.set_verb(tr("Monitor"), enabled=bool(self._written()))

    def watch(self) -> None:
        """Watch them, and remember where."""
        from gpudesk.monitor.exporters.fetching import address, credentials_of_environment

        kind, written, every_s = self.kind.current(), self._written(), self.every.value()
        try:
            # What is wrong with an address is said here, before anything is asked.
            for host_address in written if kind == "dcgm" else written[:1]:
                address(host_address)
            credentials = credentials_of_environment() if kind == "prometheus" else None
        except DeskError as error:
            self.complain(error)
            return

        def make() -> "Source":
            if kind == "prometheus":
                from gpudesk.monitor.exporters.prometheus import PrometheusSource

                return PrometheusSource(written[0], every_s, credentials=credentials)
            from gpudesk.monitor.exporters.scrape import DcgmSource

            return DcgmSource(written, every_s)

        self._settings.set_text(_KEPT.format(kind=kind), "\n".join(written))
        self._sources.open(written[0], make)
        self.accept()
