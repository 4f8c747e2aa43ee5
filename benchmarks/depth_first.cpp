// A plain depth-first search on the kernel's line solver, as a peer of its search: both colours of
// every unknown cell are probed at each node, and nothing is learnt. `solvers.py` compiles it.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "line.hpp"
#include "with_words.hpp"

namespace {

using namespace xlnono;
using Time = std::chrono::steady_clock;

struct OutOfTime {};

// What is known of all lines: first the rows, then the columns.
template <std::size_t N>
using Known = std::vector<Cells<N>>;

template <std::size_t N>
class DepthFirst {
public:
    DepthFirst(std::vector<std::vector<int>> rows, std::vector<std::vector<int>> columns,
               double seconds)
        : height_(static_cast<int>(rows.size())),
          width_(static_cast<int>(columns.size())),
          scratch_(std::max(height_, width_)),
          end_(Time::now() + std::chrono::duration_cast<Time::duration>(
                                 std::chrono::duration<double>(std::min(seconds, 1e6)))) {
        for (const auto& clue : rows) lines_.emplace_back(std::span<const int>(clue), width_);
        for (const auto& clue : columns) lines_.emplace_back(std::span<const int>(clue), height_);
    }

    // Whether all pictures were found, or two.
    bool search() {
        Known<N> known(lines_.size());
        std::vector<int> all(lines_.size());
        std::iota(all.begin(), all.end(), 0);
        try {
            if (propagate(known, all)) visit(known);
            return true;
        } catch (const OutOfTime&) {
            return false;
        }
    }

    const std::vector<Known<N>>& pictures() const { return pictures_; }

private:
    bool is_known(const Known<N>& known, int row, int column) const {
        const auto& line = known[static_cast<std::size_t>(row)];
        return line.black.test(column) || line.white.test(column);
    }

    int count(const Known<N>& known) const {
        int cells = 0;
        for (int row = 0; row < height_; ++row) {
            const auto& line = known[static_cast<std::size_t>(row)];
            cells += (line.black | line.white).count();
        }
        return cells;
    }

    // Settle lines, and those that they cross, until nothing changes. False if one has no
    // arrangement.
    bool propagate(Known<N>& known, std::vector<int> queue) {
        std::vector<char> queued(lines_.size(), false);
        for (const int line : queue) queued[static_cast<std::size_t>(line)] = true;
        for (std::size_t next = 0; next < queue.size(); ++next) {
            if (Time::now() > end_) throw OutOfTime();
            const auto number = static_cast<std::size_t>(queue[next]);
            queued[number] = false;
            auto& line = known[number];
            const auto before = line;
            if (!lines_[number].settle(line, scratch_)) return false;
            const bool row = queue[next] < height_;
            const int first = row ? height_ : 0, offset = queue[next] - (row ? 0 : height_);
            const auto cross = [&](bool black, int cell) {
                const int other = first + cell;
                auto& crossed = known[static_cast<std::size_t>(other)];
                (black ? crossed.black : crossed.white).set(offset);
                if (!queued[static_cast<std::size_t>(other)]) queue.push_back(other);
                queued[static_cast<std::size_t>(other)] = true;
            };
            (line.black & ~before.black).for_each([&](int cell) { cross(true, cell); });
            (line.white & ~before.white).for_each([&](int cell) { cross(false, cell); });
        }
        return true;
    }

    bool assign(Known<N>& known, int row, int column, bool black) {
        for (const auto& [line, cell] : {std::pair{row, column}, {height_ + column, row}}) {
            auto& cells = known[static_cast<std::size_t>(line)];
            (black ? cells.black : cells.white).set(cell);
        }
        return propagate(known, {row, height_ + column});
    }

    // The share of the unknown cells of a line that are black.
    double share(const Known<N>& known, int line) const {
        const auto& cells = known[static_cast<std::size_t>(line)];
        const int length = line < height_ ? width_ : height_;
        return 1.0 *
               (lines_[static_cast<std::size_t>(line)].black_cells() - cells.black.count()) /
               (length - (cells.black | cells.white).count());
    }

    // Search below a position in which all lines are settled.
    void visit(Known<N> known) {
        int best_row = -1, best_column = -1;
        bool changed = true;
        while (changed) {
            changed = false;
            const int before = count(known);
            double best = -1;
            best_row = -1;
            for (int row = 0; row < height_; ++row)
                for (int column = 0; column < width_; ++column) {
                    if (is_known(known, row, column)) continue;
                    Known<N> black = known, white = known;
                    const bool can_be_black = assign(black, row, column, true);
                    const bool can_be_white = assign(white, row, column, false);
                    if (!can_be_black && !can_be_white) return;
                    if (!can_be_black || !can_be_white) {
                        known = can_be_black ? black : white;
                        changed = true;
                        continue;
                    }
                    const double gained = 1.0 * (count(black) - before) * (count(white) - before);
                    if (gained > best) {
                        best = gained;
                        best_row = row;
                        best_column = column;
                    }
                }
        }
        if (best_row < 0) {
            pictures_.push_back(known);
            return;
        }
        const bool first = share(known, best_row) + share(known, height_ + best_column) > 1;
        for (const bool black : {first, !first}) {
            Known<N> below = known;
            if (assign(below, best_row, best_column, black)) visit(std::move(below));
            if (pictures_.size() > 1) return;
        }
    }

    int height_, width_;
    std::vector<Line<N>> lines_;
    Scratch<N> scratch_;
    Time::time_point end_;
    std::vector<Known<N>> pictures_;
};

}  // namespace

// `lines` holds each clue, first of the rows and then of the columns: the number of its blocks and
// the blocks. Writes the cells of up to two pictures, 1 for a black cell. Returns how many there
// are, and 4 more if there are no others or two.
extern "C" int depth_first(int height, int width, const int* lines, double seconds,
                           std::uint8_t* pictures) {
    std::vector<std::vector<int>> rows, columns;
    for (int line = 0; line < height + width; ++line) {
        const int blocks = *lines++;
        (line < height ? rows : columns).emplace_back(lines, lines + blocks);
        lines += blocks;
    }
    return with_words(std::max(height, width), [&](auto words) {
        DepthFirst<words()> search(rows, columns, seconds);
        const bool finished = search.search();
        for (const auto& picture : search.pictures())
            for (int row = 0; row < height; ++row)
                for (int column = 0; column < width; ++column)
                    *pictures++ = picture[static_cast<std::size_t>(row)].black.test(column);
        return static_cast<int>(search.pictures().size()) + 4 * finished;
    });
}
