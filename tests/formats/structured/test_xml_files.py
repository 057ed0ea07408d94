"""Real kinds of XML files, reduced with a real reader of each."""

from __future__ import annotations

import io
import plistlib
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

import pytest

import thresher
from tests.oracle.programs import needs
from thresher import formats

ENTITIES = {f"ns_{number}": f"http://ns.example.com/{number}/1.0/" for number in range(13)} | {
    f"st{number}": f"fill:#{number}{number}FF00;stroke:none;stroke-width:{number};" for number in range(7)
}
SVG = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n'
    + "".join(f'\t<!ENTITY {name} "{value}">\n' for name, value in ENTITIES.items())
    + "]>\n<svg version='1.1' "
    + " ".join(f"xmlns:n{number}='&ns_{number};'" for number in range(13))
    + ">\n"
    + "".join(f"  <g id='g{at}'><path style='&st{at % 7};' d='M{at},1L9,9'/><rect/></g>\n" for at in range(30))
    + "</svg>\n"
).encode()
ITEMS = "".join(f"<item><title>News {at}</title><guid>{at}</guid></item>\n" for at in range(25))
RSS = f"<?xml version='1.0'?>\n<rss version='2.0'><channel><title>t</title>\n{ITEMS}</channel></rss>\n".encode()


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, cwd=folder, capture_output=True, check=False)


def reduced(name: str, data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    assert fails(data)
    return thresher.reduce(data, fails, name=name).data


def test_svg_whose_entity_stays_is_an_entity_and_its_use() -> None:
    """An assertion of a reader about what an entity stands for: one declaration of twenty, and one reference."""

    def fails(data: bytes) -> bool:
        declared: dict[str, str] = {}
        styles: list[str] = []
        parser = expat.ParserCreate()
        parser.EntityDeclHandler = lambda name, is_parameter, value, *_: declared.update({name: value or ""})
        parser.StartElementHandler = lambda name, attributes: styles.extend(attributes.values())
        try:
            parser.Parse(data, True)
        except expat.ExpatError:
            return False
        return any("stroke-width:3" in value and value in styles for value in declared.values())

    left = reduced("drawing.svg", SVG, fails)
    assert len(left) <= 68, left
    assert left.count(b"<!ENTITY") == left.count(b"&") == 1


@needs("xmllint")
def test_svg_of_which_only_the_expanded_text_matters_has_no_entities_left(tmp_path: Path) -> None:
    def fails(data: bytes) -> bool:
        (tmp_path / "a.svg").write_bytes(data)
        command = ["xmllint", "--noent", "--nonet", "a.svg"]
        return (
            b'<path style="fill:#33FF00'
            in subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).stdout
        )

    left = reduced("drawing.svg", SVG, fails)
    assert b"<!ENTITY" not in left
    assert len(left) <= 40, left


@needs("xmllint")
def test_docbook_that_is_not_valid(tmp_path: Path) -> None:
    """The declarations that the validator needs for its complaint stay, the others go."""
    elements = "".join(
        f"<!ELEMENT e{at} (para|e{at + 1})*>\n<!ATTLIST e{at} role CDATA #IMPLIED>\n" for at in range(20)
    )
    sections = "".join(f"<section id='s{at}'><title>{at}</title><para>text</para></section>\n" for at in range(12))
    book = (
        "<!DOCTYPE book [\n<!ELEMENT book (title,section+)>\n<!ELEMENT section (title,para*)>\n"
        "<!ELEMENT title (#PCDATA)>\n<!ELEMENT para (#PCDATA)>\n<!ATTLIST section id ID #REQUIRED\n  lang NMTOKEN 'e'>"
        f"\n{elements}]>\n<book><title>A book</title>\n{sections}<section id='s3'><title/></section></book>\n"
    ).encode()

    def fails(data: bytes) -> bool:
        (tmp_path / "book.xml").write_bytes(data)
        run = subprocess.run(
            ["xmllint", "--valid", "--noout", "book.xml"], cwd=tmp_path, capture_output=True, check=False
        )
        return b"ID s3 already defined" in run.stderr

    left = reduced("book.xml", book, fails)
    assert left.count(b"<!") == 2, left
    assert len(left) < 100, left


