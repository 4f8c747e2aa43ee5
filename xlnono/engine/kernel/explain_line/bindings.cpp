// The Python class `LineLadder`: what techniques show on a line of some clue.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../limits_from_python.hpp"
#include "instances.hpp"
#include "python.hpp"

namespace xlnono::ladder {

using namespace nb::literals;

namespace {

template <std::size_t N>
nb::tuple python(const Climbed<N>& climbed) {
    return nb::make_tuple(climbed.rung, mask_of(climbed.black), mask_of(climbed.white));
}

template <std::size_t N>
nb::tuple python(const Finding<N>& finding) {
    return nb::make_tuple(mask_of(finding.black), mask_of(finding.white));
}

template <std::size_t N>
nb::tuple python(const Deduction<N>& done) {
    return nb::make_tuple(
        mask_of(done.black), mask_of(done.white), mask_of(done.evidence), python(done.blocks),
        python(done.stretches), python(done.cases));
}

class LineLadder {
public:
    LineLadder(std::vector<int> clue, int length) : clue_(std::move(clue)), length_(length) {
        if (length < 1) throw std::invalid_argument("a line must have at least one cell");
        if (length > longest_line)
            throw std::invalid_argument("a line has more than " +
                                        std::to_string(longest_line) + " cells");
        int left = length + 1;
        for (const int block : clue_) {
            if (block < 1) throw std::invalid_argument("a block must have at least one cell");
            if (block >= left) throw std::invalid_argument("a clue does not fit its line");
            left -= block + 1;
        }
    }

    // (rung, black cells, white cells): the first technique from `first` to `last` that fixes any,
    // and those that it fixes; none on the rung behind `last` if there is no such technique.
    nb::object climb(nb::int_ black, nb::int_ white, int first, int last, Seconds seconds,
                     Watch watch) const {
        check_rung(first);
        check_rung(last);
        return on_line(black, white, seconds, watch, [=](const auto& line) {
            const nb::gil_scoped_release released;
            return ladder::climb(line, first, last);
        });
    }

    // (black cells, white cells): all that a technique shows, known ones among them.
    nb::object apply(int rung, nb::int_ black, nb::int_ white, Seconds seconds,
                     Watch watch) const {
        check_rung(rung);
        return on_line(black, white, seconds, watch, [=](const auto& line) {
            const nb::gil_scoped_release released;
            return ladder::apply(static_cast<Technique>(rung), line);
        });
    }

    // The fields of a Deduction of cells that a technique shows: (black cells, white cells,
    // evidence, bounds, stretches, cases).
    nb::object deduce(int rung, nb::int_ black, nb::int_ white, nb::int_ new_black,
                      nb::int_ new_white, Seconds seconds, Watch watch) const {
        check_rung(rung);
        return on_line(black, white, seconds, watch, [&]<std::size_t N>(const KnownLine<N>& line) {
            const Cells<N> cells = cells_of<N>(new_black, new_white, length_);
            const nb::gil_scoped_release released;
            const Finding<N> settled = complete_line(line);
            if (!(cells.black | cells.white).any() || (cells.black & ~settled.black).any() ||
                (cells.white & ~settled.white).any())
                throw std::invalid_argument("nothing shows these cells");
            return ladder::deduce(static_cast<Technique>(rung), line, cells);
        });
    }

private:
    static void check_rung(int rung) {
        if (rung < 0 || rung > last_rung) throw std::invalid_argument("there is no such rung");
    }

    // What `compute` finds on the line with these known cells.
    template <class Compute>
    nb::object on_line(const nb::int_& black, const nb::int_& white, Seconds seconds,
                       const Watch& watch, Compute compute) const {
        const Limits limits = make_limits(1, seconds, std::nullopt);
        const Watcher watcher = make_watcher(watch);
        return with_any_words(length_, [&](auto words) -> nb::object {
            const Cells<words()> known = cells_of<words()>(black, white, length_);
            Budget budget;
            budget.start(limits, watcher);
            const KnownLine<words()> line(clue_, length_, known, budget);
            return python(compute(line));
        });
    }

    std::vector<int> clue_;
    int length_;
};

}  // namespace

void bind_line_ladder(nb::module_& module) {
    nb::class_<LineLadder>(module, "LineLadder")
        .def(nb::init<std::vector<int>, int>(), "clue"_a, "length"_a)
        .def("climb", &LineLadder::climb, "black"_a, "white"_a, "first"_a, "last"_a,
             "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none())
        .def("apply", &LineLadder::apply, "rung"_a, "black"_a, "white"_a,
             "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none())
        .def("deduce", &LineLadder::deduce, "rung"_a, "black"_a, "white"_a, "new_black"_a,
             "new_white"_a, "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
}

}  // namespace xlnono::ladder
