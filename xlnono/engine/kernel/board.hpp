// The lines of a puzzle: their solvers, and what is known of their cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "line.hpp"
#include "literal.hpp"
#include "solver.hpp"

namespace xlnono {

// Everything needed to work on one line.
template <std::size_t N>
struct LineView {
    const Line<N>& solver;
    const Cells<N>& known;
    const Bitset<N>& fixed;  // the cells known at level 0
    Scratch<N>& scratch;
};

// Lines are numbered: first the rows, then the columns. Rows are sets of R words, columns of C.
template <std::size_t R, std::size_t C>
class Board {
public:
    using Clues = std::vector<std::vector<int>>;

    Board(const Clues& rows, const Clues& columns)
        : height_(static_cast<int>(rows.size())),
          width_(static_cast<int>(columns.size())),
          row_known_(rows.size()),
          column_known_(columns.size()),
          row_fixed_(rows.size()),
          column_fixed_(columns.size()),
          row_scratch_(width_),
          column_scratch_(height_) {
        rows_.reserve(rows.size());
        columns_.reserve(columns.size());
        for (const auto& clue : rows) rows_.emplace_back(std::span<const int>(clue), width_);
        for (const auto& clue : columns) columns_.emplace_back(std::span<const int>(clue), height_);
    }

    int height() const { return height_; }
    int width() const { return width_; }
    int cells() const { return height_ * width_; }
    int lines() const { return height_ + width_; }

    int row_of(int cell) const { return cell / width_; }
    int column_of(int cell) const { return cell % width_; }
    int cell_on(int line, int offset) const {
        return line < height_ ? line * width_ + offset : offset * width_ + (line - height_);
    }

    int offset_on(int line, int cell) const {
        return line < height_ ? column_of(cell) : row_of(cell);
    }
    int length_of(int line) const { return line < height_ ? width_ : height_; }

    void set(int row, int column, bool black) {
        if (black) {
            row_known_[at(row)].black.set(column);
            column_known_[at(column)].black.set(row);
        } else {
            row_known_[at(row)].white.set(column);
            column_known_[at(column)].white.set(row);
        }
    }

    void clear(int row, int column, bool black) {
        if (black) {
            row_known_[at(row)].black.clear(column);
            column_known_[at(column)].black.clear(row);
        } else {
            row_known_[at(row)].white.clear(column);
            column_known_[at(column)].white.clear(row);
        }
    }

    // Call with a LineView.
    template <class Call>
    auto with_line(int line, Call call) {
        if (line < height_) {
            const auto row = at(line);
            return call(LineView<R>{rows_[row], row_known_[row], row_fixed_[row], row_scratch_});
        }
        const auto column = at(line - height_);
        return call(LineView<C>{columns_[column], column_known_[column], column_fixed_[column],
                                column_scratch_});
    }

    // Record that all known cells are fixed. Call at level 0.
    void fix_known_cells() {
        const auto fix = [](const auto& known, auto& fixed) {
            for (std::size_t k = 0; k < known.size(); ++k)
                fixed[k] = known[k].black | known[k].white;
        };
        fix(row_known_, row_fixed_);
        fix(column_known_, column_fixed_);
    }

    // The lines that decide cells by their clue alone, those with the least slack first.
    std::vector<int> lines_to_start_with() {
        std::vector<std::pair<int, int>> by_slack;
        for (int line = 0; line < lines(); ++line)
            with_line(line, [&](const auto& view) {
                if (view.solver.decides_blank_cells())
                    by_slack.emplace_back(view.solver.slack(), line);
            });
        std::sort(by_slack.begin(), by_slack.end());
        std::vector<int> lines;
        for (const auto& [slack, line] : by_slack) lines.push_back(line);
        return lines;
    }

    // About how much work it is to settle a line, and to explain a cell by it.
    std::int64_t work_to_settle(int line) const {
        return line < height_ ? rows_[at(line)].work() : columns_[at(line - height_)].work();
    }
    std::int64_t work_to_explain(int line) const {
        return line < height_ ? static_cast<std::int64_t>(R) * width_ / 4
                              : static_cast<std::int64_t>(C) * height_ / 4;
    }

    enum class Which { known, fixed };
    PackedCells pack(bool black, Which which) const {
        PackedCells out;
        const auto add = [&](const auto& known, const auto& fixed, int length) {
            auto cells = black ? known.black : known.white;
            if (which == Which::fixed) cells = cells & fixed;
            for (int start = 0; start < length; start += 8)
                out.push_back(static_cast<std::uint8_t>(cells.word[at(start) / 64] >> start % 64));
        };
        out.reserve(at(height_ * ((width_ + 7) / 8) + width_ * ((height_ + 7) / 8)));
        for (std::size_t k = 0; k < rows_.size(); ++k) add(row_known_[k], row_fixed_[k], width_);
        for (std::size_t k = 0; k < columns_.size(); ++k)
            add(column_known_[k], column_fixed_[k], height_);
        return out;
    }

private:
    int height_, width_;
    std::vector<Line<R>> rows_;
    std::vector<Line<C>> columns_;
    std::vector<Cells<R>> row_known_;
    std::vector<Cells<C>> column_known_;
    std::vector<Bitset<R>> row_fixed_;
    std::vector<Bitset<C>> column_fixed_;
    Scratch<R> row_scratch_;
    Scratch<C> column_scratch_;
};

}  // namespace xlnono
