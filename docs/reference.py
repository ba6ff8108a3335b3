"""What the build of the site adds: the API reference and the examples are read off the code.

As a hook of MkDocs it replaces some comments in a page, so that what is new in the code is on the page. Of
the reference it writes the blocks which mkdocstrings then fills.

    <!-- examples -->                    the programs in examples/
    <!-- times -->                       the table of times of README
    <!-- themes of Robot -->             all methods, grouped
    <!-- index of Robot -->              all methods by the alphabet, as links
    <!-- index of everything -->         all that the pages of the reference have
    <!-- MODULE: name name … -->         these functions and classes
    <!-- MODULE: others -->              all others that the module has or, with __all__, offers

As an extension of Griffe it makes Markdown of docstrings, which are plain text: asterisks are adjoints and
not emphasis, and lines such as `name  meaning` are a list.
"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
from functools import cached_property
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

from psiphi.robot import Robot
from psiphi.view.drawings.typeset import formula

# The methods of Robot itself; those of its other bases are a theme each, and so are the rest of its own.
OWN_THEMES = {
    "Making and keeping": ("from_dh", "save"),
    "What it is": (
        "nq",
        "nv",
        "mass",
        "joint_names",
        "body_names",
        "frame_names",
        "q_slice",
        "v_slice",
    ),
    "Configurations": ("neutral", "random_configuration", "integrate", "difference"),
    "Dynamics": (),  # whatever no other theme names, and then the other bases
    "Operator expressions": ("compile", "kernel"),
    "Motion": ("simulate", "rollout"),
    "Pictures": ("view", "snapshot", "plot_sparsity"),
}
_THEMES, _EXAMPLES, _TIMES = "<!-- themes of Robot -->", "<!-- examples -->", "<!-- times -->"
_INDEX, _NAMES = "<!-- index of Robot -->", "<!-- index of everything -->"
_CODE = re.compile(r"<code>([^<]*)</code>")
_MATHEMATICS = re.compile(r"[φψτλΩΛαωΣΦΨΔΠ𝓜𝓒⁻½₁₂]|^[HMPDKGRJE]\*?$")
_PROGRAM = re.compile(r"""[\w.]+\(\)|["'.\\@#{}<>]|[a-z]{2,}_\w+|\b[a-z]{5,}|/|==|:=""")
_MEMBERS = re.compile(r"^<!-- (psiphi[\w.]*): ([\w ]+) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs with the text of each page."""
    filled = markdown.replace(_THEMES, themes_of_robot()).replace(_EXAMPLES, examples())
    filled = filled.replace(_TIMES, times()).replace(_INDEX, index_of_robot()).replace(_NAMES, index_of_all())
    return _with_members(filled)


def _with_members(markdown: str) -> str:
    """A page with blocks in the place of the names that its comments list."""
    named = {name for marker in _MEMBERS.finditer(markdown) for name in marker[2].split()}

    def written(marker: re.Match[str]) -> str:
        module, names = marker[1], marker[2].split()
        if names == ["others"]:
            names = [name for name in offered(module) if name not in named]
        return "\n\n".join(_block(getattr(import_module(module), name)) for name in names)

    return _MEMBERS.sub(written, markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Called by MkDocs with the HTML of each page: formulas in code are set as mathematics, in MathML."""

    def written(code: re.Match[str]) -> str:
        text = unescape(code[1])
        if _MATHEMATICS.search(text) and not _PROGRAM.search(text):
            return f'<span class="formula">{formula(text)}</span>'
        return code[0]

    return _CODE.sub(written, html)


def times() -> str:
    """The table of times that README has."""
    return runpy.run_path(str(Path(__file__).resolve().parent / "generate_times.py"))["table"]()


def examples() -> str:
    """The programs in examples/, each under the first words of its docstring."""
    sections: list[str] = []
    pictures = Path(__file__).resolve().parent / "pictures"
    for path in sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.py")):
        code = path.read_text(encoding="utf-8")
        title = re.split(r"[:.\n]", ast.get_docstring(ast.parse(code)) or path.stem)[0]
        shown = next(iter(sorted(pictures.glob(f"{path.stem}.*"))), None)
        picture = f'![{title}](pictures/{shown.name}){{ width="320" loading="lazy" }}\n\n' if shown else ""
        sections.append(f'## {title}\n\n{picture}```python title="examples/{path.name}"\n{code}```')
    return "\n\n".join(sections)


def offered(module: str) -> list[str]:
    """The functions and classes of a module; the letters of the algebra are on the page of notation."""
    found = import_module(module)
    names = getattr(found, "__all__", None)
    home = "psiphi." if names else module  # without a list, what is only imported there does not count
    values = {name: getattr(found, name) for name in names or vars(found) if not name.startswith("_")}
    return [
        name
        for name, value in values.items()
        if (inspect.isroutine(value) or inspect.isclass(value)) and value.__module__.startswith(home)
    ]


def themes_of_robot() -> str:
    """The methods of a robot, a heading for each theme."""
    own = [name for name, value in vars(Robot).items() if _is_public(name, value)]
    named = {name for names in OWN_THEMES.values() for name in names}
    blocks: list[str] = []
    for title, names in OWN_THEMES.items():
        chosen = names or tuple(name for name in own if name not in named)
        if chosen:
            blocks.append(f"## {title}")
            blocks += [_block(Robot, name) for name in chosen]
        if not names:
            blocks += [_theme(base) for base in Robot.__mro__[1:-1] if _methods(base)]
    return "\n\n".join(blocks)


def index_of_robot() -> str:
    """All methods of a robot by the alphabet, each a link to where it stands on the page."""
    paths = re.findall(r"^::: (\S+)$", themes_of_robot(), re.MULTILINE)
    named = sorted((path.rpartition(".")[2], path) for path in paths)
    return " · ".join(f"[`{name}`](#{path})" for name, path in named)


def index_of_all() -> str:
    """All that the pages of the reference have by the alphabet, each a link to where it stands."""
    found: set[tuple[str, str]] = set()
    for page in sorted((Path(__file__).resolve().parent / "api").glob("*.md")):
        text = page.read_text(encoding="utf-8").replace(_THEMES, themes_of_robot())
        for path in re.findall(r"^::: (\S+)$", _with_members(text), re.MULTILINE):
            found.add((path.rpartition(".")[2], f"{page.name}#{path}"))
    letters: dict[str, list[str]] = {}
    for name, place in sorted(found, key=lambda one: (one[0].lower(), one)):
        letters.setdefault(name[0].upper(), []).append(f"[`{name}`]({place})")
    return "\n\n".join(f"**{letter}** " + " · ".join(names) for letter, names in letters.items())


def _theme(base: type) -> str:
    """A base of Robot: its name in words, what its docstring says, its methods."""
    title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", base.__name__).capitalize()
    said = _markdown(inspect.getdoc(base) or "")
    return "\n\n".join([f"## {title}", said, *(_block(base, name) for name in _methods(base))])


def _methods(base: type) -> list[str]:
    """What a base is the first to define, and no theme of Robot itself names."""
    abstract = getattr(base, "__abstractmethods__", ())
    elsewhere = {name for names in OWN_THEMES.values() for name in names}
    for earlier in Robot.__mro__[: Robot.__mro__.index(base)] if base in Robot.__mro__ else ():
        elsewhere |= vars(earlier).keys()
    elsewhere |= set(abstract)
    return [name for name, value in vars(base).items() if _is_public(name, value) and name not in elsewhere]


def _is_public(name: str, value: object) -> bool:
    return not name.startswith("_") and (
        callable(value) or isinstance(value, property | cached_property | staticmethod | classmethod)
    )


def _block(value: Any, member: str = "") -> str:
    """What mkdocstrings replaces by the reference of a function or class, or of a member of a class."""
    path = f"{value.__module__}.{value.__qualname__}" + (f".{member}" if member else "")
    return f"::: {path}\n    options:\n      heading_level: 3"


class PlainText(griffe.Extension):
    """Docstrings as Markdown."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by Griffe with everything it finds in the source."""
        if obj.docstring:
            obj.docstring.value = _markdown(obj.docstring.value)


_ENTRY = re.compile(r"^(?P<name>[\w\"'(.)`]+(?:, [\w\"'(.)`]+)*) {2,}(?P<meaning>\S.*)$")


def _markdown(text: str) -> str:
    """Plain text as Markdown: tables and indented equations are left alone."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs)


def _paragraph(paragraph: str) -> str:
    lines = paragraph.split("\n")
    if all(line.startswith(("    ", "|")) for line in lines):
        return paragraph
    if not _ENTRY.match(lines[0]):
        return _escaped(paragraph)
    items: list[str] = []
    for line in lines:
        entry = _ENTRY.match(line)
        if entry:
            items.append(f"- `{entry['name'].strip('`')}`: {_escaped(entry['meaning'])}")
        else:
            items[-1] += " " + _escaped(line.strip())
    return "\n".join(items)


def _escaped(text: str) -> str:
    """Asterisks and the like outside code mean themselves."""
    return re.sub(r"(`[^`]*`)|([*_<])", lambda found: found[1] or f"\\{found[2]}", text)
