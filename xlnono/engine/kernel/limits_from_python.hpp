// When to stop, and whom to report to, as Python says it.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "budget.hpp"

namespace xlnono {

inline Limits make_limits(int solutions, std::optional<double> seconds,
                          std::optional<std::int64_t> conflicts) {
    if (solutions < 1) throw std::invalid_argument("solutions must be at least 1");
    if (seconds && std::isnan(*seconds)) throw std::invalid_argument("seconds must be a number");
    Limits limits{solutions};
    if (seconds) limits.seconds = *seconds;
    if (conflicts) limits.conflicts = *conflicts;
    return limits;
}

// Works without the interpreter lock.
inline Watcher make_watcher(const std::optional<nanobind::callable>& watch) {
    return [&watch](int known, std::int64_t met) {
        nanobind::gil_scoped_acquire acquired;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        if (watch) (*watch)(known, met);
    };
}

}  // namespace xlnono
