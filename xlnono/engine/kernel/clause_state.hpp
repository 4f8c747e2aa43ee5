// The state of the search over clauses, and the reasons of its literals. Variables take the place
// of cells here, and true and false that of black and white. The first variables are the cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "clauses.hpp"
#include "decision_heap.hpp"
#include "phases.hpp"
#include "solver.hpp"
#include "trail.hpp"

namespace xlnono {

// Assigning and backtracking keep the trail, the phases and the heap in step.
struct ClauseState {
    Trail trail;
    ClauseDatabase clauses;
    DecisionHeap heap{0.95};
    Phases phases;
    Budget& budget;
    Statistics& statistics;
    bool contradiction = false;  // among the clauses that were added

    ClauseState(int cells, int variables, Budget& budget, Statistics& statistics)
        : trail(variables),
          clauses(variables),
          phases(variables),
          budget(budget),
          statistics(statistics),
          cells_(cells),
          variables_(variables) {}

    int variables() const { return variables_; }

    // Count some work; throw OutOfTime if time is up.
    void spend(std::int64_t work) {
        if (budget.due(work)) budget.look(assigned_cells(), statistics.conflicts);
    }

    // Add a clause that the search begins with; one of a single literal is a fact.
    void add(std::span<const Literal> literals) {
        std::vector<Literal> open;
        for (const Literal l : literals) {
            if (trail.is_true(l)) return;
            if (!trail.is_false(l)) open.push_back(l);
        }
        if (open.empty())
            contradiction = true;
        else if (open.size() == 1)
            assign(open[0], Reason::none());
        else
            clauses.add(open, ClauseDatabase::permanent);
    }

    void assign(Literal l, Reason reason) { trail.push(l, reason); }

    void decide(Literal l) {
        trail.open_level();
        assign(l, Reason::none());
    }

    void backtrack(int to_level) {
        budget.add(trail.backtrack(to_level, [this](Literal l) {
            phases.save(cell_of(l), is_black(l));
            heap.reinsert(cell_of(l));
        }));
    }

    void rely_on_fixed(int) {}  // nobody asks what this search relied on

private:
    int assigned_cells() const {
        const auto literals = trail.literals();
        return static_cast<int>(
            std::count_if(literals.begin(), literals.end(),
                          [this](Literal l) { return cell_of(l) < cells_; }));
    }

    int cells_, variables_;
};

class ClauseExplainer {
public:
    static constexpr bool minimizes_recursively = true;

    explicit ClauseExplainer(ClauseState& state) : state_(state) {}

    std::span<const Literal> reason_of(int variable) {
        return state_.clauses.premises(state_.trail.variable(variable).reason.clause(), variable);
    }

    std::span<const Literal> conflict_of(int) { return {}; }  // no line can be in conflict

private:
    ClauseState& state_;
};

}  // namespace xlnono
