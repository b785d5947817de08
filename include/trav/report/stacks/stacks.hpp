// trav/report/stacks/stacks.hpp: hierarchical amounts, the input of flame graphs.
//
//     auto const tree = trav::dominators(heap, roots);
//     auto const stacks = trav::dominator_stacks(tree, [](Obj* o) { return o->type; });
//     auto const others = trav::table_stacks(profile.by(roots, type));
//     trav::write_speedscope(file, stacks, "server");     // write_folded, write_pprof: in their own headers
//
// A frame is a name below other names. Its amount excludes the frames below it, so the amounts of all frames
// add up to the heap.
#pragma once

#include "../../profile/amount.hpp"
#include "../../profile/table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// Names below names, each with an amount.
class Stacks {
  public:
    struct Frame {
        std::size_t above;  ///< a smaller number; 0 for the first, which has no name and is above all others
        std::string name;
        Amount own;
    };
    /// The number of the unnamed top frame.
    static constexpr std::size_t top = 0;

    Stacks() : frames_{{top, "", {}}} {}

    /// Returns the frame with this name below another frame; adds it if there is none.
    std::size_t below(std::size_t above, std::string_view name) {
        auto const text = numbers_.try_emplace(std::string(name), numbers_.size()).first;
        auto const [at, is_new] = below_.try_emplace({above, text->second}, frames_.size());
        if (is_new) frames_.push_back({above, text->first, {}});
        return at->second;
    }
    void add(std::size_t frame, Amount const& amount) { frames_[frame].own += amount; }

    /// All frames. Each frame comes after the frame above it.
    std::span<Frame const> frames() const { return frames_; }
    /// The numbers of the frames from the topmost named frame to this one. O(depth).
    std::vector<std::size_t> stack(std::size_t frame) const {
        std::vector<std::size_t> upwards;
        for (; frame != top; frame = frames_[frame].above) upwards.push_back(frame);
        return {upwards.rbegin(), upwards.rend()};
    }
    Amount total() const {
        Amount all;
        for (Frame const& frame : frames_) all += frame.own;
        return all;
    }

    /// A copy without the frames that have fewer than `least_bytes`, including the frames below them. Their
    /// amounts go to the frame above. O(frames).
    Stacks without_small(std::uint64_t least_bytes) const {
        std::vector<Amount> own(frames_.size());
        std::vector<std::uint64_t> bytes(frames_.size());
        for (std::size_t i = frames_.size(); i-- != 1;) {
            own[i] += frames_[i].own, bytes[i] += frames_[i].own.bytes;
            bytes[frames_[i].above] += bytes[i];
            if (bytes[i] < least_bytes) own[frames_[i].above] += std::exchange(own[i], {});
        }
        Stacks result;
        std::vector<std::size_t> kept(frames_.size());
        result.add(top, own[top] + frames_[top].own);
        for (std::size_t i = 1; i != frames_.size(); ++i) {
            if (bytes[i] < least_bytes) continue;
            kept[i] = result.below(kept[frames_[i].above], frames_[i].name);
            result.add(kept[i], own[i]);
        }
        return result;
    }

  private:
    using Key = std::pair<std::size_t, std::size_t>;
    struct Hash {
        std::size_t operator()(Key const& key) const {
            return (key.first * 0x9E3779B97F4A7C15u) ^ (key.second + (key.first >> 7));
        }
    };

    std::vector<Frame> frames_;
    std::unordered_map<std::string, std::size_t> numbers_;  // numbers of names
    std::unordered_map<Key, std::size_t, Hash> below_;
};

/// Converts the lines of a table, in one sample: the texts of each line are a stack.
inline Stacks table_stacks(Table const& table, std::size_t sample = 0) {
    Stacks result;
    for (auto const& line : table.lines) {
        std::size_t frame = Stacks::top;
        for (auto const& text : line.texts) frame = result.below(frame, text);
        result.add(frame, line.amounts.at(sample));
    }
    return result;
}

/// Converts a dominator tree: each object is below its dominator, under its label; label(node) returns a
/// text. Adjacent objects with the same label share a frame. Objects deeper than `deepest` frames belong to
/// the last frame, so a long list does not become a tower. O(objects) look-ups.
template <class Tree, class Label>
Stacks dominator_stacks(Tree const& tree, Label label, std::size_t deepest = 64) {
    struct Open {
        std::size_t frame, depth;
    };
    Stacks result;
    std::vector<Open> open{{Stacks::top, 0}};  // by the number of dominators
    tree.walk([&](auto const& at) {
        open.resize(at.depth + 1);
        Open here = open.back();
        std::string const name(label(at.node));
        bool const same = here.depth != 0 && result.frames()[here.frame].name == name;
        if (!same && here.depth != deepest) here = {result.below(here.frame, name), here.depth + 1};
        result.add(here.frame, at.own);
        open.push_back(here);
    });
    return result;
}

}  // namespace trav
