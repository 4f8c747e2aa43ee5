// Planning an explanation: which contradictions it needs, and in which order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "nesting.hpp"
#include "probes.hpp"

namespace xlnono::plan {

// The longest chain that a reader should have to follow, and the longest one of a nested
// contradiction. Longer ones are left to a search.
constexpr int readable = 12, longest_nested = 24;

// How many nested contradictions are looked for before one is chosen, and how many of these are
// looked for again, because what is known by then may have made them shorter.
constexpr int nested_found = 16, nested_found_again = 2;

// How many lines may be settled to find contradictions, and to leave out those not needed.
constexpr std::int64_t lines_to_find = 60'000'000, lines_to_shorten = 20'000'000;

// Which of several equally short chains comes first.
enum class Ties { reading_order, most_known_neighbours };

struct Planned {
    Chain chain;
    std::size_t before = 0;  // how many cells of the history are known before it
};

// The contradictions of an explanation in their order. Between them, all lines are followed.
struct Plan {
    std::vector<Planned> steps;
    std::vector<Literal> history;  // all cells in the order in which they become known
    bool contradiction = false;    // in the end, the lines contradict each other
    bool over_budget = false;
    bool out_of_time = false;

    int lines() const {
        int count = 0;
        for (const auto& step : steps) count += step.chain.lines();
        return count;
    }
    int longest() const {
        int most = 0;
        for (const auto& step : steps) most = std::max(most, step.chain.longest());
        return most;
    }
    bool reaches_as_far_as(const Plan& other) const {
        return contradiction == other.contradiction &&
               (contradiction || history.size() >= other.history.size());
    }
};

template <std::size_t N>
class Planner {
public:
    // The literals that are `possible` are those of known solutions: they are not assumed. With
    // `nested`, contradictions may be nested.
    Planner(const LineSolvers<N>& lines, std::vector<Literal> givens, std::vector<char> possible,
            bool nested, Effort& effort)
        : lines_(lines),
          givens_(std::move(givens)),
          possible_(std::move(possible)),
          nested_(nested),
          effort_(effort),
          scratch_(std::max(lines.height(), lines.width())) {}

    // Only the first contradiction.
    Plan first() {
        Plan plan;
        find(plan, Ties::most_known_neighbours, 1);
        return plan;
    }

    // The shorter one of two plans, which settle ties differently, without the contradictions that
    // they do not need. Contradictions are only nested if that settles everything.
    Plan shortest() {
        auto best = shorter_of_both();
        if (!best) {
            nested_ = false;
            best = shorter_of_both();
        }
        return std::move(*best);
    }

    // How many cells were unknown when no single contradiction was left for the first time; 0 if
    // that never happened. So many at least are unknown when all single ones have been used.
    int stuck() const { return stuck_; }

private:
    // None if contradictions were nested in vain.
    std::optional<Plan> shorter_of_both() {
        Plan best;
        for (const Ties ties : {Ties::most_known_neighbours, Ties::reading_order}) {
            const bool is_first = ties == Ties::most_known_neighbours;
            Plan plan;
            find(plan, ties, std::numeric_limits<std::size_t>::max());
            if (is_nested_in_vain(plan)) {
                if (is_first) return {};
                break;
            }
            if (!plan.out_of_time && !plan.over_budget) shorten(plan);
            const bool stop = plan.out_of_time || plan.over_budget || plan.steps.empty();
            if (is_first || is_shorter(plan, best)) {
                best = std::move(plan);
            } else {
                best.out_of_time = plan.out_of_time;
            }
            if (stop) break;
        }
        return best;
    }

    bool is_nested_in_vain(const Plan& plan) const {
        return !plan.out_of_time && !plan.contradiction &&
               plan.history.size() + givens_.size() < at(lines_.cells()) &&
               std::any_of(plan.steps.begin(), plan.steps.end(),
                           [](const auto& step) { return step.chain.is_nested(); });
    }

    static bool is_shorter(const Plan& plan, const Plan& other) {
        const bool as_far = plan.reaches_as_far_as(other), no_farther = other.reaches_as_far_as(plan);
        if (as_far != no_farther) return as_far;
        return std::pair(plan.lines(), plan.longest()) < std::pair(other.lines(), other.longest());
    }

