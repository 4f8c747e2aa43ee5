// The Python module xlnono.engine._kernel.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "explain_line/bindings.hpp"
#include "limits_from_python.hpp"
#include "make_solver.hpp"
#include "plan/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace xlnono;

using Marks = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The rows and then the columns of a set of cells, each as bytes.
nb::list lines_of(const PackedCells& packed, std::size_t height, std::size_t width) {
    nb::list lines;
    const std::uint8_t* next = packed.data();
    const auto add = [&](std::size_t count, std::size_t cells) {
        const std::size_t size = (cells + 7) / 8;
        for (; count > 0; --count, next += size) lines.append(nb::bytes(next, size));
    };
    add(height, width);
    add(width, height);
    return lines;
}

// A solver for a puzzle whose clues and givens have been checked.
std::unique_ptr<Solver> prepare(const Clues& rows, const Clues& columns,
                                const std::vector<int>& free, const std::optional<Marks>& givens,
                                std::uint64_t seed) {
    check(rows, columns.size(), "rows");
    check(columns, rows.size(), "columns");
    auto solver = make_solver(rows, columns, seed);
    for (const int line : free) solver->free_line(line);
    if (!givens) return solver;
    if (givens->shape(0) != rows.size() || givens->shape(1) != columns.size())
        throw std::invalid_argument("the givens must have the size of the puzzle");
    for (std::size_t cell = 0; cell < givens->size(); ++cell) {
        const auto mark = givens->data()[cell];
        if (mark > 2)
            throw std::invalid_argument("a given must be 0 (white), 1 (unknown) or 2 (black)");
        if (mark != 1) solver->add_given(static_cast<int>(cell), mark == 2);
    }
    return solver;
}

nb::dict decide(const Clues& rows, const Clues& columns, std::optional<Marks> givens, int solutions,
                std::optional<double> seconds, std::optional<std::int64_t> conflicts,
                std::uint64_t seed, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(solutions, seconds, conflicts);
    const auto solver = prepare(rows, columns, {}, givens, seed);
    const Watcher watcher = make_watcher(watch);
    Result result;
    {
        nb::gil_scoped_release released;
        result = solver->decide(limits, watcher);
    }
    const auto lines = [&](const PackedCells& cells) {
        return lines_of(cells, rows.size(), columns.size());
    };
    nb::list solutions_found;
    for (const auto& solution : result.solutions) solutions_found.append(lines(solution));
    nb::dict out;
    out["solutions"] = solutions_found;
    out["black"] = lines(result.black);
    out["white"] = lines(result.white);
    out["finished"] = result.finished;
    out["contradiction"] = result.contradiction < 0 ? nb::object(nb::none())
                                                    : nb::object(nb::int_(result.contradiction));
    out["conflicts"] = result.statistics.conflicts;
    out["decisions"] = result.statistics.decisions;
    out["settled"] = result.statistics.settled_lines;
    return out;
}

// The black and the white cells that follow from the lines alone, by lines; up to a contradiction,
// if there is one. None if time is up.
std::optional<std::pair<nb::list, nb::list>> follow_lines(const Clues& rows, const Clues& columns,
                                                          std::optional<double> seconds,
                                                          std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, std::nullopt);
    const auto solver = prepare(rows, columns, {}, std::nullopt, 0);
    const Watcher watcher = make_watcher(watch);
    Result result;
    {
        nb::gil_scoped_release released;
        result = solver->follow_lines(limits, watcher);
    }
    if (!result.finished) return std::nullopt;
    const auto lines = [&](const PackedCells& cells) {
        return lines_of(cells, rows.size(), columns.size());
    };
    return std::pair{lines(result.black), lines(result.white)};
}

std::optional<std::pair<std::vector<std::tuple<int, bool, int>>, bool>> failed_literals(
    const Clues& rows, const Clues& columns, const Marks& givens, int rounds,
    std::optional<double> seconds, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, std::nullopt);
    const auto solver = prepare(rows, columns, {}, givens, 0);
    const Watcher watcher = make_watcher(watch);
    FailedLiterals failed;
    {
        nb::gil_scoped_release released;
        failed = solver->failed_literals(rounds, limits, watcher);
    }
    if (!failed.finished) return std::nullopt;
    std::vector<std::tuple<int, bool, int>> found;
    for (const auto& one : failed.found) found.emplace_back(one.cell, one.black, one.round);
    return std::pair{found, failed.open};
}

SettledCells settle(const std::vector<int>& clue, int length, const std::vector<int>& black,
                    const std::vector<int>& white) {
    if (length < 1) throw std::invalid_argument("a line must have at least one cell");
    check_length(static_cast<std::size_t>(length));
    check({clue}, static_cast<std::size_t>(length), "lines");
    for (const auto* cells : {&black, &white})
        for (const int cell : *cells)
            if (cell < 0 || cell >= length)
                throw std::invalid_argument("the line has no such cell");
    if (length > longest_explained) return settle_long_line(clue, length, black, white);
    return with_words(length, [&](auto words) {
        return settle_line<words()>(clue, length, black, white);
    });
}

