// Conflict-driven search in which lines propagate.
//
// One Boolean a cell. Assigning a cell marks its row and its column; a marked line is settled
// by the line solver, and the cells which that fixes have the line as their reason. Reasons
// are worked out only for those cells that the analysis of a conflict meets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "budget.hpp"
#include "clauses.hpp"
#include "decision_heap.hpp"
#include "line.hpp"
#include "line_queue.hpp"
#include "literal.hpp"
#include "restart.hpp"
#include "solver.hpp"

namespace xlnono {

// Rows are sets of R words, columns of C words.
template <std::size_t R, std::size_t C>
class Search final : public Solver {
public:
    Search(const std::vector<std::vector<int>>& rows, const std::vector<std::vector<int>>& columns,
           std::uint64_t seed)
        : height_(static_cast<int>(rows.size())),
          width_(static_cast<int>(columns.size())),
          cells_(height_ * width_),
          row_cells_(rows.size()),
          column_cells_(columns.size()),
          row_proved_(rows.size()),
          column_proved_(columns.size()),
          row_scratch_(width_),
          column_scratch_(height_),
          queue_(rows.size() + columns.size()),
          state_(static_cast<std::size_t>(cells_)),
          true_(2 * static_cast<std::size_t>(cells_), false),
          clauses_(cells_),
          seed_(seed),
          seen_(static_cast<std::size_t>(cells_), false) {
        rows_.reserve(rows.size());
        columns_.reserve(columns.size());
        for (const auto& clue : rows) rows_.emplace_back(std::span<const int>(clue), width_);
        for (const auto& clue : columns) columns_.emplace_back(std::span<const int>(clue), height_);
        trail_.reserve(static_cast<std::size_t>(cells_));
        levels_of_.resize(static_cast<std::size_t>(cells_) + 1);
        mark_lines();
    }

    void add_given(int cell, bool black) override {
        if (!is_known(cell)) assign(literal(cell, black), no_reason);
    }

    Result decide(const Limits& limits, const Watcher& watcher) override {
        budget_.start(limits, watcher);
        PackedCells first_white;
        try {
            search(limits, first_white);
        } catch (const OutOfTime&) {
        }
        if (result_.finished && result_.solutions.size() == 1) {
            result_.black = result_.solutions.front();
            result_.white = first_white;
        } else if (result_.solutions.empty()) {
            undo(0);
            remember_proved();
        }
        return std::move(result_);
    }

    // Suppose each colour of each unknown cell by itself and follow it for some rounds. Call it
    // instead of `run`.
    FailedLiterals failed_literals(int rounds, const Limits& limits, const Watcher& watcher) override {
        budget_.start(limits, watcher);
        FailedLiterals out;
        try {
            out.finished = suppose_each(rounds, out);
        } catch (const OutOfTime&) {
        }
        return out;
    }

private:
    static constexpr signed char white = 0, unknown = 1, black = 2;
    static constexpr std::int32_t no_reason = -1;
    static constexpr int no_cell = -1;
    static constexpr std::int32_t not_explained = -1;
    static constexpr std::int64_t probing_gap = 500, target_life = 5000;
    static constexpr std::size_t first_room = 2000, room_growth = 500;

    enum class Conflict { none, line, clause };

    struct State {
        bool saved = false;            // the colour that it had last: black?
        signed char target = unknown;  // the colour that it had when most cells were known
        int level = 0;
        int place = 0;                           // on the trail
        std::int32_t reason = no_reason;         // a clause, or a line as -2 - line
        std::int32_t explained = not_explained;  // where its reason stands in reasons_
    };

    // Account for some work, and stop here if the time is up.
    void spend(std::int64_t work) {
        if (budget_.due(work)) budget_.look(static_cast<int>(trail_.size()), result_.statistics.conflicts);
    }

