"""What became of a fix when it was tried on a copy of the project."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.messages.message import Message


class FixStatus(StrEnum):
    """How a fix fared.

    FIXES: its finding is gone, and no rule has an error that was not there before. KEEPS: its finding is still there. ADDS_ERRORS: some
    rule has an error more. REFUSED: the operation cannot be done. SETTING: it changes a setting of the site, by which errors that are
    there are seen; that is for a person to decide. CHANGED: other fixes came first, and now it would be another one. NOT_TRIED: the
    project or the number of fixes is too large to try them all.
    """

    FIXES = "fixes"
    KEEPS = "keeps"
    ADDS_ERRORS = "adds_errors"
    REFUSED = "refused"
    SETTING = "setting"
    CHANGED = "changed"
    NOT_TRIED = "not_tried"


@dataclass(frozen=True, slots=True)
class FixOutcome:
    """The outcome of one fix, or of several that were tried together.

    Attributes:
        errors_added, errors_removed: findings of the severity error that were not there before, or are there no longer; accepted ones
            do not count.
        reason: why the operation was refused.
    """

    status: FixStatus
    errors_added: int = 0
    errors_removed: int = 0
    reason: Message | None = None

    @property
    def offered(self) -> bool:
        """Whether a person is offered it."""
        return self.status in (FixStatus.FIXES, FixStatus.SETTING)


NOT_TRIED = FixOutcome(FixStatus.NOT_TRIED)
