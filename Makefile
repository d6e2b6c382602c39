# A short front for CMake + Ninja. `make help` lists what there is.
BUILD ?= build
PREFIX ?= /usr/local
TYPE ?= RelWithDebInfo
OF_ROOM = $(if $(ROOM),-L '^$(ROOM)(/|$$)')

.PHONY: all setup configure demo check quick bench real bench-real soak format format-check install deb clean help
all: configure
	@ninja -C $(BUILD)

setup:           ## install missing Debian packages (does nothing when all are there)
	@scripts/setup

configure: setup
	@test -f $(BUILD)/build.ninja || cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=$(TYPE) \
	  -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19

demo: all        ## build, and show Omen at work on a small racy program
	@demo/run $(BUILD)/bin/omen

check: all       ## build, and run all tests; of one room: make check ROOM=report (a folder of src/ or src/runtime/)
	@scripts/setup check
	@cd $(BUILD) && ctest --output-on-failure -j2 $(OF_ROOM)

quick: all       ## build, and run the quick tests, some of every room, in two minutes; of one room: make quick ROOM=runtime/sync
	@cd $(BUILD) && ctest --output-on-failure -j2 -L '^quick$$' $(OF_ROOM)

bench: all       ## slowdown beside native, ThreadSanitizer, Helgrind and DRD; race engines; what verdicts and memory checks cost; bench-real
	@bench/run $(BUILD)
	@bench/checks $(BUILD)
	@bench/memory $(BUILD)
	@bench/verdicts/run $(BUILD)
	@bench/symbolic/run $(BUILD)
	@bench/real $(BUILD)

real: all        ## real programs from Debian source packages, built, recorded, replayed, with verdicts (needs the network)
	@tests/real/run $(BUILD)
	@tests/real/memory $(BUILD) --keep

bench-real: all  ## real programs under ThreadSanitizer, Helgrind and DRD (needs the network)
	@bench/real $(BUILD)

soak: all        ## long campaigns: recordings of minutes (MINUTES=5), fuzzing for an hour, 1,000 replays and 1,000 seeds of every corpus program, 3,000 random programs
	@tests/soak $(BUILD)

format:          ## reformat the source
	@tests/tools/check-format -i

format-check:
	@tests/tools/check-format

install: all     ## install to PREFIX
	@cmake --install $(BUILD) --prefix $(PREFIX)

deb: all         ## a Debian package, in the build folder
	@scripts/deb $(BUILD)

clean:
	@rm -rf $(BUILD)

help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16
