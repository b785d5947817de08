// Named roots that are known only at run time: one for each room of a server.
#include <trav/graph/objects.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/report/table.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using Message = std::shared_ptr<std::string>;
struct Room {
    std::vector<Message> messages;
};
struct Server {
    std::map<std::string, std::unique_ptr<Room>> rooms;
};
template <>
struct trav::Described<Room> : trav::Members<&Room::messages> {};
template <>
struct trav::Described<Server> : trav::Members<&Server::rooms> {};

int main() {
    Server server;
    auto const news = std::make_shared<std::string>(1000, 'n');
    for (std::string const name : {"hall", "kitchen"}) {  // read from a file, say
        auto& room = server.rooms[name] = std::make_unique<Room>();
        room->messages = {news, std::make_shared<std::string>(500, 'm')};
    }

    // [roots]
    using ByRoom = trav::RootSets<trav::Object>;
    std::vector<ByRoom::Root> named;
    for (auto const& [name, room] : server.rooms)
        named.emplace_back(name, [&rooms = server.rooms, key = name] {  // called at each sample
            auto const found = rooms.find(key);
            return found == rooms.end() ? trav::Object{} : trav::object(*found->second);
        });
    ByRoom by_room(std::move(named));

    trav::Objects<> const heap;
    trav::Profiler profiler{heap, by_room};
    profiler.sample(trav::roots(server), 0);
    server.rooms.erase("kitchen");
    profiler.sample(trav::roots(server), 1);
    trav::print(std::cout, profiler.profile().by(by_room));
    // [roots]

    auto const table = profiler.profile().by(by_room);
    return table.at("hall,kitchen", 0).objects == 2 && table.at("hall", 1).objects == 5 ? 0 : 1;
}
