// The Python class `Prospects`: all lines of a board, with what can be deduced on each.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "../limits_from_python.hpp"
#include "bindings.hpp"
#include "instances.hpp"
#include "prospects.hpp"
#include "python.hpp"
#include "sweep.hpp"

namespace xlnono::ladder {

using namespace nb::literals;

namespace {

using Clues = std::vector<std::vector<int>>;
using Masks = std::vector<nb::int_>;

void check_clues(const Clues& clues, std::size_t length) {
    if (clues.empty() || clues.size() > longest_line)
        throw std::invalid_argument("there are no lines, or too many");
    for (const auto& clue : clues) {
        std::size_t left = length + 1;
        for (const int block : clue) {
            if (block < 1 || static_cast<std::size_t>(block) >= left)
                throw std::invalid_argument("a clue does not fit its line");
            left -= static_cast<std::size_t>(block) + 1;
        }
    }
}

// A position in which these cells are known: masks of the rows.
template <std::size_t N>
Position<N> position_of(const Clues& rows, const Clues& columns, const Masks& black,
                        const Masks& white) {
    if (black.size() != rows.size() || white.size() != rows.size())
        throw std::invalid_argument("there must be a mask for each row");
    Position<N> position(rows, columns);
    const int width = static_cast<int>(columns.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        position.fix(static_cast<int>(row), cells_of<N>(black[row], white[row], width));
    return position;
}

// Call `use` with a position in words that are wide enough for the puzzle.
template <class Use>
auto with_position(const Clues& rows, const Clues& columns, const Masks& black,
                   const Masks& white, Use use) {
    check_clues(rows, columns.size());
    check_clues(columns, rows.size());
    const std::size_t longest = std::max(rows.size(), columns.size());
    return with_any_words(static_cast<int>(longest), [&](auto words) {
        return use(position_of<words()>(rows, columns, black, white));
    });
}

// Call `use` with a budget, without the interpreter lock.
template <class Use>
auto limited(Seconds seconds, const Watch& watch, Use use) {
    const Limits limits = make_limits(1, seconds, std::nullopt);
    const Watcher watcher = make_watcher(watch);
    Budget budget;
    budget.start(limits, watcher);
    const nb::gil_scoped_release released;
    return use(budget);
}

int sweeps(const Clues& rows, const Clues& columns, const Masks& black, const Masks& white,
           bool rows_first, Seconds seconds, Watch watch) {
    return with_position(rows, columns, black, white, [&](auto position) {
        return limited(seconds, watch, [&](Budget& budget) {
            return count_sweeps(position, rows_first, budget);
        });
    });
}

class AnyProspects {
    using Variant =
        std::variant<Prospects<1>, Prospects<2>, Prospects<4>, Prospects<9>, Prospects<16>,
                     Prospects<long_words>, Prospects<longest_words>>;

    template <class Visit>
    auto visit(Visit use) {
        return std::visit(use, prospects_);
    }

    template <class Use>
    auto limited_visit(Seconds seconds, const Watch& watch, Use use) {
        return visit([&](auto& prospects) {
            return limited(seconds, watch, [&](Budget& budget) { return use(prospects, budget); });
        });
    }

public:
    // `white_cell` and `black_cell` are what stands for the colours in results.
    AnyProspects(const Clues& rows, const Clues& columns, const Masks& black, const Masks& white,
                 nb::object white_cell, nb::object black_cell)
        : prospects_(with_position(rows, columns, black, white,
                                   [](auto position) -> Variant {
                                       return Prospects(std::move(position));
                                   })),
          white_cell_(std::move(white_cell)),
          black_cell_(std::move(black_cell)),
          height_(static_cast<int>(rows.size())),
          lines_(height_ + static_cast<int>(columns.size())) {}

    void fix(int row, int column, bool black) {
        if (row < 0 || row >= height_ || column < 0 || column >= lines_ - height_)
            throw std::invalid_argument("there is no such cell");
        visit([=]<std::size_t N>(Prospects<N>& prospects) {
            const auto cell = Bitset<N>::single(column);
            prospects.position().fix(row, black ? Cells<N>{cell, {}} : Cells<N>{{}, cell});
        });
    }

    int look(Seconds seconds, Watch watch) {
        return limited_visit(seconds, watch, [](auto& prospects, Budget& budget) {
            return prospects.look(budget);
        });
    }

    std::vector<int> movable(const std::vector<int>& lines, int last, Seconds seconds,
                             Watch watch) {
        for (const int line : lines) check_line(line);
        return limited_visit(seconds, watch, [&](auto& prospects, Budget& budget) {
            return prospects.movable(lines, last, budget);
        });
    }

    int best_of(const std::vector<int>& lines, int last, Seconds seconds, Watch watch) {
        if (lines.empty()) throw std::invalid_argument("there are no lines");
        for (const int line : lines) check_line(line);
        return limited_visit(seconds, watch, [&](auto& prospects, Budget& budget) {
            return prospects.best_of(lines, last, budget);
        });
    }

    // The fields of a Step, but for its line: (rung, fixed, evidence, bounds, stretches, cases).
    nb::tuple first_deduction(int line, Seconds seconds, Watch watch) {
        check_line(line);
        return visit([&]<std::size_t N>(Prospects<N>& prospects) {
            const Deduction<N> done = limited(seconds, watch, [&](Budget& budget) {
                if (!prospects.within(line, last_rung, budget))
                    throw std::invalid_argument("nothing can be deduced on this line");
                return prospects.first_deduction(line, budget);
            });
            nb::list fixed, evidence;
            (done.black | done.white).for_each([&](int offset) {
                const auto [row, column] = cell_on(line, offset);
                const auto& colour = done.black.test(offset) ? black_cell_ : white_cell_;
                fixed.append(nb::make_tuple(row, column, colour));
            });
            done.evidence.for_each([&](int offset) {
                const auto [row, column] = cell_on(line, offset);
                evidence.append(nb::make_tuple(row, column));
            });
            return nb::make_tuple(static_cast<int>(done.technique), nb::tuple(fixed),
                                  nb::tuple(evidence), python(done.blocks),
                                  python(done.stretches), python(done.cases));
        });
    }

    // (rung, lines on which the technique worked, lines that were unfinished)
    std::optional<std::tuple<int, int, int>> use_simplest(Seconds seconds, Watch watch) {
        const auto pass = limited_visit(seconds, watch, [](auto& prospects, Budget& budget) {
            return prospects.use_simplest(budget);
        });
        if (!pass) return {};
        return std::tuple{pass->rung, pass->moved, pass->unfinished};
    }

    // The number of unknown cells.
    int unknown() {
        return visit([](auto& prospects) { return prospects.position().unknown(); });
    }

    // The number of lines on which something can be deduced.
    int choices() {
        return visit([](auto& prospects) { return prospects.choices(); });
    }

    // Masks of the black and of the white cells of all lines.
    nb::tuple known() {
        nb::list black, white;
        visit([&](auto& prospects) {
            for (int line = 0; line < lines_; ++line) {
                black.append(mask_of(prospects.position().known(line).black));
                white.append(mask_of(prospects.position().known(line).white));
            }
        });
        return nb::make_tuple(black, white);
    }

private:
    void check_line(int line) const {
        if (line < 0 || line >= lines_) throw std::invalid_argument("there is no such line");
    }

    std::pair<int, int> cell_on(int line, int offset) const {
        return line < height_ ? std::pair{line, offset} : std::pair{offset, line - height_};
    }

    Variant prospects_;
    nb::object white_cell_, black_cell_;
    int height_, lines_;
};

}  // namespace

void bind_prospects(nb::module_& module) {
    nb::exception<OutOfTime>(module, "OutOfTime");
    module.def("count_sweeps", &sweeps, "rows"_a, "columns"_a, "black"_a, "white"_a,
               "rows_first"_a, "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
    nb::class_<AnyProspects>(module, "Prospects")
        .def(nb::init<const Clues&, const Clues&, const Masks&, const Masks&, nb::object,
                      nb::object>(),
             "rows"_a, "columns"_a, "black"_a, "white"_a, "white_cell"_a, "black_cell"_a)
        .def("fix", &AnyProspects::fix, "row"_a, "column"_a, "black"_a)
        .def("look", &AnyProspects::look, "seconds"_a.none() = nb::none(),
             "watch"_a.none() = nb::none())
        .def("movable", &AnyProspects::movable, "lines"_a, "last"_a,
             "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none())
        .def("best_of", &AnyProspects::best_of, "lines"_a, "last"_a,
             "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none())
        .def("first_deduction", &AnyProspects::first_deduction, "line"_a,
             "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none())
        .def("use_simplest", &AnyProspects::use_simplest, "seconds"_a.none() = nb::none(),
             "watch"_a.none() = nb::none())
        .def("known", &AnyProspects::known)
        .def_prop_ro("choices", &AnyProspects::choices)
        .def_prop_ro("unknown", &AnyProspects::unknown);
}

}  // namespace xlnono::ladder
