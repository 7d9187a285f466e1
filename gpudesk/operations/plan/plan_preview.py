"""The totals of a sizing plan, determined by building it in a separate project: the same figures that the project will display."""

from collections import Counter
from dataclasses import dataclass

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.running.progress import Progress
from gpudesk.derived.cabling.cable_figures import CableFigures, cable_figures
from gpudesk.derived.cost.project_cost import ProjectCost, project_cost
from gpudesk.derived.scope.type_counts import TypeCount, type_counts
from gpudesk.derived.totals.totals import Totals, project_totals
from gpudesk.operations.plan.build_pod import build_pod
from gpudesk.operations.run.run import run_long
from gpudesk.project.document import Document
from gpudesk.sizing.systems.pod import Pod
from gpudesk.sizing.workloads.saved_workload import Kept


@dataclass(frozen=True, slots=True)
class PodPreview:
    """What would be built.

    Attributes:
        networks: names of the networks with the rate of a link in Gb/s.
        problems: how many findings of each severity.
        worst: rules that find an error or a warning, with how often, worst first.
    """

    pod: Pod
    totals: Totals
    cables: CableFigures
    cost: ProjectCost
    types: tuple[TypeCount, ...]
    networks: tuple[tuple[str, int], ...]
    problems: dict[Severity, int]
    worst: tuple[tuple[str, int], ...]


def preview_pod(pod: Pod, work: Kept | None = None, progress: Progress | None = None) -> PodPreview:
    """Build a pod in a temporary project.

    Raises:
        Refused: it cannot be built.
        Cancelled: the user stopped it.
    """
    catalog = open_catalog()
    with Document.scratch() as document:
        run_long(document, progress or Progress(), build_pod, pod.plan, work)
        snapshot = document.snapshot
        findings = check_all(snapshot)
        rows = snapshot["network"]
        counts: Counter[tuple[str, str]] = Counter((str(finding.severity), finding.rule) for finding in findings)
        order = [str(level) for level in (Severity.ERROR, Severity.WARNING)]
        worst = sorted((item for item in counts.items() if item[0][0] in order), key=lambda item: (order.index(item[0][0]), -item[1]))
        return PodPreview(
            pod,
            project_totals(snapshot),
            cable_figures(snapshot),
            project_cost(snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None),
            tuple(type_counts(snapshot)),
            tuple(zip(rows["name"].tolist(), rows["rate_gbps"].tolist(), strict=True)),
            {severity: findings.counts()[severity] for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)},
            tuple((rule, count) for (_, rule), count in worst),
        )
