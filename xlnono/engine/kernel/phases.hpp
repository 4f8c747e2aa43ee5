// Phases: which colour a decision gives to a cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "literal.hpp"
#include "trail.hpp"

namespace xlnono {

// A decision repeats the cell's target phase: its colour when most cells were assigned without a
// conflict, so that the search heads for the assignment that came furthest. The target is reset
// now and then, because it may be a dead end. Without a target, a decision repeats the colour that
// the cell had last (phase saving). After Biere and Fleury, "Chasing Target Phases", 2020.
class Phases {
public:
    explicit Phases(int cells) : saved_(at(cells), white), target_(at(cells), unknown) {}

    // Whether the cell should be decided black.
    bool prefers_black(int cell) const {
        if (always_ != unknown) return always_ == black;
        return (target_[at(cell)] == unknown ? saved_ : target_)[at(cell)] == black;
    }

    // From now on, decide every cell alike: in the colour that fewer cells of this picture have,
    // because that says more about their lines. Where there is a picture, what is left is mostly
    // the proof that there is no other, and not to come as far as possible.
    void decide_for_rarer_colour(const Trail& picture) {
        const auto blacks = std::count_if(picture.literals().begin(), picture.literals().end(),
                                          [](Literal l) { return is_black(l); });
        always_ = 2 * at(static_cast<int>(blacks)) <= picture.size() ? black : white;
    }

    void save(int cell, bool as_black) { saved_[at(cell)] = as_black ? black : white; }

    // Make a colour the target phase of a cell, until a conflict comes from further.
    void aim_for(int cell, bool as_black) {
        target_[at(cell)] = as_black ? black : white;
        target_size_ = 0;
    }

    // Update the target at a conflict above level 0: the literals below its level were assigned
    // without a conflict.
    void update_target(const Trail& trail, std::int64_t conflicts) {
        if (always_ != unknown) return;
        if (conflicts >= reset_at_) {
            reset_at_ = conflicts + reset_interval;
            target_size_ = 0;
            target_.assign(target_.size(), unknown);
        }
        const std::size_t size = trail.start_of(trail.level());
        if (size <= target_size_) return;
        target_size_ = size;
        for (auto position = trail.start_of(1); position < size; ++position) {
            const Literal l = trail[position];
            target_[at(cell_of(l))] = is_black(l) ? black : white;
        }
    }

private:
    static constexpr char white = 0, unknown = 1, black = 2;
    static constexpr std::int64_t reset_interval = 5000;

    char always_ = unknown;
    std::vector<char> saved_, target_;  // by cell
    std::size_t target_size_ = 0;       // the length of the trail that the target was taken from
    std::int64_t reset_at_ = reset_interval;
};

}  // namespace xlnono
