"""Cost of computing: capital, contracts, tariffs, yearly cost, and cost per result. Arithmetic only; prices are data."""
