"""Plans before they are built, and the templates that make them."""
