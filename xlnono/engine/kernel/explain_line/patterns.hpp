// Pattern matrices: where each block of a line can still lie, as a set of starts for each.
//
// Where a function returns a bool, it is false if a block has no start left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "known_line.hpp"

namespace xlnono::ladder {

template <std::size_t N>
class Patterns {
public:
    using Set = Bitset<N>;

    // All places between the walls.
    explicit Patterns(const KnownLine<N>& line) : line_(&line), bounds_(line.bounds) {
        for (std::size_t j = 0; j < count(); ++j)
            starts_.push_back(between<N>(bounds_.low[j], bounds_.high[j] + 1));
    }

    const PerBlock<Set, N>& starts() const { return starts_; }

    // Drop the places that cover any of these cells.
    [[nodiscard]] bool drop_covering(const Set& cells) {
        line_->spend();
        const Set free = line_->every & ~cells;
        // Neighbouring blocks often have the same length.
        Set starts;
        for (std::size_t j = 0; j < count(); ++j) {
            if (j == 0 || clue(j) != clue(j - 1)) starts = run_starts(free, clue(j));
            if (!keep_only(j, starts)) return false;
        }
        return true;
    }

    // Drop the places next to any of these cells.
    [[nodiscard]] bool drop_beside(const Set& cells) {
        line_->spend();
        for (std::size_t j = 0; j < count(); ++j)
            if (!keep_only(j, ~(cells << 1 | cells >> clue(j)))) return false;
        return true;
    }

    // The cells that a block can still cover.
    Set reached(std::size_t j) const { return covered(starts_[j], clue(j)); }

    // Hold each block at the runs that no other block can cover whole.
    [[nodiscard]] bool own_runs() {
        PerBlock<Held, N> held;
        std::size_t front = 0;  // the first block that reaches the run or lies behind it
        for (const Run run : line_->runs) {
            line_->spend();
            while (front < count() && bounds_.high[front] + clue(front) < run.end) ++front;
            Held owner{count(), 0, 0};
            std::size_t owners = 0;
            for (std::size_t j = front; j < count() && owners < 2; ++j) {
                if (bounds_.low[j] > run.first) break;
                const int first = std::max(run.end - clue(j), 0);
                if (any_between(starts_[j], first, run.first + 1)) {
                    owner = {j, first, run.first + 1};
                    ++owners;
                }
            }
            if (owners == 1) held.push_back(owner);
        }
        for (const auto& [j, first, end] : held)
            if (!keep_between(j, first, end)) return false;
        return true;
    }

    // Drop all places of a block that do not cover a cell.
    [[nodiscard]] bool hold(std::size_t j, int cell) {
        return keep_between(j, std::max(cell + 1 - clue(j), 0), cell + 1);
    }

    // Compare the bounds of all blocks, in order, and drop the places that are now outside. Sets
    // `moved` if a place was dropped.
    [[nodiscard]] bool move_bounds(bool& moved) {
        for (;;) {
            line_->spend();
            Bounds<N> extent = this->extent(), now = extent;
            for (std::size_t j = 1; j < count(); ++j)
                now.low[j] = std::max(now.low[j], now.low[j - 1] + clue(j - 1) + 1);
            for (std::size_t j = count(); j-- > 1;)
                now.high[j - 1] = std::min(now.high[j - 1], now.high[j] - clue(j - 1) - 1);
            if (now.low == bounds_.low && now.high == bounds_.high) return true;
            bounds_ = now;
            for (std::size_t j = 0; j < count(); ++j)
                if (now.low[j] > extent.low[j] || now.high[j] < extent.high[j]) {
                    moved = true;
                    if (now.low[j] > now.high[j]) return false;
                    drop_between(starts_[j], extent.low[j], now.low[j]);
                    drop_between(starts_[j], now.high[j] + 1, extent.high[j] + 1);
                    if (!any_between(starts_[j], now.low[j], now.high[j] + 1)) return false;
                }
        }
    }

    // The first and the last start of each block.
    Bounds<N> extent() const {
        Bounds<N> out;
        for (std::size_t j = 0; j < count(); ++j) {
            out.low.push_back(starts_[j].first_from(bounds_.low[j]));
            out.high.push_back(starts_[j].last_up_to(bounds_.high[j]));
        }
        return out;
    }

    // The cells that a block covers in all its places, and those that no block covers in any.
    Cells<N> agreement() const {
        line_->spend();
        Cells<N> out;
        Set any;
        for (std::size_t j = 0; j < count(); ++j) {
            add_between(out.black, starts_[j].last_up_to(bounds_.high[j]),
                        starts_[j].first_from(bounds_.low[j]) + clue(j));
            any = any | reached(j);
        }
        out.white = line_->every & ~any;
        return out;
    }

private:
    // A block whose start lies from `first` up to before `end`.
    struct Held {
        std::size_t block;
        int first, end;
    };

    std::size_t count() const { return line_->clue.size(); }
    int clue(std::size_t j) const { return line_->clue[j]; }

    bool keep_only(std::size_t j, const Set& starts) {
        starts_[j] = starts_[j] & starts;
        return starts_[j].any();
    }

    // Drop the places of a block that do not start from `first` up to before `end`.
    bool keep_between(std::size_t j, int first, int end) {
        drop_between(starts_[j], bounds_.low[j], first);
        drop_between(starts_[j], end, bounds_.high[j] + 1);
        return any_between(starts_[j], first, end);
    }

    const KnownLine<N>* line_;
    Bounds<N> bounds_;  // those compared last; all places that are left lie within them
    PerBlock<Set, N> starts_;
};

}  // namespace xlnono::ladder
