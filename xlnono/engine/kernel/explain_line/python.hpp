// Between the sets of the kernel and the objects of Python. Cells are given and returned as masks.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "deduction.hpp"

namespace xlnono::ladder {

namespace nb = nanobind;

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

inline nb::tuple python(const std::vector<int>& blocks) {
    return tuple_of(blocks, [](int block) { return nb::int_(block); });
}

// (first cell, last cell)
inline nb::tuple python(const Run& run) { return nb::make_tuple(run.first, run.end - 1); }

// As BlockBounds of xlnono/model/steps.py.
inline nb::tuple python(const BlockPlaces& one) {
    nb::tuple parts;
    if (one.parts.size() > 1)
        parts = tuple_of(one.parts, [](const Run& part) { return python(part); });
    return nb::make_tuple(one.block, one.parts.front().first, one.parts.back().end - 1, parts);
}

inline nb::tuple python(const std::vector<BlockPlaces>& blocks) {
    return tuple_of(blocks, [](const BlockPlaces& one) { return python(one); });
}

inline nb::tuple python(const Stretches& stretches) {
    return tuple_of(stretches, [](const Stretch& one) {
        return nb::make_tuple(one.first, one.last, python(one.blocks));
    });
}

inline nb::tuple python(const std::vector<OwnerCase>& cases) {
    return tuple_of(cases, [](const OwnerCase& one) {
        return nb::make_tuple(one.owner, python(one.blocks));
    });
}

}  // namespace xlnono::ladder
