// Planning explanations, as Python calls it.
#include "bindings.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "../limits_from_python.hpp"
#include "../with_words.hpp"
#include "key_cells.hpp"
#include "planner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace xlnono::plan {

namespace {

using Clues = std::vector<std::vector<int>>;

// Call `make` with a number of words for lines of this length. Settling takes no more words than a line
// needs, so one number serves all long lines, which saves compiling another planner.
template <class Make>
auto with_solver_words(int longest, Make make) {
    if (longest <= longest_explained) return with_words(longest, make);
    return make(std::integral_constant<std::size_t, longest_words>{});
}

nb::tuple as_python(const Chain& chain) {
    nb::list links;
    for (const auto& link : chain.links) {
        const auto inside = link.inside.empty() ? nb::object(nb::none())
                                                : nb::object(as_python(link.inside[0]));
        links.append(nb::make_tuple(link.line, link.fixed, inside));
    }
    return nb::make_tuple(chain.assumed, links, chain.contradiction);
}

// The contradictions of an explanation, whether time ran out before it was as short as it can be
// made, whether the work did, and how many cells single contradictions leave unknown. A literal is twice the number of a cell, one more for white. `givens` are known;
// those that are `possible` are not assumed. `nested` allows contradictions inside others, and
// with `only_first`, only one contradiction is returned.
nb::tuple plan_contradictions(const Clues& rows, const Clues& columns,
                              const std::vector<Literal>& givens,
                              const std::vector<Literal>& possible, bool nested, bool only_first,
                              std::optional<double> seconds, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, std::nullopt);
    const Watcher watcher = make_watcher(watch);
    const int longest = static_cast<int>(std::max(rows.size(), columns.size()));
    int stuck = 0;
    const Plan plan = with_solver_words(longest, [&](auto words) {
        nb::gil_scoped_release released;
        const LineSolvers<words()> lines(rows, columns);
        std::vector<char> is_possible(2 * at(lines.cells()), false);
        for (const Literal l : possible) is_possible[at(l)] = true;
        Effort effort(limits, watcher);
        Planner<words()> planner(lines, givens, is_possible, nested, effort);
        Plan found = only_first ? planner.first() : planner.shortest();
        stuck = planner.stuck();
        return found;
    });
    nb::list steps;
    for (const auto& step : plan.steps) steps.append(as_python(step.chain));
    return nb::make_tuple(steps, plan.out_of_time, plan.over_budget, stuck);
}

// Literals of the only solution from which all others follow by lines; none if time ran out.
std::optional<std::vector<Literal>> find_key_cells(const Clues& rows, const Clues& columns,
                                                   const std::vector<Literal>& givens,
                                                   const std::vector<Literal>& solution,
                                                   std::optional<double> seconds,
                                                   std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, std::nullopt);
    const Watcher watcher = make_watcher(watch);
    const int longest = static_cast<int>(std::max(rows.size(), columns.size()));
    return with_solver_words(longest, [&](auto words) -> std::optional<std::vector<Literal>> {
        nb::gil_scoped_release released;
        const LineSolvers<words()> lines(rows, columns);
        Position<words()> position(lines);
        for (const Literal l : givens) position.fix(l);
        Effort effort(limits, watcher);
        try {
            return key_cells(lines, position, solution, effort);
        } catch (const OutOfTime&) {
            return {};
        }
    });
}

}  // namespace

void bind_planner(nb::module_& module) {
    module.def("plan_contradictions", &plan_contradictions, "rows"_a, "columns"_a, "givens"_a,
               "possible"_a, "nested"_a, "only_first"_a, "seconds"_a.none() = nb::none(),
               "watch"_a.none() = nb::none());
    module.def("key_cells", &find_key_cells, "rows"_a, "columns"_a, "givens"_a, "solution"_a,
               "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
}

}  // namespace xlnono::plan
