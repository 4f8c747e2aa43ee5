// Sets of cells and of boundaries as fixed-size integers of N 64-bit words, least first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace xlnono {

template <std::size_t N>
struct Words {
    static constexpr int width = static_cast<int>(64 * N);
    std::array<std::uint64_t, N> word{};

    static constexpr Words bit(int place) {
        Words out;
        out.word[static_cast<std::size_t>(place) / 64] = std::uint64_t{1} << (place % 64);
        return out;
    }

    // The lowest `count` bits, with count less than the width.
    static constexpr Words ones(int count) {
        Words out;
        for (std::size_t k = 0; k < N && count > 0; ++k, count -= 64)
            out.word[k] = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
        return out;
    }

    constexpr bool test(int place) const {
        return word[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1;
    }
    constexpr void set(int place) {
        word[static_cast<std::size_t>(place) / 64] |= std::uint64_t{1} << (place % 64);
    }
    constexpr void clear(int place) {
        word[static_cast<std::size_t>(place) / 64] &= ~(std::uint64_t{1} << (place % 64));
    }
    constexpr bool any() const {
        std::uint64_t all = 0;
        for (auto w : word) all |= w;
        return all != 0;
    }

    constexpr int count() const {
        int all = 0;
        for (auto w : word) all += std::popcount(w);
        return all;
    }

    // The place of the first and of the last member; the set must not be empty.
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

    // Takes the first or the last member out; the set must not be empty.
    constexpr int take_first() {
        const int place = first();
        clear(place);
        return place;
    }
    constexpr int take_last() {
        const int place = last();
        clear(place);
        return place;
    }

    // The set in another width; places that this has not are left out.
    template <std::size_t M>
    constexpr Words<M> resized() const {
        Words<M> out;
        std::copy_n(word.begin(), std::min(N, M), out.word.begin());
        return out;
    }

    template <class Visit>
    constexpr void each(Visit visit) const {
        for (std::size_t k = 0; k < N; ++k)
            for (auto rest = word[k]; rest != 0; rest &= rest - 1)
                visit(static_cast<int>(64 * k) + std::countr_zero(rest));
    }

    friend constexpr bool operator==(const Words&, const Words&) = default;

    friend constexpr Words operator&(Words a, const Words& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] &= b.word[k];
        return a;
    }
    friend constexpr Words operator|(Words a, const Words& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] |= b.word[k];
        return a;
    }
    friend constexpr Words operator^(Words a, const Words& b) {
        for (std::size_t k = 0; k < N; ++k) a.word[k] ^= b.word[k];
        return a;
    }
    friend constexpr Words operator~(Words a) {
        for (auto& w : a.word) w = ~w;
        return a;
    }
    friend constexpr Words operator+(Words a, const Words& b) {
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < N; ++k) {
            const std::uint64_t half = a.word[k] + b.word[k];
            const std::uint64_t sum = half + carry;
            carry = static_cast<std::uint64_t>(half < b.word[k]) | static_cast<std::uint64_t>(sum < half);
            a.word[k] = sum;
        }
        return a;
    }

    // Shifts by 0 to width - 1 places.
    friend constexpr Words operator<<(const Words& a, int by) {
        if constexpr (N == 1) return {{a.word[0] << by}};
        if constexpr (N == 2) {
            if (by >= 64) return {{0, a.word[0] << (by - 64)}};
            // Shifting in two parts, as a shift by 64 is not defined.
            return {{a.word[0] << by, a.word[1] << by | a.word[0] >> 1 >> (63 - by)}};
        }
        Words out;
        const std::size_t whole = static_cast<std::size_t>(by) / 64;
        const int part = by % 64;
        for (std::size_t k = N; k-- > whole;) {
            out.word[k] = a.word[k - whole] << part;
            if (part != 0 && k > whole) out.word[k] |= a.word[k - whole - 1] >> (64 - part);
        }
        return out;
    }
    friend constexpr Words operator>>(const Words& a, int by) {
        if constexpr (N == 1) return {{a.word[0] >> by}};
        if constexpr (N == 2) {
            if (by >= 64) return {{a.word[1] >> (by - 64), 0}};
            return {{a.word[0] >> by | a.word[1] << 1 << (63 - by), a.word[1] >> by}};
        }
        Words out;
        const std::size_t whole = static_cast<std::size_t>(by) / 64;
        const int part = by % 64;
        for (std::size_t k = 0; k + whole < N; ++k) {
            out.word[k] = a.word[k + whole] >> part;
            if (part != 0 && k + whole + 1 < N) out.word[k] |= a.word[k + whole + 1] << (64 - part);
        }
        return out;
    }

    // The lowest `count` bits in the opposite order.
    constexpr Words reversed(int count) const {
        Words out;
        for (std::size_t k = 0; k < N; ++k) out.word[N - 1 - k] = reversed(word[k]);
        return out >> (width - count);
    }

private:
    static constexpr std::uint64_t reversed(std::uint64_t x) {
        x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
        x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
        x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
        // Written so that compilers see a swap of bytes, which is one instruction.
        return x >> 56 | (x >> 40 & 0xff00u) | (x >> 24 & 0xff0000u) | (x >> 8 & 0xff000000u) |
               (x & 0xff000000u) << 8 | (x & 0xff0000u) << 24 | (x & 0xff00u) << 40 | x << 56;
    }
};

}  // namespace xlnono
