"""The roles that templates, sizing and operations give to devices, to be translated where a report or a list shows them.

A project stores the role as text: networks and rules select devices by it, so the stored text does not depend on the language.
"""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

SHIPPED_ROLES: frozenset[str] = frozenset(
    (
        QT_TRANSLATE_NOOP("roles", "compute"),
        QT_TRANSLATE_NOOP("roles", "workstation"),
        QT_TRANSLATE_NOOP("roles", "storage"),
        QT_TRANSLATE_NOOP("roles", "management"),
        QT_TRANSLATE_NOOP("roles", "cluster management"),
        QT_TRANSLATE_NOOP("roles", "fabric management"),
        QT_TRANSLATE_NOOP("roles", "storage fabric management"),
        QT_TRANSLATE_NOOP("roles", "power"),
        QT_TRANSLATE_NOOP("roles", "cooling"),
        QT_TRANSLATE_NOOP("roles", "panel"),
        QT_TRANSLATE_NOOP("roles", "blank"),
        QT_TRANSLATE_NOOP("roles", "console"),
        QT_TRANSLATE_NOOP("roles", "network"),
        QT_TRANSLATE_NOOP("roles", "leaf"),
        QT_TRANSLATE_NOOP("roles", "spine"),
        QT_TRANSLATE_NOOP("roles", "core"),
        QT_TRANSLATE_NOOP("roles", "storage leaf"),
        QT_TRANSLATE_NOOP("roles", "storage spine"),
        QT_TRANSLATE_NOOP("roles", "storage core"),
        QT_TRANSLATE_NOOP("roles", "storage target leaf"),
        QT_TRANSLATE_NOOP("roles", "in-band"),
        QT_TRANSLATE_NOOP("roles", "in-band spine"),
        QT_TRANSLATE_NOOP("roles", "in-band core"),
        QT_TRANSLATE_NOOP("roles", "out-of-band"),
        QT_TRANSLATE_NOOP("roles", "out-of-band spine"),
        QT_TRANSLATE_NOOP("roles", "out-of-band core"),
    )
)
"""A role that a user entered is in no language of the program and stays as entered."""


def role_title(role: str) -> Message | None:
    """A role of the program, to be translated; None for a role that a user entered."""
    return Message("roles", role) if role in SHIPPED_ROLES else None
