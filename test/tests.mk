# SPDX-License-Identifier: BSD-3-Clause
# Test programs of ours: every test/unit/*_test.cpp is one GoogleTest program, test/bench/*_bench.cpp one benchmark (of
# Google Benchmark, or with a main of its own),
# test/fuzz/*_fuzz.cpp one libFuzzer target. Plain GNU make, run in the build folder by Makefile.am.

include config.mk

folder = $(patsubst $(srcdir)/%.cpp,%,$(wildcard $(srcdir)/test/$(1)/*_$(2).cpp))
unit_tests := $(if $(HAVE_GTEST),$(call folder,unit,test))
benchmarks := $(if $(HAVE_BENCHMARK),$(call folder,bench,bench))
fuzzers := $(if $(CLANGXX),$(call folder,fuzz,fuzz))
ifneq ($(SANITIZER_FLAGS),)
benchmarks :=
fuzzers :=
endif

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all
all: $(unit_tests) $(benchmarks) $(fuzzers) $(if $(fuzzers),test/fuzz/seeds)

V ?= 0
quiet_0 = @echo "  $(1)	$@";
quiet_ = $(quiet_0)
say = $(quiet_$(V))

mpi_flags := $(if $(HAVE_MPI),$(MPI_CPPFLAGS) -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -DRECORDER_HAVE_MPI=1)
flags = -D_GNU_SOURCE $(CPPFLAGS) -I$(srcdir) -I$(srcdir)/lib -I$(srcdir)/wrap -I$(srcdir)/utils -Iwrap/gen $(mpi_flags) \
        -DRECORDER_VERSION='"$(VERSION)"' $(CXXFLAGS) $(CXX17FLAG) $(SANITIZER_FLAGS) -pthread -Wall -Wextra -MMD -MP

obj/%.o: $(srcdir)/%.cpp config.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -c -o $@ $<
-include $(wildcard obj/test/*/*.d)

# "links: …" in the comment that a test begins with names what it needs: core, session, format, merge, runtime (objects of
# these folders, as their names are hidden in the library; lib/runtime.mk made them; without the files that need MPI),
# functions, reader, analysis (with reader behind it), report (the model of recorder-report and its sentences).
linked = $(shell sed -n '1,12s,^//.*links: *,,p' $(srcdir)/$(1).cpp)
folder_of = $(if $(filter runtime,$(1)),wrap/runtime,lib/$(1))
runtime_part = $(patsubst $(srcdir)/%.cpp,obj/static/%.o,$(filter-out \
  $(srcdir)/$(call folder_of,$(1))/mpi%,$(wildcard $(srcdir)/$(call folder_of,$(1))/*.cpp)))
report_parts = $(patsubst %,obj/utils/utils/report/%.o,advice advice_words file_table model model_json trace_events units) analysis.a librecorder-reader.a
parts_of = $(foreach part,$(or $(call linked,$(1)),core session format merge reader),\
  $(if $(filter analysis,$(part)),analysis.a)$(if $(filter report,$(part)),$(report_parts),$(if $(filter reader,$(part)),$(tool_objects) librecorder-reader.a,$(if $(filter functions,$(part)),obj/static/wrap/gen/functions.o,$(if $(filter analysis,$(part)),,$(call runtime_part,$(part)))))))

# What the tools share, but for their command lines and what is on them.
tool_sources = $(filter-out %/program.cpp %/output.cpp %/workflow.cpp %/progress.cpp,$(wildcard $(srcdir)/utils/common/*.cpp))
tool_objects = $(patsubst $(srcdir)/%.cpp,obj/utils/%.o,$(tool_sources))

define program_rule
$(1): obj/$(1).o $$(call parts_of,$(1))
	@mkdir -p $$(@D)
	$$(call say,LINK)$$(CXX) $$(CXXFLAGS) $$(LDFLAGS) $$(SANITIZER_FLAGS) -pthread -o $$@ $$^ $(2) $$(ZLIB_LIBS) $$(LIBDW_LIBS) -ldl
endef
$(foreach test,$(unit_tests),$(eval $(call program_rule,$(test),-lgtest -lgtest_main)))
$(foreach bench,$(benchmarks),$(eval $(call program_rule,$(bench),-lbenchmark_main -lbenchmark)))

# A fuzz target is compiled with everything it tests, by clang, with its own sanitizers; make_seeds writes what it
# starts from.
fuzz_sources = $(wildcard $(srcdir)/utils/reader/*.cpp) $(tool_sources)
fuzz_flags = -std=c++17 -D_GNU_SOURCE -I$(srcdir) -I$(srcdir)/lib -I$(srcdir)/utils -DRECORDER_VERSION='"$(VERSION)"'
$(fuzzers): %: $(srcdir)/%.cpp $(fuzz_sources) config.mk
	@mkdir -p $(@D)
	$(call say,FUZZ)$(CLANGXX) $(fuzz_flags) -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	  -o $@ $< $(fuzz_sources) $(ZLIB_LIBS)
test/fuzz/make_seeds: $(srcdir)/test/fuzz/make_seeds.cpp config.mk
	@mkdir -p $(@D)
	$(call say,LINK)$(CXX) $(fuzz_flags) $(CXXFLAGS) -o $@ $< $(ZLIB_LIBS)
test/fuzz/seeds: test/fuzz/make_seeds
	@mkdir -p $@
	$(call say,SEEDS)./$< $@ >/dev/null
