// some_stacks: stacks for the tests of writers.
#pragma once

#include <trav/report/stacks/stacks.hpp>

// server 10 -> cache 0 -> Map 300; server -> Session 200 (4 objects); Map 50; 7 in the unnamed top frame
inline trav::Stacks some_stacks() {
    trav::Stacks stacks;
    auto const server = stacks.below(trav::Stacks::top, "server");
    stacks.add(server, {10, 1});
    stacks.add(stacks.below(stacks.below(server, "cache"), "Map"), {300, 2});
    stacks.add(stacks.below(server, "Session"), {200, 4});
    stacks.add(stacks.below(trav::Stacks::top, "Map"), {50, 1});
    stacks.add(trav::Stacks::top, {7, 1});
    return stacks;
}
