#pragma once

#include <nanobind/nanobind.h>

namespace xlnono::plan {

// Add the function `plan_contradictions` to the Python module.
void bind_planner(nanobind::module_& module);

}  // namespace xlnono::plan
