// When the search restarts.
#pragma once

#include <cstdint>

namespace xlnono {

// Restarts after `first` and after `second` conflicts, so that the search estimates and probes
// early, and then after multiples of `base` that follow the Luby sequence: 1, 2, 1, 1, 2, 4, 1...
class LubyRestarts {
public:
    bool due(std::int64_t conflicts) const { return conflicts >= next_; }

    // How often the search restarted.
    std::int64_t count() const { return count_; }

    void restarted(std::int64_t conflicts) {
        next_ = ++count_ == 1 ? second : conflicts + base * luby(count_);
    }

private:
    static constexpr std::int64_t first = 20, second = 50, base = 100;

    // The k-th number of the sequence, counted from 1.
    static constexpr std::int64_t luby(std::int64_t k) {
        for (;;) {
            std::int64_t size = 1;
            while (size < k + 1) size *= 2;
            if (size == k + 1) return size / 2;
            k -= size / 2 - 1;
        }
    }

    std::int64_t count_ = 0;
    std::int64_t next_ = first;
};

// Restarts when the clauses learnt lately have a higher glue than usual, so the search is where it
// learns little. (Audemard and Simon, "Refining Restarts Strategies for SAT and UNSAT", 2012; the
// averages are exponential as in Biere and Froehlich, "Evaluating CDCL Restart Schemes", 2015.)
class GlueRestarts {
public:
    void learnt(int glue) {
        ++conflicts_;
        lately_ += (glue - lately_) / 32;
        usually_ += (glue - usually_) / 5000;
    }

    bool due() const { return conflicts_ >= least_conflicts && lately_ > 1.15 * usually_; }

    void restarted() { conflicts_ = 0; }

private:
    static constexpr int least_conflicts = 10;

    double lately_ = 0, usually_ = 0;  // averages of the glue
    int conflicts_ = 0;                // since the last restart
};

}  // namespace xlnono
