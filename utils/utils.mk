# SPDX-License-Identifier: BSD-3-Clause
# librecorder-reader (archive and shared library) and the tools on it: every utils/recorder*.cpp is one tool,
# linked with utils/common; recorder-coverage also with utils/coverage and libelf, recorder-info with utils/info,
# recorder-report with utils/report, recorder-filter with utils/filter and the merge, recorder2parquet with utils/dataset
# and Arrow. Plain GNU make, run in the build folder by Makefile.am.

include config.mk

bindir ?= /usr/local/bin
libdir ?= /usr/local/lib
includedir ?= /usr/local/include
soname := librecorder-reader.so.0

sources = $(patsubst $(srcdir)/%,%,$(wildcard $(srcdir)/$(1)/*.cpp))
objects = $(patsubst %.cpp,obj/utils/%.o,$(call sources,$(1)))

# The reader shares the format's constants and primitives with the runtime.
reader_objects := $(call objects,utils/reader)
common_objects := $(call objects,utils/common)
analysis_objects := $(call objects,utils/analysis)
dataset_objects := $(call objects,utils/dataset)
coverage_objects := $(call objects,utils/coverage)
summary_objects := $(call objects,utils/summary)
info_objects := $(call objects,utils/info)
report_objects := $(call objects,utils/report)
timeline_objects := $(call objects,utils/timeline)
# What recorder-filter writes traces with: the runtime's grammar and merge, without MPI.
writer_names := core/grammar core/grammar_cursor core/grammar_respell core/index_table core/run_counts format/deflate format/kinds \
  format/trace_writer $(addprefix merge/,blocks counts_encoder digits emit emit_classes grammar_walk interner \
  number_packer run_facts side_encoder spooled_bytes steps summary summary_pack summary_unite table table_pack table_texts times \
  times_encoder tokens trace_file values_encoder)
filter_objects := $(call objects,utils/filter) $(writer_names:%=obj/utils/lib/%.o)
tool_names := $(patsubst $(srcdir)/utils/%.cpp,%,$(wildcard $(srcdir)/utils/recorder*.cpp))
ifeq ($(HAVE_ELF),)
tool_names := $(filter-out recorder-coverage,$(tool_names))
endif
ifeq ($(HAVE_ARROW),)
tool_names := $(filter-out recorder2parquet,$(tool_names))
endif
tools := $(if $(HAVE_TOOLS),$(tool_names:%=tools/%))

# Tools take from this archive what they need.
analysis.a: $(analysis_objects)
	$(call say,AR)rm -f $@ && $(AR) qcs $@ $^

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all install uninstall
all: librecorder-reader.a $(soname) $(tools)

V ?= 0
quiet_0 = @echo "  $(1)	$@";
quiet_ = $(quiet_0)
say = $(quiet_$(V))

flags = $(CPPFLAGS) -I$(srcdir)/utils -I$(srcdir)/lib -I$(srcdir) -DRECORDER_VERSION='"$(VERSION)"' $(if $(LIBDW_LIBS),-DHAVE_LIBDW) $(CXXFLAGS) $(CXX17FLAG) \
        -fPIC -fvisibility=hidden -pthread -Wall -Wextra $(SANITIZER_FLAGS) -MMD -MP

obj/utils/%.o: $(srcdir)/%.cpp config.mk
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(flags) -c -o $@ $<
-include $(wildcard obj/utils/utils/*.d obj/utils/utils/*/*.d obj/utils/lib/*/*.d)

librecorder-reader.a: $(reader_objects)
	$(call say,AR)rm -f $@ && $(AR) qcs $@ $^
$(soname): $(reader_objects)
	$(call say,LINK)$(CXX) $(CXXFLAGS) $(LDFLAGS) $(SANITIZER_FLAGS) -shared -Wl,-soname,$@ -o $@ $^ $(ZLIB_LIBS)
	@ln -sf $@ librecorder-reader.so

# What only recorder-coverage needs.
$(coverage_objects) obj/utils/utils/recorder-coverage.o: flags += -DRECORDER_MPI_NAME='"$(MPI_NAME)"' \
  -DRECORDER_LIBDIR='"$(FULL_LIBDIR)"' -DRECORDER_LIBDIR_FROM_BINDIR='"$(LIBDIR_FROM_BINDIR)"'
tools/recorder-coverage: $(coverage_objects)
tools/recorder-coverage: own_libs = $(ELF_LIBS)
tools/recorder-info: $(info_objects)
tools/recorder-summary: $(summary_objects)
tools/recorder2timeline: $(timeline_objects)
tools/recorder-filter: $(filter_objects)

# recorder-report holds its page, and the chart library where configure found it.
report_page := $(wildcard $(addprefix $(srcdir)/utils/report/*.,html css js)) $(ECHARTS)
obj/utils/utils/report/page.o: flags += -DRECORDER_REPORT_DIR='"$(abs_srcdir)/utils/report"' \
  $(if $(ECHARTS),-DRECORDER_ECHARTS='"$(ECHARTS)"')
obj/utils/utils/report/page.o: $(report_page)
tools/recorder-report: $(report_objects)

# Only Arrow's headers may need a newer C++ than the rest.
$(dataset_objects) obj/utils/utils/recorder2parquet.o: flags += $(ARROW_CXXFLAGS) -pthread
tools/recorder2parquet: $(dataset_objects)
tools/recorder2parquet: own_libs = -pthread $(ARROW_LIBS)

# Tools hold the reader, so that they run wherever they are copied.
tools/%: obj/utils/utils/%.o $(common_objects) analysis.a librecorder-reader.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CXX) $(CXXFLAGS) $(LDFLAGS) $(SANITIZER_FLAGS) -pthread -o $@ $(filter %.o,$^) $(filter %.a,$^) $(BOOST_LIBS) $(own_libs) $(ZLIB_LIBS) $(LIBDW_LIBS)

install: all
	$(MKDIR_P) '$(DESTDIR)$(bindir)' '$(DESTDIR)$(libdir)' '$(DESTDIR)$(includedir)'
	$(INSTALL_DATA) librecorder-reader.a '$(DESTDIR)$(libdir)/librecorder-reader.a'
	$(INSTALL_PROGRAM) $(soname) '$(DESTDIR)$(libdir)/$(soname)'
	cd '$(DESTDIR)$(libdir)' && rm -f librecorder-reader.so && ln -s $(soname) librecorder-reader.so
	$(INSTALL_DATA) $(srcdir)/utils/reader/recorder-reader.h '$(DESTDIR)$(includedir)/recorder-reader.h'
	for tool in $(tools); do $(INSTALL_PROGRAM) $$tool '$(DESTDIR)$(bindir)/'"$${tool##*/}" || exit 1; done

uninstall:
	cd '$(DESTDIR)$(libdir)' && rm -f librecorder-reader.a librecorder-reader.so $(soname)
	rm -f '$(DESTDIR)$(includedir)/recorder-reader.h'
	for tool in $(tool_names); do rm -f '$(DESTDIR)$(bindir)/'$$tool; done
