"""Writing expressions: Unicode and ASCII text, LaTeX, Python."""
