# SPDX-License-Identifier: BSD-3-Clause
# Test programs of ours: every test/unit/*_test.cpp is one GoogleTest program, test/bench/*_bench.cpp one Google Benchmark,
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
all: $(unit_tests) $(benchmarks) $(fuzzers)

V ?= 0
quiet_0 = @echo "  $(1)	$@";
say = $(quiet_$(V))

mpi_flags := $(if $(HAVE_MPI),$(MPI_CPPFLAGS) -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -DRECORDER_HAVE_MPI=1)
flags = -D_GNU_SOURCE $(CPPFLAGS) -I$(srcdir) -I$(srcdir)/lib -I$(srcdir)/wrap -I$(srcdir)/utils -Iwrap/gen $(mpi_flags) \
        -DRECORDER_VERSION='"$(VERSION)"' $(CXXFLAGS) $(CXX17FLAG) $(SANITIZER_FLAGS) -pthread -Wall -Wextra -MMD -MP

# Tests link the runtime's own objects, whose names are hidden in the library; MPI only where a test asks for it.
runtime_test_objects = $(patsubst %,obj/static/%.o,$(basename $(patsubst $(srcdir)/%,%,\
  $(foreach f,core session format merge,$(filter-out $(srcdir)/lib/merge/mpi%,$(wildcard $(srcdir)/lib/$(f)/*.cpp))))))

obj/%.o: $(srcdir)/%.cpp config.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -c -o $@ $<
-include $(wildcard obj/test/*/*.d)

# "// links: …" in a test's first lines names what it needs: core, session, format, merge (objects), reader.
linked = $(shell sed -n '1,12s,^// links: *,,p' $(srcdir)/$(1).cpp)
runtime_part = $(patsubst $(srcdir)/%.cpp,obj/static/%.o,$(filter-out $(srcdir)/lib/merge/mpi%,$(wildcard $(srcdir)/lib/$(1)/*.cpp)))
parts_of = $(foreach part,$(or $(call linked,$(1)),core session format merge reader),\
  $(if $(filter reader,$(part)),librecorder-reader.a,$(if $(filter functions,$(part)),obj/static/wrap/gen/functions.o,$(call runtime_part,$(part)))))

define program_rule
$(1): obj/$(1).o $$(sort $$(call parts_of,$(1)))
	@mkdir -p $$(@D)
	$$(call say,LINK)$$(CXX) $$(CXXFLAGS) $$(LDFLAGS) $$(SANITIZER_FLAGS) -pthread -o $$@ $$^ $(2) $$(ZLIB_LIBS) -ldl
endef
$(foreach test,$(unit_tests),$(eval $(call program_rule,$(test),-lgtest -lgtest_main)))
$(foreach bench,$(benchmarks),$(eval $(call program_rule,$(bench),-lbenchmark_main -lbenchmark)))

# A fuzz target is compiled with everything it tests, by clang, with its own sanitizers.
fuzz_sources = $(wildcard $(srcdir)/utils/reader/*.cpp)
$(fuzzers): %: $(srcdir)/%.cpp $(fuzz_sources) config.mk
	@mkdir -p $(@D)
	$(call say,FUZZ)$(CLANGXX) -std=c++17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	  -I$(srcdir) -I$(srcdir)/lib -I$(srcdir)/utils -DRECORDER_VERSION='"$(VERSION)"' -o $@ $< $(fuzz_sources) $(ZLIB_LIBS)

# Objects of the runtime are made by lib/runtime.mk; with sanitizers, which build no runtime, they are made here.
ifneq ($(SANITIZER_FLAGS),)
obj/static/%.o: $(srcdir)/%.cpp config.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(RUNTIME_CPPFLAGS) $(flags) $(filter-out $(CXX17FLAG),$(RUNTIME_CXXFLAGS)) -c -o $@ $<
endif
