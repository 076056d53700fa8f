# Everything a fresh machine needs: Python >= 3.11, make and the package registries.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: help setup play test soak check bench clean lock types art sheets pictures browser

help:  ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(STAMP): pyproject.toml requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements/dev.txt
	FARAON_CLIENT=skip $(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@

setup: $(STAMP)  ## make .venv with the command faraon in it
	@$(BIN)/python tools/client.py build

play: setup  ## play a game in the browser
	@$(BIN)/faraon serve

test: setup check browser  ## lint, types and all tests (under ten minutes)
	$(BIN)/pytest -n auto

soak: setup browser  ## the long runs: the same tests with larger numbers
	FARAON_SOAK=1 $(BIN)/pytest -n auto -m soak -s

check: setup  ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/client.py check test

.venv-bench/.installed: pyproject.toml requirements/bench.txt
	test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --requirement requirements/bench.txt
	.venv-bench/bin/python -m pip install --quiet --no-deps --editable .
	@touch $@

bench: .venv-bench/.installed  ## measure the engines beside their peers
	.venv-bench/bin/python benchmarks/run.py

art: setup  ## draw the cards and icons anew
	cd art && ../$(BIN)/python -m cardart ../client ../src/faraon/game

sheets: setup browser  ## pictures of every screen, in build/sheets
	$(BIN)/python -m tools.contact_sheets

pictures: setup browser  ## take the pictures of the documentation anew
	$(BIN)/python -m tools.contact_sheets pictures

browser: setup
	@$(BIN)/python tools/browser.py

types: setup  ## generate the client's types from the server's messages
	$(BIN)/python -m faraon.server.wire.typescript client/src/lib/protocol.ts

lock: setup  ## pin the dependencies anew
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --group dev pyproject.toml --output-file requirements/dev.txt
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --group bench pyproject.toml --output-file requirements/bench.txt

clean:  ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache client/node_modules src/faraon/server/web
