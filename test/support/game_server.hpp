// A game server of a dozen types, with a handwritten list of every object and every edge.
#pragma once

#include <trav/graph/objects.hpp>

#include <any>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace game {

struct Look {
    std::string model;
    std::unique_ptr<char[]> pixels;
};
struct Item {
    std::string name;
    std::shared_ptr<Look> look;
};
struct Zone;
struct Entity {
    virtual ~Entity() = default;
    int health = 100;
    Zone* zone = nullptr;
    Entity* target = nullptr;
};
struct Quest {
    Entity* giver = nullptr;
    std::function<void()> on_done;
};
struct Pet {
    std::weak_ptr<Look> look;
};
struct Guild {
    std::vector<Entity*> members;
};
struct Player : Entity {
    std::map<std::string, std::unique_ptr<Item>> bag;
    std::optional<Quest> quest;
    std::variant<std::monostate, Guild*, std::unique_ptr<Pet>> bond;
};
struct Drop {
    int chance = 0;
    std::shared_ptr<Item> item;
};
struct Monster : Entity {
    std::vector<Drop> drops;
};
/// The second base class of a Boss.
struct Named {
    virtual ~Named() = default;
    std::string title;
};
struct Boss : Monster, Named {
    std::list<std::pair<int, Player*>> hate;
};
/// Not described: seen as a Monster.
struct Ghost : Monster {
    Item* secret = nullptr;
};
struct Zone {
    std::vector<std::unique_ptr<Entity>> entities;
    std::map<int, Zone*> doors;
    Named* ruler = nullptr;
};
struct Server {
    std::list<Zone> zones;
    std::map<std::string, Guild> guilds;
    std::any settings;
};

}  // namespace game

template <>
struct trav::Described<game::Look> : trav::Members<&game::Look::model, &game::Look::pixels> {};
template <>
struct trav::Described<game::Item> : trav::Members<&game::Item::name, &game::Item::look> {};
template <>
struct trav::Described<game::Entity> : trav::Members<&game::Entity::zone, &game::Entity::target> {};
template <>
struct trav::Described<game::Quest> : trav::Members<&game::Quest::giver, &game::Quest::on_done> {};
template <>
struct trav::Described<game::Pet> : trav::Members<&game::Pet::look> {};
template <>
struct trav::Described<game::Guild> : trav::Members<&game::Guild::members> {};
template <>
struct trav::Described<game::Player>
    : trav::Extends<game::Entity, &game::Player::bag, &game::Player::quest, &game::Player::bond> {};
template <>
struct trav::Described<game::Drop> : trav::Members<&game::Drop::item> {};
template <>
struct trav::Described<game::Monster> : trav::Extends<game::Entity, &game::Monster::drops> {};
template <>
struct trav::Described<game::Named> : trav::Members<&game::Named::title> {};
template <>
struct trav::Described<game::Boss> : trav::Extends<game::Monster, &game::Boss::title, &game::Boss::hate> {};
template <>
struct trav::Described<game::Ghost> : trav::Extends<game::Monster, &game::Ghost::secret> {};
template <>
struct trav::Described<game::Zone>
    : trav::Members<&game::Zone::entities, &game::Zone::doors, &game::Zone::ruler> {};
template <>
struct trav::Described<game::Server>
    : trav::Members<&game::Server::zones, &game::Server::guilds, &game::Server::settings> {};

namespace game {

using Heap = trav::Objects<Player, Monster, Boss>;

/// An expected edge.
struct Expected {
    trav::Object from;
    std::string label;
    trav::Object to;
    trav::EdgeKind kind;
    bool operator==(Expected const&) const = default;
};

/// Two zones, a player with two items and a quest, another with a pet, a boss and a monster.
struct World {
    Server server;
    std::shared_ptr<Look> look = std::make_shared<Look>();
    Zone& town = server.zones.emplace_back();
    Zone& cave = server.zones.emplace_back();
    Player& ann = add<Player>(town);
    Player& bob = add<Player>(town);
    Monster& rat = add<Monster>(cave);
    Boss& dragon = add<Boss>(cave);
    Guild& guild = server.guilds["wolves"];
    Item& sword = *(ann.bag["left hand"] = std::make_unique<Item>());
    Item& apple = *(ann.bag["pocket"] = std::make_unique<Item>());
    Pet& cat = *std::get<2>(bob.bond = std::make_unique<Pet>());
    std::shared_ptr<Item> tail = std::make_shared<Item>();

