"""How commands read paths and write."""
