"""The inspector form for a network: its type, its phase, and the figures of its cables."""

from collections.abc import Callable

from gpudesk.derived.cabling.cable_figures import CableFigures, cable_figures
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.words.network_labels import network_name, network_tree
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.field_rows import FieldList
from gpudesk.ui.toolkit.widgets.link_button import LinkButton, link_row

tr = text_context("NetworkForm")

TABLE = "network"


class NetworkForm(Form):
    """One network. Its settings are in the dialog of the networks."""

    table = TABLE
    _counted: tuple[Snapshot, int, CableFigures] | None = None

    def title(self) -> str:
        return network_name(self.rows()[0]["name"])

    def subtitle(self) -> str:
        return network_tree(self.rows()[0])

    def fill(self, rows: FieldList) -> None:
        self.group(rows, tr("Cabling"))
        for label, value in (
            (tr("Links"), lambda figures: format_number(figures.links)),
            (tr("Cables"), lambda figures: format_number(figures.cables)),
            (tr("Modules"), lambda figures: format_number(figures.modules)),
            (tr("Total length"), lambda figures: format_quantity(figures.metres, "m", decimals=0)),
            (tr("Without length"), lambda figures: format_number(figures.without_length)),
        ):
            self._figure(rows, label, value)
        rows.add_gap()
        self.group(rows, tr("Settings"))
        rows.add_gap()
        self.phase_row(rows)
        networks = LinkButton(tr("Network settings…"))
        networks.clicked.connect(lambda _checked=False: self.action_wanted.emit("fabric.networks"))
        rows.add(link_row(networks, 10))
        rows.add_gap()

    def _figure(self, rows: FieldList, label: str, value: Callable[[CableFigures], str]) -> None:
        self.fact(rows, label, lambda: value(self._figures()))

    def _figures(self) -> CableFigures:
        """The figures of the network, calculated once for each state of the project."""
        snapshot, network_id = self.session.snapshot, self.selection[0].id
        if self._counted is None or self._counted[0] is not snapshot or self._counted[1] != network_id:
            self._counted = snapshot, network_id, cable_figures(snapshot, network_id)
        return self._counted[2]
