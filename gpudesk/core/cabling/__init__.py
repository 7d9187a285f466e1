"""Links and the parts they are made of, pathways and how full they are."""
