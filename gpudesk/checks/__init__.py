"""Design rules: errors in a plan, with place, amount and fix.

Each module of rules contains one family; `families` imports them all.
"""
