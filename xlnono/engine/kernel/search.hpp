// The search: conflict-driven clause learning in which lines propagate.
//
// There is one Boolean variable for each cell. When a cell is assigned, its row and its column
// are enqueued; the line solver settles them, and the cells that this decides have the line as
// their reason. Reasons are only written out when the analysis of a conflict meets them.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analyze.hpp"
#include "clause_search.hpp"
#include "core.hpp"
#include "decide.hpp"
#include "exclude.hpp"
#include "explain.hpp"
#include "marginals.hpp"
#include "probing.hpp"
#include "proof.hpp"
#include "propagate.hpp"
#include "reduce.hpp"
#include "restart.hpp"
#include "solver.hpp"
#include "state.hpp"
#include "write_clauses.hpp"

namespace xlnono {

// Rows are sets of R words, columns of C words.
template <std::size_t R, std::size_t C>
class Search final : public Solver {
public:
    using Clues = typename State<R, C>::Clues;

    Search(const Clues& rows, const Clues& columns, std::uint64_t seed)
        : state_(rows, columns),
          propagator_(state_),
          analyzer_(state_),
          decider_(state_, seed),
          prober_(state_, propagator_),
          marginals_(state_) {}

    Search(const Search&) = delete;  // the parts refer to the state
    Search& operator=(const Search&) = delete;

    void free_line(int line) override { state_.queue.exclude(line); }

    void add_given(int cell, bool black) override {
        if (!state_.trail.is_assigned(cell)) state_.assign(literal(cell, black), Reason::none());
    }

    Result decide(const Limits& limits, const Watcher& watcher) override {
        start(limits, watcher);
        writes_clauses_ = true;
        try {
            run();
        } catch (const OutOfTime&) {
        }
        if (result_.finished && result_.solutions.size() == 1) {
            result_.black = result_.solutions.front();
            result_.white = first_white_;
        } else if (result_.solutions.empty()) {
            state_.backtrack(0);
            store_fixed_cells();
        }
        result_.statistics = state_.statistics;
        return std::move(result_);
    }

    Result follow_lines(const Limits& limits, const Watcher& watcher) override {
        start(limits, watcher);
        try {
            propagator_.propagate();
            finish();
        } catch (const OutOfTime&) {
        }
        store_fixed_cells();
        return std::move(result_);
    }

    FailedLiterals failed_literals(int rounds, const Limits& limits,
                                   const Watcher& watcher) override {
        start(limits, watcher);
        FailedLiterals failed;
        try {
            decider_.fill_heap();  // backtracking puts cells back into it
            if (propagator_.propagate()) return failed;
            prober_.collect_failed_literals(rounds, failed);
            failed.finished = true;
        } catch (const OutOfTime&) {
        }
        return failed;
    }

    std::vector<int> contradiction_core(const Limits& limits, const Watcher& watcher) override {
        start(limits, watcher);
        // Probing would find facts without saying what they rely on, and there is hardly a picture.
        probing_ = estimates_ = false;
        try {
            if (const Conflict conflict = propagator_.propagate())
                return CoreFinder(state_).of_propagation(conflict);
            limits_.solutions = 1;
            run();
        } catch (const OutOfTime&) {
        }
        if (!result_.finished || !result_.solutions.empty()) return {};
        return CoreFinder(state_).of_search(last_conflict_);
    }

    std::vector<Statement> prove(const std::vector<Literal>& cells, const Limits& limits,
                                 const Watcher& watcher) override {
        start(limits, watcher);
        // Probing finds facts without reasons, and clauses that are removed could not be named. If
        // the cells are as they should be, there is no picture to head for.
        probing_ = reducing_ = estimates_ = false;
        ProofRecorder recorder;
        analyzer_.record(recorder);
        try {
            if (propagator_.propagate()) return {};
            std::vector<Literal> differs;
            for (const Literal l : cells)
                if (!state_.trail.is_true(l)) differs.push_back(negated(l));
            if (differs.empty()) return {};
            if (differs.size() == 1) {
                recorder.suppose(differs, Conflict::none);
                state_.assign(differs[0], Reason::none());
            } else {
                recorder.suppose(differs,
                                 state_.clauses.add(differs, ClauseDatabase::permanent));
            }
            run();
        } catch (const OutOfTime&) {
        }
        if (!result_.finished || !result_.solutions.empty()) return {};
        recorder.learn_fixed(state_.trail);
        recorder.conflict(last_conflict_);
        recorder.learn({});
        return recorder.statements();
    }

private:
    using Which = typename Board<R, C>::Which;

    // Clauses are written up to so many positions of blocks.
    static constexpr int positions_a_cell = 3, most_positions = 500'000;
    // After so many restarts, the search heads for the likely picture.
    static constexpr int estimates = 6;

    void start(const Limits& limits, const Watcher& watcher) {
        limits_ = limits;
        state_.budget.start(limits, watcher);
    }

