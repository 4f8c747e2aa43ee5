// Which formulas of a sheet depend on which of its cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "addresses.hpp"
#include "formula_words.hpp"

namespace xlnono::scan {

// An index of areas by place. Areas of about the same size are on tiles at least as large, so that
// each is on at most four of them.
class AreaIndex {
public:
    // Add an area; returns its number, that of an equal one if there is one.
    int add(const Area& area) {
        const auto [known, is_new] = numbers_.try_emplace(area, static_cast<int>(areas_.size()));
        if (is_new) {
            areas_.push_back(area);
            taken_.push_back(false);
            const Size size{std::bit_width(unsigned(area.height - 1)),
                            std::bit_width(unsigned(area.width - 1))};
            auto& tiles = sizes_[size];
            TilesOf(area, size).each([&](auto tile) { tiles[tile].push_back(known->second); });
        }
        return known->second;
    }

    // The numbers of the areas that overlap one, without those found before. Adds to `steps` how
    // many areas and tiles were compared.
    void take(const Area& area, std::vector<int>& found, std::int64_t& steps) {
        for (auto& [size, tiles] : sizes_) {
            const auto compare = [&](std::vector<int>& held) {
                steps += static_cast<std::int64_t>(held.size());
                std::erase_if(held, [&](int number) {
                    if (taken_[at(number)]) return true;
                    if (!areas_[at(number)].intersects(area)) return false;
                    taken_[at(number)] = true;
                    found.push_back(number);
                    return true;
                });
            };
            const TilesOf covered(area, size);
            const auto present = static_cast<std::int64_t>(tiles.size());
            steps += std::min(covered.count(), present);
            if (covered.count() < present)
                covered.each([&](auto tile) {
                    if (const auto one = tiles.find(tile); one != tiles.end())
                        compare(one->second);
                });
            else
                for (auto& [tile, held] : tiles) compare(held);
        }
    }

private:
    using Size = std::pair<int, int>;  // tiles are 2**first rows high and 2**second columns wide
    using Tile = std::uint64_t;

    // The tiles of a size that an area lies on.
    struct TilesOf {
        int top, bottom, left, right;

        TilesOf(const Area& area, const Size& size)
            : top(area.row >> size.first),
              bottom(area.bottom() >> size.first),
              left(area.column >> size.second),
              right(area.right() >> size.second) {}

        std::int64_t count() const { return (bottom - top + 1LL) * (right - left + 1LL); }

        template <class Use>
        void each(Use use) const {
            for (int row = top; row <= bottom; ++row)
                for (int column = left; column <= right; ++column)
                    use(Tile(row) << 32 | unsigned(column));
        }
    };

    struct Hash {
        std::size_t operator()(const Area& area) const {
            const auto start = std::uint64_t(area.row) << 32 | unsigned(area.column);
            const auto size = std::uint64_t(area.height) << 32 | unsigned(area.width);
            return (start * 0x9E3779B97F4A7C15u) ^ (size * 0xC2B2AE3D27D4EB4Fu);
        }
    };

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    std::vector<Area> areas_;
    std::vector<bool> taken_;
    std::unordered_map<Area, int, Hash> numbers_;
    std::map<Size, std::unordered_map<Tile, std::vector<int>>> sizes_;
};

struct Place {
    int row, column;
};

// The formulas that are known to refer to nothing but cells of their own sheet.
//
// First all formulas are added. Words other than cells and ordinary functions are then looked at by
// somebody who knows what they mean; formulas with a word that means something are left to them.
class Dependents {
public:
    void add(const Place& place, std::string text) {
        Formula formula{place, std::move(text), {}, {}};
        bool too_many = false;
        const bool usual = each_word(formula.text, [&](std::string_view word) {
            Area area{0, 0};
            if (read_area(word, area)) {
                add_once(formula.areas, areas_.add(area), area_last_in_);
            } else if (words_.size() == most_words) {
                too_many = true;
            } else if (!calls_plain_function(word)) {
                const auto known = words_.try_emplace(std::string(word), int(words_.size())).first;
                add_once(formula.words, known->second, word_last_in_);
            }
        });
        formula.left = !usual || too_many;
        formulas_.push_back(std::move(formula));
    }

    std::vector<std::string> words() const {
        std::vector<std::string> found;
        for (const auto& [word, number] : words_) found.push_back(word);
        return found;
    }

    // Leave out formulas with one of these words, and those that are hard to read. Returns them.
    std::vector<std::pair<Place, std::string>> leave(const std::vector<std::string>& meaning) {
        std::unordered_set<int> hard;
        for (const auto& word : meaning) hard.insert(words_.at(word));
        std::vector<std::pair<Place, std::string>> left;
        for (std::size_t number = 0; number < formulas_.size(); ++number) {
            Formula& formula = formulas_[number];
            for (const int word : formula.words) formula.left |= hard.contains(word);
            if (formula.left) {
                left.emplace_back(formula.place, std::move(formula.text));
                continue;
            }
            for (const int area : formula.areas) {
                const auto needed = static_cast<std::size_t>(area) + 1;
                if (users_.size() < needed) users_.resize(needed);
                users_[needed - 1].push_back(number);
            }
        }
        return left;
    }

    // The cells of the formulas that depend on an area, directly or through others, and were not
    // found before. After too many steps, all formulas are found.
    std::vector<Place> reached(const Area& area) {
        std::vector<Place> found;
        std::vector<Area> waiting{area};
        std::vector<int> hit;
        while (!waiting.empty()) {
            const Area changed = waiting.back();
            waiting.pop_back();
            hit.clear();
            areas_.take(changed, hit, steps_);
            const auto use = [&](Formula& formula) {
                if (formula.left) return;
                formula.left = true;
                found.push_back(formula.place);
                waiting.push_back({formula.place.row, formula.place.column});
            };
            for (const int number : hit)
                if (static_cast<std::size_t>(number) < users_.size())
                    for (const std::size_t user : users_[static_cast<std::size_t>(number)])
                        use(formulas_[user]);
            if (steps_ > most_steps + each_steps * static_cast<std::int64_t>(formulas_.size())) {
                // The formulas are made to take long. Recalculating too much does no harm.
                for (Formula& formula : formulas_) use(formula);
                break;
            }
        }
        return found;
    }

private:
    static constexpr std::int64_t most_steps = 100'000'000, each_steps = 1000;
    static constexpr std::size_t most_words = 100'000;

    struct Formula {
        Place place;
        std::string text;
        std::vector<int> areas, words;
        bool left = false;  // to somebody else, or found already
    };

    // Add a number to those of the formula in the making. Formulas repeat few of them many times.
    void add_once(std::vector<int>& numbers, int number, std::vector<std::size_t>& last_in) {
        if (last_in.size() <= std::size_t(number)) last_in.resize(std::size_t(number) + 1);
        std::size_t& last = last_in[std::size_t(number)];
        if (last != formulas_.size() + 1) numbers.push_back(number);
        last = formulas_.size() + 1;
    }

    std::vector<Formula> formulas_;
    AreaIndex areas_;
    std::vector<std::vector<std::size_t>> users_;  // of each area
    std::unordered_map<std::string, int> words_;
    std::vector<std::size_t> area_last_in_, word_last_in_;  // formulas counted from 1
    std::int64_t steps_ = 0;
};

}  // namespace xlnono::scan
