// Which sets of words the lines of a puzzle need.
#pragma once

#include <cstddef>
#include <type_traits>

#include "bitset.hpp"

namespace xlnono {

// The longest line that fits in words of which there are several numbers, which is the longest that
// the web page explains, and the longest of all: a row of a worksheet has 16,384 cells.
constexpr int longest_explained = Bitset<16>::width - 2;
constexpr std::size_t long_words = 32, longest_words = 257;
constexpr int longest_line = Bitset<longest_words>::width - 2;

// Call `make` with the smallest number of words that a line of this length fits in. It must have at
// most `longest_explained` cells.
template <class Make>
auto with_words(int longest, Make make) {
    if (longest <= Bitset<1>::width - 2) return make(std::integral_constant<std::size_t, 1>{});
    if (longest <= Bitset<2>::width - 2) return make(std::integral_constant<std::size_t, 2>{});
    if (longest <= Bitset<4>::width - 2) return make(std::integral_constant<std::size_t, 4>{});
    if (longest <= Bitset<9>::width - 2) return make(std::integral_constant<std::size_t, 9>{});
    return make(std::integral_constant<std::size_t, 16>{});
}

// The same for a line of any length.
template <class Make>
auto with_any_words(int longest, Make make) {
    if (longest <= longest_explained) return with_words(longest, make);
    if (longest <= Bitset<long_words>::width - 2)
        return make(std::integral_constant<std::size_t, long_words>{});
    return make(std::integral_constant<std::size_t, longest_words>{});
}

}  // namespace xlnono
