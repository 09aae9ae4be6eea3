# SPDX-License-Identifier: BSD-3-Clause
# The runtime: wrappers are generated, compiled one object a function, and become librecorder.a, librecorder.so, its
# stub for the linker and the trampolines. Plain GNU make, run in the build folder by Makefile.am.

include config.mk

# Every .cpp in these folders is part of the runtime. mpi*.cpp and fortran*.cpp only with MPI, hdf5*.cpp only with HDF5.
runtime_folders := lib/core lib/session lib/format lib/merge wrap/runtime wrap/manual
runtime_sources := $(patsubst $(srcdir)/%,%,$(wildcard $(runtime_folders:%=$(srcdir)/%/*.cpp)))
# Every signature file; those of mpi*.sig and pnetcdf.sig only with MPI.
signature_files := $(wildcard $(srcdir)/wrap/*.sig)
ifeq ($(HAVE_MPI),yes)
mpi_flags := $(MPI_CPPFLAGS) -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -DRECORDER_HAVE_MPI=1
else
without = $(foreach s,$(2),$(if $(filter $(1),$(notdir $s)),,$s))
runtime_sources := $(call without,mpi% fortran% pnetcdf%,$(runtime_sources))
signature_files := $(call without,mpi% pnetcdf%,$(signature_files))
endif
ifeq ($(HDF5_FLAGS),)
runtime_sources := $(foreach s,$(runtime_sources),$(if $(filter hdf5%,$(notdir $s)),,$s))
endif
library_flags := $(filter -I% -D%,$(HDF5_FLAGS) $(NETCDF_FLAGS) $(PNETCDF_FLAGS))

gen := wrap/gen
generator := $(srcdir)/wrap/recorder-gen

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all generated
all: librecorder.a librecorder.so.0 stub/librecorder.so librecorder-mixed.a wrap/wrap.options wrap/mixed.exports wrap/recorder-plugin.h
generated: $(gen)/sources.mk

V ?= 0
quiet_0 = @echo "  $(1)	$@";
quiet_ = $(quiet_0)
say = $(quiet_$(V))

# ---- Generation -------------------------------------------------------------------------------------------------
# Only functions that the C library and MPI of this machine have get a wrapper.
wrap/available.txt: $(srcdir)/wrap/probe-functions $(signature_files) config.mk
	@mkdir -p $(@D)
	$(call say,PROBE)CC='$(CC)' MPICC='$(if $(HAVE_MPI),$(MPICC))' MPIFC='$(if $(HAVE_MPI),$(MPIFC))' NM='$(NM)' CPPFLAGS='$(CPPFLAGS)' LIBS='$(PROBE_LIBS)' \
	  HDF5_FLAGS='$(HDF5_FLAGS)' HDF5_HL_FLAGS='$(HDF5_HL_FLAGS)' NETCDF_FLAGS='$(NETCDF_FLAGS)' PNETCDF_FLAGS='$(PNETCDF_FLAGS)' \
	  $(PYTHON) -B $(srcdir)/wrap/probe-functions $(signature_files) > $@.new && mv $@.new $@

# recorder-gen writes a file only when its content changes; sources.mk carries the date of the last run.
$(gen)/sources.mk: wrap/available.txt $(generator) $(wildcard $(srcdir)/wrap/recordergen/*.py) $(wildcard $(srcdir)/wrap/names/*) $(signature_files)
	@mkdir -p $(gen)
	$(call say,GEN)$(PYTHON) -B $(generator) --runtime --available wrap/available.txt --output $(gen) $(signature_files)
	@{ echo "wrapper_sources := \\"; \
	   (cd $(gen) && find . -mindepth 2 -name '*.cpp' ! -path './so/*') | LC_ALL=C sort | sed 's,^\./,  $(gen)/,;s,$$, \\,'; echo; \
	   echo "layer_sources := \\"; ls $(gen)/so/*.cpp 2>/dev/null | LC_ALL=C sort | sed 's,^,  ,;s,$$, \\,'; echo; } > $@.new && mv $@.new $@

ifeq ($(filter clean,$(MAKECMDGOALS)),)
include $(gen)/sources.mk
endif

# What plugins of users are compiled with.
plugin_headers := lib/session/plugin_table.h wrap/runtime/declare.h lib/session/guard.h lib/core/reals.h wrap/runtime/plugin.h wrap/runtime/outline.h
wrap/recorder-plugin.h: $(srcdir)/wrap/make-plugin-header $(plugin_headers:%=$(srcdir)/%)
	@mkdir -p $(@D)
	$(call say,GEN)$(srcdir)/wrap/make-plugin-header $(plugin_headers:%=$(srcdir)/%) > $@.new && mv $@.new $@

# ---- Compilation ------------------------------------------------------------------------------------------------
flags = $(RUNTIME_CPPFLAGS) -DRECORDER_VERSION='"$(VERSION)"' -DRECORDER_SYSCONFDIR='"$(sysconfdir)"' $(mpi_flags) -I$(srcdir) -I$(srcdir)/lib -I$(srcdir)/wrap -I$(gen) \
        $(library_flags) $(CPPFLAGS) $(CXXFLAGS) $(RUNTIME_CXXFLAGS) $(SANITIZER_FLAGS) -MMD -MP

# Wrappers have nothing to debug that their signature does not say. Those of the layers that are not on a hot path call into
# the runtime for everything, so that more than the first level of optimisation only costs time; there are thousands.
wrapper_flags = -g0 $(if $(filter %/posix.cpp %/stdio.cpp,$(1)),,-O1 -foptimize-sibling-calls)

static_objects := $(runtime_sources:%.cpp=obj/static/%.o) obj/static/$(gen)/functions.o
shared_objects := $(runtime_sources:%.cpp=obj/shared/%.o) obj/shared/$(gen)/functions.o $(layer_sources:%.cpp=obj/shared/%.o)

# The archive holds one object a wrapper. Compiling each file alone takes six times as long as compiling a layer at once
# and cutting its object up, which needs GNU ld and sections a function.
ifeq ($(SPLIT_LAYERS),yes)
layer_objects := $(layer_sources:%.cpp=obj/static/%.o)
wrapper_parts := $(layer_sources:$(gen)/so/%.cpp=obj/split/%/.done)
else
layer_objects := $(wrapper_sources:%.cpp=obj/static/%.o)
wrapper_parts := $(layer_objects)
endif
all_objects := $(static_objects) $(layer_objects) $(shared_objects)

ifeq ($(SPLIT_LAYERS),yes)
obj/static/$(gen)/so/%.o: $(gen)/so/%.cpp | $(gen)/sources.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) $(call wrapper_flags,$<) -ffunction-sections -fdata-sections -c -o $@ $<
obj/split/%/.done: obj/static/$(gen)/so/%.o $(srcdir)/wrap/split-layer
	$(call say,SPLIT)LD='$(LD)' OBJCOPY='$(OBJCOPY)' $(srcdir)/wrap/split-layer $* $< $(gen)/$* $(@D) && touch $@
endif
obj/static/%.o: $(srcdir)/%.cpp | $(gen)/sources.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -c -o $@ $<
obj/static/$(gen)/%.o: $(gen)/%.cpp | $(gen)/sources.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -c -o $@ $<
obj/shared/%.o: $(srcdir)/%.cpp | $(gen)/sources.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -DRECORDER_SHARED -c -o $@ $<
obj/shared/$(gen)/%.o: $(gen)/%.cpp | $(gen)/sources.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) $(call wrapper_flags,$<) -DRECORDER_SHARED -c -o $@ $<
-include $(all_objects:.o=.d)

# A change of flags recompiles everything.
$(all_objects): config.mk

# ---- librecorder.a ----------------------------------------------------------------------------------------------
# Object names repeat (posix/open.o, so/open.o), hence q, which never replaces a member.
librecorder.a: $(static_objects) $(wrapper_parts)
	$(file >obj/static/members,$(filter %.o,$^))
	@find $(patsubst %/.done,%,$(filter %/.done,$^)) /dev/null -name '*.o' | LC_ALL=C sort >>obj/static/members
	$(call say,AR)rm -f $@ && $(AR) qcs $@ @obj/static/members

# With whole layers: for test/sanitized.mk, since what the compiler adds for a sanitizer cannot be cut up.
librecorder-whole.a: $(static_objects) $(layer_sources:%.cpp=obj/static/%.o)
	$(call say,AR)rm -f $@ && $(AR) qcs $@ $^

# ---- librecorder.so ---------------------------------------------------------------------------------------------
# Exactly the wrapped names, their __wrap_ forms, recorder_*, dlclose and dlsym; an unnamed version, so that references with any
# symbol version of libc's find them. The aliases recorder_wrap_x are what trampolines jump to.
wrap/exports.map wrap/aliases.ld wrap/wrap.options wrap/mixed.exports &: $(gen)/sources.mk $(srcdir)/wrap/make-lists
	$(call say,GEN)$(srcdir)/wrap/make-lists $(gen)/names.txt wrap

librecorder.so.0: $(shared_objects) wrap/exports.map wrap/aliases.ld
	$(call say,LINK)$(CC) $(CFLAGS) -fno-lto -shared -o $@ -Wl,-soname,$@ -Wl,--version-script,wrap/exports.map \
	  -Wl,-z,defs -Wl,-z,now -Wl,-z,relro -Wl,-z,nodelete -Wl,--as-needed $(LDFLAGS) $(SANITIZER_FLAGS) $(shared_objects) wrap/aliases.ld $(SHARED_ZLIB_LIBS) -lpthread -ldl
	@ln -sf $@ librecorder.so

# The stub has the same name inside, but only recorder_*: a program linked with it does not find H5Fcreate,
# say, only because Recorder has a wrapper for it.
stub/librecorder.so: librecorder.so.0 $(srcdir)/wrap/make-stub
	@mkdir -p $(@D)
	$(call say,LINK)NM='$(NM)' CC='$(CC)' $(srcdir)/wrap/make-stub librecorder.so.0 $@

# ---- Trampolines for dynamic executables with static archives inside -----------------------------------------------
librecorder-mixed.a: $(gen)/sources.mk librecorder.a $(srcdir)/wrap/make-trampolines
	$(call say,AR)AR='$(AR)' CC='$(CC)' NM='$(NM)' $(srcdir)/wrap/make-trampolines '$(TRAMPOLINE_CPU)' $(gen)/names.txt 'obj/static/lib obj/static/wrap/runtime obj/static/wrap/manual obj/split' $@