// The results of `solve` for the variant of each set of changes. It also gets a function that makes
// a solver for the variant with certain lines free. When time is up, the last ones are left out.
template <class Solved, class Solve>
std::vector<Solved> solve_each(const Clues& rows, const Clues& columns,
                               const std::vector<std::vector<ChangedLine>>& changes,
                               const std::optional<Marks>& givens, const Limits& limits,
                               const Watcher& watcher, Solve solve) {
    std::vector<Solved> out;
    Budget budget;
    budget.start(limits, watcher);
    try {
        for (const auto& change : changes) {
            const Variant variant(rows, columns, change);
            Solved solved = solve(variant, [&](const std::vector<int>& free) {
                return prepare(variant.rows, variant.columns, free, givens, 0);
            });
            nb::gil_scoped_release released;
            budget.look(0, 0);
            out.push_back(std::move(solved));
        }
    } catch (const OutOfTime&) {
    }
    return out;
}

// Decide each variant of a puzzle. For each there is a list of pictures, each as the bytes of its
// rows and then of its columns, and whether there are no others. When time is up, the last
// variants are left out.
nb::list decide_each(const Clues& rows, const Clues& columns,
                     const std::vector<std::vector<ChangedLine>>& changes,
                     std::optional<Marks> givens, int solutions, std::optional<double> seconds,
                     std::optional<std::int64_t> conflicts, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(solutions, seconds, conflicts);
    const Watcher watcher = make_watcher(watch);
    const auto results = solve_each<Result>(rows, columns, changes, givens, limits, watcher,
                                            [&](const Variant& variant, auto make) {
                                                const auto solver = make(variant.free);
                                                nb::gil_scoped_release released;
                                                return solver->decide(limits, watcher);
                                            });
    nb::list out;
    for (const Result& result : results) {
        nb::list pictures;
        for (const auto& picture : result.solutions)
            pictures.append(nb::bytes(picture.data(), picture.size()));
        out.append(nb::make_tuple(pictures, result.finished));
    }
    return out;
}

// For each variant of a puzzle, lines that have no common picture: at most `rounds` times, the
// core of those of the last core. When time is up, the last variants are left out.
std::vector<std::vector<int>> contradiction_cores(
    const Clues& rows, const Clues& columns, const std::vector<std::vector<ChangedLine>>& changes,
    std::optional<Marks> givens, int rounds, std::optional<double> seconds,
    std::optional<std::int64_t> conflicts, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, conflicts);
    const Watcher watcher = make_watcher(watch);
    using Core = std::vector<int>;
    const auto smallest_core = [&](const Variant& variant, auto make) {
        return variant.smallest_core(rounds, [&](const std::vector<int>& free) {
            const auto solver = make(free);
            nb::gil_scoped_release released;
            return solver->contradiction_core(limits, watcher);
        });
    };
    return solve_each<Core>(rows, columns, changes, givens, limits, watcher, smallest_core);
}

// What follows if one of some cells had not its colour, up to a contradiction: statements as pairs
// of literals and reasons, see `ProofRecorder`. Empty if nothing was proved within the limits.
nb::list prove(const Clues& rows, const Clues& columns, std::optional<Marks> givens,
               const std::vector<Literal>& cells, std::optional<double> seconds,
               std::optional<std::int64_t> conflicts, std::optional<nb::callable> watch) {
    const Limits limits = make_limits(1, seconds, conflicts);
    const auto solver = prepare(rows, columns, {}, givens, 0);
    const Watcher watcher = make_watcher(watch);
    std::vector<Statement> statements;
    {
        nb::gil_scoped_release released;
        statements = solver->prove(cells, limits, watcher);
    }
    nb::list out;
    for (const auto& one : statements) out.append(nb::make_tuple(one.literals, one.reasons));
    return out;
}

}  // namespace

NB_MODULE(_kernel, module) {
    // Python keeps the ladders of many lines until it ends, and commands do not collect garbage then.
    nb::set_leak_warnings(false);
    module.doc() = "The deciding engine: conflict-driven search with line propagation.";
    module.attr("LONGEST_LINE") = longest_line;
    module.attr("LONGEST_EXPLAINED") = longest_line;
    // Givens of another type are refused: 258 would be converted to a black cell.
    module.def("decide", &decide, "rows"_a, "columns"_a,
               "givens"_a.noconvert().none() = nb::none(), "solutions"_a = 2,
               "seconds"_a.none() = nb::none(), "conflicts"_a.none() = nb::none(), "seed"_a = 0,
               "watch"_a.none() = nb::none());
    module.def("follow_lines", &follow_lines, "rows"_a, "columns"_a,
               "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
    module.def("failed_literals", &failed_literals, "rows"_a, "columns"_a, "givens"_a.noconvert(),
               "rounds"_a, "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
    module.def("decide_each", &decide_each, "rows"_a, "columns"_a, "changes"_a,
               "givens"_a.noconvert().none() = nb::none(), "solutions"_a = 2,
               "seconds"_a.none() = nb::none(), "conflicts"_a.none() = nb::none(),
               "watch"_a.none() = nb::none());
    module.def("contradiction_cores", &contradiction_cores, "rows"_a, "columns"_a, "changes"_a,
               "givens"_a.noconvert().none() = nb::none(), "rounds"_a = 3,
               "seconds"_a.none() = nb::none(), "conflicts"_a.none() = nb::none(),
               "watch"_a.none() = nb::none());
    module.def("prove", &prove, "rows"_a, "columns"_a, "givens"_a.noconvert().none(), "cells"_a,
               "seconds"_a.none() = nb::none(), "conflicts"_a.none() = nb::none(),
               "watch"_a.none() = nb::none());
    module.def("settle", &settle, "clue"_a, "length"_a, "black"_a, "white"_a);
    ladder::bind_line_ladder(module);
    ladder::bind_prospects(module);
    plan::bind_planner(module);
}
