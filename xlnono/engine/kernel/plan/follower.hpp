// Following lines from an assumption, and cutting what was found to the links that are needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "position.hpp"

namespace xlnono::plan {

template <std::size_t N>
class Follower {
public:
    using Set = Bitset<N>;

    Follower(const LineSolvers<N>& lines, Position<N>& position, Effort& effort)
        : lines_(lines),
          position_(position),
          effort_(effort),
          scratch_(std::max(lines.height(), lines.width())),
          since_(at(lines.cells()), before),
          is_waiting_(at(lines.lines()), false) {}

    // Add a cell that is assumed, without following its lines yet.
    void assume(Literal l) { fix(l, 0); }

    void wait_for(int line) {
        if (is_waiting_[at(line)]) return;
        is_waiting_[at(line)] = true;
        waiting_.push_back(line);
    }
    void wait_for_lines_of(int cell) {
        wait_for(lines_.row_line(cell));
        wait_for(lines_.column_line(cell));
    }

    // Follow the waiting lines in rounds, all lines of a round from the same position, so that no
    // deduction takes a detour over other lines. False if there is a contradiction.
    bool follow() {
        while (!waiting_.empty() && contradictions_.empty()) follow_round();
        return contradictions_.empty();
    }

    // Add the cell that follows from a contradiction inside, and wait for its lines.
    void conclude(Chain inside) {
        const Literal l = negated(inside.assumed);
        const std::size_t begin = trail_.size();
        insides_.push_back(std::move(inside));
        links_.push_back({-1, begin, begin + 1, static_cast<int>(insides_.size()) - 1});
        fix(l, static_cast<int>(links_.size()));
        wait_for_lines_of(cell_of(l));
    }

    // A short chain from an assumption to a contradiction, if there is one. Nothing else must be
    // assumed.
    std::optional<Chain> refute(Literal assumed) {
        std::optional<Chain> found;
        assume(assumed);
        wait_for_lines_of(cell_of(assumed));
        if (!follow()) found = shortest();
        undo();
        return found;
    }

    const std::vector<Literal>& trail() const { return trail_; }

    // Take back everything, or keep it as part of the position.
    void undo() {
        for (auto l = trail_.rbegin(); l != trail_.rend(); ++l) position_.clear(*l);
        keep();
    }
    void keep() {
        for (const Literal l : trail_) since_[at(cell_of(l))] = before;
        trail_.clear();
        links_.clear();
        insides_.clear();
        contradictions_.clear();
        for (const int line : waiting_) is_waiting_[at(line)] = false;
        waiting_.clear();
    }

    // The shortest chain that leads from the assumption to one of the contradictions.
    Chain shortest() {
        Chain best;
        for (const int line : contradictions_) {
            Chain chain = cut(line);
            if (best.contradiction < 0 || chain.lines() < best.lines()) best = std::move(chain);
        }
        return best;
    }

private:
    static constexpr int before = -1;  // known before anything was assumed

    struct Link {
        int line;
        std::size_t begin, end;  // of its cells on the trail
        int inside = -1;         // the contradiction inside it
    };

    void fix(Literal l, int link) {
        position_.fix(l);
        since_[at(cell_of(l))] = link;
        trail_.push_back(l);
    }

    void follow_round() {
        round_.swap(waiting_);
        waiting_.clear();
        std::sort(round_.begin(), round_.end());
        settled_.clear();
        for (const int line : round_) is_waiting_[at(line)] = false;
        for (const int line : round_) {
            effort_.settled(lines_[line].work());
            auto cells = position_[line];
            if (lines_[line].settle(cells, scratch_))
                settled_.emplace_back(line, cells);
            else
                contradictions_.push_back(line);
        }
        for (const auto& [line, cells] : settled_) {
            const auto known = position_[line];
            if ((cells.black & known.white).any() || (cells.white & known.black).any()) {
                contradictions_.push_back(line);
                continue;
            }
            const Set black = cells.black & ~known.black, white = cells.white & ~known.white;
            if (!(black | white).any()) continue;
            const std::size_t begin = trail_.size();
            links_.push_back({line, begin, begin});
            const int number = static_cast<int>(links_.size());
            (black | white).for_each([&, line = line, &black = black](int offset) {
                const int cell = lines_.cell_on(line, offset);
                fix(literal(cell, black.test(offset)), number);
                wait_for(line < lines_.height() ? lines_.column_line(cell)
                                                : lines_.row_line(cell));
            });
            links_.back().end = trail_.size();
        }
        std::sort(contradictions_.begin(), contradictions_.end());
    }

