// Marginals: an estimate of how likely each unassigned cell is black, by belief propagation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "state.hpp"

namespace xlnono {

// Each line gives its cells the shares of its arrangements in which they are black, weighted by the
// shares that the crossing lines gave the other cells. (Pearl, "Probabilistic Reasoning in
// Intelligent Systems", 1988.) If lines crossed without loops, this would be exact.
template <std::size_t R, std::size_t C>
class Marginals {
public:
    explicit Marginals(State<R, C>& state)
        : state_(state),
          from_rows_(at(state.board.cells()), 0.5f),
          from_columns_(from_rows_) {}

    // Improve the estimate for what is known now. Call at level 0, where all lines are settled.
    void estimate() {
        for (int sweep = 0; sweep < sweeps; ++sweep)
            for (int line = 0; line < state_.board.lines(); ++line)
                if (!state_.queue.is_excluded(line)) give_shares(line);
    }

    // How likely a cell is black, from 0 to 1, as its row and its column say together.
    float black(int cell) const {
        const float row = from_rows_[at(cell)], column = from_columns_[at(cell)];
        const float black = row * column, white = (1 - row) * (1 - column);
        return black / (black + white);
    }

private:
    static constexpr int sweeps = 10;
    // No line is surer than that, because what crossing lines give it is an estimate too.
    static constexpr float least = 1e-3f;
    // Shares are scaled after so many cells, before they become too small for their type.
    static constexpr std::size_t cells_between_scaling = 8;

    // The share of arrangements in which a cell is black, and white.
    struct Shares {
        float black, white;
    };

    // The shifts of a state that can be reached: those outside have a share of 0.
    struct Range {
        std::size_t from, to;

        bool empty() const { return from >= to; }
    };

    // As in `ClueAutomaton`, a state has read the first cells of the tightest arrangement. In
    // front of a cell, its shift is the number of cells read beyond these; it never exceeds the
    // slack. A black cell, or a white one behind a block, leaves the shift as it is, and any other
    // white cell adds one.
    void give_shares(int line) {
        if (!read_cells(line)) return;
        write_steps();
        state_.spend(static_cast<std::int64_t>(shares_.size() * (slack_ + 1) / 16));
        if (!read_forward()) return;
        read_backward(line);
    }

    // What is known and estimated of the cells of a line. False if all are known.
    bool read_cells(int line) {
        const auto& board = state_.board;
        const auto& from = line < board.height() ? from_columns_ : from_rows_;
        return state_.board.with_line(line, [&](const auto& view) {
            blocks_ = view.solver.blocks();
            slack_ = at(view.solver.slack());
            shares_.clear();
            bool any_open = false;
            for (int offset = 0; offset < view.solver.length(); ++offset) {
                if (view.known.black.test(offset)) {
                    shares_.push_back({1, 0});
                } else if (view.known.white.test(offset)) {
                    shares_.push_back({0, 1});
                } else {
                    const float black = from[at(board.cell_on(line, offset))];
                    shares_.push_back({black, 1 - black});
                    any_open = true;
                }
            }
            return any_open;
        });
    }

    // For each state, which cells lead out of it. States are in reverse order, so that shifts are
    // in order, and there is room for shifts that no state has.
    void write_steps() {
        const std::size_t last = shares_.size() - slack_, room = slack_ + 2;
        first_state_ = last + room;
        for (auto* const steps : {&black_, &separator_, &white_})
            steps->assign(last + 1 + 2 * room, 0.0f);
        std::size_t state = first_state_;
        white_[state] = 1;
        for (std::size_t j = 0; j < blocks_.size(); ++j) {
            if (j > 0) {
                separator_[state--] = 1;
                white_[state] = 1;
            }
            for (int k = 0; k < blocks_[j]; ++k) black_[state--] = 1;
        }
        white_[state] = 1;
    }

