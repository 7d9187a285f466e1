"""Tables: CSV and workbooks, lists of devices, types, stock and materials, labels."""
