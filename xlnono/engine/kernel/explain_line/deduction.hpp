// A deduction on a line, with the facts that its sentence states.
#pragma once

#include <vector>

#include "climb.hpp"

namespace xlnono::ladder {

// The stretches of cells in which a block of the line can still lie.
struct BlockPlaces {
    int block;
    std::vector<Run> parts;
};

// What follows for the blocks of a line if a black cell belongs to the block `owner`.
struct OwnerCase {
    int owner;
    std::vector<BlockPlaces> blocks;
};

// What one technique fixes on a line: new cells, and the cells relied on.
template <std::size_t N>
struct Deduction {
    using Set = Bitset<N>;

    Technique technique;
    Set black, white, evidence;
    std::vector<BlockPlaces> blocks;
    Stretches stretches;
    std::vector<OwnerCase> cases;
};

// For each of some blocks, the cells that it reaches within its places; nothing without places.
template <std::size_t N>
std::vector<Bitset<N>> reached(const Places<N>& places, const KnownLine<N>& line,
                               const std::vector<int>& blocks) {
    std::vector<Bitset<N>> out;
    if (!places.known()) return out;
    out.reserve(blocks.size());
    for (const int j : blocks)
        out.push_back(covered(places.starts(line, at(j)), line.clue[at(j)]));
    return out;
}

template <std::size_t N>
std::vector<BlockPlaces> block_places(const Places<N>& places, const KnownLine<N>& line,
                                      const std::vector<int>& blocks) {
    std::vector<BlockPlaces> out;
    const auto cells = reached(places, line, blocks);
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const auto parts = runs_of(cells[k]);
        out.push_back({blocks[k], {parts.begin(), parts.end()}});
    }
    return out;
}

}  // namespace xlnono::ladder
