// A game server with memory problems: its types, the captures of its handlers and its leaks in one table,
// which adds up to malloc's total.
#include <trav/allocations.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/coverage.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/report/table.hpp>

#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Entity {
    virtual ~Entity() = default;
    Entity* target = nullptr;
};
struct Player : Entity {
    std::string name;
    std::function<void()> on_death;
};
struct Monster : Entity {
    std::unique_ptr<char[]> mesh;
};

template <>
struct trav::Described<Entity> : trav::Members<&Entity::target> {};
template <>
struct trav::Described<Player> : trav::Extends<Entity, &Player::name, &Player::on_death> {};
template <>
struct trav::Described<Monster> : trav::Extends<Entity, &Monster::mesh> {};

// [track]
TRAV_TRACK_ALLOCATIONS();
// [track]

std::vector<std::unique_ptr<Entity>> players, monsters;

void join(int number) {
    auto player = std::make_unique<Player>();
    player->name = "player number " + std::to_string(number);
    std::vector<Entity*> seen(300, player.get());  // for an unread message: captured by value
    player->on_death = [seen] { std::cout << seen.size() << " have seen it\n"; };
    players.push_back(std::move(player));
}
void spawn() {
    auto rat = std::make_unique<Monster>();
    rat->mesh = std::make_unique<char[]>(20'000);  // each has its own
    rat->target = players.front().get();
    monsters.push_back(std::move(rat));
}
float* camera = nullptr;
void move_camera() {
    camera = new float[16]();  // leaks the previous one
}

std::string name_of(trav::Object const& o) { return trav::as<Player>(o)->name; }

// NOLINTNEXTLINE: the leaks are on purpose
extern "C" char const* __lsan_default_options() { return "detect_leaks=0"; }
int main() {
    for (int i = 0; i != 1000; ++i) join(i), spawn(), move_camera();
#ifdef TRAV_MAY_TRACK_MALLOC
    auto const malloc_says = mallinfo2();
#endif

    // [profile]
    trav::Objects<Player, Monster> const heap;
    auto const all = trav::roots(players, monsters);
    auto const coverage = trav::coverage(heap, all);
    auto type = trav::by_type();
    trav::RootSets<trav::Object> roots{{"players", all[0]}, {"monsters", all[1]}};
    auto retainers = trav::by_retainer<trav::Object>(trav::as<Player>, name_of);
    trav::Biography<trav::Object> life;
    trav::Profiler profiler{heap, type, roots, retainers, life};
    profiler.sample(all);
    trav::print(std::cout, trav::with_unseen(profiler.profile().by(type), coverage));
    // [profile]

    // [leaks]
    std::cout << "seen: " << coverage.share() * 100 << " %\n";
    for (auto const& leak : coverage.leaks)
        std::cout << leak.blocks << " blocks of " << leak.bytes << " bytes from " << leak.site << '\n';
    // [leaks]

    auto const table = trav::with_unseen(profiler.profile().by(type), coverage);
    bool right = table.at("char[]").bytes >= 20'000'000 && table.at("Player").objects == 1000;
    right = right && table.total().bytes == coverage.live.bytes + coverage.outside;
    right = right && table.at("(behind) Player.on_death: std::function<void()>").objects == 2000;
    right = right && coverage.leaks.at(0).bytes == 16 * sizeof(float) && coverage.leaks[0].blocks > 990;
#ifdef TRAV_MAY_TRACK_MALLOC
    auto const named = static_cast<double>(table.total().bytes - table.at("(malloc)").bytes);
    right =
        right && std::abs(named / static_cast<double>(malloc_says.uordblks + malloc_says.hblkhd) - 1) < 0.01;
#endif
    return right ? 0 : 1;
}
