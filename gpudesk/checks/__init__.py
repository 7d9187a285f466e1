"""Design rules: what is wrong with a plan, where, by how much, and what would fix it.

Each module of rules holds one family; `families` imports them all.
"""

from gpudesk.checks.engine import advance, carry, check_all, findings_of
from gpudesk.checks.finding import SHOWN, Finding, Mend, Place, Severity
from gpudesk.checks.findings import Findings
from gpudesk.checks.rule import Rule, Scope

__all__ = [
    "SHOWN",
    "Finding",
    "Findings",
    "Mend",
    "Place",
    "Rule",
    "Scope",
    "Severity",
    "advance",
    "carry",
    "check_all",
    "findings_of",
]
