// Which line is visited next; see xlnono/engine/explain/visits.py.
#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include "first_deduction.hpp"

namespace xlnono::ladder {

// The visits to the lines of a board: the last one, and the lines that cross its new cells.
class Visits {
public:
    static constexpr int none = -1;

    explicit Visits(int height) : height_(height) {}

    // The line of the next step: within the easiest group of techniques that works anywhere. `none`
    // if there is none.
    template <class Prospects>
    int next_line(const std::vector<int>& lines, Prospects& prospects, Budget& budget) const {
        for (const int last : last_of_groups) {
            // A harder group begins another visit.
            if (visited_ != none && last <= last_rung_ && prospects.within(visited_, last, budget))
                return visited_;
            if (const auto moving = prospects.movable(crossing_, last, budget); !moving.empty())
                return prospects.best_of(moving, last, budget);
            if (const auto moving = prospects.movable(lines, last, budget); !moving.empty())
                return prospects.best_of(nearest(moving), last, budget);
        }
        return none;
    }

    // Remember a step on a line.
    void keep(int line, Technique technique) {
        const int last = *std::lower_bound(std::begin(last_of_groups), std::end(last_of_groups),
                                           static_cast<int>(technique));
        if (line == visited_ && last <= last_rung_) return;
        crossing_.clear();
        visited_ = line;
        last_rung_ = last;
    }

    // The visit is over: the cells that are fixed next need several lines.
    void end() {
        crossing_.clear();
        visited_ = none;
    }

    // Remember a cell that was fixed.
    void cross(int row, int column) {
        for (const int line : {row, height_ + column}) {
            const auto place = std::lower_bound(crossing_.begin(), crossing_.end(), line);
            if (place == crossing_.end() || *place != line) crossing_.insert(place, line);
        }
    }

private:
    // Of some lines, those nearest to the cells that the visit before them fixed: by the distance
    // to the nearest parallel line of these, 0 if there is none.
    std::vector<int> nearest(const std::vector<int>& lines) const {
        int smallest = std::numeric_limits<int>::max();
        std::vector<int> out;
        for (const int line : lines) {
            const int apart = distance(line);
            if (apart > smallest) continue;
            if (apart < smallest) out.clear();
            smallest = apart;
            out.push_back(line);
        }
        return out;
    }

    int distance(int line) const {
        const auto columns = std::lower_bound(crossing_.begin(), crossing_.end(), height_);
        const auto first = line < height_ ? crossing_.begin() : columns;
        const auto end = line < height_ ? columns : crossing_.end();
        if (first == end) return 0;
        const auto after = std::lower_bound(first, end, line);
        int apart = std::numeric_limits<int>::max();
        if (after != end) apart = *after - line;
        if (after != first) apart = std::min(apart, line - *std::prev(after));
        return apart;
    }

    int height_;
    int visited_ = none;         // the line of the last visit, or none
    int last_rung_ = 0;          // of the group of its first technique
    std::vector<int> crossing_;  // in ascending order
};

}  // namespace xlnono::ladder
