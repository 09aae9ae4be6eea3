// SPDX-License-Identifier: BSD-3-Clause
// A word in the program file itself: an ELF note, which strip and --gc-sections leave in place.
// recorder-coverage(1) reads from it that Recorder is in a file, which one, and for which MPI it was built.
#pragma once

namespace recorder {

constexpr char kNoteName[] = "Recorder";
constexpr unsigned kNoteVersion = 1;
constexpr unsigned kNoteMpi = 2;
constexpr unsigned kNoteMark = 3;  // for those who only search: recorder-run

}  // namespace recorder

// At file scope, once for each type; `type` is the number itself, `text` a string literal.
#define RECORDER_NOTE(type, text)                 \
  __asm__(                                        \
      ".pushsection .note.recorder,\"a\",%note\n" \
      ".balign 4\n.long 9, 2f - 1f, " #type       \
      "\n.asciz \"Recorder\"\n"                   \
      ".balign 4\n1: .asciz \"" text "\"\n2: .balign 4\n.popsection\n")
