// The limits of a search, and the clock that it looks at while it works.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace xlnono {

struct Limits {
    using Clock = std::chrono::steady_clock;

    int solutions = 2;
    std::int64_t conflicts = std::numeric_limits<std::int64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    Clock::time_point start = Clock::now();  // the seconds count from here
};

// Called about twenty times a second with the cells known at the moment and the conflicts so
// far. What it throws passes through and ends the search.
using Watcher = std::function<void(int known, std::int64_t conflicts)>;

// Ends a search whose time is up. Never leaves the kernel.
struct OutOfTime {};

// Decides when to look at the clock: after a fixed amount of work, not after a number of
// steps, because one line can take a thousand times as long as another, and one conflict a
// million times as long. A unit of work takes some 10 to 50 ns, so a look comes every few
// milliseconds.
class Budget {
public:
    void begin(const Limits& limits, const Watcher& watcher) {
        limits_ = limits;
        watcher_ = &watcher;
        watched_ = Limits::Clock::now();
    }

    // Account for some work where the search cannot be stopped.
    void add(std::int64_t work) { since_look_ += work; }

    // Account for some work. Whether it is time to look.
    bool due(std::int64_t work) { return (since_look_ += work) >= between_looks; }

    void look(int known, std::int64_t conflicts) {
        since_look_ = 0;
        const auto now = Limits::Clock::now();
        if (std::chrono::duration<double>(now - limits_.start).count() > limits_.seconds)
            throw OutOfTime();
        if (*watcher_ && now - watched_ > std::chrono::milliseconds(50)) {
            watched_ = now;
            (*watcher_)(known, conflicts);
        }
    }

private:
    static constexpr std::int64_t between_looks = 1 << 16;

    Limits limits_;
    const Watcher* watcher_ = nullptr;
    Limits::Clock::time_point watched_;
    std::int64_t since_look_ = 0;
};

}  // namespace xlnono
