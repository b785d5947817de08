// How is shared memory divided among suspects?
#include "leak_share.hpp"

#include "chat.hpp"

#include <trav/report/text.hpp>
#include <trav/traverse_heap.hpp>

#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Collect {
    std::unordered_set<trav::Object> all{};
    void visit(auto& here) { all.insert(here.node); }
};
/// By the definition: counts the suspects that reach an object with a walk from each.
std::map<std::string, double> by_definition(trav::RootSets<trav::Object> const& suspects) {
    trav::Objects<> const heap;
    std::map<std::string, Collect> reached;
    std::unordered_map<trav::Object, int> suspects_of;
    for (auto const& root : suspects.roots()) {
        trav::traverse(heap, std::vector{root.node()}, reached[root.name]);
        for (auto const& o : reached[root.name].all) ++suspects_of[o];
    }
    std::map<std::string, double> shares;
    for (auto const& [name, collected] : reached)
        for (auto const& o : collected.all)
            shares[name] += static_cast<double>(heap.size(o)) / suspects_of[o];
    return shares;
}

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    trav::Objects<> heap;
    trav::RootSets<trav::Object> suspects{{"lobby", trav::object(server.lobby)},
                                          {"log", trav::object(server.log)},
                                          {"cache", trav::object(server.cache)}};
    auto const shares = leak_shares(heap, trav::roots(server.users), suspects);
    trav::TextTable text{{"suspect", "share", "alone", "all"}};
    for (auto const& [suspect, share, alone, all] : shares)
        text.row({suspect, trav::humanised(share), trav::humanised(alone), trav::humanised(all)});
    std::cout << text.str();
    // [run]

    // Users reach the rooms, and everything else through them.
    auto const expected = by_definition(suspects);
    bool right = shares.size() == 3;
    for (auto const& line : shares)
        right = right && std::abs(static_cast<double>(line.share) - expected.at(line.suspect)) < 8 &&
                line.alone <= line.share && line.share <= line.all;
    return right ? 0 : 1;
}
