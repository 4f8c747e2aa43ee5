// Contradictions as data: what is assumed, what follows line by line, and where it ends.
#pragma once

#include <algorithm>
#include <vector>

#include "../literal.hpp"

namespace xlnono::plan {

struct Chain;

// Cells that follow from one line, or, if there is a contradiction `inside`, the one cell that
// follows from that.
struct ChainLink {
    int line = -1;
    std::vector<Literal> fixed;
    std::vector<Chain> inside;
};

// An assumption, the links that lead from it to a line without arrangement, and the cells known
// before that all this relies on.
struct Chain {
    Literal assumed = 0;
    std::vector<ChainLink> links;
    int contradiction = -1;
    std::vector<Literal> evidence;

    // How many lines a reader has to follow, those inside included.
    int lines() const {
        int count = 1;
        for (const auto& link : links) count += link.inside.empty() ? 1 : link.inside[0].lines();
        return count;
    }

    // The longest stretch of lines that is followed from a single assumption.
    int longest() const {
        int own = 1, most = 0;
        for (const auto& link : links) {
            if (link.inside.empty())
                ++own;
            else
                most = std::max(most, link.inside[0].longest());
        }
        return std::max(own, most);
    }

    // The assumptions of the contradictions inside, in their order.
    std::vector<Literal> assumed_inside() const {
        std::vector<Literal> out;
        for (const auto& link : links)
            for (const auto& one : link.inside) out.push_back(one.assumed);
        return out;
    }

    bool is_nested() const {
        return std::any_of(links.begin(), links.end(),
                           [](const auto& link) { return !link.inside.empty(); });
    }
};

}  // namespace xlnono::plan
