// Decisions: which cell to assign next when there is nothing to propagate.
#pragma once

#include <cstdint>
#include <vector>

#include "decide_most_active.hpp"
#include "state.hpp"

namespace xlnono {

template <std::size_t R, std::size_t C>
class Decider {
public:
    Decider(State<R, C>& state, std::uint64_t seed) : state_(state), seed_(seed) {}

    std::uint64_t seed() const { return seed_; }

    // Assign the most active unassigned cell at a new level. There must be one.
    void decide() {
        if (state_.heap.empty()) fill_heap();
        if (state_.trail.level() == 0) state_.board.fix_known_cells();
        decide_most_active(state_);
    }

    // Before any conflict, prefer the cells that line propagation comes nearest to: those with
    // assigned neighbours, on lines with few unassigned cells. The initial phase is the colour of
    // most unassigned cells on their lines.
    void fill_heap() {
        const auto& board = state_.board;
        const auto rows = open_cells(0, board.height(), board.width());
        const auto columns = open_cells(board.height(), board.width(), board.height());
        const auto assigned = [this](int cell) { return state_.trail.is_assigned(cell); };
        state_.heap.fill(board.cells(), seed_, assigned, [&](int cell) {
            const int row = board.row_of(cell), column = board.column_of(cell);
            const auto& [in_row, black_in_row] = rows[at(row)];
            const auto& [in_column, black_in_column] = columns[at(column)];
            state_.phases.save(cell, black_in_row / in_row + black_in_column / in_column > 1);
            const int neighbours = (row == 0 || assigned(cell - board.width())) +
                                   (row == board.height() - 1 || assigned(cell + board.width())) +
                                   (column == 0 || assigned(cell - 1)) +
                                   (column == board.width() - 1 || assigned(cell + 1));
            return neighbours + 15 / in_row + 15 / in_column;
        });
    }

private:
    // How many cells of a line are unassigned, and how many of them have to be black.
    struct Open {
        double unassigned, black;
    };

    std::vector<Open> open_cells(int first_line, int lines, int length) {
        std::vector<Open> open;
        for (int line = first_line; line < first_line + lines; ++line)
            state_.board.with_line(line, [&](const auto& view) {
                const int assigned = (view.known.black | view.known.white).count();
                const int black = view.solver.black_cells() - view.known.black.count();
                open.push_back({1.0 * (length - assigned), 1.0 * black});
            });
        return open;
    }

    State<R, C>& state_;
    std::uint64_t seed_;
};

}  // namespace xlnono
