// What does each object retain, as a tree?
#include "biggest.hpp"

#include "chat.hpp"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    trav::Objects<> heap;
    auto const tree = trav::dominators(heap, server.roots());
    auto const text =
        Biggest{.children = 3, .levels = 2}.text(tree, [&](auto const& o) { return heap.label(o); });
    std::cout << text;
    // [run]

    // Pictures and the list of users are the largest, because no room holds a picture alone. Each user holds
    // an avatar.
    std::istringstream lines(text);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) names.push_back(line.substr(0, line.find("  ", 2)));
    return names == std::vector<std::string>{"object",        "media::Picture", "chat::Users",
                                             "  chat::User",  "  chat::User",   "  chat::User",
                                             "media::Picture"}
               ? 0
               : 1;
}
