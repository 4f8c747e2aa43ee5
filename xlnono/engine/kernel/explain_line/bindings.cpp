// The Python class `LineLadder`: what techniques show on a line of some clue. Cells are given and
// returned as masks.
#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../limits_from_python.hpp"
#include "../with_words.hpp"
#include "deduce.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace xlnono::ladder {
namespace {

using Seconds = std::optional<double>;
using Watch = std::optional<nb::callable>;

template <std::size_t N>
Bitset<N> set_of(nb::int_ mask, int length) {
    Bitset<N> out;
    nb::object rest = std::move(mask);
    for (std::size_t k = 0; k + 1 < N; ++k) {
        out.word[k] = PyLong_AsUnsignedLongLongMask(rest.ptr());
        rest = rest >> nb::int_(64);
    }
    out.word[N - 1] = PyLong_AsUnsignedLongLong(rest.ptr());
    const bool failed = PyErr_Occurred() != nullptr;
    PyErr_Clear();
    if (failed || (out & ~Bitset<N>::ones(length)).any())
        throw std::invalid_argument("a mask has cells outside of the line");
    return out;
}

template <std::size_t N>
Cells<N> cells_of(nb::int_ black, nb::int_ white, int length) {
    const Cells<N> cells{set_of<N>(std::move(black), length), set_of<N>(std::move(white), length)};
    if ((cells.black & cells.white).any())
        throw std::invalid_argument("a cell has one colour only");
    return cells;
}

template <std::size_t N>
nb::object mask_of(const Bitset<N>& cells) {
    nb::object mask = nb::int_(cells.word[N - 1]);
    for (std::size_t k = N - 1; k-- > 0;) mask = mask << nb::int_(64) | nb::int_(cells.word[k]);
    return mask;
}

template <class Item, class Convert>
nb::tuple tuple_of(const std::vector<Item>& items, Convert convert) {
    nb::list out;
    for (const Item& item : items) out.append(convert(item));
    return nb::tuple(out);
}

nb::tuple python(const std::vector<int>& blocks) {
    return tuple_of(blocks, [](int block) { return nb::int_(block); });
}

// (first cell, last cell)
nb::tuple python(const Run& run) { return nb::make_tuple(run.first, run.end - 1); }

// As BlockBounds of xlnono/model/steps.py.
nb::tuple python(const BlockPlaces& one) {
    nb::tuple parts;
    if (one.parts.size() > 1)
        parts = tuple_of(one.parts, [](const Run& part) { return python(part); });
    return nb::make_tuple(one.block, one.parts.front().first, one.parts.back().end - 1, parts);
}

nb::tuple python(const std::vector<BlockPlaces>& blocks) {
    return tuple_of(blocks, [](const BlockPlaces& one) { return python(one); });
}

nb::tuple python(const Stretches& stretches) {
    return tuple_of(stretches, [](const Stretch& one) {
        return nb::make_tuple(one.first, one.last, python(one.blocks));
    });
}

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
        python(done.stretches), tuple_of(done.cases, [](const OwnerCase& one) {
            return nb::make_tuple(one.owner, python(one.blocks));
        }));
}

class LineLadder {
public:
    LineLadder(std::vector<int> clue, int length) : clue_(std::move(clue)), length_(length) {
        if (length < 1) throw std::invalid_argument("a line must have at least one cell");
        if (length > longest_explained)
            throw std::invalid_argument("a line has more than " +
                                        std::to_string(longest_explained) + " cells");
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

    // What `compute` finds on the line with these known cells; None when time is up.
    template <class Compute>
    nb::object on_line(const nb::int_& black, const nb::int_& white, Seconds seconds,
                       const Watch& watch, Compute compute) const {
        const Limits limits = make_limits(1, seconds, std::nullopt);
        const Watcher watcher = make_watcher(watch);
        return with_words(length_, [&](auto words) -> nb::object {
            const Cells<words()> known = cells_of<words()>(black, white, length_);
            Budget budget;
            budget.start(limits, watcher);
            try {
                const KnownLine<words()> line(clue_, length_, known, budget);
                return python(compute(line));
            } catch (const OutOfTime&) {
                return nb::none();
            }
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
