// In which order cells are decided: those that conflicts met most lately come first.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace xlnono {

class Order {
public:
    bool empty() const { return activity_.empty(); }

    // Take in all cells but those that are known for good, in the order of their weights, which
    // conflicts soon outweigh; among equals it hangs on the seed.
    template <class Known, class Weight>
    void fill(int cells, std::uint64_t seed, Known is_known, Weight weight) {
        activity_.resize(at(cells));
        place_.resize(at(cells));
        heap_.reserve(at(cells));
        for (int cell = 0; cell < cells; ++cell) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            activity_[at(cell)] = static_cast<double>(seed >> 40) * 1e-12;
            place_[at(cell)] = out;
            if (is_known(cell)) continue;
            activity_[at(cell)] += 1e-3 * weight(cell);
            place_[at(cell)] = static_cast<int>(heap_.size());
            heap_.push_back(cell);
        }
        for (int place = static_cast<int>(heap_.size()) / 2; place-- > 0;) sink(place);
    }

    // The most active cell; it is out until it is put back.
    int take() {
        const int cell = heap_.front();
        place_[at(cell)] = out;
        const int last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            heap_[0] = last;
            place_[at(last)] = 0;
            sink(0);
        }
        return cell;
    }

    void put_back(int cell) {
        if (place_[at(cell)] != out) return;
        place_[at(cell)] = static_cast<int>(heap_.size());
        heap_.push_back(cell);
        rise(place_[at(cell)]);
    }

    void bump(int cell) {
        if ((activity_[at(cell)] += step_) > 1e100) {
            for (auto& activity : activity_) activity *= 1e-100;
            step_ *= 1e-100;
        }
        if (place_[at(cell)] != out) rise(place_[at(cell)]);
    }

    void decay() { step_ /= 0.9; }

private:
    static constexpr int out = -1;
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    bool before(int a, int b) const { return activity_[at(a)] > activity_[at(b)]; }

    void put(int place, int cell) {
        heap_[at(place)] = cell;
        place_[at(cell)] = place;
    }

    void rise(int place) {
        const int cell = heap_[at(place)];
        while (place > 0 && before(cell, heap_[at((place - 1) / 2)])) {
            put(place, heap_[at((place - 1) / 2)]);
            place = (place - 1) / 2;
        }
        put(place, cell);
    }

    void sink(int place) {
        const int cell = heap_[at(place)];
        const int size = static_cast<int>(heap_.size());
        for (;;) {
            int child = 2 * place + 1;
            if (child >= size) break;
            if (child + 1 < size && before(heap_[at(child + 1)], heap_[at(child)])) ++child;
            if (!before(heap_[at(child)], cell)) break;
            put(place, heap_[at(child)]);
            place = child;
        }
        put(place, cell);
    }

    std::vector<double> activity_;
    std::vector<int> place_;
    std::vector<int> heap_;
    double step_ = 1.0;
};

}  // namespace xlnono
