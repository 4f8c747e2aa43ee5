// The propagation queue of lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "literal.hpp"

namespace xlnono {

// Lines in the order in which they were first pushed, each with the number of its cells that were
// assigned since it was last settled, counted up to 255.
class LineQueue {
public:
    explicit LineQueue(std::size_t lines)
        : lines_(4 * lines + block),
          position_(lines, none),
          changes_(lines_.size() + block + 1, 0) {}

    bool any() const { return first_ != last_; }

    // Never enqueue this line again.
    void exclude(int line) {
        const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(last_);
        std::vector<int> others(lines_.begin() + static_cast<std::ptrdiff_t>(first_), end);
        std::erase(others, line);
        clear();
        for (const int other : others) push(other);
        position_[at(line)] = static_cast<int>(changes_.size() - 1);
    }

    bool is_excluded(int line) const {
        return at(position_[at(line)]) == changes_.size() - 1;
    }

    // Count one more assigned cell on a line; enqueue the line if necessary.
    void push(int line) {
        auto& position = position_[at(line)];
        if (position == none) {
            if (last_ == lines_.size()) move_to_front();
            position = static_cast<int>(last_);
            lines_[last_++] = line;
        }
        auto& changes = changes_[at(position)];
        changes += changes != 255;
    }

    // Remove and return the line with the most assigned cells, because it is the most likely to
    // lead to a conflict or to fix cells, and the others may get more cells meanwhile. Ties go
    // to the line that was pushed first. The queue must not be empty.
    int pop() {
        const std::uint8_t most = most_changes();
        const auto* found = std::memchr(&changes_[first_], most, last_ - first_);
        const auto position =
            static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - changes_.data());
        const int line = lines_[position];
        put(position, lines_[first_], changes_[first_]);
        position_[at(line)] = none;
        changes_[first_++] = 0;
        if (first_ == last_) first_ = last_ = 0;
        return line;
    }

    void pop_all(std::vector<int>& lines) {
        lines.assign(lines_.begin() + static_cast<std::ptrdiff_t>(first_),
                     lines_.begin() + static_cast<std::ptrdiff_t>(last_));
        clear();
    }

    void clear() {
        for (; first_ < last_; ++first_) {
            changes_[first_] = 0;
            position_[at(lines_[first_])] = none;
        }
        first_ = last_ = 0;
    }

private:
    static constexpr std::size_t block = 16;
    static constexpr int none = -1;

    // Compilers vectorize this over whole blocks; there are zeros behind the last line.
    std::uint8_t most_changes() const {
        const std::uint8_t* const changes = &changes_[first_];
        const std::size_t padded = (last_ - first_ + block - 1) / block * block;
        std::uint8_t most = 0;
        for (std::size_t k = 0; k < padded; ++k) most = std::max(most, changes[k]);
        return most;
    }

    void put(std::size_t position, int line, std::uint8_t changes) {
        lines_[position] = line;
        changes_[position] = changes;
        position_[at(line)] = static_cast<int>(position);
    }

    void move_to_front() {
        std::size_t end = 0;
        for (auto position = first_; position < last_; ++position)
            put(end++, lines_[position], changes_[position]);
        std::fill(changes_.begin() + static_cast<std::ptrdiff_t>(end), changes_.end(),
                  std::uint8_t{0});
        first_ = 0;
        last_ = end;
    }

    std::vector<int> lines_;
    std::vector<int> position_;  // of each line in lines_, or none
    // The last one, which no line in the queue has, counts for the excluded lines. So `push`
    // need not ask whether a line is excluded.
    std::vector<std::uint8_t> changes_;
    std::size_t first_ = 0, last_ = 0;  // the range of lines_ in use
};

}  // namespace xlnono
