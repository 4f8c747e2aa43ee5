// The Python module xlnono.engine._kernel.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace xlnono;

using Clues = std::vector<std::vector<int>>;
using Marks = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr int longest_line = Bitset<16>::width - 2;

void check_length(std::size_t length) {
    if (length > longest_line)
        throw std::invalid_argument("a line has more than " + std::to_string(longest_line) + " cells");
}

void check(const Clues& clues, std::size_t length, const char* axis) {
    if (clues.empty()) throw std::invalid_argument(std::string("there are no ") + axis);
    check_length(clues.size());
    for (const auto& clue : clues) {
        std::size_t needed = 0;
        for (const int block : clue) {
            if (block < 1) throw std::invalid_argument("a block has less than one cell");
            needed += static_cast<std::size_t>(block) + (needed > 0);
            if (needed > length) throw std::invalid_argument("a clue does not fit its line");
        }
    }
}

// Calls `make` with the smallest set of words that a line of this length fits in.
template <class Make>
auto with_words(int longest, Make make) {
    if (longest <= Bitset<1>::width - 2) return make(std::integral_constant<std::size_t, 1>{});
    if (longest <= Bitset<2>::width - 2) return make(std::integral_constant<std::size_t, 2>{});
    if (longest <= Bitset<4>::width - 2) return make(std::integral_constant<std::size_t, 4>{});
    if (longest <= Bitset<9>::width - 2) return make(std::integral_constant<std::size_t, 9>{});
    return make(std::integral_constant<std::size_t, 16>{});
}

std::unique_ptr<Engine> make_search(const Clues& rows, const Clues& columns, std::uint64_t seed) {
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(columns.size());
    constexpr int one = Bitset<1>::width - 2, two = Bitset<2>::width - 2;
    // Most long puzzles need two words one way only.
    if (height <= one && width > one && width <= two)
        return std::make_unique<Search<2, 1>>(rows, columns, seed);
    if (width <= one && height > one && height <= two)
        return std::make_unique<Search<1, 2>>(rows, columns, seed);
    return with_words(std::max(height, width), [&](auto words) -> std::unique_ptr<Engine> {
        return std::make_unique<Search<words(), words()>>(rows, columns, seed);
    });
}

// The lines of a picture, each as bytes.
nb::list lines_of(const Picture& picture, std::size_t height, std::size_t width) {
    nb::list lines;
    const std::uint8_t* next = picture.data();
    const auto add = [&](std::size_t count, std::size_t cells) {
        const std::size_t size = (cells + 7) / 8;
        for (; count > 0; --count, next += size) lines.append(nb::bytes(next, size));
    };
    add(height, width);
    add(width, height);
    return lines;
}

// A search for a puzzle whose clues and givens have been checked.
std::unique_ptr<Engine> prepared(const Clues& rows, const Clues& columns,
                                 const std::optional<Marks>& givens, std::uint64_t seed) {
    check(rows, columns.size(), "rows");
    check(columns, rows.size(), "columns");
    auto engine = make_search(rows, columns, seed);
    if (!givens) return engine;
    if (givens->shape(0) != rows.size() || givens->shape(1) != columns.size())
        throw std::invalid_argument("the givens are not of the size of the puzzle");
    for (std::size_t cell = 0; cell < givens->size(); ++cell) {
        const auto mark = givens->data()[cell];
        if (mark > 2) throw std::invalid_argument("a given is 0 (white), 1 (unknown) or 2 (black)");
        if (mark != 1) engine->give(static_cast<int>(cell), mark == 2);
    }
    return engine;
}

Limits limited(int solutions, std::optional<double> seconds, std::optional<std::int64_t> conflicts) {
    if (solutions < 1) throw std::invalid_argument("at least one solution has to be looked for");
    if (seconds && std::isnan(*seconds)) throw std::invalid_argument("the seconds are not a number");
    Limits limits{solutions};
    if (seconds) limits.seconds = *seconds;
    if (conflicts) limits.conflicts = *conflicts;
    return limits;
}

Watcher watcher_of(const std::optional<nb::callable>& watch) {
    return [&watch](int known, std::int64_t met) {
        nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (watch) (*watch)(known, met);
    };
}

