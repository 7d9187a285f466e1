"""Sizes of pluggable modules and cards specified by a form factor, each with the document that defines it.

A type seldom specifies its own size if its form factor does; its drawing may then be that of the form factor, and is marked as
such.
"""

from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Confidence

CARD_SLOT_PITCH_MM = 20.32
"""From one expansion slot to the next (PCI Express Card Electromechanical specification: 0.8 in)."""


@dataclass(frozen=True, slots=True)
class FormFactor:
    """A form factor.

    Attributes:
        length_mm: in the direction of insertion.
        height_mm: None if it differs by variant.
        source: the document that defines it.
        confidence: confidence of the values.
    """

    length_mm: float
    width_mm: float
    height_mm: float | None
    source: str
    confidence: Confidence


_SFP = FormFactor(56.5, 13.4, 8.5, "SFP multi-source agreement (INF-8074)", Confidence.MEMORY)
_QSFP = FormFactor(72.4, 18.35, 8.5, "QSFP+ specification (SFF-8436, SFF-8661)", Confidence.SECONDARY)
_QSFP_DD = FormFactor(89.4, 18.35, 8.5, "QSFP-DD multi-source agreement, type 1", Confidence.SECONDARY)
_OSFP = FormFactor(107.8, 22.58, 13.0, "OSFP multi-source agreement", Confidence.SECONDARY)
_OSFP_FLAT = FormFactor(107.8, 22.58, None, "OSFP multi-source agreement", Confidence.SECONDARY)
_OAM = FormFactor(165.0, 102.0, None, "OCP Accelerator Module design specification", Confidence.MEMORY)
_BY_NAME = {
    "SFP": _SFP,
    "SFP+": _SFP,
    "SFP28": _SFP,
    "QSFP28": _QSFP,
    "QSFP56": _QSFP,
    "QSFP112": _QSFP,
    "QSFP-DD": _QSFP_DD,
    "OSFP, finned top (IHS)": _OSFP,
    "OSFP, flat top (RHS)": _OSFP_FLAT,
    "OAM": _OAM,
}


def form_factor(name: str) -> FormFactor | None:
    """The form factor of that name as the catalog writes it, None where no size is known."""
    return _BY_NAME.get(name)
