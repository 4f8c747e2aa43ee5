// The solver for a puzzle whose clues are checked here, and puzzles with some lines changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "long_lines.hpp"
#include "search.hpp"
#include "with_words.hpp"

namespace xlnono {

using Clues = std::vector<std::vector<int>>;

inline void check_length(std::size_t length) {
    if (length > longest_line)
        throw std::invalid_argument("a line has more than " + std::to_string(longest_line) +
                                    " cells");
}

inline void check(const Clues& clues, std::size_t length, const char* axis) {
    if (clues.empty()) throw std::invalid_argument(std::string("there are no ") + axis);
    check_length(clues.size());
    for (const auto& clue : clues) {
        std::size_t needed = 0;
        for (const int block : clue) {
            if (block < 1) throw std::invalid_argument("a block must have at least one cell");
            needed += static_cast<std::size_t>(block) + (needed > 0);
            if (needed > length) throw std::invalid_argument("a clue does not fit its line");
        }
    }
}

inline std::unique_ptr<Solver> make_solver(const Clues& rows, const Clues& columns,
                                           std::uint64_t seed) {
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(columns.size());
    constexpr int one = Bitset<1>::width - 2, two = Bitset<2>::width - 2;
    if (std::max(height, width) > longest_explained) return make_long_solver(rows, columns, seed);
    // Most long puzzles need two words in one direction only.
    if (height <= one && width > one && width <= two)
        return std::make_unique<Search<2, 1>>(rows, columns, seed);
    if (width <= one && height > one && height <= two)
        return std::make_unique<Search<1, 2>>(rows, columns, seed);
    return with_words(std::max(height, width), [&](auto words) -> std::unique_ptr<Solver> {
        return std::make_unique<Search<words(), words()>>(rows, columns, seed);
    });
}

using ChangedLine = std::pair<int, std::optional<std::vector<int>>>;

// A puzzle with some lines changed.
struct Variant {
    Clues rows, columns;
    std::vector<int> free;

    Variant(const Clues& rows, const Clues& columns, const std::vector<ChangedLine>& changes)
        : rows(rows), columns(columns) {
        const int height = static_cast<int>(rows.size());
        for (const auto& [line, clue] : changes) {
            if (line < 0 || line >= lines()) throw std::invalid_argument("there is no such line");
            if (!clue) free.push_back(line);
            (line < height ? this->rows[at(line)] : this->columns[at(line - height)]) =
                clue.value_or(std::vector<int>());
        }
    }

    int lines() const { return static_cast<int>(rows.size() + columns.size()); }

    // The core of `core_of` these free lines, then at most `rounds` times in all of the lines of
    // the last core only, as long as that is smaller.
    template <class CoreOf>
    std::vector<int> smallest_core(int rounds, CoreOf core_of) const {
        std::vector<int> core, without = free;
        for (int round = 0; round < rounds; ++round) {
            const std::vector<int> smaller = core_of(without);
            if (smaller.empty() || smaller.size() == core.size()) break;
            core = smaller;
            without.clear();
            for (int line = 0; line < lines(); ++line)
                if (!std::binary_search(core.begin(), core.end(), line)) without.push_back(line);
        }
        return core;
    }
};

}  // namespace xlnono