nb::dict decide(const Clues& rows, const Clues& columns, std::optional<Marks> givens, int solutions,
                std::optional<double> seconds, std::optional<std::int64_t> conflicts,
                std::uint64_t seed, std::optional<nb::callable> watch) {
    const Limits limits = limited(solutions, seconds, conflicts);
    const auto engine = prepared(rows, columns, givens, seed);
    const Watcher watcher = watcher_of(watch);
    Found found;
    {
        nb::gil_scoped_release free;
        found = engine->run(limits, watcher);
    }
    const auto lines = [&](const Picture& picture) {
        return lines_of(picture, rows.size(), columns.size());
    };
    nb::list pictures;
    for (const auto& picture : found.solutions) pictures.append(lines(picture));
    nb::dict out;
    out["solutions"] = pictures;
    out["black"] = lines(found.black);
    out["white"] = lines(found.white);
    out["finished"] = found.finished;
    out["clash"] = found.clash < 0 ? nb::object(nb::none()) : nb::object(nb::int_(found.clash));
    out["conflicts"] = found.conflicts;
    out["decisions"] = found.decisions;
    out["settled"] = found.settled;
    return out;
}

std::optional<std::pair<std::vector<std::tuple<int, bool, int>>, bool>> clashes(
    const Clues& rows, const Clues& columns, const Marks& givens, int rounds,
    std::optional<double> seconds, std::optional<nb::callable> watch) {
    const Limits limits = limited(1, seconds, std::nullopt);
    const auto engine = prepared(rows, columns, givens, 0);
    const Watcher watcher = watcher_of(watch);
    Clashes clashes;
    {
        nb::gil_scoped_release free;
        clashes = engine->clashes(rounds, limits, watcher);
    }
    if (!clashes.finished) return std::nullopt;
    std::vector<std::tuple<int, bool, int>> found;
    for (const auto& clash : clashes.found) found.emplace_back(clash.cell, clash.black, clash.round);
    return std::pair{found, clashes.open};
}

std::optional<std::tuple<std::vector<int>, std::vector<int>>> settle(
    const std::vector<int>& clue, int length, const std::vector<int>& black,
    const std::vector<int>& white) {
    if (length < 1) throw std::invalid_argument("a line has at least one cell");
    check_length(static_cast<std::size_t>(length));
    check({clue}, static_cast<std::size_t>(length), "lines");
    return with_words(length, [&](auto words) {
        using Out = std::optional<std::tuple<std::vector<int>, std::vector<int>>>;
        Cells<words()> cells;
        const auto put = [length](auto& set, const std::vector<int>& places) {
            for (const int place : places) {
                if (place < 0 || place >= length) throw std::invalid_argument("no such cell");
                set.set(place);
            }
        };
        put(cells.black, black);
        put(cells.white, white);
        Scratch<words()> scratch(length);
        const Line<words()> line(clue, length);
        if (!line.settle(cells, scratch)) return Out{};
        std::vector<int> now_black, now_white;
        cells.black.for_each([&](int place) { now_black.push_back(place); });
        cells.white.for_each([&](int place) { now_white.push_back(place); });
        return Out{{now_black, now_white}};
    });
}

}  // namespace

NB_MODULE(_kernel, module) {
    module.doc() = "The deciding engine: lines that propagate in a conflict-driven search.";
    module.attr("LONGEST_LINE") = longest_line;
    // Givens of another type are refused: converted, 258 would be a black cell.
    module.def("decide", &decide, "rows"_a, "columns"_a,
               "givens"_a.noconvert().none() = nb::none(),
               "solutions"_a = 2, "seconds"_a.none() = nb::none(), "conflicts"_a.none() = nb::none(),
               "seed"_a = 0, "watch"_a.none() = nb::none());
    module.def("clashes", &clashes, "rows"_a, "columns"_a, "givens"_a.noconvert(), "rounds"_a,
               "seconds"_a.none() = nb::none(), "watch"_a.none() = nb::none());
    module.def("settle", &settle, "clue"_a, "length"_a, "black"_a, "white"_a);
}
