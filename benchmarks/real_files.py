"""Real files of every kind, made by real tools, reduced against a real reader: by their formats and by characters.

usage: python -m benchmarks.real_files [PART OF A NAME...]

Needs xmllint, xsltproc, ffmpeg, clang-14, llvm-14, glslang, spirv-tools, wabt, chromium, poppler-utils, qpdf, gettext
and texlive-latex-base, and the packages pyarrow, numpy, pillow, python-docx and openpyxl.
"""

from __future__ import annotations

import sys

from benchmarks import media
from benchmarks.binaries import Case, reduced
from benchmarks.report import Report

MOST_TESTS, MOST_BY_CHARACTERS = 2000, 100
PYTHON = sys.executable
CHROMIUM = "chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer"


def python(code: str, to: str = "out") -> str:
    """A shell command that runs a program in Python and writes its output to a file."""
    return f"{PYTHON} - > {to} 2> errors <<'END'\n{code}\nEND"


SVG = r"""
entities = {f"ns_{n}": f"http://ns.example.com/{n}/1.0/" for n in range(13)}
entities |= {f"st{n}": f"fill:#{n}{n}FF00;stroke-width:{n};" for n in range(7)}
declared = "".join(f'\t<!ENTITY {name} "{value}">\n' for name, value in entities.items())
spaces = " ".join(f"xmlns:n{n}='&ns_{n};'" for n in range(13))
group = "  <g id='g{0}'><path style='&st{1};' d='M{0},1L9,9'/><rect width='{0}'/></g>\n"
groups = "".join(group.format(n, n % 7) for n in range(30))
print(f"<?xml version='1.0'?>\n<!DOCTYPE svg [\n{declared}]>\n<svg version='1.1' {spaces}>\n{groups}</svg>")
"""
BOOK = r"""
print('<?xml version="1.0"?>\n<book xmlns="http://docbook.org/ns/docbook" version="5.0"><title>A book</title>')
for chapter in range(8):
    print(f'<chapter xml:id="c{chapter}"><title>Chapter {chapter}</title>')
    for section in range(5):
        note = "<footnote><para>See <emphasis>there</emphasis></para></footnote>"
        text = f'Some text{note if (chapter, section) == (5, 3) else ""} with <xref linkend="c{section}"/>.'
        print(f'<section><title>{section}</title><para>{text}</para></section>')
    print("</chapter>")
print("</book>")
"""
PLIST = r"""
import plistlib, sys
windows = [{"title": f"window {n}", "frame": [n, n + 1, 640, 480], "visible": n % 2 == 0} for n in range(40)]
sys.stdout.buffer.write(plistlib.dumps({"version": 3, "windows": windows, "recent": [f"/tmp/{n}" for n in range(30)]}))
"""
PICTURE = """
import random
from PIL import Image, ImageCms
chosen = random.Random(3)
picture = Image.new("RGB", (60, 50))
picture.putdata([tuple(chosen.randrange(200) for _ in range(3)) for _ in range(3000)])
picture.putpixel((20, 30), (201, 202, 203))
exif = picture.getexif()
exif[271], exif.get_ifd(34665)[37510], exif.get_ifd(34665)[42036] = "Maker" * 5, b"comment " * 5, "lens model x1"
"""
COLOUR = "assert (201, 202, 203) in [colour for _, colour in Image.open('{}').convert('RGB').getcolors(9999)]"
RSS = r"""
item = "<item><title>News {0}</title><link>http://example.org/{0}</link><guid>{0}</guid></item>\n"
items = "".join(item.format(n) for n in range(60))
print(f"<?xml version='1.0'?>\n<rss version='2.0'><channel><title>All</title>\n{items}</channel></rss>")
"""
XSLT = r"""
print('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">')
for n in range(30):
    call = "gone" if n == 17 else f"t{n + 1}"
    body = f'<xsl:if test="@x{n}"><b><xsl:value-of select="@x{n}"/></b></xsl:if><xsl:call-template name="{call}"/>'
    print(f'<xsl:template name="t{n}" match="n{n}"><p class="{n}">{body}</p></xsl:template>')
print('<xsl:template match="/"><html><xsl:call-template name="t16"/></html></xsl:template></xsl:stylesheet>')
"""
DOCX = r"""
import docx
document = docx.Document()
for n in range(40):
    document.add_heading(f"Section {n}", 1)
    paragraph = document.add_paragraph(f"Text of section {n}. ")
    paragraph.add_run("needle" if n == 23 else "hay").bold = n % 3 == 2
    table = document.add_table(2, 2) if n % 10 == 0 else None
document.save("report.docx")
"""
XLSX = r"""
import openpyxl
book = openpyxl.Workbook()
for number in range(3):
    sheet = book.active if number == 0 else book.create_sheet(f"more {number}")
    for row in range(60):
        sheet.append([row, f"name {row}", row * 1.5, f"=A{row + 1}*2" if (number, row) == (1, 33) else None])
book.save("sheet.xlsx")
"""
ROWS = """
import random
rows = [[n, f"user {n % 17}", random.Random(n).randrange(1000), n % 2 == 0, f"note {n}, and more"] for n in range(400)]
rows[231][2] = None
names = ["id", "user", "price", "active", "note"]
"""
TABLE = (
    ROWS
    + "import pyarrow as pa\ntable = pa.table({name: [row[at] for row in rows] for at, name in enumerate(names)})\n"
)
ARRAY = "import numpy\narray = numpy.arange(4800.0).reshape(400, 12)\narray[231, 7] = numpy.nan\n"
SOURCE = """
struct point { int x, y; double w; };
extern int printf(const char *, ...);
static int helper(int a, int b) {
  int s = 0;
  for (int i = 0; i < a; i++) { if (i % 3 == b) s += i * a; else s -= b; }
  return s;
}
double area(struct point *p, int n) {
  double t = 0;
  for (int i = 0; i + 1 < n; i++) t += p[i].x * p[i + 1].y - p[i].w;
  return t;
}
int divide(int a, int b) { return a / b + helper(a, b); }
int show(int c, char **v) {
  struct point p[3] = {{1, 2, 3.0}, {4, 5, 6.0}, {7, 8, 9.0}};
  printf("%f %d", area(p, 3), divide(c, 2));
  switch (c) { case 1: printf("one"); break; case 2: printf("two"); }
  return helper(c, 1);
}
"""
SHADER = """#version 450
layout(location=0) in vec3 color; layout(location=1) in flat int mode; layout(location=0) out vec4 result;
layout(binding=0) uniform sampler2D image;
layout(binding=1) uniform Block { mat4 m; vec4 tint; float rates[4]; } block;
float wave(float x, int n) {
  float s = 0.0;
  for (int i = 0; i < n; i++) { if (i % 2 == 0) s += sin(x * float(i)); else s -= cos(x); }
  return s;
}
vec3 mixed(vec3 a, vec3 b) {
  switch (mode) { case 0: return a; case 1: return b; case 2: return mix(a, b, 0.5); default: return a * b; }
}
void main() {
  vec3 c = mixed(color, texture(image, color.xy).rgb);
  float w = wave(c.x, mode);
  if (w > 1.0) discard;
  result = vec4(c, pow(w, 2.0)) * block.m + block.tint * block.rates[mode];
}
"""
LLVM = "clang-14 -O1 -g -emit-llvm -xc source"
WASM = "clang-14 --target=wasm32 -O1 -c -xc source -o"
GLSL = "glslangValidator -V -S frag source -o"


