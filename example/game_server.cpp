// A program of many types: its structs described; its heap by type, by opaque member and by holder; as a file
// for heapprof, and drawn over time.
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/unseen.hpp>
#include <trav/report/heapsnapshot.hpp>
#include <trav/report/table.hpp>

#include <trav/report/hp/hp.hpp>
#include <trav/report/plot/svg.hpp>

#include <cstddef>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// [types]
struct Item {
    std::string name;
    std::shared_ptr<std::string> icon;
};
struct Entity {
    virtual ~Entity() = default;
    Entity* target = nullptr;
};
struct Player : Entity {
    std::map<std::string, std::unique_ptr<Item>> bag;
    std::function<void()> on_death;
};
struct Monster : Entity {
    std::vector<Item> loot;
    std::unique_ptr<char[]> mesh;
};
struct Server {
    std::vector<std::unique_ptr<Entity>> entities;
};
// [types]

// [described]
template <>
struct trav::Described<Item> : trav::Members<&Item::name, &Item::icon> {};
template <>
struct trav::Described<Entity> : trav::Members<&Entity::target> {};
template <>
struct trav::Described<Player> : trav::Extends<Entity, &Player::bag, &Player::on_death> {};
template <>
struct trav::Described<Monster> : trav::Extends<Entity, &Monster::loot, &Monster::mesh> {};
template <>
struct trav::Described<Server> : trav::Members<&Server::entities> {};
// [described]

std::unique_ptr<Monster> new_rat() {
    auto rat = std::make_unique<Monster>();
    rat->mesh = std::make_unique<char[]>(10'000);
    return rat;
}
/// A minute: every player finds a sword, and four rats come.
void play(Server& server, int minute) {
    for (auto const& entity : server.entities)
        if (auto* const player = dynamic_cast<Player*>(entity.get()))
            player->bag["found in minute " + std::to_string(minute)] =
                std::make_unique<Item>(Item{"a sword of some length", nullptr});
    for (int i = 0; i != 4; ++i) server.entities.push_back(new_rat());
}

int main() {
    Server server;
    auto const icon = std::make_shared<std::string>(5000, '#');
    for (int i = 0; i != 100; ++i) {
        auto player = std::make_unique<Player>();
        player->bag["left hand"] = std::make_unique<Item>(Item{"a sword of some length", icon});
        player->on_death = [=] { std::cout << "player " << i << " has died\n"; };
        auto rat = new_rat();
        rat->loot = {{"a tail", nullptr}, {"a tooth", icon}};
        rat->target = player.get();
        server.entities.push_back(std::move(player));
        server.entities.push_back(std::move(rat));
    }

    // [profile]
    trav::Objects<Player, Monster> const heap;  // the classes that an Entity* may point to
    auto type = trav::by_type();
    trav::Profiler profiler{heap, type};
    profiler.sample(trav::roots(server));
    auto const table = profiler.profile().by(type);
    trav::print(std::cout, table);
    // [profile]

    // [unseen]
    auto const unseen = trav::unseen(heap, trav::roots(server));
    for (auto const& [member, amount] : unseen) std::cout << amount.objects << '\t' << member << '\n';
    // [unseen]

    // [edges]
    Entity const& rat = *server.entities[1];
    trav::Object const monster = trav::resolve(heap, trav::object(rat));
    heap.edges(monster, [](trav::NamedEdge const& edge) {
        std::cout << edge.from.type->name() << '.' << edge.label() << " -> " << edge.to.type->name() << '\n';
    });
    // [edges]

    // [dominators]
    trav::Objects<Player, Monster> const owners(trav::EdgeKind::owns);
    auto const tree = trav::dominators(owners, trav::roots(server));
    std::cout << "a rat holds " << tree.retained(monster).bytes << " bytes\n";
    // [dominators]

    // [snapshot]
    std::ofstream file("game.heapsnapshot");
    trav::write_heapsnapshot(file, heap, {{"server", trav::object(server)}});
    // [snapshot]

    // [picture]
    trav::Profiler history{heap, type};
    for (int minute = 0; minute != 20; ++minute) {
        history.sample(trav::roots(server), minute);
        play(server, minute);
    }
    auto const over_time =
        trav::hp_file(history.profile().by(type), {.job = "game server", .sample_unit = "minutes"});
    std::ofstream picture("game_server.svg");
    trav::plot::write_svg(picture, trav::plot::traces(over_time));
    // [picture]

    return table.at("Player").objects == 100 && table.at("char[]").bytes >= 1'000'000 && unseen.size() == 1 &&
                   tree.retained(monster).objects == 2 && table.at("std::string").objects == 1
               ? 0
               : 1;
}
