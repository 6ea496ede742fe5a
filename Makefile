# `make help` lists the targets. Everything is installed into $(VENV), made anew when pyproject.toml changes.

SHELL := /bin/bash
VENV ?= .venv
BIN := $(VENV)/bin
# Workers of pytest: three more than cores, as many wait for servers and pages.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 3)
# Of `make test`: the game whose tests are wanted, as in: make test GAME=xidit; all of them where it is not said.
GAME ?=
# What `make run` hands on to `movebook up`, as in: make run UP="--port 8100 --data /tmp/evening"
UP ?=
# What `make league` hands on, as in: make league LEAGUE="--tables 40 --port 8100"
LEAGUE ?=
# The first Python on PATH that is new enough; or say which: make run PYTHON=python3.13
PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

# Before a command: waits until no other make in this folder runs one with it.
locked := import fcntl, subprocess, sys; file = open("Makefile"); fcntl.flock(file, fcntl.LOCK_EX); \
	sys.exit(subprocess.call(sys.argv[1:]))
lock = $(if $(PYTHON),$(PYTHON) -c '$(locked)')

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start some two hundred processes; where what was compiled is kept, each starts in two thirds of the time.
unexport PYTHONDONTWRITEBYTECODE

# A stamp counts only for the place it was made in and while the venv's Python runs: folders are moved, Pythons upgraded.
RUN_STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test
sound = $(shell [ "$$(cat $(1) 2>/dev/null)" = "$(CURDIR)" ] && $(BIN)/python -c '' 2>/dev/null && echo yes)
$(foreach stamp,$(RUN_STAMP) $(TEST_STAMP),$(if $(call sound,$(stamp)),,$(eval .PHONY: $(stamp))))

.DEFAULT_GOAL := help
.PHONY: help run league rules test test-fast test-long lint format lock audit bench pins answers openapi screenshots release clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

run: ## start everything, with demonstration games in an empty store; Ctrl-C stops it
	@$(lock) $(MAKE) --silent --no-print-directory $(RUN_STAMP)
	@exec $(BIN)/movebook up --demo $(UP)

league: ## start a league's service and site, with 200 simulated tables, corrections and disputes; Ctrl-C stops it
	@$(lock) $(MAKE) --silent --no-print-directory $(RUN_STAMP)
	@$(BIN)/python -m pip install --quiet --progress-bar off -r examples/league-site/requirements.txt
	@exec $(BIN)/python -m tests.demonstration.league $(LEAGUE)

rules: ## bring Pyodide (npm, 6 MB), by which a phone has the rules without a network
	@npm ci --omit=dev --ignore-scripts --no-audit --no-fund

test: $(TEST_STAMP) ## every test and check; browser tests where Chromium is or may be installed
	@.ci/test $(BIN) $(JOBS) $(GAME)

test-fast: $(TEST_STAMP) lint ## lint and the quick tests of engines and service, without a browser, in two minutes
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile -m "not browser and not slow" tests/engines tests/service tests/test_project.py

test-long: $(TEST_STAMP) ## every test with all its cases, patient and without a limit of CPU seconds: over an hour
	@MOVEBOOK_LONG=1 MOVEBOOK_PATIENCE=4 MOVEBOOK_CPU_LIMIT=inf .ci/test $(BIN) $(JOBS)

lint: $(TEST_STAMP) ## ruff, mypy and the import contracts
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports

format: $(TEST_STAMP) ## lay out the Python code, and mend what ruff can mend
	@$(BIN)/ruff check --fix-only --quiet . ; $(BIN)/ruff format .

lock: $(BIN)/python ## write locks/ anew: the newest versions that pyproject.toml allows, with the hashes of their files
	@$(BIN)/python -m pip install --quiet --progress-bar off 'uv>=0.13,<1'
	@$(call compile,test) --extra test pyproject.toml
	@$(call compile,run) --constraint locks/test.txt pyproject.toml
	@$(call compile,build) --constraint locks/test.txt --group build

audit: $(TEST_STAMP) ## look for known holes in what is installed, where a service for it answers
	@.ci/audit $(BIN) || [ $$? -eq 3 ]

bench: $(TEST_STAMP) ## measure the costs that the documentation names
	@$(BIN)/python -m tests.bench

pins: $(TEST_STAMP) ## compare 1,000 simulated games of each title with stored hashes (half an hour of CPU)
	@$(BIN)/python -m tests.golden.pins

answers: $(TEST_STAMP) ## compare every answer of the service with those that are stored
	@$(BIN)/python -m tests.golden.answers

openapi: $(TEST_STAMP) ## write openapi.yaml anew from the code
	@$(BIN)/python -m service.api.openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml || { rm -f openapi.yaml.new; exit 1; }

screenshots: $(TEST_STAMP) ## take the viewer's pictures for the documentation (needs Chromium)
	@$(BIN)/python -m tests.viewer.screenshots

release: ## build and try a release of what is committed, and tag it (docs/releasing.md)
	@[ -n "$(PYTHON)" ] && exec $(PYTHON) .ci/release.py

clean: ## remove the virtual environment and every cache
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis dist build

$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo "No Python 3.11 or newer on PATH; install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv could not be made (on Debian and Ubuntu it is a package: apt-get install python3-venv)." >&2; exit 1; }

# One lock for every system and every Python from 3.11 on; run and build have the versions that were tested.
compile = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
	--output-file locks/$(1).txt

# Where CI is set, exactly the versions that were tested and written down; else the newest that pyproject.toml allows.
ifdef CI
install = $(BIN)/python -m pip install --quiet --progress-bar off --require-hashes -r locks/$(1).txt -r locks/build.txt && \
	$(BIN)/python -m pip install --quiet --progress-bar off --no-deps --no-build-isolation -e .
else
install = $(BIN)/python -m pip install --quiet --progress-bar off -e '.$(2)'
endif

$(RUN_STAMP): pyproject.toml $(if $(CI),$(wildcard locks/*.txt))
	@$(BIN)/python -c '' 2>/dev/null || $(MAKE) --no-print-directory --always-make $(BIN)/python
	@echo "Installing Movebook into $(VENV) ..."
	@$(call install,run,)
	@echo "$(CURDIR)" > $@

$(TEST_STAMP): pyproject.toml $(if $(CI),$(wildcard locks/*.txt))
	@$(BIN)/python -c '' 2>/dev/null || $(MAKE) --no-print-directory --always-make $(BIN)/python
	@echo "Installing Movebook and what its tests need into $(VENV) ..."
	@$(call install,test,[test])
	@echo "$(CURDIR)" > $(RUN_STAMP)
	@echo "$(CURDIR)" > $@
