"""Heat and its removal: air, liquid, units, thermal classes, PUE."""
