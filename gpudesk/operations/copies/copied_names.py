"""Names for all copies that one step makes."""

from gpudesk.operations.run.new_names import CopyNames
from gpudesk.project.edit import Edit


class CopiedNames:
    """The names of each table, read once: 45 racks of a large project would read 20,000 names 45 times.

    All rows that the step adds to these tables get their names here.
    """

    def __init__(self, edit: Edit) -> None:
        self._edit = edit
        self._names: dict[str, CopyNames] = {}

    def of(self, table: str) -> CopyNames:
        """The names of a table, read on first use."""
        if table not in self._names:
            self._names[table] = CopyNames(self._edit.columns(table)["name"])
        return self._names[table]
