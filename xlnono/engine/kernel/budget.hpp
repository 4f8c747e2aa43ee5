// The limits of a search, and the budget of work between two looks at the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
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

// Called about twenty times a second with the number of assigned cells and of conflicts. If it
// throws, the search ends and the exception is passed on.
using Watcher = std::function<void(int known, std::int64_t conflicts)>;

// Thrown when time is up.
struct OutOfTime : std::exception {
    const char* what() const noexcept override { return "time is up"; }
};

// Decides when to look at the clock: after a fixed amount of work, not after a number of steps,
// because one line can take a thousand times as long as another, and one conflict a million
// times as long. A unit of work takes some 10 to 50 ns, so the clock is read every few
// milliseconds.
class Budget {
public:
    void start(const Limits& limits, const Watcher& watcher) {
        limits_ = limits;
        watcher_ = &watcher;
        last_call_ = Limits::Clock::now();
    }

    // Count some work in a place where the search cannot be stopped.
    void add(std::int64_t work) { work_ += work; }

    // Count some work. Whether it is time to look at the clock.
    bool due(std::int64_t work) { return (work_ += work) >= work_between_looks; }

    // Look at the clock: call the watcher now and then, and throw OutOfTime if time is up.
    void look(int known, std::int64_t conflicts) {
        work_ = 0;
        const auto now = Limits::Clock::now();
        if (std::chrono::duration<double>(now - limits_.start).count() > limits_.seconds)
            throw OutOfTime();
        if (*watcher_ && now - last_call_ > std::chrono::milliseconds(50)) {
            last_call_ = now;
            (*watcher_)(known, conflicts);
        }
    }

private:
    static constexpr std::int64_t work_between_looks = 1 << 16;

    Limits limits_;
    const Watcher* watcher_ = nullptr;
    Limits::Clock::time_point last_call_;
    std::int64_t work_ = 0;  // since the last look
};

}  // namespace xlnono
