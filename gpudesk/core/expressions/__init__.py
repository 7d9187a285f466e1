"""The language of acceptance conditions."""
