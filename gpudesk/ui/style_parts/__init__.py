"""The drawing of standard controls, a module for each family of them."""
