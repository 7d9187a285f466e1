"""Heat and what carries it away: air, liquid, units, thermal classes, PUE."""
