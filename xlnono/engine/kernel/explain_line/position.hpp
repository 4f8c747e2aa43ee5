// What is known of the lines of a board, and which lines have changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "known_line.hpp"

namespace xlnono::ladder {

// Lines are numbered: first the rows, then the columns.
template <std::size_t N>
class Position {
public:
    using Set = Bitset<N>;
    using Clues = std::vector<std::vector<int>>;

    // No cell is known, and all lines count as changed.
    Position(Clues rows, Clues columns)
        : height_(static_cast<int>(rows.size())),
          width_(static_cast<int>(columns.size())),
          clues_(std::move(rows)),
          scratch_(std::max(height_, width_)) {
        std::move(columns.begin(), columns.end(), std::back_inserter(clues_));
        known_.resize(clues_.size());
        changed_.resize(clues_.size(), true);
    }

    int height() const { return height_; }
    int lines() const { return height_ + width_; }
    int length(int line) const { return line < height_ ? width_ : height_; }
    int unknown() const { return height_ * width_ - count_; }
    const Cells<N>& known(int line) const { return known_[at(line)]; }
    // (row, column)
    std::pair<int, int> cell_on(int line, int offset) const {
        return line < height_ ? std::pair{line, offset} : std::pair{offset, line - height_};
    }
    bool finished(int line) const {
        return (known(line).black | known(line).white) == Set::ones(length(line));
    }

    KnownLine<N> with(int line, const Cells<N>& known, Budget& budget) const {
        return {clues_[at(line)], length(line), known, budget};
    }

    bool has_changed(int line) const { return changed_[at(line)]; }
    void forget_changes(int line) { changed_[at(line)] = false; }
    bool any_changed() const {
        return std::find(changed_.begin(), changed_.end(), true) != changed_.end();
    }

    // Give cells of a line their colour.
    void fix(int line, const Cells<N>& cells) {
        const Set before = known(line).black | known(line).white;
        const bool is_row = line < height_;
        const int first = is_row ? height_ : 0, place = is_row ? line : line - height_;
        fix_colour(line, first, place, cells.black & ~before, &Cells<N>::black);
        fix_colour(line, first, place, cells.white & ~before, &Cells<N>::white);
    }

    // The unknown cells of a line on which all arrangements agree; nothing if there is none.
    std::optional<Cells<N>> settle(int line, Budget& budget) {
        const auto& clue = clues_[at(line)];
        if (budget.due(static_cast<std::int64_t>(N * (clue.size() + 1)))) budget.look(0, 0);
        Cells<N> cells = known(line);
        if ((cells.black & cells.white).any() ||
            !settle_blocks<N>(clue, length(line), cells, scratch_))
            return {};
        return Cells<N>{cells.black & ~known(line).black, cells.white & ~known(line).white};
    }

private:
    void fix_colour(int line, int first, int place, const Set& cells, Set Cells<N>::*colour) {
        if (!cells.any()) return;
        known_[at(line)].*colour = known_[at(line)].*colour | cells;
        changed_[at(line)] = true;
        count_ += cells.count();
        cells.for_each([&](int offset) {
            (known_[at(first + offset)].*colour).set(place);
            changed_[at(first + offset)] = true;
        });
    }

    int height_, width_;
    std::vector<std::vector<int>> clues_;
    std::vector<Cells<N>> known_;
    std::vector<char> changed_;
    Scratch<N> scratch_;
    int count_ = 0;  // known cells
};

}  // namespace xlnono::ladder