    // Search until there are enough solutions or conflicts, or no more solutions.
    void run() {
        const auto& conflicts = state_.statistics.conflicts;
        const auto& trail = state_.trail;
        for (;;) {
            if (const Conflict conflict = propagator_.propagate()) {
                if (!resolve(conflict) || conflicts >= limits_.conflicts) return;
                continue;
            }
            if (restarts_.due(conflicts) && trail.level() > 0 && !restart()) return;
            if (reducing_ && reducer_.due(state_.clauses))
                reducer_.reduce(state_.clauses, state_.trail);
            if (static_cast<int>(trail.size()) < state_.board.cells()) {
                decider_.decide();
                continue;
            }
            store_solution();
            if (has_enough_solutions()) return;
            if (!exclude_assignment(state_)) return finish();
        }
    }

    bool has_enough_solutions() const {
        return static_cast<int>(result_.solutions.size()) >= limits_.solutions;
    }

    void finish() { result_.finished = true; }

    // Learn from a conflict. False if there is nothing left to search.
    bool resolve(Conflict conflict) {
        ++state_.statistics.conflicts;
        if (state_.trail.level() == 0) {
            if (state_.statistics.conflicts == 1 && result_.solutions.empty())
                result_.contradiction = conflict.line;
            last_conflict_ = conflict;
            finish();
            return false;
        }
        state_.phases.update_target(state_.trail, state_.statistics.conflicts);
        analyzer_.learn_from(conflict);
        return true;
    }

    // Backtrack to level 0 and probe if it is time; then continue with clauses if that is better.
    // False if that ends the search.
    bool restart() {
        state_.backtrack(0);
        analyzer_.forget_many_reasons();
        restarts_.restarted(state_.statistics.conflicts);
        if (probing_ && prober_.due()) {
            if (prober_.probe()) {
                finish();
                return false;
            }
            if (writes_clauses_ && continue_with_clauses()) return false;
        }
        if (estimates_ && restarts_.count() <= estimates) head_for_likely_picture();
        return true;
    }

    // Decide the cells first whose colours are likeliest, and in these colours. If there are
    // pictures, one is often near. If not, the proof needs the cells that the conflicts involve.
    void head_for_likely_picture() {
        if (!result_.solutions.empty()) return;
        marginals_.estimate();
        for (int cell = 0; cell < state_.board.cells(); ++cell) {
            if (state_.trail.is_assigned(cell)) continue;
            const double black = marginals_.black(cell);
            state_.phases.aim_for(cell, black > 0.5);
            state_.heap.raise(cell, std::abs(2 * black - 1));
        }
    }

    // If blocks have few positions, let the search over clauses end this search. It is faster there
    // because a clause is cheaper than a line, and learns more because its clauses can say where
    // blocks lie. With more positions, their bookkeeping takes longer than it saves. False if there
    // are too many.
    bool continue_with_clauses() {
        const int cells = state_.board.cells();
        const auto positions = encoding_variables(state_);
        if (positions > positions_a_cell * std::int64_t{cells} || positions > most_positions)
            return false;
        ClauseState clauses(cells, cells + static_cast<int>(positions), state_.budget,
                            state_.statistics);
        write_clauses(state_, clauses);
        try {
            search_over(clauses);
        } catch (const OutOfTime&) {
            take(clauses.trail.fixed());
            throw;
        }
        return true;
    }

    // The same as `run`, by the search over clauses.
    void search_over(ClauseState& clauses) {
        ClauseSearch search(clauses, decider_.seed());
        for (;;) {
            const auto end = search.run(limits_.conflicts);
            take(clauses.trail.fixed());
            if (end == ClauseSearch::End::no_more_solutions) return finish();
            if (end == ClauseSearch::End::enough_conflicts) return;
            state_.trail.open_level();
            take(clauses.trail.literals());
            store_solution();
            state_.backtrack(0);
            if (has_enough_solutions()) return;
            if (!search.exclude_solution()) return finish();
        }
    }

    // Assign those of the literals that are cells.
    void take(std::span<const Literal> literals) {
        for (const Literal l : literals)
            if (cell_of(l) < state_.board.cells() && !state_.trail.is_assigned(cell_of(l)))
                state_.assign(l, Reason::none());
        if (state_.trail.level() == 0) state_.board.fix_known_cells();
    }

    void store_solution() {
        result_.solutions.push_back(state_.board.pack(true, Which::known));
        if (result_.solutions.size() > 1) return;
        state_.phases.decide_for_rarer_colour(state_.trail);
        store_fixed_cells();
        first_white_ = state_.board.pack(false, Which::known);
    }

    void store_fixed_cells() {
        if (state_.trail.level() == 0) state_.board.fix_known_cells();
        result_.black = state_.board.pack(true, Which::fixed);
        result_.white = state_.board.pack(false, Which::fixed);
    }

    State<R, C> state_;
    Propagator<R, C> propagator_;
    Analyzer<State<R, C>, Explainer<R, C>> analyzer_;
    Decider<R, C> decider_;
    Prober<R, C> prober_;
    Marginals<R, C> marginals_;
    Reducer reducer_{2000, 500};
    LubyRestarts restarts_;
    Limits limits_;
    Result result_;
    bool probing_ = true, reducing_ = true, estimates_ = true, writes_clauses_ = false;
    Conflict last_conflict_;  // the one at level 0, after which nothing is left to search
    PackedCells first_white_;  // the white cells of the first solution
};

}  // namespace xlnono
