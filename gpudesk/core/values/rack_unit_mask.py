"""Half units as the bits of a whole number, half unit 0 the lowest."""

EVEN = sum(1 << bit for bit in range(0, 4096, 2))
"""The half units at which a whole unit begins."""


def span_bits(low: int, high: int) -> int:
    """The half units from `low` up to `high` (not included); those below the rack are left out."""
    low = max(0, low)
    return ((1 << max(0, high - low)) - 1) << low


def starts(free: int, height: int) -> int:
    """The bits from which `height` bits upwards are all set in `free`."""
    done = 1
    while done < height and free:
        step = min(done, height - done)
        free &= free >> step
        done += step
    return free


def longest_run(free: int) -> int:
    """The length of the longest run of set bits."""
    length = 0
    while free:
        free &= free >> 1
        length += 1
    return length


def lowest(bits: int) -> int:
    """The place of the lowest set bit, −1 without any."""
    return (bits & -bits).bit_length() - 1
