"""The places of the window and the parts that they are made of."""
