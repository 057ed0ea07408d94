"""PDF: objects in objects by what refers to what, and their values."""

from __future__ import annotations

import subprocess
import zlib
from pathlib import Path

from tests.formats import containers
from tests.oracle.programs import needs
from thresher import Stop, formats, reduce
from thresher.formats.documents.pdf import PdfObject, without_references
from thresher.structures.container import Container

PAGES = 12


def book() -> bytes:
    """Pages with texts and fonts of their own, and one font that all pages have."""
    kids = b" ".join(b"%d 0 R" % (10 * at) for at in range(1, PAGES))
    values = {
        1: b"<</Type /Catalog /Pages 2 0 R /Lang (en)>>",
        2: b"<</Type /Pages /Kids [%b] /Count %d>>" % (kids, PAGES - 1),
        3: b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    }
    for at in range(1, PAGES):
        text = zlib.compress(b"BT /F1 9 Tf 9 %d Td (Page %d) Tj ET\n" % (at, at) * 5)
        fonts = b"<</F1 3 0 R /F2 %d 0 R>>" % (10 * at + 2)
        values[10 * at] = (
            b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents %d 0 R\n/Resources <</Font %b>> /Rotate 0>>"
            % (10 * at + 1, fonts)
        )
        values[10 * at + 1] = b"<</Length %d /Filter /FlateDecode>>\nstream\n%b\nendstream" % (len(text), text)
        values[10 * at + 2] = b"<</Type /Font /Subtype /Type1 /BaseFont /Courier /Name (F%d)>>" % at
    return containers.classic_pdf(values)


def parsed(data: bytes) -> Container:
    container = formats.format_named("pdf").container("a.pdf", data)
    assert container is not None
    return container


def inside(container: Container) -> dict[int, int]:
    """By its number, the number of the object that each object is in; 0 if it is in none."""
    nodes = container.nodes
    return {
        part.number: above.number if isinstance(above := nodes[container.parent(at)], PdfObject) else 0
        for at, part in enumerate(nodes)
        if isinstance(part, PdfObject)
    }


def test_an_object_is_in_the_one_that_all_references_to_it_come_through() -> None:
    found = inside(parsed(book()))
    assert found | {1: 0, 2: 1, 3: 2, 10: 2, 11: 10, 12: 10, 110: 2, 111: 110} == found


def test_without_a_page_its_contents_are_gone_too() -> None:
    container = parsed(book())
    page = next(at for at, part in enumerate(container.nodes) if isinstance(part, PdfObject) and part.number == 50)
    left = container.render(container.shape.without(container.everything, [page]))
    assert set(containers.check_pdf(left)) == set(containers.check_pdf(container.holding(1, b"").data)) - {50, 51, 52}


def test_references_go_with_their_object() -> None:
    assert without_references(b"[1 0 R (a) 3 0 R]", frozenset({1, 3})) == b"[(a) ]"
    assert without_references(b"<</A 1 0 R /B 11 0 R>>", frozenset({1})) == b"<</B 11 0 R>>"
    assert without_references(b"<</Kids [1 0 R] /Count 7>>", frozenset({1})) == b"<</Kids [] /Count 7>>"


def test_a_chain_of_objects_is_not_nested_without_end() -> None:
    chain = {at: b"<</Next %d 0 R>>" % (at + 1) for at in range(1, 3000)}
    container = parsed(containers.classic_pdf(chain))
    assert container.height < 30
    assert container.data == containers.classic_pdf(chain)


def test_the_value_of_an_object_is_entries_and_items() -> None:
    tree = formats.parse_document(
        "pdf_object", "", b"<</A [1 2 0 R (a(b) c)] /B <</C /D>> /E <4f> % x\n/F>>", None
    ).tree
    texts = [tree.data[tree.starts[node] : tree.stops[node]] for node in range(2, len(tree))]
    assert texts == [
        b"/A [1 2 0 R (a(b) c)]", b"[1 2 0 R (a(b) c)]", b"1", b"2 0 R", b"(a(b) c)",
        b"/B <</C /D>>", b"<</C /D>>", b"/C /D", b"/E <4f>", b"/F",
    ]  # fmt: skip


@needs("qpdf")
def test_a_book_comes_down_to_one_page(tmp_path: Path) -> None:
    """As qpdf reads it, also with its objects in streams."""
    (tmp_path / "book.pdf").write_bytes(book())
    packing = ["qpdf", "--object-streams=generate", "book.pdf", "packed.pdf"]
    subprocess.run(packing, cwd=tmp_path, check=True, capture_output=True)

    def fails(data: bytes) -> bool:
        (tmp_path / "a.pdf").write_bytes(data)
        command = ["qpdf", "--qdf", "--object-streams=disable", "a.pdf", "-"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        return done.returncode == 0 and b"(Page 7) Tj" in done.stdout

    for name in ("book.pdf", "packed.pdf"):
        done = reduce((tmp_path / name).read_bytes(), fails, name="a.pdf", stop=Stop(tests=40))
        assert len(containers.check_pdf(done.data)) == 4  # the root, the pages, a page and its contents


def test_lines_around_the_objects_go_before_bytes() -> None:
    """A reader that repairs files does without the table of objects, which no object is a part of."""
    needed = (b"%PDF-1", b"<</Type /Catalog /Pages 2 0 R", b"/Kids [", b"/Parent 2 0 R", b"/Courier /Name (F7)")
    found = reduce(book(), lambda data: all(each in data for each in needed), name="a.pdf")
    assert b" 00000 n" not in found.data
    assert found.statistics.tests < 400