    // Look for solutions until there are enough or no more, or there were enough conflicts.
    void search(const Limits& limits, PackedCells& first_white) {
        std::int64_t probe_at = 0, retarget_at = target_life;
        std::size_t room = first_room;
        for (;;) {
            const Conflict conflict = propagate();
            if (conflict == Conflict::none) {
                if (restarts_.due(result_.statistics.conflicts) && level() > 0) {
                    undo(0);
                    forget_reasons();
                    if (result_.statistics.conflicts >= probe_at) {
                        probe_at = 2 * result_.statistics.conflicts + probing_gap;
                        if (probe() != Conflict::none) {
                            result_.finished = true;
                            return;
                        }
                    }
                    restarts_.restarted(result_.statistics.conflicts);
                }
                if (clauses_.count() >= room) {
                    thin_out();
                    room += room_growth;
                }
                if (static_cast<int>(trail_.size()) < cells_) {
                    decide();
                    continue;
                }
                result_.solutions.push_back(picture(blacks));
                if (result_.solutions.size() == 1) {
                    remember_proved();
                    first_white = picture(whites);
                }
                if (static_cast<int>(result_.solutions.size()) >= limits.solutions) return;
                if (!forbid_picture()) {
                    result_.finished = true;
                    return;
                }
                continue;
            }
            ++result_.statistics.conflicts;
            if (level() == 0) {
                if (conflict == Conflict::line && result_.statistics.conflicts == 1 && result_.solutions.empty())
                    result_.contradiction = clash_;
                result_.finished = true;
                return;
            }
            if (result_.statistics.conflicts >= retarget_at) {
                retarget_at = result_.statistics.conflicts + target_life;
                forget_target();
            }
            aim();
            learn();
            if (result_.statistics.conflicts >= limits.conflicts) return;
        }
    }

    bool suppose_each(int rounds, FailedLiterals& out) {
        fill_order();  // taking back puts cells into it
        if (propagate() != Conflict::none) return false;
        for (int cell = 0; cell < cells_; ++cell)
            for (const bool as_black : {true, false}) {
                spend(1);
                if (is_known(cell)) continue;
                level_starts_.push_back(static_cast<int>(trail_.size()));
                assign(literal(cell, as_black), no_reason);
                int round = 0;
                bool clashing = false;
                while (!clashing && queue_.any() && round < rounds) {
                    ++round;
                    clashing = !follow_round();
                }
                if (clashing) out.found.push_back({cell, as_black, round});
                else if (queue_.any()) out.open = true;
                undo(0);
            }
        return true;
    }

    // Lines with little slack come first; many tell nothing before a cell of theirs is known.
    void mark_lines() {
        std::vector<std::pair<int, int>> order;
        for (int line = 0; line < height_ + width_; ++line)
            on_line(line, [&](const auto& solver, const auto&, const auto&, auto&) {
                if (solver.decides_blank_cells()) order.emplace_back(solver.slack(), line);
            });
        std::sort(order.begin(), order.end());
        for (const auto& [slack, line] : order) queue_.push(line);
    }

    int level() const { return static_cast<int>(level_starts_.size()); }
    bool is_true(Literal l) const { return true_[at(l)]; }
    bool is_false(Literal l) const { return is_true(negated(l)); }
    bool is_known(int cell) const {
        return is_true(literal(cell, true)) || is_true(literal(cell, false));
    }

    // Both lines of the cell are marked, but for the line that fixed it.
    void assign(Literal l, std::int32_t reason) {
        const int cell = cell_of(l), row = cell / width_, column = cell % width_;
        State& state = state_[at(cell)];
        true_[at(l)] = true;
        state.level = level();
        state.place = static_cast<int>(trail_.size());
        state.reason = reason;
        state.explained = not_explained;
        trail_.push_back(l);
        const int line = -2 - reason, across = height_ + column;
        if (is_black(l)) {
            row_cells_[at(row)].black.set(column);
            column_cells_[at(column)].black.set(row);
        } else {
            row_cells_[at(row)].white.set(column);
            column_cells_[at(column)].white.set(row);
        }
        if (line != row) queue_.push(row);
        if (line != across) queue_.push(across);
    }

