// The reasons that lines gave lately, because a search meets the same deductions again and again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"

namespace xlnono {

// What a line implied: a colour of the cell at an offset, or a conflict.
struct Deduction {
    int line, length;
    int number;  // from 0 to 2 * length, different for each deduction of the line

    static Deduction of_colour(int line, int length, int offset, bool black) {
        return {line, length, 2 * offset + black};
    }
    static Deduction of_conflict(int line, int length) { return {line, length, 2 * length}; }
};

// A reason is the false literals from which a deduction follows. It can be a reason again later,
// because what else a line needed is known at level 0.
class RememberedReasons {
public:
    static constexpr std::int32_t none = -1;

    explicit RememberedReasons(int lines) : latest_(at(lines)) {}

    // The literals of a reason, until the next one is added.
    std::span<const Literal> operator[](std::int32_t reason) const {
        const auto length = literals_.begin() + reason;
        return {length + 1, length + 1 + *length};
    }

    // The latest reason for a deduction of whose literals `holds` is true; `none` if there is none.
    template <class Holds>
    std::int32_t find(const Deduction& deduction, Holds holds) {
        auto& latest = latest_for(deduction);
        for (auto found = latest.begin(); found != latest.end() && *found != none; ++found) {
            const auto literals = (*this)[*found];
            if (!std::all_of(literals.begin(), literals.end(), holds)) continue;
            std::rotate(latest.begin(), found, found + 1);
            return latest.front();
        }
        return none;
    }

    // Remember a reason, whose literals are appended by `write`.
    template <class Write>
    std::int32_t add(const Deduction& deduction, Write write) {
        const auto added = static_cast<std::int32_t>(literals_.size());
        literals_.push_back(0);
        write(literals_);
        literals_[at(added)] = static_cast<Literal>(literals_.size()) - added - 1;
        auto& latest = latest_for(deduction);
        std::shift_right(latest.begin(), latest.end(), 1);
        return latest.front() = added;
    }

    // Forget all reasons if they take much memory.
    void forget_many() {
        if (literals_.size() < many_literals) return;
        literals_.clear();
        for (auto& of_line : latest_) of_line.clear();
    }

private:
    // About what fits into the cache of a processor: more is not faster.
    static constexpr std::size_t many_literals = 300'000;

    // The latest reasons for a deduction, then `none`.
    using Latest = std::array<std::int32_t, 8>;

    Latest& latest_for(const Deduction& deduction) {
        auto& of_line = latest_[at(deduction.line)];
        if (of_line.empty()) {
            Latest unused;
            unused.fill(none);
            of_line.assign(2 * at(deduction.length) + 1, unused);
        }
        return of_line[at(deduction.number)];
    }

    std::vector<Literal> literals_;            // of all reasons, each preceded by their number
    std::vector<std::vector<Latest>> latest_;  // by line and by the number of the deduction
};

}  // namespace xlnono