def missing_price(read: str) -> str:
    """A test that two rows with a price are before one without."""
    check = "at = [price is None or price == '' for price in prices].index(True)\nassert at >= 2"
    return python(f"{read}\n{check}")


XML = (
    Case("drawing.svg", python(SVG, "drawing.svg"), "xmllint --noent drawing.svg | grep -q 'stroke-width:3'"),
    Case("book.xml", python(BOOK, "book.xml"),
         """xmllint --xpath "//*[name()='footnote']//*[name()='emphasis']" book.xml"""),
    Case("settings.plist", python(PLIST, "settings.plist"),
         python("import plistlib\nassert any(480 in w['frame'] and w['visible'] and '14' in w['title'] "
                "for w in plistlib.load(open('settings.plist', 'rb'))['windows'])")),
    Case("binary.plist", python(PLIST.replace("for n in range(30)]}", "for n in range(30)]}, fmt=plistlib.FMT_BINARY"),
                                "binary.plist"),
         python("import plistlib\nassert any(480 in w['frame'] and w['visible'] and '14' in w['title'] "
                "for w in plistlib.load(open('binary.plist', 'rb'), fmt=plistlib.FMT_BINARY)['windows'])")),
    Case("feed.rss", python(RSS, "feed.rss"),
         python("from xml.etree import ElementTree\nchannel = ElementTree.parse('feed.rss').getroot().find('channel')\n"
                "assert any(item.findtext('title', '').endswith('37') and item.find('guid') is not None "
                "for item in channel.iter('item'))")),
    Case("style.xsl", python(XSLT, "style.xsl"),
         "echo '<a/>' > in.xml; xsltproc style.xsl in.xml 2>&1 | grep -q 'called template .*gone'"),
    Case("report.docx", python(DOCX),
         python("import docx\nassert any(run.bold for each in docx.Document('report.docx').paragraphs "
                "for run in each.runs if 'needle' in run.text)")),
    Case("sheet.xlsx", python(XLSX),
         python("import openpyxl\nassert any(cell.data_type == 'f' for sheet in openpyxl.load_workbook('sheet.xlsx') "
                "for row in sheet.iter_rows() for cell in row)")),
)  # fmt: skip
PROGRAMS = (
    Case("module.ll", f"{LLVM} -S -o module.ll",
         "llvm-as-14 module.ll -o out && llvm-dis-14 out -o - | grep -q sdiv", SOURCE),
    Case("module.bc", f"{LLVM} -c -o module.bc", "llvm-dis-14 module.bc -o - | grep -q sdiv", SOURCE),
    Case("shader.spv", f"{GLSL} shader.spv", "spirv-val shader.spv && spirv-dis shader.spv | grep -q Pow", SHADER),
    Case("shader.spvasm", f"{GLSL} out.spv && spirv-dis out.spv -o shader.spvasm",
         "spirv-as --target-env spv1.0 shader.spvasm -o out && spirv-val out && spirv-dis out | grep -q Pow", SHADER),
    Case("module.wasm", f"{WASM} out.wasm && wasm2wat out.wasm -o out.wat && wat2wasm out.wat -o module.wasm",
         "wasm-validate module.wasm && wasm-objdump -d module.wasm | grep -q div_s", SOURCE),
    Case("module.wat", f"{WASM} out.wasm && wasm2wat out.wasm -o module.wat",
         "wat2wasm module.wat -o out && wasm-objdump -d out | grep -q div_s", SOURCE),
)  # fmt: skip
CSV = "import csv\nprices = [row['price'] for row in csv.DictReader(open('data.{0}', newline=''), delimiter='{1}')]"
TABLES = (
    Case("data.csv", python(ROWS + "import csv\ncsv.writer(open('data.csv', 'w')).writerows([names, *rows])"),
         missing_price(CSV.format("csv", ","))),
    Case("data.tsv",
         python(ROWS + "import csv\ncsv.writer(open('data.tsv', 'w'), 'excel-tab').writerows([names, *rows])"),
         missing_price(CSV.format("tsv", r"\t"))),
    Case("data.jsonl", python(ROWS + "import json\nwith open('data.jsonl', 'w') as file:\n    for row in rows:\n"
                              "        print(json.dumps(dict(zip(names, row))), file=file)"),
         missing_price("import json\nprices = [json.loads(line)['price'] for line in open('data.jsonl')]")),
    Case("data.parquet", python(TABLE + "from pyarrow import parquet\nparquet.write_table(table, 'data.parquet')"),
         missing_price("from pyarrow.parquet import read_table\n"
                       "prices = read_table('data.parquet')['price'].to_pylist()")),
    Case("data.arrow", python(TABLE + "from pyarrow import feather\nfeather.write_feather(table, 'data.arrow')"),
         missing_price("from pyarrow import feather\nprices = feather.read_table('data.arrow')['price'].to_pylist()")),
    Case("data.npy", python(ARRAY + "numpy.save('data.npy', array)"),
         python("import numpy\nassert numpy.isnan(numpy.load('data.npy').sum())")),
    Case("data.npz", python(ARRAY + "numpy.savez_compressed('data.npz', array=array, other=array[:5])"),
         python("import numpy\nassert numpy.isnan(numpy.load('data.npz')['array'].sum())")),
)  # fmt: skip

