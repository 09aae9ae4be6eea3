// SPDX-License-Identifier: BSD-3-Clause
// The names that a stream's calls were given last, by call and by skeleton: a name that differs from its
// predecessor only in numbers is put as the differences, so that a loop over numbered files repeats itself.
#pragma once

#include <cstdint>

#include "format/name_pattern.h"

namespace recorder {

class NamePatterns {
 public:
  // Bytes that put() writes at most.
  static constexpr uint32_t kMostBytes = 8 + NameFields::kMostFields * 11;

  struct Said {
    uint8_t *end;  // of what was appended, or nullptr: the name must be put as it is
    bool lasts;    // so must the same name be again, until `turns`
    bool turns;    // what lasted for names of this kind does so no longer
  };
  // Names of what: an argument, and what the call's text argument right before it says
  // (NameFields::before), since the name of an attribute, say, tells which of several series its value is of.
  struct Key {
    uint32_t argument;  // function << 8 | argument
    uint64_t before;
    Key(uint32_t a, uint64_t b = 0) : argument(a), before(b) {}
  };
  // Appends a name as differences to its predecessor. It must
  // be put as it is when it is the first of its kind, the same as before where none was ever another (a
  // constant name is one that a signature shows by itself), or one whose digits cannot be told from their
  // value. Either way it is the predecessor of the next one.
  Said put(Key key, const char *text, uint64_t size, uint8_t *at);
  // The same of a name that is told by its numbers alone, which are random: each is 0 where it is the same as
  // the one before it, else the number plus 1; twice that, and 1 more where it is printed as wide as it was
  // in the predecessor. No numbers where the name must be told in full.
  struct Numbers {
    uint32_t name;  // which of the names that were seen
    uint32_t count;
    bool turns;  // as in Said
    uint64_t values[NameFields::kMostFields];
  };
  void take(Key key, const char *text, uint64_t size, Numbers *numbers);

  // Gives the memory back. Names are put as they are from here on: readers number what they have seen, so
  // that nothing can begin anew.
  void retire();

 private:
  // The name that was last seen with this skeleton.
  struct Template {
    uint64_t before;
    uint32_t argument;
    uint32_t hash;
    uint16_t size;
    uint16_t padded;  // fields that were seen with zeros before them, a bit each
    bool varies;      // it was not always the same name
    char text[NameFields::kMostText + 1];
  };
  static constexpr uint32_t kPlaces = 2 * NameFields::kMostTemplates;

  bool init();
  Template *find(Key key, const char *text, uint64_t size, const NameFields &fields, bool *fresh);
  Template *look_up(Key key, const char *text, uint64_t size, const NameFields &fields, uint32_t *place);
  Template *add(Key key, const NameFields &fields, uint32_t place);
  static uint32_t hash_of(Key key, const NameFields &fields);
  static void note_padding(Template *known, const NameFields &fields, const char *text);
  static bool is_same(const Template &before, const char *text, uint64_t size);
  static uint8_t *put_changes(const Template &before, const NameFields &old, const char *text,
                              const NameFields &fields, uint8_t *at);
  static bool put_change(const NameFields::Field &before, const NameFields::Field &now, bool is_padded,
                         const char *text, uint32_t index, uint8_t **at);
  enum class Width { none, before, other };
  static Width width_of(const NameFields::Field &before, const NameFields::Field &now, bool is_padded,
                        const char *text);
  static bool number_of(const Template &before, const NameFields &old, const char *text,
                        const NameFields &fields, uint32_t i, uint64_t *value);
  static void replace(Template *known, const char *text, uint64_t size);

  // Mapped when the first name with a number comes.
  struct Tables {
    uint16_t index[kPlaces];  // number of a template plus 1
    uint32_t count;
    Template templates[NameFields::kMostTemplates];
  };
  Tables *tables_;
  bool retired_;
};

}  // namespace recorder