    void undo(int to_level) {
        if (level() <= to_level) return;
        const auto keep = static_cast<std::size_t>(level_starts_[at(to_level)]);
        // To assign a cell and to take it back is more work than an operation on a word.
        budget_.add(4 * static_cast<std::int64_t>(trail_.size() - keep));
        for (auto place = trail_.size(); place-- > keep;) {
            const Literal l = trail_[place];
            const int cell = cell_of(l), row = cell / width_, column = cell % width_;
            State& state = state_[at(cell)];
            true_[at(l)] = false;
            state.saved = is_black(l);
            if (is_black(l)) {
                row_cells_[at(row)].black.clear(column);
                column_cells_[at(column)].black.clear(row);
            } else {
                row_cells_[at(row)].white.clear(column);
                column_cells_[at(column)].white.clear(row);
            }
            heap_.reinsert(cell);
        }
        trail_.resize(keep);
        level_starts_.resize(at(to_level));
        propagated_ = keep;
        // Before a decision every line is settled, so after taking it back every line is.
        queue_.clear();
    }

    // First the cells that lines come nearest to: with known neighbours, in lines with few
    // unknown cells. Their first colour is that of most unknown cells of their lines.
    void fill_order() {
        struct Open {
            double unknown, black;
        };
        const auto open = [](const auto& line, const auto& cells, int length) {
            const int unknown = length - (cells.black | cells.white).count();
            return Open{1.0 * unknown, 1.0 * (line.black_cells() - cells.black.count())};
        };
        std::vector<Open> in_row, in_column;
        for (std::size_t k = 0; k < rows_.size(); ++k)
            in_row.push_back(open(rows_[k], row_cells_[k], width_));
        for (std::size_t k = 0; k < columns_.size(); ++k)
            in_column.push_back(open(columns_[k], column_cells_[k], height_));
        const auto known = [this](int cell) { return is_known(cell); };
        heap_.fill(cells_, seed_, known, [&](int cell) {
            const int row = cell / width_, column = cell % width_;
            const auto& [in_width, black_in_width] = in_row[at(row)];
            const auto& [in_height, black_in_height] = in_column[at(column)];
            state_[at(cell)].saved = black_in_width / in_width + black_in_height / in_height > 1;
            const int neighbours = (row == 0 || known(cell - width_)) +
                                   (row == height_ - 1 || known(cell + width_)) +
                                   (column == 0 || known(cell - 1)) +
                                   (column == width_ - 1 || known(cell + 1));
            return neighbours + 15 / in_width + 15 / in_height;
        });
    }

    // The cells known at level 0, of which reasons need not speak.
    void note_proved() {
        const auto note = [](const auto& lines, auto& proved) {
            for (std::size_t k = 0; k < lines.size(); ++k) proved[k] = lines[k].black | lines[k].white;
        };
        note(row_cells_, row_proved_);
        note(column_cells_, column_proved_);
    }

    void decide() {
        if (heap_.empty()) fill_order();
        if (level() == 0) note_proved();
        int cell = heap_.pop();
        while (is_known(cell)) cell = heap_.pop();
        ++result_.statistics.decisions;
        level_starts_.push_back(static_cast<int>(trail_.size()));
        const State& state = state_[at(cell)];
        const bool as_black = state.target == unknown ? state.saved : state.target == black;
        assign(literal(cell, as_black), no_reason);
    }

    // The search heads for the picture that came furthest: decisions take the colours that
    // the cells had when most of them were known without a conflict. Now and then it is given
    // up, as it may be a dead end. After Biere and Fleury, "Chasing Target Phases", 2020.
    void aim() {
        const auto known = at(level_starts_.back());
        if (known <= furthest_) return;
        furthest_ = known;
        for (auto place = at(level_starts_.front()); place < known; ++place)
            state_[at(cell_of(trail_[place]))].target = is_black(trail_[place]) ? black : white;
    }