IMAGES = (
    Case("picture.tif", python(PICTURE + "picture.save('picture.tif')"),
         python("from PIL import Image\n" + COLOUR.format("picture.tif"))),
    Case("pages.tif", python(PICTURE + "pages = [Image.new('RGB', (30, 30), (at, at, at)) for at in range(6)]\n"
                             "pages[0].save('pages.tif', save_all=True, append_images=[*pages[1:], picture])"),
         python("from PIL import Image, ImageSequence\nassert any((201, 202, 203) in page.convert('RGB').getdata() "
                "for page in ImageSequence.Iterator(Image.open('pages.tif')))")),
    Case("palette.bmp", python(PICTURE + "picture.quantize(200).save('palette.bmp')"),
         python("from PIL import Image\npixels = Image.open('palette.bmp').convert('RGB').getdata()\n"
                "assert any(red > 150 and green > 150 and blue > 150 for red, green, blue in pixels)")),
    Case("exif.jpg", python(PICTURE + "picture.save('exif.jpg', exif=exif)"),
         python("from PIL import Image\nassert 'lens' in Image.open('exif.jpg').getexif().get_ifd(34665)[42036]")),
    Case("profile.icc", python(PICTURE + "profile = ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB'))\n"
                               "open('profile.icc', 'wb').write(profile.tobytes())"),
         python("from PIL import ImageCms\nassert ImageCms.getOpenProfile('profile.icc').profile.copyright")),
)  # fmt: skip
BOOK_PAGE = r"""
print("<!doctype html><style>h1 { break-before: page } b { font-family: serif; font-size: 9px }</style>")
for n in range(12):
    print(f"<h1>Chapter {n}</h1>" + "".join(f"<p>Text {n}.{at}, <b>bold</b> and <i>not</i></p>" for at in range(5)))
"""
PAPER = r"""
print(r"\documentclass{article}\usepackage{graphicx}\begin{document}\title{A paper}\maketitle")
for n in range(25):
    formula = f"$a_{{{n}}} \\le \\frac{{1}}{{{n + 1}}}$"
    print(f"\\section{{Part {n}}}\\label{{part{n}}}\nSome text, see~\\ref{{part{n % 7}}}: {formula}.\n")
    items = "".join(f"\n  \\item[{at}] item \\textbf{{{at}}}" for at in range(4))
    print(r"\begin{itemize}" + items + "\n\\end{itemize}")
    wrong = r"\emph{see \needle{here}}" if n == 17 else r"\emph{nothing}"
    print(f"\\begin{{tabular}}{{ll}}\n a & {wrong} \\\\\n c & d\n\\end{{tabular}}")
print(r"\end{document}")
"""
CALLS = "".join(f'void f{n}(int x) {{ printf(gettext("line {n} of %d, and\\n" "more"), x); }}\n' for n in range(60))
CATALOGUE = (
    "xgettext --from-code=UTF-8 -LC -o out.pot source && msgen out.pot | "
    "sed '/^msgstr/,/^$/s/line 37 of %d/line 37 of %s/' > messages.po"
)
DOCUMENTS = (
    Case("book.pdf", python(BOOK_PAGE, "book.html") + "\n" + CHROMIUM + " --print-to-pdf=book.pdf book.html",
         "pdftotext book.pdf - | grep -q 'Text 7.3'"),
    Case("packed.pdf", python(BOOK_PAGE, "book.html") + "\n" + CHROMIUM + " --print-to-pdf=book.pdf book.html && "
         "qpdf --object-streams=generate book.pdf packed.pdf",
         "qpdf --check packed.pdf && qpdf packed.pdf --show-npages | grep -q '[1-9]'"),
    Case("messages.po", CATALOGUE, "msgfmt -c messages.po -o out 2>&1 | grep -q 'format specifications'", CALLS),
    Case("messages.mo", f"{CATALOGUE} && msgfmt messages.po -o messages.mo",
         "msgunfmt messages.mo | grep -q 'line 37 of %s'", CALLS),
    Case("paper.tex", python(PAPER, "paper.tex"),
         "pdflatex -interaction=nonstopmode paper.tex > out; grep -q 'Output written' out && grep -q needle out"),
)  # fmt: skip


