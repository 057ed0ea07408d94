# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help demo test lint compiled tests unit coverage docs dist system soak bench bench-peers bench-own bench-lists bench-corpus clean

help:
	@echo "make demo      install into .venv and reduce a real failing input"
	@echo "make test      run everything that CI checks: style, types, layers, docs, all tests"
	@echo "make unit      run the quick tests: none that is slow or needs a browser or a cluster"
	@echo "make coverage  run all tests and show which lines they run; TESTS='-m \"not slow\"' for some of them"
	@echo "make docs      build the documentation in site/"
	@echo "make dist      build and check the source distribution and the wheel in dist/"
	@echo "make soak      kill and disturb reductions a few hundred times; writes the table of docs/faults.md"
	@echo "make bench CORPUS=DIR  reduce the cases of a corpus with thresher and other reducers; writes benchmarks/results/;"
	@echo "               without a corpus, thresher alone on generated inputs (also bench-own, bench-lists, bench-corpus)"

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "thresher needs Python 3.11 or later; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { sh tools/system-packages python3-venv && $(PYTHON) -m venv $(VENV); }
	$(BIN)/pip install -qq --disable-pip-version-check -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/dev: $(VENV)/installed
	$(BIN)/pip install -qq --disable-pip-version-check -e '.[dev,docs]'
	@touch $@

demo: $(VENV)/installed
	@sh examples/demo $(BIN)/thresher

system:
	@sh tools/system-packages bubblewrap gcc libc6-dev gdb git procps cvise make ffmpeg gettext qpdf libxml2-utils xsltproc wabt llvm llvm-16 glslang-tools spirv-tools minisat chromium chromium-headless-shell nodejs fish zsh mandoc nano xvfb x11-apps python3-tk at-spi2-core dbus python3-gi gir1.2-gtk-3.0 mousepad openbox

test: system lint docs tests

lint: $(VENV)/dev
	$(BIN)/ruff check src tests benchmarks tools
	$(BIN)/ruff format --check src tests benchmarks tools
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Where Python may not write bytecode by itself, each run of the command would compile the package anew.
compiled: $(VENV)/dev
	@$(BIN)/python -m compileall -q src tests

tests: compiled
	$(BIN)/pytest -n auto -rs

unit: compiled
	HYPOTHESIS_PROFILE=quick $(BIN)/pytest -n auto -m "not slow and not browser and not desktop and not cluster"

coverage: compiled
	$(BIN)/pytest -n auto --cov --cov-report=term:skip-covered $(TESTS)

dist: $(VENV)/installed
	$(BIN)/pip install -qq --disable-pip-version-check -e '.[release]'
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/twine check --strict dist/*
	$(BIN)/python tools/light_install.py dist/*.whl

bench: $(if $(CORPUS),bench-peers,bench-own)

bench-peers: $(VENV)/dev system
	$(BIN)/python -m benchmarks.peers $(CORPUS) $(PEERS_OPTIONS)

bench-own: $(VENV)/dev
	$(BIN)/python -m benchmarks.overhead
	$(BIN)/python -m benchmarks.source
	$(BIN)/python -m benchmarks.trees
	$(BIN)/python -m benchmarks.lists
	$(BIN)/python -m benchmarks.mining

# kill -9 200 times, and every other fault five times.
soak: $(VENV)/dev system
	$(BIN)/python -m benchmarks.faults $(SOAK_OPTIONS)

bench-lists: $(VENV)/dev
	$(BIN)/python -m benchmarks.lists

bench-corpus: $(VENV)/dev
	$(BIN)/python -m benchmarks.corpus $(CORPUS)
	$(BIN)/python -m benchmarks.thesis $(CORPUS)

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis
