"""Flat drawings as SVG: charts, operators, sweeps, robots as lines, and formulas as MathML."""
