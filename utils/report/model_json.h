// SPDX-License-Identifier: BSD-3-Clause
// The model as the JSON that the page draws; recorder-report(1) describes it.
#pragma once

#include "report/advice.h"
#include "report/job.h"
#include "report/model.h"

namespace recorder::report {

Json to_json(const Model &model);
Json to_json(const std::vector<Sentence> &sentences);

}  // namespace recorder::report
