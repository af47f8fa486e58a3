# hwpgo: hardware-profile-guided optimisation for GCC.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   make [all]                 build into build/ (or O=DIR)
#   make bootstrap             install what is missing to build and run it
#   make demo                  show the speedup on three programs
#   make check                 run all tests (WERROR=-Werror: and warnings)
#   make fuzz TIME=600 [FUZZ=NAME]   TIME seconds of each fuzz target, then
#                              its corpora cut and with wrong bytes everywhere
#   make install PREFIX=DIR    install (DESTDIR is honoured)
#   make bench-NAME            scripts/bench/NAME against its peers
#   V=1 shows commands; SAN=address,undefined builds with sanitizers.
#
# A new .c or .cc file in one of the folders below needs no line here.

O ?= build
# However it is written: what an object was made of is noted by its name.
override O := $(patsubst $(CURDIR)/%,%,$(abspath $(O)))
PREFIX ?= /usr/local
V ?= 0
SAN ?=

VERSION := 0.1

CC ?= cc
CFLAGS ?= -O2 -g
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
        -Wvla $(WERROR)
HWPGO_CFLAGS := -std=gnu11 $(WARN) -fPIC -fvisibility=hidden -iquote . \
                -DHWPGO_VERSION='"$(VERSION)"' -MMD -MP

SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer \
                        -fno-sanitize-recover=all)

Q := $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@printf '  %-8s%s\n' '$(1)' '$(2:$(O)/%=%)';)

LIBEXEC := $(O)/lib/hwpgo