    void forget_target() {
        furthest_ = 0;
        for (auto& state : state_) state.target = unknown;
    }

    // At level 0, suppose each unknown cell black, then white, until no such supposition leads
    // to a conflict any more; what cannot be supposed is false. Search meets the same conflicts
    // only below other decisions and learns clauses where there are plain facts.
    Conflict probe() {
        for (int cell = 0, left = cells_; left > 0; cell = (cell + 1) % cells_, --left) {
            for (const bool as_black : {true, false}) {
                if (is_known(cell)) break;
                level_starts_.push_back(static_cast<int>(trail_.size()));
                assign(literal(cell, as_black), no_reason);
                Conflict conflict = propagate();
                undo(0);
                if (conflict == Conflict::none) continue;
                clash_ = -1;
                left = cells_;
                assign(literal(cell, !as_black), no_reason);
                conflict = propagate();
                if (conflict != Conflict::none) return conflict;
            }
        }
        return Conflict::none;
    }

    Conflict propagate() {
        for (;;) {
            if (!propagate_clauses()) return Conflict::clause;
            if (!queue_.any()) return Conflict::none;
            const int line = queue_.pop();
            ++result_.statistics.settled_lines;
            spend(work_on(line));
            if (!on_line(line, [&](auto&&... parts) { return settle(line, parts...); })) {
                clash_ = line;
                return Conflict::line;
            }
        }
    }

    // Settle all lines that wait, each from the position before the round. False if one has no
    // arrangement or two of them disagree on a cell.
    bool follow_round() {
        queue_.pop_all(round_lines_);
        round_.clear();
        for (const int line : round_lines_) {
            spend(work_on(line));
            const bool fits = on_line(line, [&](const auto& solver, const auto& known, const auto&,
                                                auto& room) {
                auto settled = known;
                if (!solver.settle(settled, room)) return false;
                const auto note = [&](const auto& cells, bool as_black) {
                    cells.for_each([&](int k) {
                        round_.emplace_back(literal(cell_on(line, k), as_black), -2 - line);
                    });
                };
                note(settled.black & ~known.black, true);
                note(settled.white & ~known.white, false);
                return true;
            });
            if (!fits) return false;
        }
        for (const auto& [l, reason] : round_) {
            if (is_false(l)) return false;
            if (!is_true(l)) assign(l, reason);
        }
        return true;
    }

    // Call with the solver of a line, what is known of its cells, which of them are proved, and
    // the room it works in.
    template <class Call>
    auto on_line(int line, Call call) {
        if (line < height_) {
            const auto row = at(line);
            return call(rows_[row], row_cells_[row], row_proved_[row], row_scratch_);
        }
        const auto column = at(line - height_);
        return call(columns_[column], column_cells_[column], column_proved_[column], column_scratch_);
    }

    // Fix all cells of a line that its arrangements agree on. False if there is none.
    template <class Solver, class Known, class Proved, class Space>
    bool settle(int line, const Solver& solver, const Known& known, const Proved&, Space& room) {
        Known settled = known;
        if (!solver.settle(settled, room)) return false;
        const auto now_black = settled.black & ~known.black;
        const auto now_white = settled.white & ~known.white;
        now_black.for_each([&](int k) { assign(literal(cell_on(line, k), true), -2 - line); });
        now_white.for_each([&](int k) { assign(literal(cell_on(line, k), false), -2 - line); });
        return true;
    }

    int cell_on(int line, int offset) const {
        return line < height_ ? line * width_ + offset : offset * width_ + (line - height_);
    }

