// Questions and answers as streams of 32-bit integers, which is what a page and the kernel share.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../bitset.hpp"
#include "../solver.hpp"

namespace xlnono::wasm {

using Words = std::vector<std::int32_t>;

class Reader {
public:
    explicit Reader(const Words& words) : words_(words) {}

    int number() {
        if (next_ >= words_.size()) throw std::invalid_argument("the question is too short");
        return words_[next_++];
    }

    std::size_t count() {
        const int count = number();
        if (count < 0 || static_cast<std::size_t>(count) > words_.size() - next_)
            throw std::invalid_argument("the question is too short");
        return static_cast<std::size_t>(count);
    }

    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> out;
        for (std::size_t left = count(); left > 0; --left) out.push_back(read());
        return out;
    }

    std::vector<int> numbers() {
        return list([this] { return number(); });
    }

    std::vector<std::vector<int>> clues() {
        return list([this] { return numbers(); });
    }

    // Two words; not a number stands for none.
    std::optional<double> real() {
        const std::array<std::int32_t, 2> halves{number(), number()};
        const auto value = std::bit_cast<double>(halves);
        if (value != value) return {};
        return value;
    }

    template <std::size_t N>
    Bitset<N> set(int length) {
        Bitset<N> out;
        const auto words = numbers();
        if (words.size() > 2 * N) throw std::invalid_argument("a mask is too long");
        for (std::size_t k = 0; k < words.size(); ++k)
            out.word[k / 2] |= std::uint64_t{static_cast<std::uint32_t>(words[k])} << (k % 2 * 32);
        if ((out & ~Bitset<N>::ones(length)).any())
            throw std::invalid_argument("a mask has cells outside of the line");
        return out;
    }

private:
    const Words& words_;
    std::size_t next_ = 0;
};

class Writer {
public:
    explicit Writer(Words& words) : words_(words) {}

    void number(std::int64_t value) { words_.push_back(static_cast<std::int32_t>(value)); }

    template <class Items, class Write>
    void list(const Items& items, Write write) {
        number(static_cast<std::int64_t>(items.size()));
        for (const auto& item : items) write(item);
    }

    void numbers(const std::vector<int>& values) {
        list(values, [this](int value) { number(value); });
    }

    // The number of bytes, and the bytes padded to whole words.
    void bytes(const void* data, std::size_t size) {
        number(static_cast<std::int64_t>(size));
        const std::size_t before = words_.size();
        words_.resize(before + (size + 3) / 4);
        if (size > 0) std::memcpy(words_.data() + before, data, size);
    }

    void cells(const PackedCells& packed) { bytes(packed.data(), packed.size()); }

    template <std::size_t N>
    void set(const Bitset<N>& cells) {
        bytes(cells.word.data(), sizeof(cells.word));
    }

private:
    Words& words_;
};

}  // namespace xlnono::wasm
