"""The language that genres are written in: grid, fields, unknowns, constraints, rules, registry."""
