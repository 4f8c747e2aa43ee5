# One word for each task. `make` alone lists them.
#
# Targets use the Python of your environment. Without make, type the commands: each is one line.

PYTHON ?= python
RUNS ?= 1000

.DEFAULT_GOAL := help

.PHONY: help
help:  ## List the targets
	@$(PYTHON) -c "import re; print(*('{:<12}{}'.format(*t) for t in re.findall(r'(?m)^(\w+):.*?##\s+(.*)', open('Makefile').read())), sep='\n')"

.PHONY: install
install:  ## Install xlnono with everything the tests need; edits take effect at once
	$(PYTHON) -m pip install -e ".[test]"

.PHONY: test
test:  ## Run the tests (the slow ones excepted)
	$(PYTHON) -m pytest

.PHONY: quick
quick:  ## Run the tests that need no office program and no browser
	XLNONO_NO_PROGRAMS=1 $(PYTHON) -m pytest

.PHONY: slow
slow:  ## Run what `test` leaves out: exhaustive counts, long series, every button in LibreOffice
	$(PYTHON) -m pytest -m "slow or real or long"

.PHONY: lint
lint:  ## Check style, types, imports and spelling
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	lint-imports
	codespell

.PHONY: format
format:  ## Format the code, and fix what can be fixed without thinking
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

.PHONY: gate
gate:  ## Run everything that must pass before a merge, in a fresh environment
	.ci/run

.PHONY: wheels
wheels:  ## Build the wheels and the sources, and install each where nothing can be compiled (needs build)
	$(PYTHON) tools/check_wheels.py

.PHONY: sanitize
sanitize:  ## Run the tests of the kernel under the sanitizers of g++
	.ci/sanitize

.PHONY: packages
packages:  ## Count the lines of each package and the imports between packages
	$(PYTHON) tools/package_graph.py

.PHONY: phrases
phrases:  ## Find phrases that read like a translation
	$(PYTHON) tools/phrases.py

.PHONY: samples
samples:  ## Make the sample workbooks from their pictures
	$(PYTHON) samples/make.py

.PHONY: templates
templates:  ## Make the ready templates
	$(PYTHON) templates/make.py

.PHONY: macros
macros:  ## Make the macro project from its text, then the templates that contain it
	$(PYTHON) templates/vba/build.py
	$(PYTHON) templates/make.py

.PHONY: wasm
wasm:  ## Build the kernel of the web page, with the compiler of tools/wasm.txt
	$(PYTHON) -m pip install -q -r tools/wasm.txt
	$(PYTHON) tools/build_wasm.py

.PHONY: page
page:  ## Write the published copy of the web page
	rm -f docs/solve.html
	$(PYTHON) -m xlnono page docs/solve.html --lang en

.PHONY: pictures
pictures:  ## Make the pictures of the documentation (needs LibreOffice and pdftoppm)
	$(PYTHON) docs/images/make.py
	$(PYTHON) docs/images/techniques.py
	PYTHONPATH=. $(PYTHON) docs/images/buttons.py

.PHONY: benchmarks
benchmarks:  ## Measure explaining, solving a workbook and writing a large log
	$(PYTHON) benchmarks/explaining.py
	$(PYTHON) benchmarks/workbook.py
	$(PYTHON) benchmarks/editing.py

.PHONY: fuzz
fuzz:  ## Read and solve workbooks changed at random (RUNS=1000)
	$(PYTHON) fuzz/reading.py --runs $(RUNS)
	$(PYTHON) fuzz/puzzle_files.py --runs $(RUNS)
	$(PYTHON) fuzz/solving.py --runs $(RUNS)