    // False when a clause has no true literal left; it is then in conflict_.
    bool propagate_clauses() {
        if (clauses_.count() == 0) return true;
        while (propagated_ < trail_.size()) {
            const Literal now = trail_[propagated_++];
            auto& list = clauses_.watches(now);
            auto work = static_cast<std::int64_t>(list.size());
            std::size_t kept = 0;
            for (std::size_t k = 0; k < list.size(); ++k) {
                const auto watch = list[k];
                if (is_true(watch.blocker)) {
                    list[kept++] = watch;
                    continue;
                }
                auto clause = clauses_[watch.clause];
                work += static_cast<std::int64_t>(clause.size()) / 8;
                const Literal gone = negated(now);
                if (clause[0] == gone) std::swap(clause[0], clause[1]);
                if (clause[0] != watch.blocker && is_true(clause[0])) {
                    list[kept++] = {watch.clause, clause[0]};
                    continue;
                }
                bool moved = false;
                for (std::size_t other = 2; other < clause.size(); ++other) {
                    if (!is_false(clause[other])) {
                        std::swap(clause[1], clause[other]);
                        clauses_.watch(negated(clause[1]), {watch.clause, clause[0]});
                        moved = true;
                        break;
                    }
                }
                if (moved) continue;
                list[kept++] = {watch.clause, clause[0]};
                if (is_false(clause[0])) {
                    for (++k; k < list.size(); ++k) list[kept++] = list[k];
                    list.resize(kept);
                    conflict_.assign(clause.begin(), clause.end());
                    used_ = watch.clause;
                    return false;
                }
                assign(clause[0], watch.clause);
            }
            list.resize(kept);
            spend(work);
        }
        return true;
    }

    // The opposites of those cells of a line, known before a place on the trail, that leave
    // it no arrangement, written as literals of a clause. Cells of level 0 need no literal.
    // `supposed`, if it is a cell, is taken to have the other colour than it has. Of cells
    // that could be left away those of the level come first.
    void write_reason(int line, int before, int of_level, int supposed, std::vector<Literal>& to) {
        spend(work_of_reason(line));
        on_line(line, [&](const auto& solver, const auto& known, const auto& proved, auto& room) {
            auto cells = known;
            auto recent = proved ^ proved, earlier = recent;
            ((known.black | known.white) & ~proved).for_each([&](int k) {
                const int cell = cell_on(line, k);
                const State& state = state_[at(cell)];
                if (cell == supposed) {
                    cells.black.clear(k);
                    cells.white.clear(k);
                    (is_true(literal(cell, true)) ? cells.white : cells.black).set(k);
                } else if (state.place >= before) {
                    cells.black.clear(k);
                    cells.white.clear(k);
                } else if (state.level == of_level) {
                    recent.set(k);
                } else {
                    earlier.set(k);
                }
            });
            solver.automaton().drop_premises(cells, recent, earlier, proved, room);
            const auto premises = recent | earlier;
            (cells.black & premises).for_each([&](int k) {
                to.push_back(literal(cell_on(line, k), false));
            });
            (cells.white & premises).for_each([&](int k) {
                to.push_back(literal(cell_on(line, k), true));
            });
        });
    }

    // Why a line has no arrangement left.
    void explain_clash() {
        conflict_.clear();
        write_reason(clash_, std::numeric_limits<int>::max(), level(), no_cell, conflict_);
    }

    // Why a cell has its colour: literals that are all false. Kept until the cell is undone.
    std::span<const Literal> reason_of(int cell) {
        State& state = state_[at(cell)];
        if (state.reason >= 0) {
            auto clause = clauses_[state.reason];
            improve(state.reason);
            return clause.subspan(1);
        }
        if (state.explained == not_explained) {
            state.explained = static_cast<std::int32_t>(reasons_.size());
            reasons_.push_back(0);
            write_reason(-2 - state.reason, state.place, state.level, cell, reasons_);
            reasons_[at(state.explained)] =
                static_cast<Literal>(reasons_.size() - at(state.explained) - 1);
        }
        const auto start = reasons_.begin() + state.explained;
        return {start + 1, start + 1 + *start};
    }

    void forget_reasons() { reasons_.clear(); }

