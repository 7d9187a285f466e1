"""Puts the data of the program into the wheel: resources, migrations, the built catalog, the compiled translations."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataBuildHook(BuildHookInterface[Any]):
    """Builds the data before the wheel is packed; an editable installation uses the checkout's own."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The catalog is built by the program itself, so building needs what running needs."""
        return list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the data and name the folders that travel under `gpudesk/_data`."""
        if version == "editable":
            return
        root = Path(self.root)
        subprocess.run([sys.executable, str(root / "packaging" / "build_data.py")], check=True, stdout=sys.stderr)  # noqa: S603 - a fixed program with arguments of our own
        build_data["force_include"].update(
            {
                str(root / "resources"): "gpudesk/_data/resources",
                str(root / "db"): "gpudesk/_data/db",
                str(root / "build" / "data"): "gpudesk/_data/built",
            }
        )
