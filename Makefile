# Everything works from a bare clone: each target first sets up what it needs in .venv and build/, once.

PYTHON ?= python3
NAME ?=
ARGS ?=

BIN := .venv/bin
# So that CMake finds the Ninja that stands there.
export PATH := $(CURDIR)/$(BIN):$(PATH)

# What building takes, and what tests, checks and measurements take beside it.
BUILDING := .venv/.building
TOOLS := .venv/.stamp
INSTALLED := build/.installed
BUILT := build/.built

cpp_files = $(shell find kernel tests/kernel \( -name '*.h' -o -name '*.cc' \) 2>/dev/null)
# Folders too, so that a file taken away counts as a change.
kernel_sources = $(shell find kernel -type d -o -name '*.h' -o -name '*.cc')

.DEFAULT_GOAL := help
.PHONY: help run test check bench format docs pictures build sanitize clean new-genre

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: build ## Run the first example: a puzzle loaded, solved and proved unique
	$(BIN)/python examples/first_steps.py $(ARGS)

test: build $(TOOLS) ## Run the tests (ARGS="tests/model -k grid" to choose some)
	$(BIN)/python -m pytest $(ARGS)

check: $(TOOLS) ## Check style, types and who imports whom, without running anything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(if $(cpp_files),$(BIN)/clang-format --dry-run -Werror $(cpp_files))

bench: build $(TOOLS) ## Measure gridwright against other engines (ARGS are passed on)
	$(BIN)/python -m bench $(ARGS)

format: $(TOOLS) ## Put Python and C++ files into the one style
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(if $(cpp_files),$(BIN)/clang-format -i $(cpp_files))

docs: build $(TOOLS) ## Run every example that stands in the documentation
	$(BIN)/python -m pytest tests/test_documentation.py $(ARGS)

pictures: build ## Draw the pictures of the documentation anew
	$(BIN)/python docs/pictures/make.py

build: $(BUILT) ## Compile the kernel, if it changed

sanitize: $(TOOLS) ## Run the kernel's own tests under the address and undefined-behaviour sanitizers
ifneq ($(wildcard tests/kernel/*.cc),)
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DGRIDWRIGHT_SANITIZE=ON
	$(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure
else
	@echo "tests/kernel holds no C++ tests yet"
endif

clean: ## Remove everything that was built (.venv stays)
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	rm -f src/gridwright/_kernel.*.so
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

new-genre: $(TOOLS) ## Start a genre: make new-genre NAME=light-up
	@test -n "$(NAME)" || { echo 'usage: make new-genre NAME=light-up' >&2; exit 2; }
	@$(BIN)/python -c "$$NEW_GENRE" "$(NAME)"

# What follows is set-up; each step leaves a stamp and is not repeated until what it depends on changes.

# pyproject.toml is the one list of requirements.
define PRINT_REQUIREMENTS
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    settings = tomllib.load(file)
for group in sys.argv[1:]:
    extras = settings["project"]["optional-dependencies"]
    print(*(settings["build-system"]["requires"] if group == "build" else extras[group]), sep="\n")
endef
export PRINT_REQUIREMENTS

define INSTALL
	$(BIN)/python -c "$$PRINT_REQUIREMENTS" $(1) > .venv/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r .venv/requirements.txt
	@touch $@
endef

$(BUILDING): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'gridwright needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	test -x $(BIN)/python || { rm -rf build && $(PYTHON) -m venv .venv; }
	$(call INSTALL,build compile)

$(TOOLS): $(BUILDING)
	$(call INSTALL,dev test bench)

# Without isolation, so that the build folder's paths stay valid and later builds are incremental.
$(INSTALLED): $(BUILDING)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(BUILT): $(INSTALLED) CMakeLists.txt $(kernel_sources)
	$(BIN)/cmake --build build/editable
	@touch $@

define NEW_GENRE
import pathlib, re, sys

name = sys.argv[1]
if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
    sys.exit(f"a genre's name is lower-case words joined by hyphens, not {name!r}")
module, title = name.replace("-", "_"), name.title().replace("-", "")
folder = pathlib.Path("src/gridwright/genres") / module
if folder.exists():
    sys.exit(f"{folder} exists already")
(folder / "examples").mkdir(parents=True)
(folder / "__init__.py").write_text(f'''"""The genre {name}."""

from gridwright.genres.{module}.rules import {title}

__all__ = ["{title}"]
''')
(folder / "rules.py").write_text(f'''"""The rules of {name}."""

from gridwright.model.constraints import exactly
from gridwright.model.genre import Constraints, Genre, rule
from gridwright.model.unknowns import YesNo


class {title}(Genre):
    """One sentence: what the solver must place, and how."""

    name = "{name}"

    # what the solver finds
    mark = YesNo(yes="●", no="·")

    @rule("Every row and column holds one mark.")
    def quota(self) -> Constraints:
        for unit in (*self.grid.rows, *self.grid.columns):
            yield exactly(1, self.mark[unit], about=unit)
''')
settings = pathlib.Path("pyproject.toml")
heading = '[project.entry-points."gridwright.genres"]\n'
before, after = settings.read_text().split(heading)
entries, rest = after.split("\n\n", 1)
entry = f'{name} = "gridwright.genres.{module}:{title}"'
settings.write_text(f"{before}{heading}{entries}\n{entry}\n\n{rest}")
print(f"{folder}: write the rules, put puzzles with their status and solution into examples/, then run make test")
endef
export NEW_GENRE
