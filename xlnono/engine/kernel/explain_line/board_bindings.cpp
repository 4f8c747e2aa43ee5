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
        visit([=](auto& prospects) { prospects.fix(row, column, black); });
    }

    void end_visit() {
        visit([](auto& prospects) { prospects.end_visit(); });
    }

    int look(Seconds seconds, Watch watch) {
        return limited_visit(seconds, watch, [](auto& prospects, Budget& budget) {
            return prospects.look(budget);
        });
    }

    // The fields of a Step that the kernel knows: (line, rung, fixed, evidence, bounds, stretches,
    // cases, known). None if there is no step.
    nb::object next_step(Seconds seconds, Watch watch) {
        return visit([&]<std::size_t N>(Prospects<N>& prospects) -> nb::object {
            const auto step = limited(seconds, watch, [&](Budget& budget) {
                return prospects.next_step(budget);
            });
            if (!step) return nb::none();
            const auto& [line, known, done] = *step;
            const auto& position = prospects.position();
            nb::list fixed, evidence;
            (done.black | done.white).for_each([&, line = line, &done = done](int offset) {
                const auto [row, column] = position.cell_on(line, offset);
                const auto& colour = done.black.test(offset) ? black_cell_ : white_cell_;
                fixed.append(nb::make_tuple(row, column, colour));
            });
            done.evidence.for_each([&, line = line](int offset) {
                const auto [row, column] = position.cell_on(line, offset);
                evidence.append(nb::make_tuple(row, column));
            });
            return nb::make_tuple(line, static_cast<int>(done.technique), nb::tuple(fixed),
                                  nb::tuple(evidence), python(done.blocks),
                                  python(done.stretches), python(done.cases),
                                  nb::make_tuple(mask_of(known.black), mask_of(known.white)));
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
        .def("end_visit", &AnyProspects::end_visit)
        .def("look", &AnyProspects::look, "seconds"_a.none() = nb::none(),
             "watch"_a.none() = nb::none())
        .def("next_step", &AnyProspects::next_step, "seconds"_a.none() = nb::none(),
             "watch"_a.none() = nb::none())
        .def("use_simplest", &AnyProspects::use_simplest, "seconds"_a.none() = nb::none(),
             "watch"_a.none() = nb::none())
        .def("known", &AnyProspects::known)
        .def_prop_ro("choices", &AnyProspects::choices)
        .def_prop_ro("unknown", &AnyProspects::unknown);
}

}  // namespace xlnono::ladder
