# SPDX-License-Identifier: BSD-3-Clause
# Recorder once more with the compilers' sanitizers, in sanitized/address (and undefined: the unit tests, the reader, the
# tools, the runtime) and sanitized/thread (the runtime, as nothing else has threads). Plain GNU make, run in the build
# folder by test/integration/test_sanitizers.py; doc/decisions.md says what is checked and how.

include config.mk

address_flags = -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
thread_flags = -fsanitize=thread
runtime = librecorder-whole.a wrap/wrap.options

.PHONY: address thread
# $(call make_in,FOLDER,MAKEFILE,GOALS)
make_in = +@$(MAKE) --no-print-directory -C $(1) -f $(abs_srcdir)/$(2) srcdir=$(abs_srcdir) V=$(V) $(3)

address: sanitized/address/config.mk
	$(call make_in,$(<D),lib/runtime.mk,$(runtime))
	$(call make_in,$(<D),utils/utils.mk,all)
	$(call make_in,$(<D),test/tests.mk,all)
	@ln -sfn tools $(<D)/bin
thread: sanitized/thread/config.mk
	$(call make_in,$(<D),lib/runtime.mk,$(runtime) HAVE_MPI=)

# Without optimisation, which would remove some of what is undefined and take four times as long; and what is inlined into
# every wrapper is a function here, as instrumenting it once is enough. The large layers differ from these only in calls of
# their libraries.
sanitized/%/config.mk: config.mk $(srcdir)/test/sanitized.mk
	@mkdir -p $(@D)
	@printf '%s\n' 'include ../../config.mk' 'CXXFLAGS += -O0 -g1 -Dalways_inline=unused' 'SANITIZER_FLAGS = $($*_flags)' \
	  'HDF5_FLAGS =' 'HDF5_HL_FLAGS =' 'NETCDF_FLAGS =' 'PNETCDF_FLAGS =' >$@
