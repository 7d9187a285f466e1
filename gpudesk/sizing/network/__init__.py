"""Networks between systems, and collective operations over them."""
