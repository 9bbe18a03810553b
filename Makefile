# Every task of the house. `make` alone lists them.
PYTHON ?= python3
PORT   ?= 8000
HOST   ?= 127.0.0.1
DATA   ?= .data

# An absolute folder, so that every process means the same one wherever it was started.
export CALEDONIA_DATA_DIR := $(abspath $(DATA))
export CALEDONIA_PORT     := $(PORT)
export CALEDONIA_HOST     := $(HOST)
# Where it is set, every process compiles every module anew: twenty seconds for each process of the tests.
unexport PYTHONDONTWRITEBYTECODE

PACKAGES := caledonia_site games tournaments scoring
VENV := .venv
BIN  := $(VENV)/bin
LOCK := deploy/lock
UV   := $(BIN)/uv pip
COMPILE_LOCK := $(UV) compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help setup run test fresh-machine lint lint-code lint-types audit bench load messages openapi migrations lock clean

help: ## list these tasks
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.all ## make the environment, with what tests and lint need

run: $(VENV)/.run ## start the site (web, worker, beat) on SQLite; PORT=8000 HOST=127.0.0.1 DATA=.data
	@exec $(BIN)/python manage.py serve

test: $(VENV)/.all ## run every test, on SQLite and on PostgreSQL
	@$(BIN)/python -m tests.run

fresh-machine: ## try make run and make test in an empty Debian root (needs root and mmdebstrap)
	@$(PYTHON) deploy/fresh-machine

lint: lint-code lint-types ## format, types, imports, templates, migrations

lint-code: $(VENV)/.all
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@find $(PACKAGES) -name '*.html' | xargs $(BIN)/djade --check --target-version 5.2
	@find $(PACKAGES) tests -name '*.py' -not -path '*/migrations/*' | xargs $(BIN)/django-upgrade --check --target-version 5.2
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/lint-imports --no-logo

lint-types: $(VENV)/.all
	@$(BIN)/mypy $(PACKAGES)

audit: ## ask for known vulnerabilities in the locked versions (needs the internet)
	@$(PYTHON) deploy/audit

bench: $(VENV)/.all ## measure, and write the figures into docs/benchmarks.md
	@$(BIN)/python -m tests.bench

load: $(VENV)/.all ## measure production under load (docs/load.md); GAMES=20000 USERS=50 SECONDS=60 THINK=2 FOLDER= PHASES="mix alone tables"
	@LOAD_GAMES="$(GAMES)" LOAD_USERS="$(USERS)" LOAD_SECONDS="$(SECONDS)" LOAD_THINK="$(THINK)" LOAD_FOLDER="$(FOLDER)" LOAD_PHASES="$(PHASES)" LOAD_SOAK_SECONDS="$(SOAK_SECONDS)" $(BIN)/python -m tests.load

messages: $(VENV)/.all ## collect texts into the .po files (needs gettext)
	@$(BIN)/python manage.py collect_messages

openapi: $(VENV)/.all ## write docs/openapi.yaml anew from the code
	@$(BIN)/python manage.py describe_api

lock: $(VENV)/.uv ## choose versions anew within the bounds of pyproject.toml
	@$(COMPILE_LOCK) --upgrade --output-file $(LOCK)/run.txt
	@$(COMPILE_LOCK) --upgrade --group test --group lint --constraint $(LOCK)/run.txt --output-file $(LOCK)/all.txt

clean: ## remove the environment and all caches (never the data folder)
	@rm -rf $(VENV) .cache .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage* htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.uv:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "Caledonia needs Python 3.11 or newer, and $(PYTHON) is %d.%d: try make PYTHON=python3.12 ..." % v[:2])'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python cannot make a virtual environment; on Debian or Ubuntu install the package python3-venv." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@

$(VENV)/.run: $(VENV)/.uv $(LOCK)/run.txt
	@echo "Setting up (once; about a quarter of a minute) ..."
	@$(UV) install --quiet --require-hashes --compile-bytecode --requirement $(LOCK)/run.txt
	@touch $@

$(VENV)/.all: $(VENV)/.uv $(LOCK)/all.txt
	@echo "Setting up for tests (once) ..."
	@$(UV) install --quiet --require-hashes --requirement $(LOCK)/all.txt
	@touch $@ $(VENV)/.run

.DEFAULT:
	@echo "There is no 'make $@' here; 'make' alone lists what there is." >&2; exit 2
