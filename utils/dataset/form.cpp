// SPDX-License-Identifier: BSD-3-Clause
// Forms of calls.
#include "dataset/form.h"

#include <cstring>

#include "analysis/meaning.h"
#include "common/json.h"
#include "common/text.h"

namespace recorder::tools::dataset {

namespace {

// put_json() makes \udcff of a byte ff that is no UTF-8, which databases refuse: half a surrogate pair is no
// character. A backslash of the text itself is doubled, so pairs of backslashes are passed over.
void mend_escapes(std::string &out, size_t from) {
  if (out.find("\\udc", from) == std::string::npos) return;
  const std::string text = out.substr(from);
  out.resize(from);
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '\\') {
      out += text[i++];
    } else if (text.compare(i, 4, "\\udc") == 0) {
      out += "\\\\x";
      out.append(text, i + 4, 2);
      i += 6;
    } else {
      out.append(text, i, 2);
      i += 2;
    }
  }
}

}  // namespace

void put_argument(std::string &out, const recorder_value &value) {
  const size_t from = out.size();
  put_json(out, value);
  const bool has_text =
      value.type == RECORDER_STRING || value.type == RECORDER_ARRAY || value.type == RECORDER_RECORD;
  if (has_text) mend_escapes(out, from);
}

void read_result(const recorder_value &value, std::optional<int64_t> &number, std::string &json) {
  number.reset();
  json.clear();
  switch (value.type) {
    case RECORDER_ABSENT:
    case RECORDER_NULL:
      return;
    case RECORDER_INT:
    case RECORDER_FD:
      number = value.v.i;
      return;
    case RECORDER_UINT:
      if (value.v.u <= INT64_MAX) {
        number = static_cast<int64_t>(value.v.u);
        return;
      }
      [[fallthrough]];
    default:
      put_argument(json, value);
  }
}

void make_form(const recorder_call &call, Form &form) {
  std::string &text = form.arguments.text;
  text.assign(1, '{');
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    if (i != 0) text += ',';
    put_json_string(text, call.function->argument_names[i]);
    text += ':';
    form.arguments.add(call, &recorder_call::arguments, i, put_argument);
  }
  text += '}';
  form.result_varies = (call.result->flags & RECORDER_VARIES) != 0;
  read_result(*call.result, form.result, form.result_json);
  const analysis::Meaning meaning = analysis::meaning_of(*call.function);
  if (meaning.operation != analysis::Operation::none) form.operation = name_of(meaning.operation);
}

}  // namespace recorder::tools::dataset
