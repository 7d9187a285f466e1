"""Rules on links: length, light, plugs, pathways."""
