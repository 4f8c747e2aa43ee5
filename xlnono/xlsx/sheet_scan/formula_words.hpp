// The words of formulas: cells, functions, and what only a complete reader can tell.
#pragma once

#include <array>
#include <string_view>

#include "addresses.hpp"

namespace xlnono::scan {

// No program allows longer formulas.
constexpr std::size_t longest_formula = 8192;

inline bool in_word(char c) {
    static constexpr auto table = [] {
        std::array<bool, 256> signs{};
        for (int code = 0; code < 128; ++code) {
            const char sign = static_cast<char>(code);
            signs[code] = is_letter(sign) || is_digit(sign) || sign == '_' || sign == '$' ||
                          sign == '.' || sign == ':' || sign == '\\';
        }
        return signs;
    }();
    return table[static_cast<unsigned char>(c)];
}

// Call `use(word)` with each word of a formula outside its texts; functions end with "(". Returns
// false if the words may not be all that matters: sheets, tables and letters beyond ASCII.
template <class Use>
bool each_word(std::string_view formula, Use use) {
    if (formula.size() > longest_formula) return false;
    for (std::size_t at = 0; at < formula.size();) {
        const char c = formula[at];
        if (c == '"') {
            at = formula.find('"', at + 1);
            if (at == formula.npos) return false;
            ++at;
        } else if (in_word(c)) {
            std::size_t end = at + 1;
            while (end < formula.size() && in_word(formula[end])) ++end;
            if (end < formula.size() && formula[end] == '(') ++end;
            use(formula.substr(at, end - at));
            at = end;
        } else if (c == '\'' || c == '!' || c == '[' || (c & 0x80)) {
            return false;
        } else {
            ++at;
        }
    }
    return true;
}

// Whether a word calls a function that refers to nothing besides its arguments.
inline bool calls_plain_function(std::string_view word) {
    if (word.back() != '(' || word.front() < 'A' || word.front() > 'Z') return false;
    for (const char c : word.substr(0, word.size() - 1))
        if (!(c >= 'A' && c <= 'Z') && !is_digit(c) && c != '.') return false;
    return word.find("INDIRECT") == word.npos && word.find("OFFSET") == word.npos &&
           word != "SHEET(" && word != "SHEETS(";
}

}  // namespace xlnono::scan
