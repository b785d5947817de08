// How old are the live objects?
#include "age.hpp"

#include "chat.hpp"

#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <iostream>

int main() {
    chat::Server server;
    // [run]
    trav::Objects<> heap;
    ByAge<trav::Object> age;
    trav::Profiler profiler{heap, age};
    for (int day = 0; day != 3; ++day) {
        // a new message may have the address of an old one
        server.day([&](chat::Message& message) { profiler.created(trav::object(message)); });
        profiler.sample(server.roots(), day);
    }
    auto const table = profiler.profile().by(age);
    trav::print(std::cout, table);
    // [run]

    // Of each day, ten messages are kept and twelve are not. The first day adds 20 other objects.
    return table.at("sample 0", 0).objects == 42 && table.at("sample 0", 1).objects == 30 &&
                   table.at("sample 0", 2).objects == 30 && table.at("sample 1", 1).objects == 22 &&
                   table.at("sample 1", 2).objects == 10 && table.at("sample 2", 2).objects == 22 &&
                   table.lines.size() == 3
               ? 0
               : 1;
}
