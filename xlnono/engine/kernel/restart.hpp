// When the search restarts.
#pragma once

#include <cstdint>

namespace xlnono {

// Restarts after multiples of `base` conflicts that follow the Luby sequence: 1, 1, 2, 1, 1, 2,
// 4, 1...
class Restarts {
public:
    bool due(std::int64_t conflicts) const { return conflicts >= next_; }

    void restarted(std::int64_t conflicts) { next_ = conflicts + base * luby(++count_); }

private:
    static constexpr std::int64_t base = 100;

    // The k-th number of the sequence, counted from 1.
    static constexpr std::int64_t luby(std::int64_t k) {
        for (;;) {
            std::int64_t size = 1;
            while (size < k + 1) size *= 2;
            if (size == k + 1) return size / 2;
            k -= size / 2 - 1;
        }
    }

    std::int64_t count_ = 1;
    std::int64_t next_ = base * luby(1);
};

}  // namespace xlnono
