"""Pictures of codes, as gray pixels."""

import numpy as np
import segno
import zxingcpp
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
PX_A_MODULE = 5


def code_picture(text: str) -> Gray:
    """A QR code as our labels have it, with a quiet zone."""
    made = segno.make(text, error="m", micro=False, boost_error=False, mask=0)
    modules = np.array([list(row) for row in made.matrix_iter(scale=1, border=4)])
    return np.where(np.kron(modules, np.ones((PX_A_MODULE, PX_A_MODULE))) > 0, 0, 255).astype(np.uint8)


def data_matrix(text: str) -> Gray:
    """A Data Matrix as makers print serial numbers."""
    made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.DataMatrix)
    return np.array(zxingcpp.write_barcode_to_image(made, scale=PX_A_MODULE), np.uint8)


def damaged(picture: Gray) -> Gray:
    """The code with a stain in its middle that is too large to be corrected."""
    stained = picture.copy()
    height, width = picture.shape
    stained[height * 3 // 8 : height * 5 // 8, width * 3 // 8 : width * 5 // 8] = 128
    return stained


def sheet(*pictures: Gray) -> Gray:
    """Several pictures below each other on white."""
    width = max(picture.shape[1] for picture in pictures)
    padded = [np.pad(picture, ((0, 40), (0, width - picture.shape[1])), constant_values=255) for picture in pictures]
    return np.vstack(padded)
