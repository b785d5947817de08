// What each suspect is to be charged with: an object's bytes are divided among the suspects that reach it
// (LeakShare of BLeak: Vilk and Berger, 2018). What others reach as well, without them, is not charged. Any
// graph with sizes.
#pragma once

#include <trav/profile/profiler.hpp>
#include <trav/profile/rest.hpp>
#include <trav/profile/shares.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// [scheme]
struct LeakShare {
    std::string suspect;
    std::uint64_t share, alone, all;  // bytes: its part, what it reaches alone, all that it reaches
};
/// The largest share first. `roots` are all others.
template <class G>
std::vector<LeakShare> leak_shares(G const& heap, auto const& roots,
                                   trav::RootSets<trav::node_t<G>>& suspects) {
    trav::Rest rest{suspects};
    trav::Profiler profiler{heap, suspects, rest};
    profiler.sample(roots);
    auto const charged = profiler.profile().where(rest == "named");
    trav::Shares const shares{charged, suspects};
    std::vector<LeakShare> list;
    for (auto const& root : suspects.roots())
        list.push_back({root.name, shares.fair_share(root.name), shares.exclusive(root.name).bytes,
                        shares.reachable(root.name).bytes});
    std::ranges::sort(list, std::ranges::greater{}, &LeakShare::share);
    return list;
}
// [scheme]