# --- parts -----------------------------------------------------------------
sources = $(sort $(wildcard $(1)/*.c))
objects = $(patsubst %.c,$(O)/obj/%.o,$(1))
# What the compiler and the emulator load cannot bring a sanitizer along.
PLAIN := $(O)/$(if $(SAN),plain,obj)
plain_objects = $(patsubst %.c,$(PLAIN)/%.o,$(1))

BASE := $(call objects,$(call sources,runtime/base))
PROFILE := $(call objects,$(call sources,runtime/profile))
PERFDATA := $(call objects,$(call sources,runtime/perfdata))
IMAGE := $(call objects,$(call sources,runtime/image))
TRACE := $(call objects,$(call sources,runtime/trace))
COMMAND := $(call objects,$(call sources,runtime/hwpgo))
# The emulator's plugin is the files qemu-*.c and what they share with the
# command; it reads no perf.data, and so needs no libzstd.
PMU_C := $(call sources,runtime/pmu)
PMU_COMMAND := $(call objects,$(filter-out runtime/pmu/qemu-%,$(PMU_C)))
PMU_PLUGIN := $(call plain_objects,$(PMU_C) $(call sources,runtime/base) \
                                   $(wildcard runtime/perfdata/writer*.c))
# Plain C of the plugin, for every GCC and for the unit tests; dispatch.c is
# hwpgo.so itself.
PLUGIN_C := $(filter-out plugin/dispatch.c,$(call sources,plugin))
PLUGIN_CC := $(sort $(wildcard plugin/*.cc))
PLUGIN_C_OBJECTS := $(call objects,$(PLUGIN_C))
PLUGIN_PARTS := $(call plain_objects,$(PLUGIN_C)) \
                $(if $(SAN),$(O)/plain,$(O)/lib)/libhwpgo-profile.a

# What libhwpgo-profile.a wants of the system, in the compiler too.
PROFILE_LIBS := -lmd -lz
RUNTIME_LIBS := -lelf -lz -lzstd $(PROFILE_LIBS)

# GCC versions with plugin headers on this machine, and all that the plugin
# knows.
GCC_VERSIONS ?= $(shell scripts/gcc-versions)
GCC_SUPPORTED := $(shell scripts/gcc-versions --supported)
# Cross compilers with plugin headers; CROSS= for none.
CROSS ?= $(shell scripts/gcc-versions --cross)
GCCS := $(GCC_VERSIONS:%=gcc-%) $(CROSS)
comma := ,
empty :=

.PHONY: all check demo install clean bootstrap
.SECONDARY:
.DELETE_ON_ERROR:

all: $(O)/bin/hwpgo $(LIBEXEC)/hwpgo-pmu.so $(LIBEXEC)/hwpgo.so \
     $(foreach gcc,$(GCCS),$(LIBEXEC)/$(gcc)/hwpgo.so)

$(O)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(CFLAGS) $(SANFLAGS) $(HWPGO_CFLAGS) -c -o $@ $<

$(O)/plain/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(CFLAGS) $(HWPGO_CFLAGS) -c -o $@ $<

$(O)/obj/runtime/hwpgo/doctor.o: HWPGO_CFLAGS += \
  -DHWPGO_GCC_SUPPORTED='$(subst $(empty) $(empty),$(comma),$(GCC_SUPPORTED))'

$(O)/lib/libhwpgo-profile.a: $(PROFILE) $(BASE)
$(O)/plain/libhwpgo-profile.a: $(patsubst $(O)/obj/%,$(O)/plain/%,$(PROFILE) \
                                                             $(BASE))
%/libhwpgo-profile.a:
	@mkdir -p $(@D)
	$(call say,AR,$@)rm -f $@ && $(AR) rcsD $@ $^

$(O)/bin/hwpgo: $(COMMAND) $(PMU_COMMAND) $(TRACE) $(IMAGE) $(PERFDATA) \
                $(O)/lib/libhwpgo-profile.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ \
	  $(RUNTIME_LIBS) -lm

$(LIBEXEC)/hwpgo-pmu.so: $(PMU_PLUGIN)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ -lpthread

$(LIBEXEC)/hwpgo.so: $(PLAIN)/plugin/dispatch.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ -ldl

# One plugin for each GCC.  It links only what is plain C and the profile
# library; everything else comes from the compiler that loads it.  That of a
# cross compiler is made by this machine's g++ of the same version.
define gcc_plugin
$(O)/obj/$(1)/%.o: %.cc
	@mkdir -p $$(@D)
	$$(call say,CXX-$(2),$$<)g++-$(2) -std=gnu++17 \
	  $$(CXXFLAGS_PLUGIN) \
	  -isystem $$(shell $(1) -print-file-name=plugin)/include -c -o $$@ $$<

$(LIBEXEC)/$(1)/hwpgo.so: \
  $$(patsubst %.cc,$(O)/obj/$(1)/%.o,$(PLUGIN_CC)) \
  $(PLUGIN_PARTS)
	@mkdir -p $$(@D)
	$$(call say,LINK,$$@)g++-$(2) $$(LDFLAGS_PLUGIN) -shared -o $$@ $$^ \
	  $$(PROFILE_LIBS) -lm
endef
CXXFLAGS_PLUGIN := -O2 -g -fno-rtti -fno-exceptions -fPIC \
                   -fvisibility=hidden -fvisibility-inlines-hidden \
                   -Wall -Wextra -Wno-unused-parameter $(WERROR) \
                   -iquote . -DHWPGO_VERSION='"$(VERSION)"' -MMD -MP
LDFLAGS_PLUGIN := -Wl,--exclude-libs,ALL
$(foreach gcc,$(GCCS),$(eval $(call gcc_plugin,$(gcc),$(lastword \
                                            $(subst -, ,$(gcc))))))

# --- tests -----------------------------------------------------------------
UNIT := $(patsubst testsuite/unit/%.c,$(O)/unit/%,$(sort \
          $(wildcard testsuite/unit/test-*.c)))

# A unit test may look at every part that needs no compiler and no emulator.
$(O)/unit/%: $(O)/obj/testsuite/unit/%.o $(PLUGIN_C_OBJECTS) $(PMU_COMMAND) \
             $(TRACE) $(IMAGE) $(PERFDATA) $(O)/lib/libhwpgo-profile.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ \
	  $(RUNTIME_LIBS) -lm

check:
	$(Q)scripts/bootstrap check
	$(Q)$(MAKE) --no-print-directory O=$(O) V=$(V) all unit
	$(Q)scripts/run-tests $(O)

# The fuzz targets as programs that replay files; what 'make fuzz' builds has
# FUZZER set and libFuzzer instead.
FUZZ_NAMES := $(patsubst testsuite/fuzz/fuzz-%.c,%,$(sort \
                $(wildcard testsuite/fuzz/fuzz-*.c)))
FUZZ_TARGETS := $(FUZZ_NAMES:%=$(O)/fuzz/fuzz-%)
FUZZER ?=
FUZZ_MAIN := $(if $(FUZZER),,$(O)/obj/testsuite/fuzz/replay.o)

FUZZ_PARTS := $(call objects,$(addprefix testsuite/fuzz/,file.c profile.c \
                                                         conversion.c))

$(O)/fuzz/fuzz-%: $(O)/obj/testsuite/fuzz/fuzz-%.o $(FUZZ_PARTS) \
                  $(FUZZ_MAIN) $(TRACE) $(IMAGE) $(PERFDATA) \
                  $(O)/lib/libhwpgo-profile.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(CFLAGS) $(SANFLAGS) $(FUZZER) $(LDFLAGS) \
	  -o $@ $^ $(RUNTIME_LIBS) -lm

$(O)/obj/testsuite/fuzz/conversion.o: $(wildcard testsuite/fuzz/data/*)

.PHONY: unit fuzz fuzz-targets
unit: $(UNIT) $(FUZZ_TARGETS)

fuzz-targets: $(FUZZ_TARGETS)

# libFuzzer comes with clang (Debian: clang and libclang-rt-N-dev).
TIME ?= 600
FUZZ ?=
CLANG ?= $(firstword $(foreach c,clang clang-19 clang-14,$(shell \
           command -v $(c))))
fuzz:
	$(Q)[ -n "$(CLANG)" ] || { echo "make fuzz needs clang: install clang" \
	  "and libclang-rt-dev, or give CLANG=PROGRAM" >&2; exit 1; }
	$(Q)$(MAKE) --no-print-directory O=$(O)/fuzzing V=$(V) CC=$(CLANG) \
	  CFLAGS='-O1 -g' SAN=fuzzer-no-link,address,undefined \
	  FUZZER=-fsanitize=fuzzer fuzz-targets
	$(Q)testsuite/fuzz/run $(O)/fuzzing $(TIME) $(FUZZ)
	$(Q)$(MAKE) --no-print-directory O=$(O) V=$(V) fuzz-targets
	$(Q)for n in $(or $(FUZZ),$(FUZZ_NAMES)); do \
	  $(O)/fuzz/fuzz-$$n --damage \
	    $$(testsuite/fuzz/run --corpora $$n) || exit; done

bootstrap:
	$(Q)scripts/bootstrap

demo: bootstrap
	$(Q)$(MAKE) --no-print-directory O=$(O) V=$(V) all
	$(Q)scripts/demo $(O)

bench-%: all
	$(Q)scripts/bench/$* $(O)

# --- installing ------------------------------------------------------------
# The folders below PREFIX are laid out as those below O, so that the command
# finds its plugins from where it stands.
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(O)/bin/hwpgo $(DESTDIR)$(PREFIX)/bin/hwpgo
	install -m 644 doc/hwpgo.1 $(DESTDIR)$(PREFIX)/share/man/man1/hwpgo.1
	install -d $(DESTDIR)$(PREFIX)/include
	install -m 644 include/hwpgo.h $(DESTDIR)$(PREFIX)/include/hwpgo.h
	install -d $(DESTDIR)$(PREFIX)/lib/hwpgo
	install -m 755 $(LIBEXEC)/hwpgo.so $(LIBEXEC)/hwpgo-pmu.so \
	  $(DESTDIR)$(PREFIX)/lib/hwpgo/
	$(Q)for gcc in $(GCCS); do \
	  install -d $(DESTDIR)$(PREFIX)/lib/hwpgo/$$gcc; \
	  install -m 755 $(LIBEXEC)/$$gcc/hwpgo.so \
	    $(DESTDIR)$(PREFIX)/lib/hwpgo/$$gcc/hwpgo.so; \
	done

clean:
	rm -rf $(O)

-include $(shell find $(O)/obj $(O)/plain -name '*.d' 2>/dev/null)