def main() -> None:
    columns = ["file", "bytes", "tests", "bytes left", "by characters: tests", "bytes left"]
    report = Report("real_files", "Real files with their readers, by format and by characters", columns)
    wanted = sys.argv[1:]
    sounds = [each for each in media.cases() if not each.name.endswith(("opus", "webm", "mkv"))]
    for case in (*sounds, *PROGRAMS, *DOCUMENTS, *IMAGES, *TABLES, *XML):
        if wanted and not any(part in case.name for part in wanted):
            continue
        by_packets = ["--min-granularity", "parts"] if case in sounds and case.name != "broken.h264" else []
        size, known = reduced(case, ["--max-tests", str(MOST_TESTS), *by_packets])
        limit = str(min(known["tests"], MOST_BY_CHARACTERS))
        _, plain = reduced(case, ["--format", "characters", "--max-tests", limit])
        left, other = known["after"]["bytes"], plain["after"]["bytes"]
        larger = " (larger)" if left > other else ""
        cells = [f"{done['tests']:,}{'' if done['finished'] else ', stopped'}" for done in (known, plain)]
        title = f"{case.name}, by packets" if by_packets else case.name
        report.row(title, f"{size:,}", cells[0], f"{left:,}{larger}", cells[1], f"{other:,}")
        report.write()
    report.note(
        f"One job; a reduction is stopped after {MOST_TESTS:,} tests, by characters after as many as by format, "
        f"{MOST_BY_CHARACTERS} at most. Packets are compared by checksums: no byte in those that are left can go."
    )
    report.write()


if __name__ == "__main__":
    main()