    void improve(ClauseRef ref) {
        if (clauses_.glue(ref) > ClauseDatabase::core_glue) clauses_.lower_glue(ref, distance(clauses_[ref]));
    }

    // How many levels the literals of a clause belong to.
    int distance(std::span<const Literal> clause) {
        ++stamp_;
        int levels = 0;
        for (const Literal l : clause) {
            auto& stamp = levels_of_[at(state_[at(cell_of(l))].level)];
            if (stamp != stamp_) {
                stamp = stamp_;
                ++levels;
            }
        }
        return levels;
    }

    // Analyse the conflict up to its first unique implication point, learn the clause that
    // forbids it, go back as far as that clause still fixes a cell, and fix it.
    void learn() {
        if (clash_ >= 0) {
            explain_clash();
            clash_ = -1;
        } else {
            improve(used_);
        }
        learnt_.assign(1, 0);
        int open = 0;
        std::size_t place = trail_.size();
        std::span<const Literal> clause = conflict_;
        Literal pivot;
        for (;;) {
            spend(static_cast<std::int64_t>(clause.size()));
            for (const Literal l : clause) {
                const int cell = cell_of(l);
                if (seen_[at(cell)] || state_[at(cell)].level == 0) continue;
                seen_[at(cell)] = true;
                heap_.bump(cell);
                if (state_[at(cell)].level == level())
                    ++open;
                else
                    learnt_.push_back(l);
            }
            do pivot = trail_[--place];
            while (!seen_[at(cell_of(pivot))]);
            seen_[at(cell_of(pivot))] = false;
            if (--open == 0) break;
            clause = reason_of(cell_of(pivot));
        }
        learnt_[0] = negated(pivot);
        heap_.decay();
        cleared_.assign(learnt_.begin() + 1, learnt_.end());
        learnt_.erase(std::remove_if(learnt_.begin() + 1, learnt_.end(),
                                     [this](Literal l) { return implied(l); }),
                      learnt_.end());
        for (const Literal l : cleared_) seen_[at(cell_of(l))] = false;
        if (learnt_.size() == 1) {
            undo(0);
            assign(learnt_[0], no_reason);
            return;
        }
        auto second = std::max_element(learnt_.begin() + 1, learnt_.end(), [this](auto a, auto b) {
            return state_[at(cell_of(a))].level < state_[at(cell_of(b))].level;
        });
        std::iter_swap(learnt_.begin() + 1, second);
        const int back = state_[at(cell_of(learnt_[1]))].level;
        const int range = distance(learnt_);
        undo(back);
        assign(learnt_[0], clauses_.add(learnt_, range));
    }

    // Whether the other literals of the learnt clause imply this one, so it can be left out.
    bool implied(Literal l) {
        const int cell = cell_of(l);
        if (state_[at(cell)].reason == no_reason) return false;
        const auto reason = reason_of(cell);
        spend(static_cast<std::int64_t>(reason.size()));
        for (const Literal other : reason) {
            const int premise = cell_of(other);
            if (!seen_[at(premise)] && state_[at(premise)].level != 0) return false;
        }
        return true;
    }

    void thin_out() {
        std::vector<std::pair<ClauseRef, ClauseRef>> moves;
        std::vector<ClauseRef> in_use, doubtful;
        for (const Literal l : trail_)
            if (const auto reason = state_[at(cell_of(l))].reason; reason >= 0) in_use.push_back(reason);
        std::sort(in_use.begin(), in_use.end());
        for (const ClauseRef ref : clauses_.refs())
            if (clauses_.glue(ref) > ClauseDatabase::core_glue &&
                !std::binary_search(in_use.begin(), in_use.end(), ref))
                doubtful.push_back(ref);
        // Of clauses with the same glue, the older ones are removed first.
        std::stable_sort(doubtful.begin(), doubtful.end(), [this](ClauseRef a, ClauseRef b) {
            return clauses_.glue(a) > clauses_.glue(b);
        });
        doubtful.resize(doubtful.size() / 2);
        std::sort(doubtful.begin(), doubtful.end());
        clauses_.remove(doubtful, [&](ClauseRef old, ClauseRef now) { moves.emplace_back(old, now); });
        for (const Literal l : trail_) {
            auto& reason = state_[at(cell_of(l))].reason;
            if (reason >= 0)
                reason = std::lower_bound(moves.begin(), moves.end(), std::pair{reason, 0})->second;
        }
    }

