"""Broken and hostile XML."""

from __future__ import annotations

import tracemalloc

import pytest

from psiphi.errors import PsiphiError, RobotFileError
from psiphi.formats.xml_reader import MAX_DEPTH, parse_xml, read_bytes, read_xml

BILLION_LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [
 <!ENTITY lol "lol">
 <!ENTITY lol1 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
 <!ENTITY lol2 "&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;">
]>
<robot name="&lol2;"/>
"""


def test_elements_know_their_line_and_place():
    robot = parse_xml('<robot>\n <joint\n  name="elbow">\n  <axis xyz="0 0 1"/>\n </joint>\n</robot>')
    joint = robot.child("joint")
    assert joint is not None
    axis = joint.child("axis")
    assert axis is not None
    assert (robot.line, joint.line, axis.line) == (1, 2, 4)
    assert axis.label == '<axis> in <joint name="elbow">'
    assert [element.tag for element in robot.descendants()] == ["joint", "axis"]
    error = axis.error("is wrong.", "Do this.")
    assert str(error) == '<string>:4: <axis> in <joint name="elbow">: is wrong. Do this.'
    assert (error.line, error.element, error.remedy) == (4, axis.label, "Do this.")


def test_a_second_child_is_an_error():
    with pytest.raises(RobotFileError, match=r":3: <b>: a second <b>"):
        parse_xml("<a>\n<b/>\n<b/></a>").child("b")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no element found"),
        ("<robot>", 1, "no element found"),
        ("<robot>\n<link></robot>", 2, "mismatched tag"),
        ("<robot>\n\n<link name='a' name='b'/></robot>", 3, "duplicate attribute"),
        ("<robot/><robot/>", 1, "junk after document element"),
        ("<robot>&nbsp;</robot>", 1, "undefined entity"),
        ("plain text", 1, "syntax error"),
        (b"<robot name='\xff\xfe'/>", 1, "invalid token"),
        (b"\xff\xfe<\x00r", 1, ""),
        ("<?xml version='1.0' encoding='rot13'?><robot/>", 1, "rot13"),
        ("<?xml version='1.0' encoding='no-such'?><robot/>", 1, "no-such|unknown encoding"),
        ("<?xml version='1.0' encoding='utf-7'?><robot/>", 1, "multi-byte"),
    ],
)
def test_broken_xml(text, line, words):
    with pytest.raises(RobotFileError, match=f"not well-formed XML.*(?:{words}).*Repair") as caught:
        parse_xml(text, source="robot.urdf")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"robot.urdf:{line}:")


@pytest.mark.parametrize(
    "text",
    [
        BILLION_LAUGHS,
        "<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<r>&x;</r>",
        "<!DOCTYPE r [<!ENTITY % x SYSTEM 'http://localhost/x.dtd'> %x;]>\n<r/>",
        "<!DOCTYPE r SYSTEM 'http://localhost/x.dtd'>\n<r>&x;</r>",
        "<!DOCTYPE r PUBLIC 'a' 'b'>\n<r/>",
        "<!DOCTYPE r [ <!-- > <r><include/></r> --> ]>\n<r/>",
        "<!DOCTYPE r>\n<r/>",
    ],
    ids=["bomb", "external entity", "parameter entity", "external type", "public type", "comment", "plain"],
)
def test_document_types_are_refused(text):
    with pytest.raises(RobotFileError, match=r"<!DOCTYPE>: .* is refused.*Remove it") as caught:
        parse_xml(text)
    assert caught.value.line in (1, 2)


class Watched(bytes):
    """Bytes that know how far they were handed to the parser."""

    parsed = 0

    def __getitem__(self, part):
        self.parsed = max(self.parsed, part.stop)
        return super().__getitem__(part)


@pytest.mark.parametrize("unit", [b"<a>", b"<a b='1'>\n"])
def test_deep_nesting_is_refused_at_once(unit):
    data = Watched(unit * 10_000_000)
    with pytest.raises(RobotFileError, match=f"nested more than {MAX_DEPTH} deep") as caught:
        parse_xml(data)
    assert 0 < data.parsed <= 2**16
    assert caught.value.element == "<a> in <a> in <a> in <a>"


def test_a_gigabyte_of_nesting_is_refused_unread(tmp_path):
    """The file has holes, so that it takes no room; it is refused for its size already."""
    path = tmp_path / "deep.urdf"
    with open(path, "wb") as file:
        file.write(b"<a>" * 1000)
        file.truncate(2**30)
    tracemalloc.start()
    try:
        with pytest.raises(RobotFileError, match=r"deep\.urdf: larger than 256 MiB"):
            read_xml(path)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_an_endless_tag_is_refused_unparsed():
    data = Watched(b"<a b='" + b"1" * 50_000_000 + b"'/>")
    with pytest.raises(RobotFileError, match="without the end of a tag"):
        parse_xml(data)
    assert data.parsed == 0


def test_too_many_elements_are_refused(monkeypatch):
    monkeypatch.setattr("psiphi.formats.xml_reader.MAX_ELEMENTS", 100)
    with pytest.raises(RobotFileError, match="more than 100 elements"):
        parse_xml("<a>" + "<b/>" * 101 + "</a>")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(RobotFileError, match=r"absent\.urdf: cannot be read: No such file.*Check the path"):
        read_bytes(tmp_path / "absent.urdf")
    with pytest.raises(RobotFileError, match="cannot be read"):
        read_bytes(tmp_path)
    with pytest.raises(PsiphiError, match="cannot be read"):
        read_bytes("robot\0.urdf")


def test_other_encodings_are_read():
    text = '<?xml version="1.0" encoding="{}"?><robot name="Zürich"/>'
    for encoding in ("utf-8", "utf-16", "iso-8859-1", "koi8-u"):
        name = "Zürich" if encoding != "koi8-u" else "Київ"
        data = text.format(encoding).replace("Zürich", name).encode(encoding)
        assert parse_xml(data).attributes["name"] == name


def test_long_and_strange_names_stay_short_in_messages():
    robot = parse_xml(f'<robot><link name="{"x" * 1000}&#10;"/></robot>')
    assert len(robot.children[0].label) < 100


def test_comments_part_the_text_around_them():
    assert parse_xml("<mass>1<!-- or -->5</mass>").text == "1 5"
    assert parse_xml("<mass>1<?or?>5</mass>").text == "1 5"
    assert parse_xml("<mass><![CDATA[1]]>5</mass>").text == "15"
