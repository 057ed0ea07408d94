"""mkdocs hooks: generated pages, pages outside docs/, and links to them.

- README.md becomes the front page; CONTRIBUTING.md and other files at the root, the reference (`tools/reference.py`),
  the Python API (`tools/api.py`) and benchmarks/results/*.md become pages.
- The navigation of mkdocs.yml is limited to existing pages. A page without an entry is added to "How-to guides".
- Links to benchmarks/results point to those pages; a link to a missing table becomes plain text.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
import api
import reference

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
TABLES = "Benchmark results"
HOW_TO, EXPLANATION = "How-to guides", "Explanation"
AT_THE_ROOT = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
               "SECURITY.md": "security.md", "CODE_OF_CONDUCT.md": "conduct.md"}  # fmt: skip
GENERATED = (*AT_THE_ROOT.values(), "reference.md", "api.md")
ROOT_LINK = re.compile(r"\]\((?:\.\./)?(" + "|".join(map(re.escape, AT_THE_ROOT)) + r")(?=[)#])")
LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?:\.\./)*benchmarks/results/(?P<name>[\w.-]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Limits the navigation to existing pages and adds the pages that have no entry."""
    there = {path.relative_to(config.docs_dir).as_posix() for path in Path(config.docs_dir).rglob("*.md")}
    nav = _existing(config.nav or [], there | set(GENERATED))
    _section(nav, HOW_TO).extend(sorted(there - set(_pages(nav))))
    _section(nav, EXPLANATION).append(
        {TABLES: [{path.stem: f"results/{path.name}"} for path in sorted(RESULTS.glob("*.md"))]}
    )
    config.nav = nav
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds the pages from outside docs/."""
    for name, place in AT_THE_ROOT.items():
        content = (ROOT / name).read_text().replace("](docs/", "](").replace('="docs/', '="')
        files.append(File.generated(config, place, content=content))
    files.append(File.generated(config, "reference.md", content=reference.markdown()))
    files.append(File.generated(config, "api.md", content=api.markdown()))
    for path in sorted(RESULTS.iterdir()):
        files.append(File.generated(config, _place(path.name), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Rewrites links to results and to files at the root into links to their pages."""
    markdown = ROOT_LINK.sub(lambda link: f"]({AT_THE_ROOT[link[1]]}", markdown)
    return LINK.sub(_result_link, markdown)


def _result_link(link: re.Match[str]) -> str:
    text, name = link["text"], link["name"]
    return f"[{text}]({_place(name)})" if (RESULTS / name).exists() else text


def _place(name: str) -> str:
    """The path of a result on the site; peers.md and peers.html must not collide."""
    return f"results/{name}" if name.endswith(".md") else f"results/files/{name}"


def _existing(nav: list[Any], there: set[str]) -> list[Any]:
    """The entries whose page exists; sections are kept."""
    kept = []
    for entry in nav:
        ((title, target),) = entry.items()
        if not isinstance(target, str):
            kept.append({title: _existing(target, there)})
        elif target in there:
            kept.append(entry)
    return kept


def _pages(nav: list[Any]) -> list[str]:
    """All pages of a navigation."""
    found: list[str] = []
    for entry in nav:
        targets = entry.values() if isinstance(entry, dict) else [entry]
        for target in targets:
            found += [target] if isinstance(target, str) else _pages(target)
    return found


def _section(nav: list[Any], title: str) -> list[Any]:
    return next(entry[title] for entry in nav if title in entry)