    // Forbid the picture just found by the opposites of its decisions. False if it had none.
    bool forbid_picture() {
        learnt_.clear();
        for (int k = level(); k-- > 0;) learnt_.push_back(negated(trail_[at(level_starts_[at(k)])]));
        if (learnt_.empty()) return false;
        undo(level() - 1);
        if (learnt_.size() == 1)
            assign(learnt_[0], no_reason);
        else
            assign(learnt_[0], clauses_.add(learnt_, ClauseDatabase::permanent));
        return true;
    }

    static constexpr auto blacks = [](const auto& cells) { return cells.black; };
    static constexpr auto whites = [](const auto& cells) { return cells.white; };

    // The cells of one colour, those of level 0 only if wanted.
    template <class Colour>
    PackedCells picture(Colour colour, bool proved_only = false) const {
        PackedCells out;
        const auto add = [&](const auto& known, const auto& proved, int length) {
            auto cells = colour(known);
            if (proved_only) cells = cells & proved;
            for (int start = 0; start < length; start += 8)
                out.push_back(static_cast<std::uint8_t>(cells.word[at(start) / 64] >> start % 64));
        };
        out.reserve(at(height_ * ((width_ + 7) / 8) + width_ * ((height_ + 7) / 8)));
        for (std::size_t k = 0; k < rows_.size(); ++k) add(row_cells_[k], row_proved_[k], width_);
        for (std::size_t k = 0; k < columns_.size(); ++k) add(column_cells_[k], column_proved_[k], height_);
        return out;
    }

    void remember_proved() {
        if (level() == 0) note_proved();
        result_.black = picture(blacks, true);
        result_.white = picture(whites, true);
    }

    // About how much work it is to settle a line, and to find the reason for a cell on it.
    std::int64_t work_on(int line) const {
        return line < height_ ? rows_[at(line)].work() : columns_[at(line - height_)].work();
    }
    std::int64_t work_of_reason(int line) const {
        return line < height_ ? static_cast<std::int64_t>(R) * width_ / 4
                              : static_cast<std::int64_t>(C) * height_ / 4;
    }

    int height_, width_, cells_;
    Budget budget_;
    Result result_;
    std::vector<Line<R>> rows_;
    std::vector<Line<C>> columns_;
    std::vector<Cells<R>> row_cells_;  // what is known of each line
    std::vector<Cells<C>> column_cells_;
    std::vector<Bitset<R>> row_proved_;  // which of them at level 0, as far as reasons need it
    std::vector<Bitset<C>> column_proved_;
    Scratch<R> row_scratch_;
    Scratch<C> column_scratch_;
    LineQueue queue_;
    std::vector<State> state_;
    std::vector<char> true_;  // by literal
    std::vector<Literal> trail_;
    std::vector<int> level_starts_;
    std::size_t propagated_ = 0;
    std::size_t furthest_ = 0;  // how many cells the target was made from
    ClauseDatabase clauses_;
    Restarts restarts_;
    std::uint64_t seed_;
    DecisionHeap heap_;
    int clash_ = -1;
    ClauseRef used_ = 0;
    std::vector<Literal> conflict_, learnt_, cleared_, reasons_;
    std::vector<int> round_lines_;
    std::vector<std::pair<Literal, std::int32_t>> round_;
    std::vector<char> seen_;
    std::vector<std::int64_t> levels_of_;
    std::int64_t stamp_ = 0;
};

}  // namespace xlnono
