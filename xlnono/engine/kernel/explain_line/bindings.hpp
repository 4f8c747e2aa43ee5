#pragma once

#include <nanobind/nanobind.h>

namespace xlnono::ladder {

// Add the class `LineLadder` to the Python module.
void bind_line_ladder(nanobind::module_& module);

// Add the class `Prospects` and the function `count_sweeps`.
void bind_prospects(nanobind::module_& module);

}  // namespace xlnono::ladder
