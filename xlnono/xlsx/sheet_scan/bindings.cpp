// The Python module xlnono.xlsx._sheet_scan.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/unordered_set.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <set>
#include <utility>

#include "dependents.hpp"
#include "sheet_cells.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace xlnono::scan;

std::string_view view(const nb::bytes& content) { return {content.c_str(), content.size()}; }

// A scanned part; it keeps the bytes that its cells are in.
class SheetScan {
public:
    explicit SheetScan(nb::bytes content) : content_(std::move(content)), cells_(view(content_)) {}

    SheetCells& cells() { return cells_; }

    nb::dict looks(int number) const {
        nb::dict found;
        each_cell(number, [&](const CellEntry& cell) { found[nb::int_(cell.column)] = cell.look; });
        return found;
    }

    // None if another reader has to read the row.
    // `texts` returns the shared texts; `uncalculated` makes the value of a formula without one.
    nb::object values(int number, const nb::callable& texts, const nb::callable& uncalculated) {
        if (is_unusual(number)) return nb::none();
        nb::dict found;
        try {
            each_cell(number, [&](const CellEntry& cell) {
                if (cell.kind != Kind::none) found[nb::int_(cell.column)] = value(cell, texts, uncalculated);
            });
        } catch (const Unusual&) {
            return nb::none();
        }
        return found;
    }

    // The numbers of the shared texts in a row, by column; None as above.
    nb::object shared_texts(int number) const {
        if (is_unusual(number)) return nb::none();
        nb::dict found;
        each_cell(number, [&](const CellEntry& cell) {
            if (cell.kind == Kind::shared) found[nb::int_(cell.column)] = whole(cell.value);
        });
        return found;
    }

    // The formulas without those in some cells; None if some texts are hard to read.
    std::unique_ptr<Dependents> dependents(
        const std::vector<std::pair<int, int>>& without) const {
        const std::set<std::pair<int, int>> gone(without.begin(), without.end());
        auto found = std::make_unique<Dependents>();
        try {
            for (const FormulaEntry& formula : cells_.formulas())
                if (!gone.contains({formula.row, formula.column}))
                    found->add({formula.row, formula.column}, decoded(formula.text));
        } catch (const Unusual&) {
            return nullptr;
        }
        return found;
    }

private:
    template <class Use>
    void each_cell(int number, Use use) const {
        const auto row = cells_.rows().find(number);
        if (row == cells_.rows().end()) return;
        for (std::size_t place = row->second.begin; place < row->second.end; ++place)
            use(cells_.cell(place));
    }

    bool is_unusual(int number) const {
        const auto row = cells_.rows().find(number);
        return row != cells_.rows().end() && !row->second.usual;
    }

    nb::object value(const CellEntry& cell, const nb::callable& texts,
                     const nb::callable& uncalculated) {
        switch (cell.kind) {
            case Kind::number: {
                std::int64_t number = 0;
                for (const char digit : cell.value) number = 10 * number + (digit - '0');
                return nb::int_(number);
            }
            case Kind::shared: {
                if (!texts_.is_valid()) texts_ = nb::cast<nb::list>(texts());
                const auto number = static_cast<std::size_t>(whole(cell.value));
                if (number >= nb::len(texts_)) throw Unusual{};
                const auto text = nb::cast<nb::bytes>(texts_[number]);
                return nb::str(text.c_str(), text.size());
            }
            case Kind::boolean:
                return nb::bool_(cell.value == "1");
            case Kind::uncalculated:
                return uncalculated("=" + decoded(cell.value));
            default: {
                const std::string text = decoded(cell.value);
                return nb::str(text.data(), text.size());
            }
        }
    }

    nb::bytes content_;
    nb::object texts_;  // the shared ones, once they are needed
    SheetCells cells_;
};

}  // namespace

NB_MODULE(_sheet_scan, module) {
    module.doc() = "Cells of worksheet parts, and formulas that depend on changed ones, at speed.";
    nb::class_<Dependents>(module, "Dependents")
        .def("words", &Dependents::words)
        .def("leave",
             [](Dependents& self, const std::vector<std::string>& meaning) {
                 nb::list left;
                 for (const auto& [place, text] : self.leave(meaning))
                     left.append(nb::make_tuple(place.row, place.column, text));
                 return left;
             })
        .def("reached", [](Dependents& self, int row, int column, int height, int width) {
            nb::list places;
            for (const Place& place : self.reached({row, column, height, width}))
                places.append(nb::make_tuple(place.row, place.column));
            return places;
        });
    nb::class_<SheetScan>(module, "SheetScan")
        .def("used",
             [](SheetScan& self) {
                 const Area area = self.cells().used();
                 return nb::make_tuple(area.row, area.column, area.height, area.width);
             })
        .def("count_formulas", [](SheetScan& self) { return self.cells().formulas().size(); })
        .def("single_formulas", [](SheetScan& self) { return self.cells().single_formulas(); })
        .def("looks_of_numbers", [](SheetScan& self) { return self.cells().looks_of_numbers(); })
        .def("leave_out",
             [](SheetScan& self, const std::unordered_set<int>& looks) {
                 self.cells().leave_out(looks);
             })
        .def("looks", &SheetScan::looks, "row"_a)
        .def("values", &SheetScan::values, "row"_a, "texts"_a, "uncalculated"_a)
        .def("shared_texts", &SheetScan::shared_texts, "row"_a)
        .def("dependents", &SheetScan::dependents, "without"_a);
    module.def(
        "scan",
        [](nb::bytes content) -> nb::object {
            try {
                return nb::cast(std::make_unique<SheetScan>(std::move(content)));
            } catch (const Unusual&) {
                return nb::none();
            }
        },
        "content"_a);
}
