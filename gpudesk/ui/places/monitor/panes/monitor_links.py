"""Links of the GPUs: processors near each, PCI Express and NVLink, and the path between each pair."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.number_ranges import number_ranges
from gpudesk.monitor.readings.reading import GpuFacts, Lack
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, lack_text
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import rows_of
from gpudesk.ui.places.monitor.panes.monitor_page import MonitorPage
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, WARNING

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.topology import NvLink, Topology

tr = text_context("MonitorLinks")

_WIDTHS = (62, 56, 108, 124, 92, 70)
_PATH = 50
_MOST_PATHS = 16
"""Maximum number of GPUs with a column of paths each."""
_PATHS = {
    "NV": QT_TRANSLATE_NOOP("MonitorLinks", "through this many NVLinks"),
    "PIX": QT_TRANSLATE_NOOP("MonitorLinks", "through one PCIe switch"),
    "PXB": QT_TRANSLATE_NOOP("MonitorLinks", "through several PCIe switches"),
    "PHB": QT_TRANSLATE_NOOP("MonitorLinks", "through the PCIe host bridge of a CPU"),
    "NODE": QT_TRANSLATE_NOOP("MonitorLinks", "between host bridges of one NUMA node"),
    "SYS": QT_TRANSLATE_NOOP("MonitorLinks", "between processors"),
}
_REASONS = {
    "chipset": QT_TRANSLATE_NOOP("MonitorLinks", "not supported by the chipset"),
    "gpu": QT_TRANSLATE_NOOP("MonitorLinks", "not supported by the GPU"),
    "topology": QT_TRANSLATE_NOOP("MonitorLinks", "they are on different bridges"),
    "disabled": QT_TRANSLATE_NOOP("MonitorLinks", "disabled in the driver"),
    "unsupported": QT_TRANSLATE_NOOP("MonitorLinks", "it is not supported"),
}


_ERRORS = {
    "replays": QT_TRANSLATE_NOOP("MonitorLinks", "repeated {count}"),
    "recoveries": QT_TRANSLATE_NOOP("MonitorLinks", "recovered {count}"),
    "crc_flit": QT_TRANSLATE_NOOP("MonitorLinks", "Flow control CRC {count}"),
    "crc_data": QT_TRANSLATE_NOOP("MonitorLinks", "Data CRC {count}"),
    "ecc_data": QT_TRANSLATE_NOOP("MonitorLinks", "Data ECC {count}"),
}
"""Texts for the error counters of a link."""
_UNTOLD = {
    "replays": QT_TRANSLATE_NOOP("MonitorLinks", "repeated transfers"),
    "recoveries": QT_TRANSLATE_NOOP("MonitorLinks", "number of link recoveries"),
    "crc_flit": QT_TRANSLATE_NOOP("MonitorLinks", "Flow control CRC"),
    "crc_data": QT_TRANSLATE_NOOP("MonitorLinks", "Data CRC"),
    "ecc_data": QT_TRANSLATE_NOOP("MonitorLinks", "Data ECC"),
}
"""Texts for error counters that no link reports."""


class MonitorLinks(MonitorPage):
    """A line for each GPU; the NVLinks of the selected GPU are listed below."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        heads = [
            Head(tr("GPU")),
            Head(tr("NUMA"), right=True),
            Head(tr("Local CPUs")),
            Head(tr("PCIe, current and max")),
            Head(tr("NVLinks up"), right=True),
            Head(tr("Replays"), right=True),
            Head(""),
        ]
        super().__init__(model, tr("Links"), heads, _WIDTHS, parent)
        # What is behind the last path takes what is left, however little.
        self.table.horizontalHeader().setStretchLastSection(False)
        self._fixed = heads[:-1]
        self._shown: list[str] = []
        self.detail = Label("", self, ink="text.secondary", wrap=True)
        self.detail.setContentsMargins(10, 6, 10, 8)
        self.column.addWidget(self.detail)
        self.legend = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        self.legend.setContentsMargins(10, 0, 10, 8)
        self.column.addWidget(self.legend)
        self.table.selectionModel().currentRowChanged.connect(self._tell)

    def none_text(self) -> str:
        """No GPU is known."""
        return tr("No GPU is being monitored yet.")

    def topology(self) -> "Topology | None":
        """Known data of single links and paths: of this machine only, None for another source."""
        source = self.live_source()
        return None if source is None else source.topology

    def _paths(self) -> Mapping[tuple[str, str], str]:
        topology = self.topology()
        return {} if topology is None else topology.paths

    def _boards(self) -> list[GpuFacts]:
        return [row.facts for row in rows_of(self.monitor.listed) if row.facts is not None and not row.facts.parent]

    def lines(self) -> list[Line]:
        """The whole GPUs."""
        boards, paths = self._boards(), self._paths()
        return [self._line(facts, boards if self._shown else [], paths) for facts in boards]

    def refresh(self) -> None:
        """Show the current state, with a column for each GPU if paths are known."""
        boards = self._boards()
        others = boards if self._paths() and len(boards) <= _MOST_PATHS else []
        shown = [facts.uuid for facts in others]
        if shown != self._shown:
            self._shown = shown
            self.lines_model.set_lines([], [*self._fixed, *(Head(gpu_called(self.monitor, facts)) for facts in others), Head("")])
            head = self.table.horizontalHeader()
            head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
            for column in range(len(_WIDTHS), len(_WIDTHS) + len(others)):
                self.table.setColumnWidth(column, _PATH)
            head.setSectionResizeMode(len(_WIDTHS) + len(others), QHeaderView.ResizeMode.Stretch)
        super().refresh()
        self._tell()
        self._tell_paths()

    def _line(self, facts: GpuFacts, others: list[GpuFacts], paths: Mapping[tuple[str, str], str]) -> Line:
        values = self.monitor.now(facts.uuid).values
        generation, width = values.get("pcie_generation"), values.get("pcie_width")
        now = MISSING if generation is None or width is None else f"{generation:.0f}.0 x{width:.0f}"
        most = "" if facts.pcie_generation is None or facts.pcie_width is None else f" / {facts.pcie_generation}.0 x{facts.pcie_width}"
        replays = values.get("pcie_replays")
        cells = [
            Cell(gpu_called(self.monitor, facts)),
            Cell(MISSING if facts.numa_node is None else str(facts.numa_node), right=True),
            self._cpus(facts.uuid),
            Cell(f"{now}{most}"),
            self._links(facts.uuid),
            Cell(MISSING if replays is None else f"{replays:.0f}", right=True),
        ]
        for other in others:
            same = other.uuid == facts.uuid
            cells.append(Cell("X" if same else paths.get((facts.uuid, other.uuid), MISSING), ink="text.tertiary" if same else ""))
        return Line(facts.uuid, (*cells, Cell()))

    def _cpus(self, uuid: str) -> Cell:
        """The processors near to a GPU."""
        topology = self.topology()
        cpu_numbers = None if topology is None else topology.cpus.get(uuid)
        if cpu_numbers is None:
            return Cell(MISSING, tool_tip=tr("The monitored source does not report them: monitor the machine itself."))
        if isinstance(cpu_numbers, Lack):
            return Cell(MISSING, tool_tip=lack_text(cpu_numbers))
        numbers = number_ranges(cpu_numbers)
        return Cell(
            numbers,
            tool_tip=tr("{cpus}: run programs that feed this GPU on these CPUs (taskset -c {cpus}, or numactl)").format(cpus=numbers),
        )

    def _links(self, uuid: str) -> Cell:
        """Number of active NVLinks of a GPU, with their most severe state."""
        values, topology = self.monitor.now(uuid).values, self.topology()
        up, down = values.get("nvlinks_up"), values.get("nvlinks_down")
        if up is None or down is None:
            return Cell(MISSING, right=True, tool_tip=lack_text(self.monitor.lack(uuid, "nvlinks_up")))
        links = None if topology is None else topology.links.get(uuid)
        counted = () if links is None or isinstance(links, Lack) else [link for link in links if _counts(link)]
        severity = WARNING if any(_counts(link).get("recoveries") for link in counted) else INFO if counted else ""
        tip = tr("NVLinks with errors: {links}").format(links=number_ranges(link.number for link in counted)) if counted else ""
        return Cell(f"{up:.0f} / {up + down:.0f}", right=True, severity=ERROR if down else severity, tool_tip=tip)

    def _tell(self) -> None:
        index = self.table.currentIndex()
        uuid = str(self.lines_model.line(index.row()).key) if index.isValid() else ""
        topology = self.topology()
        links = None if topology is None else topology.links.get(uuid)
        if not uuid:
            self.detail.setText(tr("Select a GPU to see each of its NVLinks."))
        elif links is None:
            self.detail.setText(tr("The monitored source does not report individual links: monitor the machine itself."))
        elif isinstance(links, Lack):
            self.detail.setText(f"NVLink: {lack_text(links)} {self._direct(uuid)}".rstrip())
        else:
            self.detail.setText("\n".join(text for text in (self._ends(links), self._errors(links), self._direct(uuid)) if text))

    def _ends(self, links: "tuple[NvLink, ...]") -> str:
        """The remote end of each link; links to the same end are combined."""
        kinds = {"gpu": tr("GPU"), "switch": tr("switch"), "npu": "NPU", "": tr("not reported")}
        ends: dict[str, list[int]] = defaultdict(list)
        for link in links:
            ends[f"{kinds[link.kind]} {link.remote_pci}".rstrip() if link.up else tr("down")].append(link.number)
        return "NVLink " + " · ".join(f"{number_ranges(numbers)}: {end}" for end, numbers in ends.items())

    def _errors(self, links: "tuple[NvLink, ...]") -> str:
        """Error counts of each link, and the counters that none of them reports."""
        names = list(_ERRORS)
        untold = [name for name in names if all(isinstance(link.errors.get(name, Lack.UNSAID), Lack) for link in links)]
        if len(untold) == len(names) and links:
            why = links[0].errors.get(names[0], Lack.UNSAID)
            return tr("Errors per NVLink: {why}").format(why=lack_text(why) if isinstance(why, Lack) else "")
        link_errors = []
        for link in links:
            counted = _counts(link)
            if counted:
                words = [_said(_ERRORS[name]).format(count=format_number(count)) for name, count in counted.items()]
                link_errors.append(f"{link.number}: {', '.join(words)}")
        text = (
            tr("Errors logged by NVLink {links}.").format(links=" · ".join(link_errors))
            if link_errors
            else tr("No NVLink has logged errors.")
        )
        if untold:
            text += " " + tr("Not reported: {what}.").format(what=", ".join(_said(_UNTOLD[name]) for name in untold))
        return text

    def _direct(self, uuid: str) -> str:
        """Which other GPUs' memory a GPU reads directly, and why not that of the others."""
        topology, names = self.topology(), {facts.uuid: str(facts.index) for facts in self._boards()}
        why_by_gpu = {} if topology is None else {b: why for (a, b), why in topology.direct.items() if a == uuid and b in names}
        reads = [names[other] for other, why in why_by_gpu.items() if not why]
        sentences = []
        if why_by_gpu and len(reads) == len(why_by_gpu):
            sentences.append(tr("It accesses the memory of every other GPU directly (P2P)."))
        elif reads:
            sentences.append(tr("It accesses the memory of GPU {gpus} directly (P2P).").format(gpus=", ".join(reads)))
        for why in sorted({refusal for refusal in why_by_gpu.values() if refusal}):
            gpus = ", ".join(names[other] for other, refusal in why_by_gpu.items() if refusal == why)
            reason = _said(_REASONS[why])
            sentences.append(
                tr("The memory of GPU {gpus} is not accessed directly: {reason}; copies go through host memory.").format(
                    gpus=gpus, reason=reason
                )
            )
        return " ".join(sentences)

    def _tell_paths(self) -> None:
        """Explain the names of the paths shown."""
        seen = {"NV" if path.startswith("NV") else path for path in self._paths().values()} if self._shown else set()
        words = [f"{name}: {_said(text)}" for name, text in _PATHS.items() if name in seen]
        self.legend.setText(" · ".join(words))
        self.legend.setVisible(bool(words))


def _counts(link: "NvLink") -> dict[str, int]:
    """The errors that a link has counted, without those of which it has none."""
    return {name: count for name, count in link.errors.items() if not isinstance(count, Lack) and count}


def _said(text: str) -> str:
    return QCoreApplication.translate("MonitorLinks", text)