    // Add to a plan until every cell is known, nothing helps or it has `most` contradictions.
    void find(Plan& plan, Ties ties, std::size_t most) {
        effort_.allow(lines_to_find);
        Position<N> position = start();
        Probes<N> probes(lines_, position, effort_);
        Nested nested(lines_, position, effort_);
        try {
            plan.contradiction = !probes.fix_by_all_lines();
            while (!plan.contradiction && position.count() < lines_.cells() &&
                   plan.steps.size() < most) {
                auto chain = next(probes, nested, position, ties);
                if (!chain) break;
                const Literal fixed = negated(chain->assumed);
                plan.steps.push_back({std::move(*chain), probes.history().size()});
                plan.contradiction = !probes.fix(fixed);
            }
        } catch (const OverBudget&) {
            plan.over_budget = true;
        } catch (const OutOfTime&) {
            plan.out_of_time = true;
        }
        plan.history = probes.history();
    }

    Position<N> start() const {
        Position<N> position(lines_);
        for (const Literal l : givens_) position.fix(l);
        return position;
    }

    // The nested contradictions that have been found, and what follows from assumptions that do
    // not lead to one.
    struct Nested {
        struct Open {
            std::size_t seen = 0;  // how many cells of the history it knows
            std::shared_ptr<const std::vector<Literal>> follows;
        };

        Nested(const LineSolvers<N>& lines, Position<N>& position, Effort& effort)
            : nesting(lines, position, effort), open(2 * at(lines.cells())) {}

        Nesting<N> nesting;
        std::map<Literal, Chain> found;
        std::vector<Open> open;  // by literal
    };

    std::optional<Chain> next(Probes<N>& probes, Nested& nested, Position<N>& position,
                              Ties ties) {
        const auto single = shortest_single(probes, position, ties);
        if (!single) stuck_ = std::max(stuck_, lines_.cells() - position.count());
        if (single && (!nested_ || probes[*single].lines <= readable)) return probes.chain(*single);
        if (nested_)
            if (const auto* best = best_nested(probes, nested, position, ties);
                best != nullptr && (!single || best->longest() <= readable))
                return *best;
        if (single) return probes.chain(*single);
        return {};
    }

    std::optional<Literal> shortest_single(Probes<N>& probes, const Position<N>& position,
                                           Ties ties) {
        std::optional<std::tuple<int, int, Literal>> best;
        for_assumptions(position, [&](Literal l) {
            const Probe& probe = probes.update(l);
            if (probe.state != Probe::State::contradiction) return;
            const std::tuple rank{probe.lines, tie(position, l, ties), l};
            if (!best || rank < *best) best = rank;
        });
        if (!best) return {};
        return std::get<2>(*best);
    }

    // The nested contradiction with the fewest lines for each cell that follows from it, of some
    // that are found: those from which most cells follow are tried first.
    const Chain* best_nested(Probes<N>& probes, Nested& nested, Position<N>& position, Ties ties) {
        using Rank = std::tuple<bool, double, int, Literal>;
        const auto rank = [&](const Chain& chain) {
            const auto gained = probes[negated(chain.assumed)].follows.size();
            return Rank{chain.longest() > readable,
                        static_cast<double>(chain.lines()) / static_cast<double>(gained),
                        tie(position, chain.assumed, ties), chain.assumed};
        };
        std::vector<std::tuple<std::size_t, int, Literal>> order;
        for_assumptions(position, [&](Literal l) {
            const auto gained = probes.update(negated(l)).follows.size();
            order.emplace_back(at(lines_.cells()) - gained, tie(position, l, ties), l);
        });
        std::sort(order.begin(), order.end());
        std::vector<Rank> ranked;
        for (const auto& [few, tied, l] : order) {
            if (ranked.size() == nested_found) break;
            if (nested.found.count(l) == 0 && !find_nested(probes, nested, l)) continue;
            const Chain& chain = nested.found[l];
            if (chain.longest() <= longest_nested) ranked.push_back(rank(chain));
        }
        std::sort(ranked.begin(), ranked.end());
        if (ranked.size() > nested_found_again) ranked.resize(nested_found_again);
        const Chain* best = nullptr;
        for (const auto& one : ranked) {
            Chain& known = nested.found[std::get<3>(one)];
            std::vector<Literal> follows;
            const auto inside = *nested.nesting.refute(known.assumed, probes, follows);
            Chain shorter = nested.nesting.shortened(
                *nested.nesting.shortest_first(known.assumed, inside));
            if (rank(shorter) < rank(known) || !stands(known, position)) known = std::move(shorter);
            if (best == nullptr || rank(known) < rank(*best)) best = &known;
        }
        return best;
    }

