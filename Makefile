# Everything here runs from nothing but python3 and make; packaging/ holds the scripts.
SHELL := /bin/sh
.DELETE_ON_ERROR:
.PHONY: help run test quick check golden mutants frozen bench soak dist fresh data catalog texts translations pictures clean

# What Python compiles is kept, whatever the machine says: else every process that is started here compiles the program again, and pytest the
# packages of its plugins.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PYTHON := $(VENV)/bin/python
RUN_STAMP := $(VENV)/.ready-to-run
WORK_STAMP := $(VENV)/.ready-to-work
CORE_STAMP := .venv-core/.ready
PINS := pyproject.toml constraints.txt
PIP_INSTALL = -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

help:
	@echo "make run      open the application on the sample project (without a display: make, check and draw it)"
	@echo "make test     all tests; make test T=tests/core/test_weight.py runs only those (files, folders, file::test)"
	@echo "make quick    the tests of core, checks and operations"
	@echo "make check    style, types, import contracts"
	@echo "make golden   write the recorded results again after a change that is meant; CASES=\"size verify\" only those"
	@echo "make mutants  plant faults and count those that no test finds; SEED=1 COUNT=25 chooses, docs/golden-results.md says how"
	@echo "make bench    measure the budgets; SAVE=file keeps the figures, BEFORE=file sets kept ones next to them"
	@echo "make soak     the long repetitions, and the property tests with all their examples"
	@echo "make dist     frozen folder in dist/gpudesk, and its self-test"
	@echo "make fresh    installation, packaging and sample tests in a bare Debian tree (needs root); FULL=1 runs all tests there"
	@echo "make frozen   write the frozen project, recording, settings and commands of tests/frozen again"
	@echo "make data     build the catalog and the translations"
	@echo "make catalog  build the catalog only"
	@echo "make texts    collect the texts of the interface for the translators"
	@echo "make translations  compile the translations only"
	@echo "make pictures  draw the pictures of README and docs"
	@echo "make clean    remove what was built; the environments stay"

$(RUN_STAMP): $(PINS)
	sh packaging/system_packages.sh python offscreen
	test -x $(PYTHON) || "$$(sh packaging/choose_python.sh)" -m venv $(VENV)
	$(PYTHON) $(PIP_INSTALL) hatchling
	$(PYTHON) $(PIP_INSTALL) --no-build-isolation --editable .
	touch $@

$(WORK_STAMP): $(RUN_STAMP)
	$(PYTHON) $(PIP_INSTALL) --no-build-isolation --editable '.[test,check,dist]'
	touch $@

# Only what the core's tests need: the import of Qt must fail here.
$(CORE_STAMP): $(PINS)
	sh packaging/system_packages.sh python offscreen
	test -x .venv-core/bin/python || "$$(sh packaging/choose_python.sh)" -m venv .venv-core
	.venv-core/bin/python $(PIP_INSTALL) numpy pytest hypothesis
	touch $@

data: catalog translations

catalog: $(RUN_STAMP)
	$(PYTHON) packaging/build_data.py catalog

texts: $(RUN_STAMP)
	$(PYTHON) packaging/update_translations.py

translations: $(RUN_STAMP)
	$(PYTHON) packaging/build_data.py translations

run: data
	sh packaging/run.sh

# Two workers more than there are cores: tests wait for a window, a process or a disk. Fewer where memory is short: a worker takes up to 1.5 GB.
WORKERS := $(shell cores=$$(nproc); fit=$$(awk '/^MemAvailable/ {print int($$2 / 1500000)}' /proc/meminfo 2>/dev/null); \
	most=$$((cores + 2)); echo $$((fit > 0 && fit < most ? fit : most)))
PYTEST_PARALLEL := --numprocesses $(WORKERS) --dist worksteal --max-worker-restart 0

# T names the tests to run: files, folders or file::test. A single file runs in this process, without the start of workers.
# In a whole run the core's tests run once, in the environment without Qt, and the others beside them. Program and tests are compiled once before, not by each worker at the same time.
# LEFT_OUT names files that a whole run leaves out: .ci/run leaves out what `make fresh` runs to the last test (packaging/sample_tests.sh).
T :=
LEFT_OUT :=
ONE_FILE := $(and $(filter 1,$(words $(T))),$(findstring .py,$(T)))
ifeq ($(strip $(T)),)
test: $(WORK_STAMP) $(CORE_STAMP) data
	sh packaging/system_packages.sh offscreen window test
	$(PYTHON) packaging/compile_tests.py
	sh packaging/two_suites.sh $(PYTHON) -m pytest $(PYTEST_PARALLEL) $(addprefix --ignore=,tests/core $(LEFT_OUT))
else
test: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen window test
	$(if $(ONE_FILE),,$(PYTHON) packaging/compile_tests.py $(T))
	$(PYTHON) -m pytest $(if $(ONE_FILE),,$(PYTEST_PARALLEL)) $(T)
endif

quick: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen
	$(PYTHON) packaging/compile_tests.py tests/core tests/checks tests/operations
	$(PYTHON) -m pytest $(PYTEST_PARALLEL) tests/core tests/checks tests/operations

check: $(WORK_STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache

# No other target writes these files; docs/golden-results.md says when to.
CASES :=
golden: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.golden.write_recorded $(CASES)

# MAP=1 notes first which tests run which lines, where tests or program have changed since: as long as the tests themselves.
SEED := 1
COUNT := 25
MAP :=
SECONDS_EACH := 120
mutants: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen window test
	$(PYTHON) -m tests.mutants --seeds $(SEED) --count $(COUNT) --seconds $(SECONDS_EACH) $(if $(MAP),--note)

# SAVE=file keeps the figures, BEFORE=file sets what was kept next to these.
SAVE :=
BEFORE :=
bench: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen
	$(PYTHON) -m benchmarks $(if $(SAVE),--save "$(SAVE)") $(if $(BEFORE),--before "$(BEFORE)")

soak: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen window test
	GPUDESK_EXAMPLES=full $(PYTHON) -m pytest -m "soak or hypothesis"

dist: $(WORK_STAMP) data
	sh packaging/system_packages.sh offscreen window test dist
	$(VENV)/bin/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller packaging/gpudesk.spec
	sh packaging/self_test.sh dist/gpudesk/gpudesk

# SUITE=trixie tries Debian 13; FULL=1 runs all tests in the bare tree, as before a release.
SUITE := bookworm
FULL :=
fresh:
	FULL="$(FULL)" sh packaging/fresh.sh $(SUITE)

# What tests/frozen holds. COMMANDS=1 writes only how commands are read and what they print.
COMMANDS :=
frozen: $(WORK_STAMP) data
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.frozen.write $(if $(COMMANDS),commands)

# The pictures of README and docs, drawn by the program itself.
pictures: data
	sh packaging/pictures.sh

clean:
	rm -rf build dist