    // The share of the arrangements of the first cells that lead to each shift. False if there is
    // none.
    bool read_forward() {
        const std::size_t cells = shares_.size();
        reached_.resize((cells + 1) * stride());
        ranges_.assign(cells + 1, {0, 1});
        float* const first = reached(0);
        first[-1] = first[1] = 0;
        first[0] = 1;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const auto [from, last] = ranges_[cell];
            const std::size_t to = std::min(last + 1, slack_ + 1);
            const float* const before = reached(cell);
            float* const after = reached(cell + 1);
            const float *const black = steps(black_, cell), *const white = steps(white_, cell),
                               *const separator = steps(separator_, cell);
            const auto [if_black, if_white] = shares_[cell];
            for (std::size_t shift = from; shift < to; ++shift)
                after[shift] = before[shift] * (black[shift] * if_black +
                                                separator[shift] * if_white) +
                               *(before + shift - 1) * *(white + shift - 1) * if_white;
            Range range{from, to};
            while (!range.empty() && after[range.from] == 0) ++range.from;
            while (!range.empty() && after[range.to - 1] == 0) --range.to;
            if (range.empty()) return false;
            *(after + range.from - 1) = after[range.to] = 0;
            if (cell % cells_between_scaling == 0) scale(after, range);
            ranges_[cell + 1] = range;
        }
        return true;
    }

    // The share of the arrangements of the last cells that begin at each shift; with those of the
    // first cells, what the line says about the cell between.
    void read_backward(int line) {
        const auto& board = state_.board;
        auto& given = line < board.height() ? from_rows_ : from_columns_;
        accepting_.assign(slack_ + 2, 0);
        before_.assign(slack_ + 2, 0);
        accepting_[slack_] = 1;
        for (std::size_t cell = shares_.size(); cell-- > 0;) {
            const auto [from, to] = ranges_[cell];
            const auto [next_from, next_to] = ranges_[cell + 1];
            for (std::size_t shift = from; shift < next_from; ++shift) accepting_[shift] = 0;
            for (std::size_t shift = next_to; shift <= to; ++shift) accepting_[shift] = 0;
            const float* const first = reached(cell);
            const float* const rest = accepting_.data();
            float* const begin = before_.data();
            const float *const black = steps(black_, cell), *const white = steps(white_, cell),
                               *const separator = steps(separator_, cell);
            const auto [if_black, if_white] = shares_[cell];
            Shares sum{0, 0};
            for (std::size_t shift = from; shift < to; ++shift) {
                const float as_black = black[shift] * rest[shift];
                const float as_white =
                    separator[shift] * rest[shift] + white[shift] * rest[shift + 1];
                sum.black += first[shift] * as_black;
                sum.white += first[shift] * as_white;
                begin[shift] = as_black * if_black + as_white * if_white;
            }
            const float total = sum.black + sum.white;
            if (if_black > 0 && if_white > 0 && total > 0)
                given[at(board.cell_on(line, static_cast<int>(cell)))] =
                    std::clamp(sum.black / total, least, 1 - least);
            if (cell % cells_between_scaling == 0) scale(begin, {from, to});
            accepting_.swap(before_);
        }
    }

    static void scale(float* shares, Range range) {
        float sum = 0;
        for (std::size_t shift = range.from; shift < range.to; ++shift) sum += shares[shift];
        if (sum <= 0) return;
        for (std::size_t shift = range.from; shift < range.to; ++shift) shares[shift] /= sum;
    }

    // Shifts are counted from here. There is room for one on either side.
    float* reached(std::size_t cells) { return &reached_[cells * stride() + 1]; }
    std::size_t stride() const { return slack_ + 3; }

    // The steps of the state that has shift 0 in front of a cell, and of those before it.
    const float* steps(const std::vector<float>& of, std::size_t cell) const {
        return &of[first_state_ - cell];
    }

    State<R, C>& state_;
    std::vector<float> from_rows_, from_columns_;  // by cell: how likely it is black

    // The line that is read, and working memory.
    std::span<const int> blocks_;
    std::size_t slack_ = 0, first_state_ = 0;
    std::vector<Shares> shares_;                    // of each cell
    std::vector<float> black_, separator_, white_;  // by state: 1 if such a cell can come next
    std::vector<float> reached_, accepting_, before_;
    std::vector<Range> ranges_;  // by the number of cells read
};

}  // namespace xlnono
