"""Colors of networks and rails in the settings of a project."""

from pathlib import Path

import pytest

from gpudesk.core.colors.fabric_colors import FabricColours
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.cabling.fabric_color_operations import reset_fabric_colours, set_fabric_colour
from gpudesk.operations.cabling.network_operations import add_network, remove_networks
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document
from gpudesk.project.stored_fabric_colors import fabric_colours


def test_colours_are_chosen_undone_and_reset(tmp_path: Path) -> None:
    with Document.create(tmp_path / "c.gpudesk") as document:
        network = run(document, add_network, NetworkKind.COMPUTE, "Compute", 400).result
        assert document.snapshot.cached(fabric_colours) == FabricColours()
        run(document, set_fabric_colour, "network", network, "network.storage")
        run(document, set_fabric_colour, "rail", 9, "#FF0000")
        assert document.snapshot.cached(fabric_colours) == FabricColours({network: "network.storage"}, {9: "#ff0000"})
        undo(document)
        assert document.snapshot.cached(fabric_colours) == FabricColours({network: "network.storage"}, {})
        redo(document)
        run(document, set_fabric_colour, "rail", 9, None)
        assert document.snapshot.cached(fabric_colours).rails == {}
        run(document, remove_networks, [network])
        assert document.snapshot["setting"].rows == 0, "a network that goes takes its colour along"
        undo(document)
        run(document, reset_fabric_colours)
        assert document.snapshot.cached(fabric_colours) == FabricColours()


def test_what_has_no_colour_is_refused(tmp_path: Path) -> None:
    with Document.create(tmp_path / "c.gpudesk") as document:
        for what, number, colour in (("cable", 1, "rail.1"), ("rail", -1, "rail.1"), ("rail", 64, "rail.1"), ("network", 7, "rail.1")):
            with pytest.raises(Refused):
                run(document, set_fabric_colour, what, number, colour)
        with pytest.raises(Refused, match="is not a color: write it as #rrggbb, such as #1754d8"):
            run(document, set_fabric_colour, "rail", 1, "red")
