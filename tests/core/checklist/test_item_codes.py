"""The codes on printed sheets."""

import pytest

from gpudesk.core.checklist.item_codes import ItemCode, item_code, read_item_code
from gpudesk.core.messages.errors import Refused

UID = "be34e731-7f5b-4728-ba4e-58f42d9f6723"


@pytest.mark.parametrize("target", [None, 0, 17])
def test_a_code_says_item_and_target(target: int | None) -> None:
    code = item_code(UID, "RDY-050", target)
    assert set(code) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"), "a QR code packs no other letters tightly"
    assert read_item_code(f" {code.lower()}\n", UID) == ItemCode("RDY-050", target)


@pytest.mark.parametrize("text", ["", "RDY-050", "GPUDESK:BE34E731:17:A", "GPUDESK:BE34E731:RDY-050:x", "GPUDESK:BE34E731:RDY-050:1:2"])
def test_other_texts_are_no_codes(text: str) -> None:
    assert read_item_code(text, UID) is None


def test_a_code_of_another_project_is_refused() -> None:
    with pytest.raises(Refused, match="another project"):
        read_item_code(item_code("00000000-1111", "RDY-050", 1), UID)