    // Note that a literal is needed: it is evidence, or its link is needed.
    void rely_on(Literal l) {
        const int link = since_[at(cell_of(l))];
        if (link == before) {
            if (!is_evidence_[at(cell_of(l))]) {
                is_evidence_[at(cell_of(l))] = true;
                evidence_.push_back(l);
            }
        } else if (link > 0) {
            auto& needed = needed_[at(link)];
            if (std::find(needed.begin(), needed.end(), l) == needed.end()) needed.push_back(l);
        }
    }

    // The chain that the contradiction on a line needs, cut down from its end.
    Chain cut(int contradiction) {
        is_evidence_.assign(at(lines_.cells()), false);
        evidence_.clear();
        needed_.assign(links_.size() + 1, {});
        Chain chain;
        chain.assumed = trail_.front();
        chain.contradiction = contradiction;
        rely_on_premises(contradiction, static_cast<int>(links_.size()), nothing);
        for (int number = static_cast<int>(links_.size()); number > 0; --number) {
            if (needed_[at(number)].empty()) continue;
            const Link& link = links_[at(number - 1)];
            ChainLink out{link.line, needed_[at(number)], {}};
            std::sort(out.fixed.begin(), out.fixed.end());
            if (link.inside >= 0) {
                out.inside.push_back(insides_[at(link.inside)]);
                for (const Literal l : out.inside[0].evidence) rely_on(l);
            } else {
                for (const Literal l : out.fixed) rely_on_premises(link.line, number - 1, l);
            }
            chain.links.push_back(std::move(out));
        }
        std::reverse(chain.links.begin(), chain.links.end());
        chain.evidence = evidence_;
        std::sort(chain.evidence.begin(), chain.evidence.end());
        return chain;
    }

    // Rely on cells of a line, known after so many links, that no arrangement fits together with
    // the opposite of an implied literal. Cells are dropped as long as none fits: first those of
    // links that are not needed yet, contradictions inside before lines, and later ones first.
    void rely_on_premises(int line, int links, Literal implied) {
        Cells<N> cells = position_[line];
        order_.clear();
        const int all = static_cast<int>(links_.size());
        (cells.black | cells.white).for_each([&](int offset) {
            const int link = since_[at(lines_.cell_on(line, offset))];
            if (link > links) {
                cells.black.clear(offset);
                cells.white.clear(offset);
                return;
            }
            int late = link;
            if (link > 0 && needed_[at(link)].empty())
                late += links_[at(link - 1)].inside >= 0 ? 2 * all : all;
            order_.emplace_back(late, offset);
        });
        int opposite = -1;
        if (implied != nothing) {
            opposite = lines_.offset_on(line, cell_of(implied));
            (is_black(implied) ? cells.white : cells.black).set(opposite);
        }
        std::sort(order_.rbegin(), order_.rend());
        for (const auto& [late, offset] : order_) {
            Cells<N> fewer = cells;
            fewer.black.clear(offset);
            fewer.white.clear(offset);
            effort_.settled(lines_[line].work());
            if (!lines_[line].fits(fewer, scratch_)) cells = fewer;
        }
        (cells.black | cells.white).for_each([&](int offset) {
            if (offset != opposite)
                rely_on(literal(lines_.cell_on(line, offset), cells.black.test(offset)));
        });
    }

    static constexpr Literal nothing = -1;

    const LineSolvers<N>& lines_;
    Position<N>& position_;
    Effort& effort_;
    Scratch<N> scratch_;
    std::vector<Literal> trail_;
    std::vector<Link> links_;
    std::vector<Chain> insides_;
    std::vector<int> since_;  // by cell: before, 0 if assumed, or the number of its link from 1
    std::vector<int> waiting_, round_, contradictions_;
    std::vector<char> is_waiting_;  // by line
    std::vector<std::pair<int, Cells<N>>> settled_;
    std::vector<std::vector<Literal>> needed_;  // by link, while a chain is cut
    std::vector<Literal> evidence_;
    std::vector<char> is_evidence_;  // by cell
    std::vector<std::pair<int, int>> order_;
};

}  // namespace xlnono::plan
