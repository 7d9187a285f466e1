"""What a command says of the digests of a project file."""

import click

from gpudesk.project.document import Document
from gpudesk.project.project_verification import damage_in, verified

_MOST_NAMED = 200
"""So many objects of a block of 1,000 are named: an error is one line."""


def demand_integrity(document: Document, *, as_json: bool) -> dict[str, object]:
    """Compare a file with its digests and print what came of it, unless it goes into a JSON object; returns the object's part.

    Raises:
        SilentDamage: it is damaged; the error names tables and objects.
    """
    found = verified(document)
    if found is None:
        raise AssertionError("the document is open")
    error = damage_in(document, found, _MOST_NAMED)
    if error is not None:
        raise error
    if not as_json:
        rest = f", {len(found.unverified)} edited since or never verified" if found.unverified else ""
        click.echo(f"integrity: {found.compared} blocks match their digests{rest}")
    return {"integrity": {"compared": found.compared, "unverified": len(found.unverified)}}
