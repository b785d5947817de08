// Which namespace owns the memory?
#include "module.hpp"

#include "chat.hpp"

#include <trav/report/table.hpp>

#include <iostream>
#include <string>

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    trav::Objects<> heap;
    auto const table = by_module(trav::dominators(heap, server.roots()));
    trav::print(std::cout, table);
    // [run]

    // 42 messages, 2 rooms, 6 users, their list and their avatars; the cache and its pictures; two control
    // blocks of shared pointers, which both modules hold.
    std::string const text = "text";
    return table.at("chat").objects == 57 && table.at("media").objects == 3 &&
                   table.at("(nobody)").objects == 2 && table.lines.size() == 3 &&
                   module_of(trav::object(text)).empty() && module_of(trav::object(server)) == "chat"
               ? 0
               : 1;
}
