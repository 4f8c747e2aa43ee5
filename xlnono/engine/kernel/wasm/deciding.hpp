// The questions about whole puzzles: what `bindings.cpp` offers to Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "../make_solver.hpp"
#include "stream.hpp"

namespace xlnono::wasm {

inline Limits read_limits(Reader& question, int solutions) {
    Limits limits{solutions};
    if (const auto seconds = question.real()) limits.seconds = *seconds;
    if (const auto conflicts = question.real())
        limits.conflicts = static_cast<std::int64_t>(*conflicts);
    return limits;
}

// A puzzle with its known cells: 0 is white, 1 unknown and 2 black.
struct Asked {
    Clues rows, columns;
    std::vector<int> givens;

    explicit Asked(Reader& question)
        : rows(question.clues()), columns(question.clues()), givens(question.numbers()) {
        if (!givens.empty() && givens.size() != rows.size() * columns.size())
            throw std::invalid_argument("the givens must have the size of the puzzle");
    }

    std::unique_ptr<Solver> solver(const Clues& with_rows, const Clues& with_columns,
                                   const std::vector<int>& free) const {
        check(with_rows, columns.size(), "rows");
        check(with_columns, rows.size(), "columns");
        auto out = make_solver(with_rows, with_columns, 0);
        for (const int line : free) out->free_line(line);
        for (std::size_t cell = 0; cell < givens.size(); ++cell)
            if (givens[cell] != 1) out->add_given(static_cast<int>(cell), givens[cell] == 2);
        return out;
    }

    std::unique_ptr<Solver> solver() const { return solver(rows, columns, {}); }
};

inline void decide(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const int solutions = question.number();
    const Limits limits = read_limits(question, solutions);
    const Result result = puzzle.solver()->decide(limits, watcher);
    answer.list(result.solutions, [&](const PackedCells& cells) { answer.cells(cells); });
    answer.cells(result.black);
    answer.cells(result.white);
    answer.number(result.finished);
    answer.number(result.contradiction);
    answer.number(result.statistics.conflicts);
    answer.number(result.statistics.decisions);
    answer.number(result.statistics.settled_lines);
}

inline void follow_lines(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const Limits limits = read_limits(question, 1);
    const Result result = puzzle.solver()->follow_lines(limits, watcher);
    answer.number(result.finished);
    answer.cells(result.black);
    answer.cells(result.white);
}

inline void failed_literals(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const int rounds = question.number();
    const Limits limits = read_limits(question, 1);
    const FailedLiterals failed = puzzle.solver()->failed_literals(rounds, limits, watcher);
    answer.number(failed.finished);
    answer.number(failed.open);
    answer.list(failed.found, [&](const FailedLiteral& one) {
        answer.number(one.cell);
        answer.number(one.black);
        answer.number(one.round);
    });
}

// The results of `solve` for each variant of a puzzle. It also gets a function that makes a solver
// for the variant with certain lines free. When time is up, the last ones are left out.
template <class Solved, class Solve>
std::vector<Solved> solve_each(Reader& question, const Asked& puzzle, const Limits& limits,
                               const Watcher& watcher, Solve solve) {
    std::vector<Solved> out;
    Budget budget;
    budget.start(limits, watcher);
    try {
        for (std::size_t left = question.count(); left > 0; --left) {
            const auto changes = question.list([&] {
                const int line = question.number();
                const bool is_free = question.number() != 0;
                auto clue = question.numbers();
                return ChangedLine{line, is_free ? std::nullopt : std::optional(std::move(clue))};
            });
            const Variant variant(puzzle.rows, puzzle.columns, changes);
            Solved solved = solve(variant, [&](const std::vector<int>& free) {
                return puzzle.solver(variant.rows, variant.columns, free);
            });
            budget.look(0, 0);
            out.push_back(std::move(solved));
        }
    } catch (const OutOfTime&) {
    }
    return out;
}

inline void decide_each(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const int solutions = question.number();
    const Limits limits = read_limits(question, solutions);
    const auto results = solve_each<Result>(
        question, puzzle, limits, watcher, [&](const Variant& variant, auto make) {
            return make(variant.free)->decide(limits, watcher);
        });
    answer.list(results, [&](const Result& result) {
        answer.list(result.solutions, [&](const PackedCells& cells) { answer.cells(cells); });
        answer.number(result.finished);
    });
}

inline void contradiction_cores(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const int rounds = question.number();
    const Limits limits = read_limits(question, 1);
    const auto cores = solve_each<std::vector<int>>(
        question, puzzle, limits, watcher, [&](const Variant& variant, auto make) {
            return variant.smallest_core(rounds, [&](const std::vector<int>& free) {
                return make(free)->contradiction_core(limits, watcher);
            });
        });
    answer.list(cores, [&](const std::vector<int>& core) { answer.numbers(core); });
}

}  // namespace xlnono::wasm
