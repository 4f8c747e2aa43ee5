// Lists with an item for each block or run of a line of N words, without allocation where they are
// short.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace xlnono::ladder {

template <class T, std::size_t Capacity>
class InlineVector {
public:
    InlineVector() = default;
    InlineVector(std::size_t size, const T& item) : size_(size) {
        std::fill_n(items_.begin(), size, item);
    }
    InlineVector(const InlineVector& other) : size_(other.size_) {
        std::copy_n(other.items_.begin(), size_, items_.begin());
    }
    InlineVector& operator=(const InlineVector& other) {
        size_ = other.size_;
        std::copy_n(other.items_.begin(), size_, items_.begin());
        return *this;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    void push_back(const T& item) { items_[size_++] = item; }

    T& operator[](std::size_t k) { return items_[k]; }
    const T& operator[](std::size_t k) const { return items_[k]; }
    const T& front() const { return items_[0]; }
    const T& back() const { return items_[size_ - 1]; }
    const T* begin() const { return items_.data(); }
    const T* end() const { return items_.data() + size_; }

    friend bool operator==(const InlineVector& a, const InlineVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::size_t size_ = 0;
    std::array<T, Capacity> items_;
};

// A line of N words has at most 32 * N blocks or runs. Longer lists would burden the stack.
template <class T, std::size_t N>
using PerBlock = std::conditional_t<(N <= 2), InlineVector<T, 32 * N>, std::vector<T>>;

}  // namespace xlnono::ladder
