"""Findings that an import would add to those of the project, by the lines of the list."""

from collections.abc import Mapping

from gpudesk.checks.findings.finding import Object
from gpudesk.checks.findings.findings import Findings
from gpudesk.operations.exchange.import_changes import Brought, PreviewLine


def fresh_findings(before: Findings, after: Findings, of_object: Mapping[Object, PreviewLine]) -> list[Brought]:
    """Findings after a step that did not exist before, the most severe first; excluded findings are left out.

    Args:
        of_object: the project object of each line of the list.
    """
    known = {finding.key for finding in before}
    fresh = [finding for finding in after if finding.excluded is None and finding.key not in known]
    return [
        Brought(finding, tuple(of_object[affected] for affected in dict.fromkeys(finding.objects) if affected in of_object))
        for finding in fresh
    ]
