"""Errors that users can cause or encounter: each states the problem and, if possible, the fix."""

from gpudesk.core.messages.message import Message


class DeskError(Exception):
    """The requested action cannot be performed; nothing was changed.

    Attributes:
        message: the problem and its location.
        fix: the corrective action for the user, if any.
    """

    def __init__(self, message: Message, fix: Message | None = None) -> None:
        self.message = message
        self.fix = fix
        super().__init__(message, fix)

    def __str__(self) -> str:
        return self.message.plain() if self.fix is None else f"{self.message.plain()} {self.fix.plain()}"


class Refused(DeskError):
    """An operation that has no meaning, or a gesture that would create an overlap."""


class InvalidData(DeskError):
    """A file or a value that does not have its declared format.

    `problems` lists every fault of the file, so that all can be fixed at once.
    """

    def __init__(self, message: Message, fix: Message | None = None, problems: tuple[Message, ...] = ()) -> None:
        self.problems = problems
        super().__init__(message, fix)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(problem.plain() for problem in self.problems)])


class NotEnoughMemory(InvalidData):
    """Memory ran out, or a limit on it was reached; nothing is known to be wrong with the input."""


class Cancelled(DeskError):
    """Long work that the person stopped; it left nothing behind."""
