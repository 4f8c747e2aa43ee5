// Probes: what follows from single cells, kept up to date while the position grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "follower.hpp"

namespace xlnono::plan {

// What is known of the colour of one cell. A contradiction stays one as the position grows, so its
// chain is kept. What follows from an open probe is kept too, until it takes too much memory.
struct Probe {
    enum class State { not_probed, open, contradiction };

    State state = State::not_probed;
    std::size_t seen = 0;          // how many cells of the history it knows
    std::vector<Literal> follows;  // sorted, with the cell itself
    int lines = 0;                 // of its chain
};

inline bool contains(const std::vector<Literal>& sorted, Literal l) {
    return std::binary_search(sorted.begin(), sorted.end(), l);
}

// A position, the order in which its cells become known, and the probes of all its literals.
template <std::size_t N>
class Probes {
public:
    Probes(const LineSolvers<N>& lines, Position<N>& position, Effort& effort)
        : lines_(lines),
          position_(position),
          follower_(lines, position, effort),
          probes_(2 * at(lines.cells())) {}

    const std::vector<Literal>& history() const { return history_; }

    // Fix a cell, and all that follows by lines. False if there is a contradiction.
    bool fix(Literal l) {
        follower_.assume(l);
        follower_.wait_for_lines_of(cell_of(l));
        return close();
    }
    bool fix_by_all_lines() {
        for (int line = 0; line < lines_.lines(); ++line) follower_.wait_for(line);
        return close();
    }

    // Bring the probe of a literal up to date.
    const Probe& update(Literal l) {
        Probe& probe = probes_[at(l)];
        if (probe.state == Probe::State::contradiction) return probe;
        if (probe.state == Probe::State::open && !resume(l, probe)) {
            probe.seen = history_.size();
            return probe;
        }
        if (probe.state == Probe::State::not_probed) {
            follower_.assume(l);
            follower_.wait_for_lines_of(cell_of(l));
            const bool fine = follower_.follow();
            if (fine) remember(probe);
            follower_.undo();
            if (fine) return probe;
        }
        forget(probe);
        probe.state = Probe::State::contradiction;
        probe.lines = follower_.refute(l)->lines();
        return probe;
    }

    const Probe& operator[](Literal l) const { return probes_[at(l)]; }

    // The chain of a literal that leads to a contradiction, from the present position.
    Chain chain(Literal l) { return *follower_.refute(l); }

private:
    static constexpr std::size_t most_remembered = 50'000'000;

    bool close() {
        const bool fine = follower_.follow();
        history_.insert(history_.end(), follower_.trail().begin(), follower_.trail().end());
        follower_.keep();
        return fine;
    }

    // Continue an open probe from the cells that have become known since. True if that leads to
    // a contradiction.
    bool resume(Literal l, Probe& probe) {
        bool all_follow = true;
        for (auto k = probe.seen; k < history_.size(); ++k) {
            const Literal known = history_[k];
            if (contains(probe.follows, negated(known))) return true;
            if (!contains(probe.follows, known)) all_follow = false;
        }
        if (all_follow) return false;
        follower_.assume(l);
        for (const Literal next : probe.follows)
            if (next != l && !position_.has(next)) follower_.assume(next);
        for (auto k = probe.seen; k < history_.size(); ++k)
            if (!contains(probe.follows, history_[k])) follower_.wait_for_lines_of(cell_of(history_[k]));
        const bool fine = follower_.follow();
        if (fine) remember(probe);
        follower_.undo();
        return !fine;
    }

    void remember(Probe& probe) {
        forget(probe);
        probe.state = Probe::State::not_probed;
        if (remembered_ + follower_.trail().size() > most_remembered) return;
        probe.state = Probe::State::open;
        probe.seen = history_.size();
        probe.follows = follower_.trail();
        std::sort(probe.follows.begin(), probe.follows.end());
        remembered_ += probe.follows.size();
    }
    void forget(Probe& probe) {
        remembered_ -= probe.follows.size();
        probe.follows = {};
    }

    const LineSolvers<N>& lines_;
    Position<N>& position_;
    Follower<N> follower_;
    std::vector<Literal> history_;
    std::vector<Probe> probes_;  // by literal
    std::size_t remembered_ = 0;
};

}  // namespace xlnono::plan
