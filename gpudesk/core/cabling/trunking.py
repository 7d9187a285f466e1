"""How many trunks of which size carry the links between two places."""

from collections.abc import Sequence


def trunk_sizes(links: int, sizes: Sequence[int]) -> list[int]:
    """The sizes of the trunks for some links: as many of the largest as are filled, then the smallest that takes the rest.

    A rest that fills no trunk leaves spare fibres, which is what links that come later run on.

    Args:
        sizes: connectors at an end of the trunks that there are.
    """
    ordered = sorted(set(sizes))
    if not ordered:
        return []
    whole, rest = divmod(links, ordered[-1])
    return [ordered[-1]] * whole + ([next(size for size in ordered if size >= rest)] if rest else [])
