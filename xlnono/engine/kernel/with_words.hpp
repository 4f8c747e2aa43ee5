// Which sets of words the lines of a puzzle need.
#pragma once

#include <cstddef>
#include <type_traits>

#include "bitset.hpp"

namespace xlnono {

// The longest line on which techniques are tried, and the longest of a puzzle that is decided: a
// row of a worksheet has 16,384 cells.
constexpr int longest_explained = Bitset<16>::width - 2;
constexpr std::size_t long_words = 32, longest_words = 257;
constexpr int longest_line = Bitset<longest_words>::width - 2;

// Call `make` with the smallest number of words that a line of this length fits in. It must be one
// on which techniques are tried.
template <class Make>
auto with_words(int longest, Make make) {
    if (longest <= Bitset<1>::width - 2) return make(std::integral_constant<std::size_t, 1>{});
    if (longest <= Bitset<2>::width - 2) return make(std::integral_constant<std::size_t, 2>{});
    if (longest <= Bitset<4>::width - 2) return make(std::integral_constant<std::size_t, 4>{});
    if (longest <= Bitset<9>::width - 2) return make(std::integral_constant<std::size_t, 9>{});
    return make(std::integral_constant<std::size_t, 16>{});
}

}  // namespace xlnono
