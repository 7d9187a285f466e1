"""How far colors are apart for eyes that see all of them and for those that lack one kind of cone.

The simulation is that of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE
TVCG 15(6), 2009), its matrices for a full deficiency; the distance is that of CIE 1976 L*a*b* with the white of sRGB (D65). Both are
from memory.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Colours: TypeAlias = NDArray[np.float64]
"""Red, green and blue of sRGB from 0 to 1, shape (colors, 3)."""
HARD_TO_TELL = 7.0
"""Distance in L*a*b* below which small marks of two colors are confused: a rule of thumb. The tones of the eight rails are further
apart in every theme."""
_CONES = np.array(
    [
        np.eye(3),
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
"""What all eyes see, and those without cones for long, middle and short waves, in linear light."""
_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
_WHITE = _XYZ.sum(axis=1)


def apart(colour: Colours, others: Colours) -> Colours:
    """How far a color is from others at the worst of all kinds of eyes, in L*a*b*: shape (others,).

    Args:
        colour: shape (3,).
    """
    seen, seen_others = _seen(colour[None, :]), _seen(others)
    distances: Colours = np.sqrt(((seen - seen_others) ** 2).sum(axis=2)).min(axis=0)
    return distances


def _seen(colours: Colours) -> Colours:
    """L*, a* and b* of colors for each kind of eyes, shape (eyes, colors, 3)."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.einsum("eij,cj->eci", _CONES, linear), 0, 1)
    scaled = light @ _XYZ.T / _WHITE
    root = np.where(scaled > (6 / 29) ** 3, np.cbrt(scaled), scaled * (29 / 6) ** 2 / 3 + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    lab: Colours = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
    return lab
