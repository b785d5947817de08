// How old is what is alive?
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
        // at its place there may have been another message
        server.day([&](chat::Message& message) { profiler.created(trav::object(message)); });
        profiler.sample(server.roots(), day);
    }
    auto const table = profiler.profile().by(age);
    trav::print(std::cout, table);
    // [run]

    // Ten messages of each day are kept, twelve are not. The first day there are 20 other objects as well.
    return table.at("sample 0", 0).objects == 42 && table.at("sample 0", 1).objects == 30 &&
                   table.at("sample 0", 2).objects == 30 && table.at("sample 1", 1).objects == 22 &&
                   table.at("sample 1", 2).objects == 10 && table.at("sample 2", 2).objects == 22 &&
                   table.lines.size() == 3
               ? 0
               : 1;
}
