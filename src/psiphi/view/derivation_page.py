"""A derivation as a page: its steps with their sources, the loops that are read off, and their diagram."""

from __future__ import annotations

from html import escape

from psiphi.algebra.derivation import Derivation
from psiphi.algebra.rewriting.polynomial import expand
from psiphi.recursion.sweeps.explain import describe
from psiphi.view.drawings.flow_drawing import flow_drawing
from psiphi.view.drawings.typeset import typeset, typeset_loops
from psiphi.view.words import style, versions

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>psiphi: {title}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<main>
<header><h1><i>ψφ</i> psiphi</h1></header>
<div class="card hero">{expression}</div>
<h2>Derived</h2>
<div class="card">{steps}</div>
<h2>Read off</h2>
<div class="card"><pre>{loops}</pre></div>
<h2>As a block diagram</h2>
<div class="card">{diagram}</div>
<footer>{versions}.</footer>
</main>
</body>
</html>
"""


def derivation_page(derivation: Derivation) -> str:
    """The text of a page about how an expression is evaluated; it needs nothing but itself."""
    expression = derivation.expression
    return _PAGE.format(
        title=escape(str(expression)),
        style=style(),
        expression=typeset(expression),
        steps=steps_table(derivation),
        loops=typeset_loops(describe(expand(derivation.result))),
        diagram=flow_drawing(derivation).svg,
        versions=escape(", ".join(versions())),
    )


def steps_table(derivation: Derivation) -> str:
    """The steps of a derivation as an HTML table, each with its source."""
    rows = [f'<tr><td class="equals"></td><td>{typeset(derivation.expression)}</td><td></td></tr>']
    for step in derivation.steps:
        last = ' class="result"' if step is derivation.steps[-1] else ""
        rows.append(
            f'<tr{last}><td class="equals">=</td><td>{typeset(step.after)}</td>'
            f'<td class="source">{escape(step.identity)}</td></tr>'
        )
    return f'<table class="steps">{"".join(rows)}</table>'
