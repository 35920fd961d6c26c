# Everything a contributor does often. `make` alone lists it.
#
# Needs make and Python 3.11 or newer, nothing else: the first target that needs packages builds
# a virtual environment in .venv, and builds it again when pyproject.toml has changed.
#   make test PYTHON=python3.13 VENV=.venv313     another Python, beside the usual one
#   make test ARGS="-k shuffle -x"                more words for pytest
#   make play PLAY="root --seed 7"                another game

VENV  ?= .venv
JOBS  ?= 2
ARGS  ?=
PLAY  ?= deities_of_the_old_kingdom --seats random,random,random --seed 1 --plain

PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1; then command -v $$python; break; fi; done)

BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
PYTEST := $(BIN)/python -m pytest -q
# Some machines forbid pip to write outside a virtual environment, or send it to the home folder.
PIP    := PIP_USER=0 $(BIN)/python -m pip --disable-pip-version-check --no-input

# Tests start the command some hundred times: none of them should have to compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test check lint fix snap bench ratios soak agreement browser vsix picture figures house wheel clean
.DELETE_ON_ERROR:

help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) ## watch a game of three random players (PLAY="game and options" for another)
	@$(BIN)/rulewright play $(PLAY)

test: $(STAMP) ## run the tests, all but soak and bench
	@$(PYTEST) -n $(JOBS) --dist worksteal $(ARGS)

check: lint ## run all static checks and the fast tests: do this before you commit
	@$(PYTEST) -n $(JOBS) -m "not soak and not bench and not slow" $(ARGS)

lint: $(STAMP) ## run the static checks alone: style, format, types, imports
	@status=0; \
	$(BIN)/ruff check --quiet || status=1; \
	$(BIN)/ruff format --check --quiet || status=1; \
	$(BIN)/mypy || status=1; \
	$(BIN)/lint-imports || status=1; \
	exit $$status

fix: $(STAMP) ## mend what can be mended by itself: style and format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@find games -name '*.rules' -o -path '*/components/*.yaml' | xargs $(BIN)/rulewright fmt

snap: $(STAMP) ## rewrite the expected messages; read the diff before you commit it
	@$(PYTEST) --snapshot-update $(ARGS)

bench: $(STAMP) ## measure speed
	@$(PYTEST) -s -m bench $(ARGS) tests/benchmarks
	@$(BIN)/python -m tests.benchmarks.ratios

ratios: $(STAMP) ## measure the quickest games: fails where one is far slower than it was
	@$(BIN)/python -m tests.benchmarks.ratios --check

soak: $(STAMP) ## run the long tests, with new random cases each time
	@$(PYTEST) -n $(JOBS) -m soak --hypothesis-profile=soak $(ARGS)

agreement: $(STAMP) ## compare with OpenSpiel, which is installed for it, game by game
	@$(BIN)/python -c "import pyspiel" 2>/dev/null || $(PIP) install -q --only-binary open_spiel -e ".[agreement]" \
	|| { echo "OpenSpiel could not be installed: tests/agreement was left out." >&2; exit 0; }
	@! $(BIN)/python -c "import pyspiel" 2>/dev/null || $(PYTEST) -n $(JOBS) $(ARGS) tests/agreement tests/learn/test_openspiel.py

browser: $(STAMP) ## play in real browsers, whose driver is installed for it; needs Chromium
	@command -v chromium chromium-browser >/dev/null \
	|| echo "There is no Chromium: tests/page/test_browser.py was left out." >&2
	@! command -v chromium chromium-browser >/dev/null \
	|| $(BIN)/python -c "import playwright, axe_playwright_python" 2>/dev/null \
	|| $(PIP) install -q -e ".[browser]"
	@! command -v chromium chromium-browser >/dev/null \
	|| $(PYTEST) -n $(JOBS) -m "not soak" $(ARGS) tests/page/test_browser.py

vsix: $(STAMP) ## build the extension for VS Code into dist/ (needs Node.js)
	@rm -rf dist/vscode && mkdir -p dist && cp -r interpreter/lsp/vscode dist/vscode
	@$(BIN)/rulewright schema textmate > dist/vscode/rulewright.tmLanguage.json
	@cp LICENSE dist/vscode/
	@cd dist/vscode && npm install --silent --no-audit --no-fund \
	&& npx --yes @vscode/vsce package --allow-missing-repository -o ../rulewright.vsix
	@rm -rf dist/vscode

picture: $(STAMP) ## take the picture of the README anew; after `make browser`
	@$(BIN)/python -m tests.page.readme_picture interpreter/page/table.png

figures: $(STAMP) ## make the figures in the READMEs of the games anew (GAME=name for one)
	@$(BIN)/python -m tests.figures $(GAME)

house: ## show how the house stands: sizes, folders, circles, long functions
	@$(PYTHON) tests/house.py

wheel: $(STAMP) ## build the source archive and the wheel into dist/
	@$(BIN)/python -m build

clean: ## remove the virtual environment and everything that was made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache .coverage htmlcov
	find interpreter tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml
	@python='$(PYTHON)'; \
	if [ -z "$$python" ]; then \
		echo "make: no Python 3.11 or newer with the venv module was found." >&2; \
		echo "      Install one (on Debian and Ubuntu: apt install python3 python3-venv)," >&2; \
		echo "      or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	if ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		echo "make: Rulewright needs Python 3.11 or newer, and $$python is not." >&2; \
		exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$python" --version); this takes a minute, once ..." >&2; \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || "$$python" -m venv --clear $(VENV)
	@$(PIP) install -qq -e '.[dev,fast]' 2>/dev/null || $(PIP) install -qq -e '.[dev]'
	@touch $@
	@echo "Ready." >&2
