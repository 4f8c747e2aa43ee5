// The lines of a board on which something can be deduced, each tried only as far up the ladder as
// necessary.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "first_deduction.hpp"
#include "position.hpp"
#include "visits.hpp"

namespace xlnono::ladder {

// One pass over a board: a technique, on how many lines it worked, and how many were unfinished.
struct Pass {
    int rung, moved, unfinished;
};

// The first deduction of a visit, or a further one, with what was known of its line before.
template <std::size_t N>
struct LineStep {
    int line;
    Cells<N> known;
    Deduction<N> deduction;
};

template <std::size_t N>
class Prospects {
public:
    explicit Prospects(Position<N> position)
        : position_(std::move(position)),
          lines_(at(position_.lines())),
          all_(at(position_.lines())),
          visits_(position_.height()) {
        std::iota(all_.begin(), all_.end(), 0);
    }

    const Position<N>& position() const { return position_; }

    // Give a cell its colour. Then `look` before anything else.
    void fix(int row, int column, bool black) {
        const auto cell = Bitset<N>::single(column);
        position_.fix(row, black ? Cells<N>{cell, {}} : Cells<N>{{}, cell});
        visits_.cross(row, column);
    }

    // The cells that are fixed next do not belong to the visit of a line.
    void end_visit() { visits_.end(); }

    // Look again at the lines that changed. Returns one that no arrangement fits; -1 if there is
    // none.
    int look(Budget& budget) {
        for (int line = 0; line < position_.lines(); ++line) {
            if (!position_.has_changed(line)) continue;
            const auto settled = position_.settle(line, budget);
            if (!settled) return line;
            position_.forget_changes(line);
            lines_[at(line)] = {settled->black.count() + settled->white.count(), {0, {}, {}}};
        }
        return -1;
    }

    // The number of lines on which something can be deduced.
    int choices() const {
        return static_cast<int>(std::count_if(
            lines_.begin(), lines_.end(), [](const Prospect& line) { return line.agreed > 0; }));
    }

    // What the simplest technique fixes on a line; nothing if it is above the rung `last`, or if
    // the line has changed since the last look.
    std::optional<Climbed<N>> within(int line, int last, Budget& budget) {
        auto& [agreed, reach] = lines_[at(line)];
        if (agreed == 0 || position_.has_changed(line)) return {};
        if (!reach.moves() && reach.rung <= last)
            reach = climb(as_known(line, budget), reach.rung, last);
        if (!reach.moves() || reach.rung > last) return {};
        return reach;
    }

    // Those of some lines on which techniques up to the rung `last` work.
    std::vector<int> movable(const std::vector<int>& lines, int last, Budget& budget) {
        std::vector<int> out;
        for (const int line : lines)
            if (within(line, last, budget)) out.push_back(line);
        return out;
    }

    // Of some of these lines, in ascending order, the first on which the techniques fix most cells,
    // one after the other.
    int best_of(const std::vector<int>& lines, int last, Budget& budget) const {
        int best = lines.front(), most = 0;
        if (lines.size() == 1) return best;
        for (const int line : lines) {
            if (lines_[at(line)].agreed <= most) continue;
            if (const int cells = yielded(line, last, budget); cells > most) {
                most = cells;
                best = line;
            }
        }
        return best;
    }

    // Look again, and take the next step on a line. Nothing if there is none, or if no arrangement
    // fits a line.
    std::optional<LineStep<N>> next_step(Budget& budget) {
        if (look(budget) >= 0) return {};
        const int line = visits_.next_line(all_, *this, budget);
        if (line == Visits::none) return {};
        const KnownLine<N> known = as_known(line, budget);
        LineStep<N> step{line, position_.known(line),
                         first_deduction(known, lines_[at(line)].reach)};
        show_all(step.deduction, known);
        visits_.keep(line, step.deduction.technique);
        const Cells<N> fixed{step.deduction.black, step.deduction.white};
        (fixed.black | fixed.white).for_each([&](int offset) {
            const auto [row, column] = position_.cell_on(line, offset);
            visits_.cross(row, column);
        });
        position_.fix(line, fixed);
        return step;
    }

    // Use the simplest technique that works on any line on all lines where it works, all from the
    // same position. Nothing if there is none.
    std::optional<Pass> use_simplest(Budget& budget) {
        for (int rung = 0; rung <= last_rung; ++rung) {
            const std::vector<int> moving = movable(all_, rung, budget);
            if (moving.empty()) continue;
            const Pass pass{rung, static_cast<int>(moving.size()), unfinished()};
            for (const int line : moving)
                position_.fix(line, {lines_[at(line)].reach.black, lines_[at(line)].reach.white});
            return pass;
        }
        return {};
    }

private:
    struct Prospect {
        int agreed = 0;  // the unknown cells on which all arrangements agree
        Climbed<N> reach{0, {}, {}};
    };

    KnownLine<N> as_known(int line, Budget& budget) const {
        return position_.with(line, position_.known(line), budget);
    }

    // How many cells of a line techniques up to the rung `last` fix, one after the other.
    int yielded(int line, int last, Budget& budget) const {
        auto [left, reach] = lines_[at(line)];
        Cells<N> known = position_.known(line);
        int cells = 0;
        for (;;) {
            const int fixed = reach.black.count() + reach.white.count();
            cells += fixed;
            left -= fixed;
            if (left <= 0 || fixed == 0) return cells;
            known = {known.black | reach.black, known.white | reach.white};
            reach = climb(position_.with(line, known, budget), 0, last);
        }
    }

    int unfinished() const {
        int lines = 0;
        for (int line = 0; line < position_.lines(); ++line) lines += !position_.finished(line);
        return lines;
    }

    Position<N> position_;
    std::vector<Prospect> lines_;
    std::vector<int> all_;  // the numbers of all lines
    Visits visits_;
};

}  // namespace xlnono::ladder
