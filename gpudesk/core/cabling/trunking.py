"""How many trunks of which size carry the links between two places."""

from collections.abc import Sequence


def trunk_sizes(links: int, sizes: Sequence[int]) -> list[int]:
    """The sizes of the trunks for some links: as many of the largest as can be filled, then the smallest for the rest.

    A remainder that does not fill a trunk leaves spare fibers, which later links can use.

    Args:
        sizes: connectors at an end of the available trunks.
    """
    ordered = sorted(set(sizes))
    if not ordered:
        return []
    whole, rest = divmod(links, ordered[-1])
    return [ordered[-1]] * whole + ([next(size for size in ordered if size >= rest)] if rest else [])
