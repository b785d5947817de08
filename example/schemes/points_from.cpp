// Which types grow, and which types refer to them?
#include "points_from.hpp"

#include "chat.hpp"

#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

#include <iostream>

int main() {
    chat::Server server;
    // [run]
    trav::Objects<> heap;
    auto type = trav::by_type();
    PointsFrom from([&](trav::Object const& o) { return heap.label(o); });
    trav::Profiler profiler{heap, type, from};
    for (int day = 0; day != 3; ++day) {
        server.days(1);
        profiler.sample(server.roots(), day);
    }
    auto const table = profiler.profile().by(type, from);
    trav::print(std::cout, growing(table));
    // [run]

    auto const grown = growing(table);
    auto const objects = [&](char const* of, char const* by) { return table.at({of, by}, 2).objects; };
    return objects("chat::Message", "chat::Room") == 40 && objects("chat::Message", "chat::Message") == 2 &&
                   objects("media::Picture", "chat::Message,media::Cache") +
                           objects("media::Picture", "media::Cache,chat::Message") ==
                       2 &&
                   objects("chat::Users", "roots alone") == 1 && objects("chat::Room", "chat::User") == 2 &&
                   table.total(2).objects == 62 && grown.lines.size() <= 2 &&
                   grown.at({"chat::Message", "chat::Room"}, 0).objects == 20
               ? 0
               : 1;
}