    World() {
        look->pixels = std::make_unique<char[]>(5000);
        town.doors[7] = &cave;
        cave.doors[-1] = &town;
        cave.ruler = &dragon;
        ann.zone = bob.zone = &town;
        ann.target = &rat;
        ann.quest = Quest{&bob, [this] { ann.quest.reset(); }};
        ann.bond = &guild;
        guild.members = {&ann, nullptr, &bob};
        sword.look = tail->look = look;
        cat.look = look;
        rat.drops = {{50, nullptr}, {3, tail}};
        dragon.drops = {{100, tail}};
        dragon.hate = {{2, &ann}, {9, &bob}};
        server.settings = 42;
    }
    World(World const&) = delete;

    template <class T>
    static T& add(Zone& zone) {
        return static_cast<T&>(*zone.entities.emplace_back(std::make_unique<T>()));
    }

    /// All objects reachable from the server by owners and references.
    std::vector<trav::Object> objects() const {
        using trav::object;
        return {object(server), object(ann),   object(bob), object(rat),   object(dragon), object(guild),
                object(sword),  object(apple), object(cat), object(*look), object(*tail),  pixels(),
                object(town),   object(cave),  block(look), block(tail)};
    }
    /// The control block of a shared_ptr.
    static trav::Object block(auto const& pointer) {
        return {trav::detail::shared_block(pointer), &trav::type_of<trav::detail::SharedBlock>};
    }
    trav::Object pixels() const { return {look->pixels.get(), &trav::type_of<trav::detail::NewArray<char>>}; }
    /// The edges of these objects.
    std::vector<Expected> edges() const {
        using trav::object;
        using enum trav::EdgeKind;
        auto const& quest = *ann.quest;
        return {
            // zones and guilds are part of the server
            {object(server), "zones[0].entities[0]", object(ann), owns},
            {object(server), "zones[0].entities[1]", object(bob), owns},
            {object(server), "zones[0].doors[7]", object(cave), refers},
            {object(server), "zones[1].entities[0]", object(rat), owns},
            {object(server), "zones[1].entities[1]", object(dragon), owns},
            {object(server), "zones[1].doors[-1]", object(town), refers},
            {object(server), "zones[1].ruler", object(dragon), refers},
            {object(server), "guilds[\"wolves\"].members[0]", object(ann), refers},
            {object(server), "guilds[\"wolves\"].members[2]", object(bob), refers},
            {object(server), "settings", object(server.settings), opaque},
            // but pointers to them find them
            {object(town), "entities[0]", object(ann), owns},
            {object(town), "entities[1]", object(bob), owns},
            {object(town), "doors[7]", object(cave), refers},
            {object(cave), "entities[0]", object(rat), owns},
            {object(cave), "entities[1]", object(dragon), owns},
            {object(cave), "doors[-1]", object(town), refers},
            {object(cave), "ruler", object(dragon), refers},
            {object(guild), "members[0]", object(ann), refers},
            {object(guild), "members[2]", object(bob), refers},
            {object(ann), "zone", object(town), refers},
            {object(ann), "target", object(rat), refers},
            {object(ann), "bag[\"left hand\"]", object(sword), owns},
            {object(ann), "bag[\"pocket\"]", object(apple), owns},
            {object(ann), "quest.giver", object(bob), refers},
            {object(ann), "quest.on_done", object(quest.on_done), opaque},
            {object(ann), "bond", object(guild), refers},
            {object(bob), "zone", object(town), refers},
            {object(bob), "bond", object(cat), owns},
            {object(cat), "look", object(*look), weak},
            {object(cat), "look", block(look), owns},
            {object(rat), "drops[1].item", object(*tail), owns},
            {object(rat), "drops[1].item", block(tail), owns},
            {object(dragon), "drops[0].item", object(*tail), owns},
            {object(dragon), "drops[0].item", block(tail), owns},
            {object(dragon), "hate[0].second", object(ann), refers},
            {object(dragon), "hate[1].second", object(bob), refers},
            {object(sword), "look", object(*look), owns},
            {object(sword), "look", block(look), owns},
            {object(*tail), "look", object(*look), owns},
            {object(*tail), "look", block(look), owns},
            {object(*look), "pixels", pixels(), owns},
        };
    }
};

}  // namespace game