def test_a_property_list_that_cannot_be_loaded() -> None:
    values = {f"key{at}": [at, {"name": f"v{at}", "data": bytes([at] * 9)}] for at in range(40)}
    data = plistlib.dumps(values).replace(b"<integer>17</integer>", b"<integer>seventeen</integer>")

    def fails(candidate: bytes) -> bool:
        try:
            plistlib.loads(candidate)
        except ValueError as error:
            return "invalid literal for int" in str(error)
        except (expat.ExpatError, AttributeError, IndexError, KeyError, TypeError):
            return False
        return False

    assert len(reduced("Info.plist", data, fails)) <= 40


def test_a_feed_with_an_entry_that_breaks_its_reader() -> None:
    data = RSS.replace(b"<guid>7</guid>", b"")

    def fails(candidate: bytes) -> bool:
        try:
            return any(item.find("guid") is None for item in ElementTree.fromstring(candidate).iter("item"))
        except ElementTree.ParseError:
            return False

    assert reduced("feed.rss", data, fails).strip() == b"<item/>"


@needs("xsltproc")
def test_a_stylesheet_that_cannot_be_compiled(tmp_path: Path) -> None:
    templates = "".join(
        f'<xsl:template match="e{at}"><p class="{{@c}}"><xsl:value-of select="count(x{at})"/></p></xsl:template>\n'
        for at in range(20)
    ).replace("count(x11)", "count(x11")
    sheet = (
        '<?xml version="1.0"?>\n<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">\n'
        f'<xsl:output method="html"/>\n{templates}</xsl:stylesheet>\n'
    ).encode()
    (tmp_path / "in.xml").write_bytes(b"<e/>")

    def fails(data: bytes) -> bool:
        (tmp_path / "a.xsl").write_bytes(data)
        output = run(tmp_path, "xsltproc", "--nonet", "a.xsl", "in.xml").stderr
        return b"could not compile select expression" in output

    left = reduced("a.xsl", sheet, fails)
    assert left.count(b"template") <= 2, left
    assert len(left) < 220, left


def test_a_spreadsheet_in_a_zip() -> None:
    """Members that the reader does not need go; the sheet is reduced to one cell."""
    cells = "".join(
        f'<row r="{row}">' + "".join(f'<c r="{column}{row}"><v>{row}</v></c>' for column in "ABCDE") + "</row>"
        for row in range(1, 30)
    )
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<?xml version="1.0"?><worksheet xmlns="{space}"><sheetData>{cells}</sheetData></worksheet>'
    members = {
        "[Content_Types].xml": '<?xml version="1.0"?><Types><Default Extension="xml" ContentType="text/xml"/></Types>',
        "xl/workbook.xml": f'<?xml version="1.0"?><workbook xmlns="{space}"><sheets/></workbook>',
        "xl/styles.xml": f'<?xml version="1.0"?><styleSheet xmlns="{space}"/>',
        "xl/worksheets/sheet1.xml": sheet.replace('<c r="C7"><v>7</v>', '<c r="C7"><v>seven</v>'),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)

    def fails(data: bytes) -> bool:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                root = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
        except (zipfile.BadZipFile, ElementTree.ParseError, KeyError):
            return False
        values = [each.text or "" for each in root.iter(f"{{{space}}}v")]
        return any(value and not value.isdecimal() for value in values)

    with zipfile.ZipFile(io.BytesIO(reduced("book.xlsx", target.getvalue(), fails))) as left:
        assert left.namelist() == ["xl/worksheets/sheet1.xml"]
        sheet = left.read("xl/worksheets/sheet1.xml").decode()
    assert sheet.count("<") <= 4, sheet


@pytest.mark.parametrize("name", ["workbook.xml.rels", "package.opf", "a"])
def test_an_element_with_a_namespace_is_xml_without_a_declaration(name: str) -> None:
    assert formats.guess(name, b'<Relationships xmlns="http://a"><Relationship Id="1"/></Relationships>').name == "xml"
    assert formats.guess("a.jsx", b'<svg xmlns="http://a"/>').name == "source"
    assert formats.guess("a", b'<html xmlns="http://a"><p></html>').name == "html"
