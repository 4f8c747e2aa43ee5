// The questions about planning explanations: what `plan/bindings.cpp` offers to Python.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "../plan/key_cells.hpp"
#include "../plan/planner.hpp"
#include "../with_words.hpp"
#include "deciding.hpp"
#include "stream.hpp"

namespace xlnono::wasm {

inline void write(Writer& answer, const plan::Chain& chain) {
    answer.number(chain.assumed);
    answer.list(chain.links, [&](const plan::ChainLink& link) {
        answer.number(link.line);
        answer.numbers(link.fixed);
        answer.list(link.inside, [&](const plan::Chain& inside) { write(answer, inside); });
    });
    answer.number(chain.contradiction);
}

// Call `use` with the solvers of the lines of a puzzle and the literals that are known.
template <class Use>
void on_position(Reader& question, Use use) {
    const Clues rows = question.clues(), columns = question.clues();
    const std::vector<Literal> givens = question.numbers();
    check(rows, columns.size(), "rows");
    check(columns, rows.size(), "columns");
    const int longest = static_cast<int>(std::max(rows.size(), columns.size()));
    with_words(longest, [&](auto words) {
        const plan::LineSolvers<words()> lines(rows, columns);
        use(words, lines, givens);
    });
}

inline void plan_contradictions(Reader& question, Writer& answer, const Watcher& watcher) {
    on_position(question, [&](auto words, const auto& lines, const std::vector<Literal>& givens) {
        std::vector<char> is_possible(2 * at(lines.cells()), false);
        for (const Literal l : question.numbers()) is_possible.at(at(l)) = true;
        const bool nested = question.number() != 0, only_first = question.number() != 0;
        plan::Effort effort(read_limits(question, 1), watcher);
        plan::Planner<words()> planner(lines, givens, is_possible, nested, effort);
        const plan::Plan found = only_first ? planner.first() : planner.shortest();
        answer.list(found.steps, [&](const auto& step) { write(answer, step.chain); });
        answer.number(found.out_of_time);
        answer.number(found.over_budget);
        answer.number(planner.stuck());
    });
}

inline void key_cells(Reader& question, Writer& answer, const Watcher& watcher) {
    on_position(question, [&](auto words, const auto& lines, const std::vector<Literal>& givens) {
        plan::Position<words()> position(lines);
        for (const Literal l : givens) position.fix(l);
        const std::vector<Literal> solution = question.numbers();
        plan::Effort effort(read_limits(question, 1), watcher);
        answer.numbers(plan::key_cells(lines, position, solution, effort));
    });
}

inline void prove(Reader& question, Writer& answer, const Watcher& watcher) {
    const Asked puzzle(question);
    const std::vector<Literal> cells = question.numbers();
    const Limits limits = read_limits(question, 1);
    answer.list(puzzle.solver()->prove(cells, limits, watcher), [&](const Statement& one) {
        answer.numbers(one.literals);
        answer.numbers(one.reasons);
    });
}

}  // namespace xlnono::wasm
