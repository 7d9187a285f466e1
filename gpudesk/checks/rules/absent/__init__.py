"""Rules for missing elements: power, cooling, networks and roles that are not planned."""
