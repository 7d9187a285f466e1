"""What lists and tables show: models over plain tuples and columns, sorted and filtered without Qt's proxies."""
