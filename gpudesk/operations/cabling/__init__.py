"""Networks, cables and pathways."""
