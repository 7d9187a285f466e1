"""A scheme to store a matrix in few bits: the bits of its elements and of their scales and zero points."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scheme:
    """How one matrix is stored.

    Attributes:
        key: the nearest format of `resources/sizing/weight_formats.yaml`, used for speeds.
        method: name of the kernel input in engines; the key of `resources/sizing/quantization_kernels.yaml`.
        name: display name, without the numbers.
        bits: of one element.
        group: elements of a row that share a scale; 0 for the whole row.
        rows: rows that share a scale; 0 for all of them.
        scale_bits: of one scale; a second-level scale is included with its share.
        zero_bits: of one zero point; 0 where there is none.
        column_bits: once for each column of a matrix, such as the column order.
        tensor_bits: once for each matrix.
        computes: arithmetic of its products, as in `WeightFormat`.
        capability: minimum compute capability of GPUs that support it.
    """

    key: str
    method: str
    name: str
    bits: int
    group: int = 0
    rows: int = 1
    scale_bits: float = 16.0
    zero_bits: int = 0
    column_bits: int = 0
    tensor_bits: int = 0
    computes: str = "fp16"
    capability: float = 7.5

    def value_bytes(self, shape: tuple[int, ...]) -> float:
        """Bytes of the elements of a matrix."""
        return math.prod(shape) * self.bits / 8

    def scale_bytes(self, shape: tuple[int, ...]) -> float:
        """Bytes stored with the elements: scales, zero points, the column order."""
        rows, columns = math.prod(shape[:-1]), shape[-1]
        high = -(-rows // (self.rows or rows))
        wide = -(-columns // (self.group or columns))
        return (high * wide * (self.scale_bits + self.zero_bits) + columns * self.column_bits + self.tensor_bits) / 8

    def title(self) -> str:
        """In English, with the numbers."""
        return self._titled("groups of {n}", "blocks of {r} × {n}", "a scale a row", "a scale a tensor", "{n} bits")

    def title_es(self) -> str:
        """In Spanish."""
        return self._titled("grupos de {n}", "bloques de {r} × {n}", "una escala por fila", "una escala por tensor", "{n} bits")

    def _titled(self, groups: str, blocks: str, row: str, tensor: str, bits: str) -> str:
        if self.group:
            shared = (blocks if self.rows > 1 else groups).format(n=self.group, r=self.rows)
        else:
            shared = row if self.rows else tensor
        return f"{self.name}, {bits.format(n=self.bits)}, {shared}"
