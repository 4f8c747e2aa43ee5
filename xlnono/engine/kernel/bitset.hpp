// A set of cells, boundaries or automaton states as N 64-bit words, least significant first.
// Sets can be added like integers: the line solver crosses a run of cells with one carry.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace xlnono {

template <std::size_t N>
struct Bitset {
    static constexpr int width = static_cast<int>(64 * N);
    std::array<std::uint64_t, N> word{};

    static constexpr Bitset single(int index) {
        Bitset out;
        out.word[static_cast<std::size_t>(index) / 64] = std::uint64_t{1} << (index % 64);
        return out;
    }

    // The lowest `count` bits; `count` must be less than the width.
    static constexpr Bitset ones(int count) {
        Bitset out;
        for (std::size_t k = 0; k < N && count > 0; ++k, count -= 64)
            out.word[k] = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
        return out;
    }

    constexpr bool test(int index) const {
        return word[static_cast<std::size_t>(index) / 64] >> (index % 64) & 1;
    }
    constexpr void set(int index) {
        word[static_cast<std::size_t>(index) / 64] |= std::uint64_t{1} << (index % 64);
    }
    constexpr void clear(int index) {
        word[static_cast<std::size_t>(index) / 64] &= ~(std::uint64_t{1} << (index % 64));
    }
    constexpr bool any() const {
        std::uint64_t united = 0;
        for (auto w : word) united |= w;
        return united != 0;
    }

    constexpr int count() const {
        int total = 0;
        for (auto w : word) total += std::popcount(w);
        return total;
    }

    // The first and the last member; the set must not be empty.
    constexpr int first() const {
        std::size_t k = 0;
        while (word[k] == 0) ++k;
        return static_cast<int>(64 * k) + std::countr_zero(word[k]);
    }
    constexpr int last() const {
        std::size_t k = N - 1;
        while (word[k] == 0) --k;
        return static_cast<int>(64 * k) + 63 - std::countl_zero(word[k]);
    }

    // The first member from an index on, and the last one up to an index. There must be one.
    constexpr int first_from(int index) const {
        std::size_t k = static_cast<std::size_t>(index) / 64;
        std::uint64_t rest = word[k] >> (index % 64) << (index % 64);
        while (rest == 0) rest = word[++k];
        return static_cast<int>(64 * k) + std::countr_zero(rest);
    }
    constexpr int last_up_to(int index) const {
        std::size_t k = static_cast<std::size_t>(index) / 64;
        std::uint64_t rest = word[k] << (63 - index % 64) >> (63 - index % 64);
        while (rest == 0) rest = word[--k];
        return static_cast<int>(64 * k) + 63 - std::countl_zero(rest);
    }

    // Remove and return the first or the last member; the set must not be empty.
    constexpr int pop_first() {
        const int index = first();
        clear(index);
        return index;
    }
    constexpr int pop_last() {
        const int index = last();
        clear(index);
        return index;
    }

    // The same set with M words; members that do not fit are dropped.
    template <std::size_t M>
    constexpr Bitset<M> resized() const {
        Bitset<M> out;
        std::copy_n(word.begin(), std::min(N, M), out.word.begin());
        return out;
    }

    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (std::size_t k = 0; k < N; ++k)
            for (auto rest = word[k]; rest != 0; rest &= rest - 1)
                visit(static_cast<int>(64 * k) + std::countr_zero(rest));
    }

    friend constexpr bool operator==(const Bitset&, const Bitset&) = default;

    friend constexpr Bitset operator&(Bitset a, const Bitset& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] &= b.word[k];
        return a;
    }
    friend constexpr Bitset operator|(Bitset a, const Bitset& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] |= b.word[k];
        return a;
    }
    friend constexpr Bitset operator^(Bitset a, const Bitset& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] ^= b.word[k];
        return a;
    }
    friend constexpr Bitset operator~(Bitset a) {
        for (auto& w : a.word) w = ~w;
        return a;
    }
    friend constexpr Bitset operator+(Bitset a, const Bitset& b) {
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < N; ++k) {
            const std::uint64_t half = a.word[k] + b.word[k];
            const std::uint64_t sum = half + carry;
            carry = static_cast<std::uint64_t>(half < b.word[k]) |
                    static_cast<std::uint64_t>(sum < half);
            a.word[k] = sum;
        }
        return a;
    }

    // Shifts by 0 to width - 1 bits.
    friend constexpr Bitset operator<<(const Bitset& a, int by) {
        if constexpr (N == 1) return {{a.word[0] << by}};
        if constexpr (N == 2) {
            if (by >= 64) return {{0, a.word[0] << (by - 64)}};
            // Shifted in two steps, because a shift by 64 is undefined.
            return {{a.word[0] << by, a.word[1] << by | a.word[0] >> 1 >> (63 - by)}};
        }
        Bitset out;
        const std::size_t whole = static_cast<std::size_t>(by) / 64;
        const int part = by % 64;
        for (std::size_t k = N; k-- > whole;) {
            out.word[k] = a.word[k - whole] << part;
            if (part != 0 && k > whole) out.word[k] |= a.word[k - whole - 1] >> (64 - part);
        }
        return out;
    }
    friend constexpr Bitset operator>>(const Bitset& a, int by) {
        if constexpr (N == 1) return {{a.word[0] >> by}};
        if constexpr (N == 2) {
            if (by >= 64) return {{a.word[1] >> (by - 64), 0}};
            return {{a.word[0] >> by | a.word[1] << 1 << (63 - by), a.word[1] >> by}};
        }
        Bitset out;
        const std::size_t whole = static_cast<std::size_t>(by) / 64;
        const int part = by % 64;
        for (std::size_t k = 0; k + whole < N; ++k) {
            out.word[k] = a.word[k + whole] >> part;
            if (part != 0 && k + whole + 1 < N) out.word[k] |= a.word[k + whole + 1] << (64 - part);
        }
        return out;
    }

    // The lowest `count` bits in reverse order.
    constexpr Bitset reversed(int count) const {
        Bitset out;
        for (std::size_t k = 0; k < N; ++k) out.word[N - 1 - k] = reversed(word[k]);
        return out >> (width - count);
    }

private:
    static constexpr std::uint64_t reversed(std::uint64_t x) {
        x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
        x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
        x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
        // Compilers recognize this as a byte swap, which is one instruction.
        return x >> 56 | (x >> 40 & 0xff00u) | (x >> 24 & 0xff0000u) | (x >> 8 & 0xff000000u) |
               (x & 0xff000000u) << 8 | (x & 0xff0000u) << 24 | (x & 0xff00u) << 40 | x << 56;
    }
};

}  // namespace xlnono