    bool find_nested(const Probes<N>& probes, Nested& nested, Literal l) {
        auto& [seen, known] = nested.open[at(l)];
        const auto& history = probes.history();
        const bool nothing_new =
            known != nullptr &&
            std::all_of(history.begin() + static_cast<std::ptrdiff_t>(seen), history.end(),
                        [&](Literal fixed) { return contains(*known, fixed); });
        seen = history.size();
        if (nothing_new) return false;
        std::vector<Literal> follows;
        const auto inside = nested.nesting.refute(l, probes, follows);
        if (!inside) {
            // What follows from it leads to no contradiction either.
            const auto all = std::make_shared<const std::vector<Literal>>(std::move(follows));
            for (const Literal next : *all) nested.open[at(next)] = {history.size(), all};
            return false;
        }
        nested.found.emplace(l, *nested.nesting.shortest_first(l, *inside));
        return true;
    }

    // Call with each literal that may be assumed.
    template <class Call>
    void for_assumptions(const Position<N>& position, Call call) {
        for (int cell = 0; cell < lines_.cells(); ++cell) {
            if (position.is_known(cell)) continue;
            for (const bool black : {true, false})
                if (!possible_[at(literal(cell, black))]) call(literal(cell, black));
        }
    }

    // Less for what comes first among equals. Walls count as known neighbours.
    int tie(const Position<N>& position, Literal l, Ties ties) const {
        if (ties == Ties::reading_order) return 0;
        const int cell = cell_of(l), row = lines_.row_of(cell), column = lines_.column_of(cell);
        return -(row == 0 || position.is_known(cell - lines_.width())) -
               (row == lines_.height() - 1 || position.is_known(cell + lines_.width())) -
               (column == 0 || position.is_known(cell - 1)) -
               (column == lines_.width() - 1 || position.is_known(cell + 1));
    }

    // Leave out contradictions that the others do not need, those with most lines first, as long
    // as neither the lines in all nor the longest chain grow.
    void shorten(Plan& plan) {
        effort_.allow(lines_to_shorten);
        try {
            for (bool again = true; again;) {
                again = false;
                std::vector<std::pair<int, Literal>> order;
                for (const auto& step : plan.steps)
                    order.emplace_back(-step.chain.lines(), step.chain.assumed);
                std::sort(order.begin(), order.end());
                for (const auto& ranked : order) {
                    const auto step = std::find_if(
                        plan.steps.begin(), plan.steps.end(),
                        [&](const auto& one) { return one.chain.assumed == ranked.second; });
                    if (step == plan.steps.end()) continue;
                    Plan rest = without(plan, at(static_cast<int>(step - plan.steps.begin())));
                    if (!rest.reaches_as_far_as(plan) || rest.lines() > plan.lines() ||
                        rest.longest() > plan.longest())
                        continue;
                    plan = std::move(rest);
                    again = true;
                }
            }
        } catch (const OverBudget&) {
        } catch (const OutOfTime&) {
            plan.out_of_time = true;
        }
    }

    // A plan without one of its contradictions. Of the later ones, those that do not work yet are
    // tried again in the end.
    Plan without(const Plan& plan, std::size_t left_out) {
        Replay replay(*this, plan, left_out);
        std::vector<std::size_t> waiting;
        for (auto k = left_out + 1; k < plan.steps.size(); ++k) {
            // Where as much is known as it was then, the rest is the same.
            if (waiting.empty() && replay.out.history.size() == plan.steps[k].before) {
                replay.take_from(plan, k);
                return std::move(replay.out);
            }
            if (!replay.add(plan.steps[k].chain)) waiting.push_back(k);
        }
        for (bool any = true; any;) {
            any = false;
            std::erase_if(waiting, [&](std::size_t k) {
                const bool added = replay.add(plan.steps[k].chain);
                any = any || added;
                return added;
            });
        }
        return std::move(replay.out);
    }

