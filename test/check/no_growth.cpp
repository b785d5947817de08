#include <trav/check/no_growth.hpp>

#include <trav/graph/from.hpp>

#include "catch.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

using trav::in;
using trav::no_growth;

namespace {

struct Session {
    char note[32] = {};
};
struct Room {
    std::map<int, std::unique_ptr<Session>> guests;
};
struct Hotel {
    std::vector<std::unique_ptr<Room>> rooms;
    std::vector<std::unique_ptr<Session>> cache;
    std::string log;
};

}  // namespace

template <>
struct trav::Described<Session> : trav::Members<> {};
template <>
struct trav::Described<Room> : trav::Members<&Room::guests> {};
template <>
struct trav::Described<Hotel> : trav::Members<&Hotel::rooms, &Hotel::cache, &Hotel::log> {};

TEST_CASE("no growth: lists growth by type, and a path to one new object", "[unit]") {
    Hotel hotel;
    hotel.rooms.push_back(std::make_unique<Room>());
    hotel.rooms.push_back(std::make_unique<Room>());
    int guest = 0;
    auto const arrive = [&] { hotel.rooms[1]->guests[guest++] = std::make_unique<Session>(); };
    auto const answer = no_growth(in(hotel), arrive, 3);
    CHECK(guest == 4);
    CHECK(!answer);
    CHECK(answer.why.find("3 calls left more behind:\n"
                          "type     objects   bytes\n"
                          "Room          +0  +") == 0);  // the nodes of its map
    CHECK(answer.why.find("\nSession       +3   +96 B\n"
                          "one of them:\n"
                          "Hotel.rooms[1] -> Room\n"
                          "Room.guests[") != std::string::npos);
    CHECK(answer.why.find("rooms[0]") == std::string::npos);
}

TEST_CASE("no growth: caches may fill in the first call, and objects may come and go", "[unit]") {
    Hotel hotel;
    int calls = 0;
    CHECK(no_growth(in(hotel), [&] {
        if (hotel.cache.empty()) hotel.cache.push_back(std::make_unique<Session>());
        hotel.rooms.clear();
        hotel.rooms.push_back(std::make_unique<Room>());
        ++calls;
    }));
    CHECK(calls == 6);
    CHECK(no_growth(in(hotel), [&] { hotel.cache.clear(); }));
    CHECK(no_growth(in(hotel), [&] { hotel.cache.clear(); }, 0));
}

TEST_CASE("no growth: a growing buffer is noticed", "[unit]") {
    Hotel hotel;
    auto const answer = no_growth(in(hotel), [&] { hotel.log.append(100, '.'); }, 20);
    CHECK(!answer);
    CHECK(answer.why.find("\nHotel       +0  ") != std::string::npos);
    CHECK(answer.why.find("one of them:\nHotel is a root\n") != std::string::npos);
}

TEST_CASE("no growth: works for a graph without sizes", "[unit]") {
    int last = 0;
    auto const graph = trav::graph<int>([&](int n, auto&& sink) {
        if (n < last) sink(n + 1);
    });
    CHECK(no_growth(in(graph, 0), [&] { last = 7; }));
    auto const answer = no_growth(in(graph, 0), [&] { ++last; }, 1);
    CHECK(answer.why == "1 call left more behind:\n"
                        "type  objects  bytes\n"
                        "9          +1      0\n"
                        "one of them:\n"
                        "0[0] -> 1\n1[0] -> 2\n2[0] -> 3\n3[0] -> 4\n4[0] -> 5\n5[0] -> 6\n6[0] -> 7\n"
                        "7[0] -> 8\n8[0] -> 9\n");
}
