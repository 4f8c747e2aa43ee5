// The lines that wait to be settled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace xlnono {

// Lines in the order in which they got news: how many of their cells are new since they were
// settled, counted up to 255.
class Waiting {
public:
    explicit Waiting(std::size_t lines)
        : lines_(4 * lines + block), place_(lines, none), news_(lines_.size() + block, 0) {}

    bool any() const { return first_ != last_; }

    void mark(int line) {
        auto& place = place_[static_cast<std::size_t>(line)];
        if (place == none) {
            if (last_ == lines_.size()) move_to_front();
            place = static_cast<int>(last_);
            lines_[last_++] = line;
        }
        auto& news = news_[static_cast<std::size_t>(place)];
        news += news != 255;
    }

    // The line with most news, as it is the most likely to clash or to fix cells, and the
    // others may yet get more; of several the one that has waited longest. There must be any.
    int take() {
        // Over whole blocks, so that compilers do many at once.
        std::uint8_t most[block] = {};
        for (std::size_t start = first_; start < last_; start += block)
            for (std::size_t k = 0; k < block; ++k) most[k] = std::max(most[k], news_[start + k]);
        const auto best = *std::max_element(most, most + block);
        const auto* found = std::memchr(&news_[first_], best, last_ - first_);
        const auto place = static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - news_.data());
        const int line = lines_[place];
        put(place, lines_[first_], news_[first_]);
        place_[static_cast<std::size_t>(line)] = none;
        news_[first_++] = 0;
        if (first_ == last_) first_ = last_ = 0;
        return line;
    }

    void clear() {
        for (; first_ < last_; ++first_) {
            news_[first_] = 0;
            place_[static_cast<std::size_t>(lines_[first_])] = none;
        }
        first_ = last_ = 0;
    }

    void take_all(std::vector<int>& lines) {
        lines.assign(lines_.begin() + static_cast<std::ptrdiff_t>(first_),
                     lines_.begin() + static_cast<std::ptrdiff_t>(last_));
        clear();
    }

private:
    static constexpr std::size_t block = 16;
    static constexpr int none = -1;

    void put(std::size_t place, int line, std::uint8_t news) {
        lines_[place] = line;
        news_[place] = news;
        place_[static_cast<std::size_t>(line)] = static_cast<int>(place);
    }

    void move_to_front() {
        std::size_t end = 0;
        for (auto place = first_; place < last_; ++place) put(end++, lines_[place], news_[place]);
        std::fill(news_.begin() + static_cast<std::ptrdiff_t>(end), news_.end(), std::uint8_t{0});
        first_ = 0;
        last_ = end;
    }

    std::vector<int> lines_;
    std::vector<int> place_;  // of each line
    std::vector<std::uint8_t> news_;
    std::size_t first_ = 0, last_ = 0;  // where those lie that wait
};

}  // namespace xlnono
