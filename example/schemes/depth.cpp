// How far from the roots is it?
#include "depth.hpp"

#include "chat.hpp"

#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

/// The depths of a list of a million nodes with a shortcut, a graph of plain pointers.
bool counts_a_long_list() {
    struct Link {
        Link* next;
        Link* far;
    };
    std::vector<Link> list(1'000'000);
    for (std::size_t i = 0; i + 1 != list.size(); ++i) list[i].next = &list[i + 1];
    list[10].far = &list[900'000];
    ByDepth<Link*> depth;
    trav::Profiler profiler{trav::sized(trav::Via<&Link::next, &Link::far>{}, [](Link*) { return 1; }),
                            depth};
    profiler.sample({list.data()});
    auto const table = profiler.profile().by(depth);
    // 10 is at depth 10, 900,000 at 11, and 899,999 is the last node that only the chain reaches
    return table.at("5").objects == 1 && table.at("11").objects == 2 && table.at("100010").objects == 2 &&
           table.at("100011").objects == 1 && table.at("899999").objects == 1 &&
           table.at("900000").objects == 0 && table.total().objects == 1'000'000;
}

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    trav::Objects<> heap;
    ByDepth<trav::Object> depth;
    auto type = trav::by_type();
    trav::Profiler profiler{heap, depth, type};
    profiler.sample(server.roots());
    trav::print(std::cout, profiler.profile().by(depth, type));
    // [run]

    // users and their avatars, ten messages and thirty, pictures with their blocks; a reply, and its reply
    auto const table = profiler.profile().by(depth);
    return table.at("0").objects == 4 && table.at("1").objects == 50 && table.at("2").objects == 7 &&
                   table.at("3").objects == 1 && table.lines.size() == 4 && counts_a_long_list()
               ? 0
               : 1;
}
