// Questions about a heap: paths to one object, paths to many, and assertions for tests.
#include <trav/check.hpp>
#include <trav/graph/objects.hpp>
#include <trav/path.hpp>
#include <trav/profile/dominator.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Session {
    std::string user;
    bool open = true;
    std::shared_ptr<Session> previous{};
};
struct Room {
    std::map<std::string, std::shared_ptr<Session>> guests;
};
struct Cache {
    std::map<int, std::unique_ptr<char[]>> pictures;
};
struct Server {
    std::vector<std::unique_ptr<Room>> rooms;
    std::vector<std::shared_ptr<Session>> history;
    Cache cache;

    void visit(std::string const& user) {
        auto const session = std::make_shared<Session>(Session{user});
        rooms[0]->guests[user] = session;
        history.push_back(session);
        rooms[0]->guests.erase(user);
        session->open = false;
    }
};

template <>
struct trav::Described<Session> : trav::Members<&Session::user, &Session::previous> {};
template <>
struct trav::Described<Room> : trav::Members<&Room::guests> {};
template <>
struct trav::Described<Cache> : trav::Members<&Cache::pictures> {};
template <>
struct trav::Described<Server> : trav::Members<&Server::rooms, &Server::history, &Server::cache> {};

int main() {
    Server server;
    for (int i = 0; i != 3; ++i) server.rooms.push_back(std::make_unique<Room>());
    for (int i = 0; i != 8; ++i) server.cache.pictures[i] = std::make_unique<char[]>(100'000);
    auto ann = std::make_shared<Session>(Session{"ann"});
    for (int i = 0; i != 20; ++i) {
        ann->open = false;
        ann = std::make_shared<Session>(Session{"ann", true, ann});
    }
    server.rooms[2]->guests["ann"] = ann;
    for (int i = 0; i != 30; ++i) server.visit("guest");

    // [path]
    trav::Objects<> const heap;
    trav::Object const wanted = trav::object(*server.history[7]);
    std::cout << trav::path(heap, trav::roots(server), wanted);
    std::cout << trav::path(heap, trav::roots(server), trav::object(*ann->previous));
    // [path]

    // [paths]
    for (auto const& path : trav::paths(heap, trav::roots(server, *server.rooms[2]), trav::object(*ann)))
        std::cout << trav::text(path) << '\n';
    // [paths]

    // [tree]
    std::vector<trav::Object> closed;
    trav::traverse(heap, trav::roots(server), [&](auto& here) {
        auto const* const session = trav::as<Session>(here.node);
        if (here.first && session && !session->open) closed.push_back(here.node);
    });
    trav::print(std::cout, trav::path_tree(heap, trav::roots(server), closed));
    // [tree]

    // [dominators]
    auto const tree = trav::dominators(heap, trav::roots(server));
    for (trav::Object const& holder : tree.dominators(trav::object(*ann->previous)))
        std::cout << holder.type->name() << ' ' << tree.retained(holder).objects << '\n';
    // [dominators]

    // [unreachable]
    server.rooms[2]->guests.erase("ann");
    std::cout << trav::unreachable(ann, trav::from(server)) << '\n';
    std::cout << trav::unreachable(server.history[7], trav::from(server));
    // [unreachable]

    // [exclusive]
    using namespace trav::literals;
    auto const held = trav::exclusive(trav::in(server), server.cache);
    if (held > 500_KiB) std::cout << held;
    // [exclusive]

    // [types]
    auto const none = trav::none_of_type<Session>(trav::in(server.rooms, server.cache));
    auto const pictures = trav::retained_by(server.cache.pictures[0], {"Server"}, trav::in(server));
    std::cout << none << '\n' << pictures << '\n';
    // [types]

    // [growth]
    std::cout << trav::no_growth(trav::in(server), [&] { server.visit("guest"); });
    // [growth]

    return none && pictures && closed.size() == 50 && held > 800'000 ? 0 : 1;
}
