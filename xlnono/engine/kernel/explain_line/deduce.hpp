// From a technique that fires to a deduction with little evidence.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "deduction.hpp"
#include "evidence.hpp"
#include "other_facts.hpp"

namespace xlnono::ladder {

inline bool is_about_stretches(Technique technique) {
    return technique == Technique::run_closed || technique == Technique::joined_runs ||
           technique == Technique::gap_too_small;
}

template <std::size_t N>
Stretches stretches_of(Technique technique, const KnownLine<N>& line) {
    Bitset<N> gaps;
    if (!line.possible) return {};
    if (technique == Technique::run_closed) return closed_runs(line);
    if (technique == Technique::joined_runs) return runs_apart(line, gaps);
    return small_gaps(line);
}

template <std::size_t N>
Deduction<N> deduce_by_stretches(Technique technique, const KnownLine<N>& line,
                                 const Cells<N>& cells) {
    const auto facts = [&](const KnownLine<N>& known) { return stretches_of(technique, known); };
    const Bitset<N> evidence = least_evidence(line, cells.black | cells.white, facts);
    return {technique, cells.black, cells.white, evidence, {}, facts(line), {}};
}

// The blocks between the walls of a line; nothing if a white cell lies between these.
template <std::size_t N>
std::optional<std::vector<int>> blocks_between_walls(const KnownLine<N>& line) {
    if (any_between(line.white, line.start.cells, line.length - line.end.cells)) return {};
    std::vector<int> out;
    const int end = static_cast<int>(line.clue.size()) - line.end.blocks;
    for (int j = line.start.blocks; j < end; ++j) out.push_back(j);
    return out;
}

template <std::size_t N>
Deduction<N> deduce_by_places(Technique technique, const KnownLine<N>& line,
                              const Cells<N>& cells) {
    using Set = Bitset<N>;
    if (technique == Technique::finished_line) {
        const Set evidence = cells.white.any() ? line.black : line.white;
        return {technique, cells.black, cells.white, evidence, {}, {}, {}};
    }
    const Finding<N> finding = apply(technique, line);
    std::vector<int> blocks = finding.about(line, cells.black, cells.white);
    bool counted = false;
    if (technique == Technique::overlap)
        if (auto between_walls = blocks_between_walls(line)) {
            blocks = *between_walls;
            counted = blocks.empty();
        }
    // The cells that each block reaches, or the cells that are counted.
    const auto facts = [&](const KnownLine<N>& known) -> std::optional<std::vector<Set>> {
        const Finding<N> shown = apply(technique, known);
        if ((cells.black & ~shown.black).any() || (cells.white & ~shown.white).any()) return {};
        if (counted) return std::vector{cells.white.any() ? known.black : known.white};
        return reached(shown.places, known, blocks);
    };
    Set evidence = least_evidence(line, cells.black | cells.white, facts);
    Stretches stretches;
    if (technique == Technique::overlap && !line.black.any() && !line.white.any())
        stretches.push_back({0, line.length - 1, {}});
    for (Set more = has_other_facts(technique) ? evidence : Set(); more.any();) {
        line.spend();
        evidence = evidence | more;
        const KnownLine<N> known = line.only(evidence);
        stretches = as_on_the_board(
            other_facts(technique, known, apply(technique, known), blocks), line);
        more = Set();
        for (const auto& one : stretches) add_between(more, one.first, one.last + 1);
        more = more & ~evidence;
    }
    return {technique, cells.black, cells.white, evidence,
            block_places(finding.places, line, blocks), std::move(stretches), {}};
}

// The possible owners of a black cell, with the places of all blocks for each, and which of some
// cells are the same for all of them. Stops when none is.
template <std::size_t N>
struct OwnerCases {
    Cells<N> shared;
    std::vector<std::pair<int, Places<N>>> cases;

    OwnerCases(const KnownLine<N>& line, int cell, const Cells<N>& cells) : shared(cells) {
        const auto patterns = without_short_blocks(line);
        if (!patterns || !reached_by_several(line, *patterns).test(cell)) return;
        for_each_owner_case(line, *patterns, cell, [&](int owner, const Patterns<N>& supposed) {
            const Cells<N> now = supposed.agreement();
            shared = {shared.black & now.black, shared.white & now.white};
            if (!any_shared()) return false;
            cases.emplace_back(owner, Places<N>(supposed));
            return true;
        });
    }

    bool any_shared() const { return shared.black.any() || shared.white.any(); }
};

// The cells that are the same for every possible owner of one black cell. Empty if no cell has
// several owners, because a simpler technique shows its owner.
template <std::size_t N>
Deduction<N> deduce_by_owners(const KnownLine<N>& line, const Cells<N>& cells) {
    constexpr Technique technique = Technique::black_several_owners;
    using Set = Bitset<N>;
    for (Set left = line.black; left.any();) {
        const int cell = left.pop_first();
        line.spend();
        const OwnerCases<N> found(line, cell, cells);
        if (found.cases.empty() || !found.any_shared()) continue;
        const Set black = found.shared.black, white = found.shared.white;
        std::vector<std::vector<int>> blocks;
        for (const auto& [owner, places] : found.cases)
            blocks.push_back(Finding<N>{{}, {}, places, {}}.about(line, black, white));
        // The owners, and the cells that each block then reaches.
        using Facts = std::vector<std::pair<int, std::vector<Set>>>;
        const auto facts = [&](const KnownLine<N>& known) -> std::optional<Facts> {
            if (!known.black.test(cell)) return {};
            const OwnerCases<N> again(known, cell, found.shared);
            if (again.shared.black != black || again.shared.white != white ||
                again.cases.size() != found.cases.size())
                return {};
            Facts out;
            for (std::size_t k = 0; k < again.cases.size(); ++k) {
                const auto& [owner, places] = again.cases[k];
                out.emplace_back(owner, reached(places, known, blocks[k]));
            }
            return out;
        };
        const Set evidence = least_evidence(line, black | white, facts);
        Deduction<N> out{technique, black, white, evidence, {}, {{cell, cell, {}}}, {}};
        for (std::size_t k = 0; k < found.cases.size(); ++k) {
            const auto& [owner, places] = found.cases[k];
            out.stretches.front().blocks.push_back(owner);
            out.cases.push_back({owner, block_places(places, line, blocks[k])});
        }
        return out;
    }
    return {technique, {}, {}, {}, {}, {}, {}};
}

// The deduction of these cells, which the technique shows, or of some of them. It can be empty
// where a simpler technique works, too. That of the complete line has no evidence: Python says what
// the opposite colours would break.
template <std::size_t N>
Deduction<N> deduce(Technique technique, const KnownLine<N>& line, const Cells<N>& cells) {
    if (technique == Technique::complete_line)
        return {technique, cells.black, cells.white, {}, {}, {}, {}};
    if (is_about_stretches(technique)) return deduce_by_stretches(technique, line, cells);
    if (technique == Technique::black_several_owners) return deduce_by_owners(line, cells);
    return deduce_by_places(technique, line, cells);
}

}  // namespace xlnono::ladder
