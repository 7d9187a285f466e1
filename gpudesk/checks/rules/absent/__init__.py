"""Rules on what is missing: power, cooling, networks and roles that nobody planned."""
