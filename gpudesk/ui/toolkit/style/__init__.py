"""Colors, sizes and style sheets."""
