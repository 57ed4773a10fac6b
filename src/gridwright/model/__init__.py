"""The language that genres are written in, and what it needs: grid, fields, unknowns, constraints, rules, registry."""
