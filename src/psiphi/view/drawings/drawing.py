"""Drawings as SVG that stand by themselves: in a notebook, a file, or a page."""

from __future__ import annotations

from pathlib import Path

from psiphi.errors import InputError
from psiphi.frozen import frozen
from psiphi.whole_file import written_whole

# The looks of a drawing outside of psiphi's pages, which bring their own (style.css).
LOOKS = (
    "svg{background:#fff}text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1d2129;text-anchor:middle}"
    "text.soft,text.tick{fill:#5d6673}text.start{text-anchor:start}text.end{text-anchor:end}"
    ".ink,.c1,.axis,.bone,.branch{fill:none;stroke:#1d2129;stroke-width:1.5}.c1{stroke:#d1603d}"
    ".branch{stroke:#9aa3b0}.pin{fill:#fff;stroke:#1f5fa8;stroke-width:2}.node{fill:#1f5fa8}"
    ".box{fill:#fff;stroke:#5d6673}.filled{fill:#dbe8f6}.head{fill:#1d2129}.head.c1{fill:#d1603d}"
    ".grid{stroke:#dfe3e8}.cell{fill:#1f5fa8}"
)


@frozen
class Drawing:
    """A drawing as the text of an SVG element."""

    svg: str

    def _repr_html_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write an .svg file."""
        if Path(path).suffix.lower() != ".svg":
            raise InputError(f"path: {str(path)!r} does not end in .svg, which is what is written.")
        with written_whole(Path(path)) as temporary:
            temporary.write_text(self.svg, encoding="utf-8")


def standing_alone(svg: str) -> Drawing:
    """A drawing of psiphi's pages with the looks that it needs outside of them."""
    named = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    start = named.index(">") + 1
    return Drawing(f"{named[:start]}<style>{LOOKS}</style>{named[start:]}")
