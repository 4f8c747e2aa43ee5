// Addresses of cells, and areas of cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace xlnono::scan {

constexpr int last_row = 1'048'576, last_column = 16'384;

// Rows and columns count from 1.
struct Area {
    int row, column, height = 1, width = 1;

    bool operator==(const Area&) const = default;

    int bottom() const { return row + height - 1; }
    int right() const { return column + width - 1; }

    bool intersects(const Area& other) const {
        return row <= other.bottom() && other.row <= bottom() && column <= other.right() &&
               other.column <= right();
    }
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// A number of up to nine digits, -1 for anything else.
inline int whole(std::string_view text) {
    if (text.empty() || text.size() > 9) return -1;
    int number = 0;
    for (const char c : text) {
        if (!is_digit(c)) return -1;
        number = 10 * number + (c - '0');
    }
    return number;
}

// Take a cell off the front of a text: up to three letters and seven digits, each with "$" before
// it or not. Returns whether there is one that a sheet can have.
inline bool take_cell(std::string_view& text, Area& cell) {
    const auto take_dollar = [&] {
        if (!text.empty() && text.front() == '$') text.remove_prefix(1);
    };
    take_dollar();
    int column = 0, letters = 0;
    for (; !text.empty() && is_letter(text.front()); ++letters, text.remove_prefix(1))
        if (letters < 3) column = 26 * column + ((text.front() & ~0x20) - 'A' + 1);
    take_dollar();
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (letters < 1 || letters > 3 || digits < 1 || digits > 7) return false;
    const int row = whole(text.substr(0, digits));
    text.remove_prefix(digits);
    cell = {row, column};
    return row >= 1 && row <= last_row && column <= last_column;
}

// Read "B2", "$B$2" or "B2:D9". Returns whether it is that and nothing else.
inline bool read_area(std::string_view text, Area& area) {
    Area first, last;
    if (!take_cell(text, first)) return false;
    last = first;
    if (!text.empty()) {
        if (text.front() != ':') return false;
        text.remove_prefix(1);
        if (!take_cell(text, last) || !text.empty()) return false;
    }
    area.row = std::min(first.row, last.row);
    area.column = std::min(first.column, last.column);
    area.height = std::max(first.row, last.row) - area.row + 1;
    area.width = std::max(first.column, last.column) - area.column + 1;
    return true;
}

}  // namespace xlnono::scan
