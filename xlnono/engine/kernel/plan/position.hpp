// A puzzle whose rows and columns are sets of the same size, and a position on its board.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "../budget.hpp"
#include "../line.hpp"
#include "../literal.hpp"

namespace xlnono::plan {

// Lines are numbered: first the rows, then the columns.
template <std::size_t N>
class LineSolvers {
public:
    using Clues = std::vector<std::vector<int>>;

    LineSolvers(const Clues& rows, const Clues& columns)
        : height_(static_cast<int>(rows.size())), width_(static_cast<int>(columns.size())) {
        lines_.reserve(rows.size() + columns.size());
        for (const auto& clue : rows) lines_.emplace_back(std::span<const int>(clue), width_);
        for (const auto& clue : columns) lines_.emplace_back(std::span<const int>(clue), height_);
        rows_.reserve(at(cells()));
        columns_.reserve(at(cells()));
        for (int row = 0; row < height_; ++row) {
            for (int column = 0; column < width_; ++column) {
                rows_.push_back(row);
                columns_.push_back(column);
            }
        }
    }

    int height() const { return height_; }
    int width() const { return width_; }
    int cells() const { return height_ * width_; }
    int lines() const { return height_ + width_; }

    int row_of(int cell) const { return rows_[at(cell)]; }
    int column_of(int cell) const { return columns_[at(cell)]; }
    int row_line(int cell) const { return row_of(cell); }
    int column_line(int cell) const { return height_ + column_of(cell); }
    int cell_on(int line, int offset) const {
        return line < height_ ? line * width_ + offset : offset * width_ + (line - height_);
    }
    int offset_on(int line, int cell) const {
        return line < height_ ? column_of(cell) : row_of(cell);
    }

    const Line<N>& operator[](int line) const { return lines_[at(line)]; }

private:
    int height_, width_;
    std::vector<Line<N>> lines_;
    std::vector<int> rows_, columns_;  // by cell: a division takes longer than a look
};

// What is known of each cell, and of the cells of each line.
template <std::size_t N>
class Position {
public:
    explicit Position(const LineSolvers<N>& lines)
        : lines_(&lines), known_(at(lines.lines())), literals_(2 * at(lines.cells())) {}

    const Cells<N>& operator[](int line) const { return known_[at(line)]; }
    int count() const { return count_; }

    bool has(Literal l) const { return literals_[at(l)] != 0; }
    bool is_known(int cell) const { return has(literal(cell, true)) || has(literal(cell, false)); }

    void fix(Literal l) {
        literals_[at(l)] = 1;
        change(l, [](auto& set, int offset) { set.set(offset); });
        ++count_;
    }
    void clear(Literal l) {
        literals_[at(l)] = 0;
        change(l, [](auto& set, int offset) { set.clear(offset); });
        --count_;
    }

private:
    template <class Change>
    void change(Literal l, Change change) {
        const int row = lines_->row_of(cell_of(l)), column = lines_->column_of(cell_of(l));
        auto& in_row = known_[at(row)];
        auto& in_column = known_[at(lines_->height() + column)];
        change(is_black(l) ? in_row.black : in_row.white, column);
        change(is_black(l) ? in_column.black : in_column.white, row);
    }

    const LineSolvers<N>* lines_;
    std::vector<Cells<N>> known_;  // by line
    std::vector<char> literals_;   // 1 for those that hold
    int count_ = 0;
};

// Thrown when more lines were settled than allowed. Never leaves the kernel.
struct OverBudget {};

// The work that has been done, and that may be done: settled lines.
class Effort {
public:
    Effort(const Limits& limits, const Watcher& watcher) { budget_.start(limits, watcher); }

    void settled(std::int64_t work) {
        ++lines_;
        if (budget_.due(work)) budget_.look(0, 0);
        if (lines_ > limit_) throw OverBudget();
    }

    std::int64_t lines() const { return lines_; }
    void allow(std::int64_t lines) { limit_ = lines_ + lines; }

private:
    Budget budget_;
    std::int64_t lines_ = 0;
    std::int64_t limit_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace xlnono::plan
