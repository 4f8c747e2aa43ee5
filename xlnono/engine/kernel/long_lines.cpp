#include "long_lines.hpp"

#include "search.hpp"
#include "with_words.hpp"

namespace xlnono {

std::unique_ptr<Solver> make_long_solver(const std::vector<std::vector<int>>& rows,
                                         const std::vector<std::vector<int>>& columns,
                                         std::uint64_t seed) {
    constexpr int few = Bitset<4>::width - 2, many = Bitset<long_words>::width - 2;
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(columns.size());
    if (height <= many && width <= many)
        return std::make_unique<Search<long_words, long_words>>(rows, columns, seed);
    // Each line has several sets; thousands of short lines must not have so many words.
    if (height <= few) return std::make_unique<Search<longest_words, 4>>(rows, columns, seed);
    if (width <= few) return std::make_unique<Search<4, longest_words>>(rows, columns, seed);
    return std::make_unique<Search<longest_words, longest_words>>(rows, columns, seed);
}

SettledCells settle_long_line(const std::vector<int>& clue, int length,
                              const std::vector<int>& black, const std::vector<int>& white) {
    if (length <= Bitset<long_words>::width - 2)
        return settle_line<long_words>(clue, length, black, white);
    return settle_line<longest_words>(clue, length, black, white);
}

}  // namespace xlnono
