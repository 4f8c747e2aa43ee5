// The cells of a worksheet part, as far as they are stored in the usual way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "addresses.hpp"
#include "xml_tags.hpp"

namespace xlnono::scan {

enum class Kind : std::uint8_t { none, number, shared, text, boolean, uncalculated };

struct CellEntry {
    int column, look;
    Kind kind = Kind::none;
    std::string_view value = {};  // or the formula if its value is not stored; with its entities
};

struct RowEntry {
    std::size_t begin, end;  // of its cells
    bool usual = true;       // whether all its values were understood
};

struct FormulaEntry {
    int row, column;
    std::string_view text;  // with its entities
};

class SheetCells {
public:
    // Read a part that a complete parser has accepted, in UTF-8. Throws Unusual.
    explicit SheetCells(std::string_view xml) : tags_(xml) {
        const Tag sheet_data = find_sheet_data();
        int number = 0;
        if (!sheet_data.empty)
            for (Tag tag = tags_.next(); !tag.closes; tag = tags_.next()) {
                if (tag.name != "row") throw Unusual{};
                read_row(tag, number);
            }
    }

    const std::unordered_map<int, RowEntry>& rows() const { return rows_; }
    const CellEntry& cell(std::size_t place) const { return cells_[place]; }
    const std::vector<FormulaEntry>& formulas() const { return formulas_; }

    // Whether no formula is shared or fills an area.
    bool single_formulas() const { return single_formulas_; }

    // The looks of the cells with numbers; some may make them dates.
    const std::unordered_set<int>& looks_of_numbers() const { return looks_of_numbers_; }

    // The smallest area with all cells; its height is 0 if there are none.
    Area used() const {
        if (cells_.empty()) return {1, 1, 0, 0};
        return {top_, left_, bottom_ - top_ + 1, right_ - left_ + 1};
    }

    // Count rows with numbers of these looks as unusual.
    void leave_out(const std::unordered_set<int>& looks) {
        for (auto& [number, row] : rows_)
            for (std::size_t place = row.begin; place < row.end; ++place)
                if (cells_[place].kind == Kind::number && looks.contains(cells_[place].look))
                    row.usual = false;
    }

private:
    static constexpr std::string_view main_namespace =
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

    Tag find_sheet_data() {
        const Tag root = tags_.next();
        bool is_main = false;
        each_attribute(root.attributes, [&](auto name, auto value) {
            if (name == "xmlns") is_main = value == main_namespace;
        });
        if (root.name != "worksheet" || !is_main || root.empty) throw Unusual{};
        for (;;) {
            const Tag tag = tags_.next();
            if (tag.closes) throw Unusual{};
            if (tag.name == "sheetData") {
                check_namespace(tag);
                return tag;
            }
            tags_.skip(tag);
        }
    }

    static void check_namespace(const Tag& tag) {
        each_attribute(tag.attributes, [](auto name, auto) {
            if (name == "xmlns") throw Unusual{};
        });
    }

    void read_row(const Tag& begun, int& number) {
        const int before = number++;
        each_attribute(begun.attributes, [&](auto name, auto value) {
            if (name == "xmlns") throw Unusual{};
            if (name == "r") number = whole(value);
        });
        if (number <= before || number > last_row) throw Unusual{};
        RowEntry row{cells_.size(), cells_.size()};
        int column = 0;
        if (!begun.empty)
            for (Tag tag = tags_.next(); !tag.closes; tag = tags_.next()) {
                if (tag.name != "c") throw Unusual{};
                row.usual &= read_cell(tag, number, column);
            }
        row.end = cells_.size();
        if (row.end > row.begin) {
            const int first = cells_[row.begin].column;
            if (row.begin == 0) top_ = number, left_ = first;
            bottom_ = number;
            left_ = std::min(left_, first);
            right_ = std::max(right_, column);
        }
        rows_.emplace(number, row);
    }

    // Returns whether its value was understood.
    bool read_cell(const Tag& begun, int row, int& column) {
        const int before = column++;
        std::string_view type = "n", look = "0";
        each_attribute(begun.attributes, [&](auto name, auto value) {
            if (name == "xmlns") throw Unusual{};
            if (name == "t") type = value;
            if (name == "s") look = value;
            if (name == "r") {
                Area place{0, 0};
                std::string_view rest = value;
                if (!take_cell(rest, place) || !rest.empty() || place.row != row ||
                    !written_plainly(value))
                    throw Unusual{};
                column = place.column;
            }
        });
        if (column <= before || column > last_column || whole(look) < 0) throw Unusual{};
        CellEntry cell{column, whole(look)};
        bool usual = true;
        if (!begun.empty) usual = read_contents(cell, type, row);
        if (cell.kind == Kind::number) looks_of_numbers_.insert(cell.look);
        cells_.push_back(cell);
        return usual;
    }

    static bool written_plainly(std::string_view address) {
        for (const char c : address)
            if (!is_digit(c) && !(c >= 'A' && c <= 'Z')) return false;
        return address.find_first_of("123456789") == address.find_first_of("0123456789");
    }

    bool read_contents(CellEntry& cell, std::string_view type, int row) {
        bool has_value = false, has_formula = false, usual = type != "inlineStr";
        for (Tag tag = tags_.next(); !tag.closes; tag = tags_.next()) {
            check_namespace(tag);
            if (tag.name == "is") {
                tags_.skip(tag);
                usual = false;
                continue;
            }
            bool& present = tag.name == "v" ? has_value : has_formula;
            if ((tag.name != "v" && tag.name != "f") || present) throw Unusual{};
            present = true;
            std::string_view text;
            if (!tag.empty && !tags_.next(text).closes) throw Unusual{};
            if (tag.name == "v") {
                cell.value = text;
            } else {
                each_attribute(tag.attributes, [&](auto name, auto) {
                    if (name == "t") single_formulas_ = usual = false;
                });
                formulas_.push_back({row, cell.column, text});
            }
        }
        if (!usual || (!has_value && !has_formula)) return usual;
        if (has_formula && cell.value.empty() && (!has_value || type != "str")) {
            cell.value = formulas_.back().text;
            cell.kind = Kind::uncalculated;
            return true;
        }
        return understood(cell, type);
    }

    // Set the kind of a cell with a value; returns false if another reader has to read it.
    static bool understood(CellEntry& cell, std::string_view type) {
        const std::string_view held = cell.value;
        const bool digits =
            !held.empty() && held.size() < 16 && held.find_first_not_of("0123456789") == held.npos;
        if (type == "n" && digits) {
            cell.kind = Kind::number;
        } else if (type == "s" && digits && held.size() < 10) {
            cell.kind = Kind::shared;
        } else if (type == "b" && (held == "0" || held == "1")) {
            cell.kind = Kind::boolean;
        } else if (type == "str" && held.find("_x") == held.npos) {
            cell.kind = Kind::text;
        }
        return cell.kind != Kind::none;
    }

    Tags tags_;
    std::unordered_map<int, RowEntry> rows_;
    std::vector<CellEntry> cells_;
    std::vector<FormulaEntry> formulas_;
    std::unordered_set<int> looks_of_numbers_;
    bool single_formulas_ = true;
    int top_ = 0, left_ = 0, bottom_ = 0, right_ = 0;
};

}  // namespace xlnono::scan