    // A plan that is made of the contradictions of another one.
    struct Replay {
        Replay(Planner& planner, const Plan& plan, std::size_t steps)
            : position(planner.start()),
              follower(planner.lines_, position, planner.effort_),
              nesting(planner.lines_, position, planner.effort_),
              planner(planner) {
            const auto before = static_cast<std::ptrdiff_t>(plan.steps[steps].before);
            out.history.assign(plan.history.begin(), plan.history.begin() + before);
            out.steps.assign(plan.steps.begin(),
                             plan.steps.begin() + static_cast<std::ptrdiff_t>(steps));
            for (const Literal l : out.history) position.fix(l);
        }
        Replay(const Replay&) = delete;  // the parts refer to the position

        // Add a contradiction: as it is if its evidence is known, otherwise found again. False if
        // there is none yet.
        bool add(const Chain& chain) {
            if (out.contradiction || position.is_known(cell_of(chain.assumed))) return true;
            std::optional<Chain> found;
            if (planner.stands(chain, position))
                found = chain;
            else if (chain.is_nested())
                found = nesting.refute(chain.assumed, chain.assumed_inside());
            else
                found = follower.refute(chain.assumed);
            if (!found) return false;
            const Literal fixed = negated(found->assumed);
            out.steps.push_back({std::move(*found), out.history.size()});
            follower.assume(fixed);
            follower.wait_for_lines_of(cell_of(fixed));
            out.contradiction = !follower.follow();
            const auto& trail = follower.trail();
            out.history.insert(out.history.end(), trail.begin(), trail.end());
            follower.keep();
            return true;
        }

        void take_from(const Plan& plan, std::size_t step) {
            const auto rest = static_cast<std::ptrdiff_t>(step);
            out.steps.insert(out.steps.end(), plan.steps.begin() + rest, plan.steps.end());
            out.history.insert(
                out.history.end(),
                plan.history.begin() + static_cast<std::ptrdiff_t>(plan.steps[step].before),
                plan.history.end());
            out.contradiction = plan.contradiction;
        }

        Position<N> position;
        Follower<N> follower;
        Nesting<N> nesting;
        Planner& planner;
        Plan out;
    };

    // Whether a chain that was found in another position is right in this one: what it relies on is
    // known, none of its own cells are, and no line contradicts before its end.
    bool stands(const Chain& chain, Position<N>& position) {
        return std::all_of(chain.evidence.begin(), chain.evidence.end(),
                           [&](Literal l) { return position.has(l); }) &&
               finds_only_unknown_cells(chain, position) && leads_to_its_end(chain, position);
    }
    static bool finds_only_unknown_cells(const Chain& chain, const Position<N>& position) {
        return std::all_of(chain.links.begin(), chain.links.end(), [&](const auto& link) {
            return std::none_of(link.fixed.begin(), link.fixed.end(),
                                [&](Literal l) { return position.is_known(cell_of(l)); }) &&
                   (link.inside.empty() || finds_only_unknown_cells(link.inside[0], position));
        });
    }

    bool leads_to_its_end(const Chain& chain, Position<N>& position) {
        std::vector<Literal> fixed{chain.assumed};
        position.fix(chain.assumed);
        bool fine = true;
        for (const auto& link : chain.links) {
            fine = link.inside.empty() ? fits(link.line, position)
                                       : leads_to_its_end(link.inside[0], position);
            if (!fine) break;
            for (const Literal l : link.fixed) {
                position.fix(l);
                fixed.push_back(l);
            }
        }
        for (const Literal l : fixed) position.clear(l);
        return fine;
    }
    bool fits(int line, const Position<N>& position) {
        effort_.settled(lines_[line].work());
        return lines_[line].fits(position[line], scratch_);
    }

    const LineSolvers<N>& lines_;
    std::vector<Literal> givens_;
    std::vector<char> possible_;  // by literal
    bool nested_;
    Effort& effort_;
    Scratch<N> scratch_;
    int stuck_ = 0;
};

}  // namespace xlnono::plan
