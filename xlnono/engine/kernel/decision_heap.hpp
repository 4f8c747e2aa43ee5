// The decision heap: unassigned cells by activity. Cells that recent conflicts involved come first.
#pragma once

#include <cstdint>
#include <vector>

#include "literal.hpp"

namespace xlnono {

class DecisionHeap {
public:
    explicit DecisionHeap(double decay) : decay_(decay) {}

    // Whether `fill` has not been called yet.
    bool empty() const { return activity_.empty(); }

    // Insert all cells except those fixed at level 0. Their initial activities are the given
    // scores, which the first conflicts outweigh; the seed breaks ties.
    template <class Fixed, class Score>
    void fill(int cells, std::uint64_t seed, Fixed is_fixed, Score score) {
        activity_.resize(at(cells));
        position_.resize(at(cells));
        heap_.reserve(at(cells));
        for (int cell = 0; cell < cells; ++cell) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            activity_[at(cell)] = static_cast<double>(seed >> 40) * 1e-12;
            position_[at(cell)] = absent;
            if (is_fixed(cell)) continue;
            activity_[at(cell)] += 1e-3 * score(cell);
            position_[at(cell)] = static_cast<int>(heap_.size());
            heap_.push_back(cell);
        }
        for (int position = static_cast<int>(heap_.size()) / 2; position-- > 0;)
            sift_down(position);
    }

    // Remove and return the most active cell.
    int pop() {
        const int cell = heap_.front();
        position_[at(cell)] = absent;
        const int last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            heap_[0] = last;
            position_[at(last)] = 0;
            sift_down(0);
        }
        return cell;
    }

    void reinsert(int cell) {
        if (position_[at(cell)] != absent) return;
        position_[at(cell)] = static_cast<int>(heap_.size());
        heap_.push_back(cell);
        sift_up(position_[at(cell)]);
    }

    void bump(int cell) {
        if ((activity_[at(cell)] += increment_) > 1e100) {
            for (auto& activity : activity_) activity *= 1e-100;
            increment_ *= 1e-100;
        }
        if (position_[at(cell)] != absent) sift_up(position_[at(cell)]);
    }

    // Add a share of the activity of a cell that every recent conflict involved.
    void raise(int cell, double share) {
        activity_[at(cell)] += share * increment_ / (1 - decay_);
        if (position_[at(cell)] != absent) sift_up(position_[at(cell)]);
    }

    // Let all activities decay, by making later bumps larger.
    void decay() { increment_ /= decay_; }

private:
    static constexpr int absent = -1;

    bool before(int a, int b) const { return activity_[at(a)] > activity_[at(b)]; }

    void put(int position, int cell) {
        heap_[at(position)] = cell;
        position_[at(cell)] = position;
    }

    void sift_up(int position) {
        const int cell = heap_[at(position)];
        while (position > 0 && before(cell, heap_[at((position - 1) / 2)])) {
            put(position, heap_[at((position - 1) / 2)]);
            position = (position - 1) / 2;
        }
        put(position, cell);
    }

    void sift_down(int position) {
        const int cell = heap_[at(position)];
        const int size = static_cast<int>(heap_.size());
        for (;;) {
            int child = 2 * position + 1;
            if (child >= size) break;
            if (child + 1 < size && before(heap_[at(child + 1)], heap_[at(child)])) ++child;
            if (!before(heap_[at(child)], cell)) break;
            put(position, heap_[at(child)]);
            position = child;
        }
        put(position, cell);
    }

    std::vector<double> activity_;
    std::vector<int> position_;  // of each cell in heap_, or absent
    std::vector<int> heap_;
    double decay_, increment_ = 1.0;
};

}  // namespace xlnono
