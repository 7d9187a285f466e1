"""What the checks would find beyond what they find in the project, by the lines of a list that is to be imported."""

from collections.abc import Mapping

from gpudesk.checks.findings.finding import Object
from gpudesk.checks.findings.findings import Findings
from gpudesk.operations.exchange.import_changes import Brought, PreviewLine


def fresh_findings(before: Findings, after: Findings, of_object: Mapping[Object, PreviewLine]) -> list[Brought]:
    """What is found after a step and was not before, the weightiest first; accepted findings are left out.

    Args:
        of_object: what of the project each line of the list is about.
    """
    known = {finding.key for finding in before}
    found = [finding for finding in after if finding.excluded is None and finding.key not in known]
    return [Brought(finding, tuple(of_object[each] for each in dict.fromkeys(finding.objects) if each in of_object)) for finding in found]
