// Nested contradictions: inside an assumption, other assumptions lead to contradictions, until
// what follows from those is a contradiction too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "probes.hpp"

namespace xlnono::plan {

template <std::size_t N>
class Nesting {
public:
    Nesting(const LineSolvers<N>& lines, Position<N>& position, Effort& effort)
        : lines_(lines),
          position_(position),
          outer_(lines, position, effort),
          inner_(lines, position, effort),
          by_line_(at(lines.lines())),
          open_in_(2 * at(lines.cells())) {}

    // Assume a literal and look for contradictions inside until there is one outside. Returns the
    // assumptions inside in the order in which they were refuted; none if that is not enough:
    // then `follows` is set to all that followed, sorted. The probes must be up to date.
    std::optional<std::vector<Literal>> refute(Literal assumed, const Probes<N>& probes,
                                               std::vector<Literal>& follows) {
        begin(assumed);
        std::vector<Literal> refuted;
        bool fine = outer_.follow();
        count_lines();
        for (int cell = 0, left = lines_.cells(); fine && left > 0;
             cell = (cell + 1) % lines_.cells(), --left) {
            for (const bool black : {true, false}) {
                if (!fine || position_.is_known(cell)) break;
                const Literal l = literal(cell, black);
                if (open_in_[at(l)] == round_ || !fails(l, probes)) continue;
                ++round_;
                left = lines_.cells();
                refuted.push_back(l);
                outer_.assume(negated(l));
                outer_.wait_for_lines_of(cell);
                fine = outer_.follow();
                count_lines();
            }
        }
        if (fine) {
            follows = outer_.trail();
            std::sort(follows.begin(), follows.end());
        }
        outer_.undo();
        if (fine) return {};
        return refuted;
    }

    // The chain of an assumption with some contradictions inside: at each point the shortest, as
    // far as is known. A contradiction stays one as more follows, so it is only found again if it
    // is chosen.
    std::optional<Chain> shortest_first(Literal assumed, const std::vector<Literal>& inside) {
        begin(assumed);
        bool fine = outer_.follow();
        std::vector<std::optional<Chain>> known(inside.size());
        while (fine) {
            const Chain* best = nullptr;
            bool is_new = false;
            for (std::size_t k = 0; k < inside.size(); ++k) {
                if (position_.is_known(cell_of(inside[k]))) continue;
                const bool found_now = !known[k];
                if (found_now) known[k] = inner_.refute(inside[k]);
                if (known[k] && (best == nullptr || known[k]->lines() < best->lines())) {
                    best = &*known[k];
                    is_new = found_now;
                }
            }
            if (best == nullptr) break;
            outer_.conclude(is_new ? *best : *inner_.refute(best->assumed));
            fine = outer_.follow();
        }
        return finish(fine);
    }

    // The same with given assumptions inside, in their order.
    std::optional<Chain> refute(Literal assumed, const std::vector<Literal>& inside) {
        begin(assumed);
        bool fine = outer_.follow();
        for (const Literal l : inside) {
            if (!fine) break;
            if (position_.is_known(cell_of(l))) continue;
            if (auto found = inner_.refute(l)) {
                outer_.conclude(std::move(*found));
                fine = outer_.follow();
            }
        }
        return finish(fine);
    }

    // Leave out contradictions inside that the others do not need, the longest first, as long as
    // neither the lines in all nor the longest chain grow.
    Chain shortened(Chain chain) {
        for (bool again = true; again;) {
            again = false;
            std::vector<std::pair<int, Literal>> order;
            for (const auto& link : chain.links)
                for (const auto& inside : link.inside)
                    order.emplace_back(-inside.lines(), inside.assumed);
            std::sort(order.begin(), order.end());
            for (const auto& [lines, left_out] : order) {
                std::vector<Literal> others;
                for (const Literal l : chain.assumed_inside())
                    if (l != left_out) others.push_back(l);
                auto shorter = refute(chain.assumed, others);
                if (!shorter || shorter->lines() > chain.lines() ||
                    shorter->longest() > chain.longest())
                    continue;
                if (shorter->assumed_inside().size() < chain.assumed_inside().size()) again = true;
                chain = std::move(*shorter);
            }
        }
        return chain;
    }

private:
    void begin(Literal assumed) {
        outer_.assume(assumed);
        outer_.wait_for_lines_of(cell_of(assumed));
        counted_ = 0;
        ++round_;
        std::fill(by_line_.begin(), by_line_.end(), 0);
    }

    std::optional<Chain> finish(bool fine) {
        std::optional<Chain> found;
        if (!fine) found = outer_.shortest();
        outer_.undo();
        return found;
    }

    // Count the cells on each line that follow from the assumption.
    void count_lines() {
        const auto& trail = outer_.trail();
        for (; counted_ < trail.size(); ++counted_) {
            const int cell = cell_of(trail[counted_]);
            ++by_line_[at(lines_.row_line(cell))];
            ++by_line_[at(lines_.column_line(cell))];
        }
    }

    // Only lines with cells of both kinds can yield anything: those that follow from one literal,
    // and those that follow from both. What follows from a literal that leads to no contradiction
    // leads to none either, and is noted.
    bool fails(Literal l, const Probes<N>& probes) {
        const Probe& probe = probes[l];
        if (probe.state != Probe::State::open) {
            inner_.assume(l);
            inner_.wait_for_lines_of(cell_of(l));
        } else {
            for (const Literal next : probe.follows)
                if (position_.has(negated(next))) return true;
            for (const Literal next : probe.follows) {
                if (position_.has(next)) continue;
                inner_.assume(next);
                for (const int line :
                     {lines_.row_line(cell_of(next)), lines_.column_line(cell_of(next))})
                    if (by_line_[at(line)] > 0) inner_.wait_for(line);
            }
        }
        const bool fine = inner_.follow();
        if (fine)
            for (const Literal next : inner_.trail()) open_in_[at(next)] = round_;
        inner_.undo();
        return !fine;
    }

    const LineSolvers<N>& lines_;
    Position<N>& position_;
    Follower<N> outer_, inner_;
    std::vector<int> by_line_;
    std::size_t counted_ = 0;
    std::vector<std::int64_t> open_in_;  // by literal: the last round in which it led nowhere
    std::int64_t round_ = 0;             // a new one whenever more is known outside
};

}  // namespace xlnono::plan
