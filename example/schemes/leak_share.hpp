// The memory to charge each suspect with: an object's bytes are divided among the suspects that reach it
// (LeakShare of BLeak: Vilk and Berger, 2018). Objects that other roots reach without them are not charged.
// Any graph with sizes.
#pragma once

#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/shares.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// [scheme]
struct LeakShare {
    std::string suspect;
    std::uint64_t share, alone, all;  // bytes: its share, reached by it alone, reached by it
};
/// The largest share first. `roots` are all other roots.
template <class G>
std::vector<LeakShare> leak_shares(G const& heap, auto const& roots,
                                   trav::RootSets<trav::node_t<G>>& suspects) {
    trav::OtherRoots other_roots{suspects};
    trav::Profiler profiler{heap, suspects, other_roots};
    profiler.sample(roots);
    auto const charged = profiler.profile().where(other_roots == "named");
    trav::Shares const shares{charged, suspects};
    std::vector<LeakShare> list;
    for (auto const& root : suspects.roots())
        list.push_back({root.name, shares.fair_share(root.name), shares.exclusive(root.name).bytes,
                        shares.reachable(root.name).bytes});
    std::ranges::sort(list, std::ranges::greater{}, &LeakShare::share);
    return list;
}
// [scheme]
