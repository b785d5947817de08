// Which room or user owns it?
#include "nearest_owner.hpp"

#include "chat.hpp"

#include <trav/report/table.hpp>

#include <iostream>
#include <string>

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    trav::Objects<> heap;
    auto const tree = trav::dominators(heap, server.roots());
    auto const table = by_nearest_owner(tree, [](trav::Object const& o) {
        if (auto const* room = trav::as<chat::Room>(o)) return "room " + room->topic;
        if (auto const* user = trav::as<chat::User>(o)) return user->name;
        return std::string();
    });
    trav::print(std::cout, table);
    // [run]

    // The list of users, the cache, its pictures and their blocks have no single owner: both rooms hold them.
    return table.at("room lobby").objects == 13 && table.at("room log").objects == 31 &&
                   table.at("user 3").objects == 2 && table.at("(nobody)").objects == 6 &&
                   table.total() == tree.total() && table.lines.size() == 9
               ? 0
               : 1;
}
