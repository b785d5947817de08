// trav/report/stacks/allocation_stacks.hpp: allocated blocks by call stack, for flame graphs.
//
//     trav::Stacks const stacks = trav::allocation_stacks(trav::live_blocks());   // or some of the blocks
//     trav::write_pprof(file, stacks);                        // write_folded, write_speedscope: likewise
//     trav::allocation_stacks(churn.take())                   // freed blocks: ../../allocations/churn.hpp
//
// Frames are functions, outermost first. A function without a symbol is its file and an address in it, for
// addr2line: `xz+0x4f10`. If allocations are sampled, amounts are estimates. Equal blocks give equal bytes,
// wherever the system has loaded the program.
#pragma once

#include "../../allocations.hpp"
#include "../../profile/symbols.hpp"
#include "stacks.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

/// The requested bytes and the number of the blocks, by their call stacks: of a range of LiveBlock or of
/// Churned. O(blocks log stacks).
template <class Blocks>
Stacks allocation_stacks(Blocks&& blocks) {
    struct Sum {
        std::span<void const* const> site;
        double bytes = 0, blocks = 0;
    };
    std::map<std::pair<void const* const*, std::size_t>, Sum> sites;
    for (auto const& block : blocks) {
        Sum& sum = sites.try_emplace({block.site.data(), block.site.size()}, Sum{block.site}).first->second;
        if constexpr (requires { block.weight; }) {
            sum.bytes += block.weight * static_cast<double>(block.bytes);
            sum.blocks += block.weight;
        } else {
            sum.bytes += static_cast<double>(block.bytes);
            sum.blocks += static_cast<double>(block.blocks);
        }
    }
    detail::Symbols symbols;
    std::unordered_map<void const*, std::string> names;
    std::map<std::vector<std::string>, Amount> amounts;  // sorted, since addresses change from run to run
    for (auto const& [site, sum] : sites) {
        std::vector<std::string> frames;
        for (std::size_t i = sum.site.size(); i-- != 0;) {
            auto const [name, fresh] = names.try_emplace(sum.site[i]);
            if (fresh) name->second = symbols.name(sum.site[i]);
            frames.push_back(name->second);
        }
        if (frames.empty()) frames.emplace_back("?");
        amounts[std::move(frames)] += Amount{static_cast<std::uint64_t>(std::llround(sum.bytes)),
                                             static_cast<std::uint64_t>(std::llround(sum.blocks))};
    }
    Stacks stacks;
    for (auto const& [frames, amount] : amounts) {
        std::size_t frame = Stacks::top;
        for (std::string const& name : frames) frame = stacks.below(frame, name);
        stacks.add(frame, amount);
    }
    return stacks;
}

}  // namespace trav
