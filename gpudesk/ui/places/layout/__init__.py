"""Layout: floor and racks."""
