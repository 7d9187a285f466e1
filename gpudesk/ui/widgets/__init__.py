"""Small widgets of the house, one a file. They take plain values and know nothing of a project."""
