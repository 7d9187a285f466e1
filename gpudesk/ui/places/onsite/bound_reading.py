"""Reading for the open project: results are never recorded in another project opened in the meantime."""

from collections.abc import Callable
from typing import Any

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.ui.toolkit.callback_owner import owner_has_gone
from gpudesk.ui.toolkit.session import Session

_CONTEXT = "onsite"


def bound_to_project(session: Session, name: str, done: Callable[..., None]) -> Callable[..., None]:
    """Wrap `done`: it is called while the current project stays open; after that, a refusal is shown instead.

    Args:
        name: file name, for the refusal.
    """
    document = session.document

    def ended(*arguments: Any) -> None:
        if owner_has_gone(done):
            return
        if document is not None and session.document is document:
            done(*arguments)
            return
        text = QT_TRANSLATE_NOOP("onsite", "{name} was not recorded, because another project was opened or the project was closed.")
        fix = QT_TRANSLATE_NOOP("onsite", "Open the project of the item, and choose the file again.")
        session.failed.emit(Refused(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix)))

    return ended


def read_for_project(
    session: Session,
    name: str,
    what: str,
    work: Callable[[], Any],
    done: Callable[[Any], None],
    failed: Callable[[], None] | None = None,
) -> None:
    """Run `work` on a reading thread, and then `done` with its result if the same project is still open.

    Args:
        name: of the file.
        what: is done, for the progress.
        failed: called if it cannot be read; `Session.failed` follows with the reason.
    """
    job = session.jobs.read(lambda _: work(), bound_to_project(session, name, done), session.failed.emit, what)
    if failed is not None:
        job.otherwise(failed)
