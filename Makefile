# Everything a fresh machine needs: Python >= 3.11, make and the package registries.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := -m pip install --quiet --disable-pip-version-check --no-compile
TELL   := @echo "faraon:"
unexport PYTHONDONTWRITEBYTECODE # packages are not compiled when they are installed, but when they are used

.PHONY: help setup client play test soak check check-python check-client compile bench peers clean lock types art sheets pictures browser

help:  ## list the commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

# ------------------------------------------------------------------------------------------------- setting up
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(TELL) "making a virtual environment in $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python $(PIP) --upgrade pip # the one that comes with Python takes twice as long for what follows
	@touch $@

$(VENV)/.node: requirements/node.txt | $(VENV)/.made
	@$(BIN)/python tools/client.py node || { \
		echo "faraon: fetching node, which builds the client (PATH has none that is new enough)"; \
		$(BIN)/python $(PIP) --no-deps --requirement requirements/node.txt; }
	@touch $@

$(VENV)/.play: pyproject.toml requirements/play.txt | $(VENV)/.node
	$(TELL) "installing what playing needs (requirements/play.txt)"
	@$(BIN)/python $(PIP) --no-deps --requirement requirements/play.txt
	$(TELL) "installing the command faraon in $(BIN)"
	@FARAON_CLIENT=skip $(BIN)/python $(PIP) --no-deps --editable .
	@touch $@

client: $(VENV)/.node
	@$(BIN)/python tools/client.py build

setup:  ## make .venv with the command faraon in it
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.play client

$(VENV)/.dev: requirements/dev.txt | setup
	$(TELL) "installing what the tests need (requirements/dev.txt)"
	@$(BIN)/python $(PIP) --no-deps --requirement requirements/dev.txt
	@touch $@

# --------------------------------------------------------------------------------------------------- commands
play: setup  ## play a game in the browser
	@$(BIN)/faraon serve

test: browser  ## lint, types and all tests (some seven minutes on two cores)
	@$(MAKE) --no-print-directory --jobs=2 check-python check-client compile
	$(BIN)/pytest -n auto

soak: browser  ## the long runs: the same tests with larger numbers
	FARAON_SOAK=1 $(BIN)/pytest -n auto -m soak -s

check: $(VENV)/.dev setup  ## lint and types
	@$(MAKE) --no-print-directory --jobs=2 check-python check-client

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

check-client:
	$(BIN)/python tools/client.py check test

# Each process of the tests would compile the same modules at the same time.
compile:
	@$(BIN)/pytest --collect-only --quiet > /dev/null || true

.venv-bench/.installed: pyproject.toml requirements/bench.txt
	test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python $(PIP) --no-deps --requirement requirements/bench.txt
	.venv-bench/bin/python $(PIP) --no-deps --editable .
	@touch $@

.venv-peers/.installed: pyproject.toml requirements/peers.txt
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python $(PIP) --no-deps --requirement requirements/peers.txt
	FARAON_CLIENT=skip .venv-peers/bin/python $(PIP) --no-deps --editable .
	@touch $@

peers: .venv-peers/.installed  ## the environments in the tests of the libraries that they are made for
	.venv-peers/bin/pytest --override-ini="addopts=--strict-markers -ra" --override-ini=filterwarnings=default tests/peers \
		tests/env/test_gymnasium.py tests/env/test_pettingzoo.py

bench: .venv-bench/.installed  ## measure the engines beside their peers
	.venv-bench/bin/python benchmarks/run.py

art: $(VENV)/.dev  ## draw the cards and icons anew
	cd art && ../$(BIN)/python -m cardart ../client ../src/faraon/game

sheets: browser  ## pictures of every screen, in build/sheets
	$(BIN)/python -m tools.contact_sheets

pictures: browser  ## take the pictures of the documentation anew
	$(BIN)/python -m tools.contact_sheets pictures

# Debian's Chromium needs nothing of ours, and comes while packages are installed.
browser:
	@$(PYTHON) tools/browser.py debian & $(MAKE) --no-print-directory $(VENV)/.dev; made=$$?; wait; exit $$made
	@$(BIN)/python tools/browser.py

types: setup  ## generate the client's types from the server's messages
	$(BIN)/python -m faraon.server.wire.typescript client/src/lib/protocol.ts

LOCK := $(BIN)/uv pip compile --quiet --universal --no-header --no-annotate

lock: setup  ## pin the dependencies anew
	$(BIN)/python $(PIP) uv
	$(LOCK) pyproject.toml --extra server --output-file requirements/play.txt
	$(LOCK) --group node --output-file requirements/node.txt
	$(LOCK) pyproject.toml --extra all --extra gym --extra pettingzoo --group dev --constraint requirements/play.txt --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --extra server --group bench --output-file requirements/bench.txt
	$(LOCK) pyproject.toml --extra gym --extra openspiel --extra pettingzoo --extra pgx --group peers --output-file requirements/peers.txt

clean:  ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache client/node_modules src/faraon/server/web
