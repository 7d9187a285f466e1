"""What computing costs: capital, contracts, tariffs, yearly accounts, and what a result comes to. Arithmetic alone; prices are data."""
