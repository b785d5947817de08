// The changes between dumps of objects, and the checks of comparable dumps.
#include "catch.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/compare.hpp>

#include <trav/dump/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::DumpObject;
using heapprof::DumpObjects;
using test::message_of;
using trav::dump::Error;
using trav::dump::IdLife;
using Numbers = std::vector<std::uint64_t>;
using Types = std::vector<std::string>;

// An object; it retains only itself.
DumpObject object(std::uint64_t id, std::uint64_t bytes, std::uint32_t type = 0) {
    return {id, bytes, type, static_cast<heapprof::Node>(100 + id), bytes};
}
DumpObjects dump_of(std::vector<DumpObject> const& objects, std::string const& file = "x") {
    DumpObjects dump{file};
    dump.objects = objects;
    return dump;
}
DumpObjects placed(std::vector<DumpObject> const& objects) {
    DumpObjects dump{"x", IdLife::dump};
    dump.placed = objects;
    return dump;
}

std::string error_of(DumpObjects const& a, DumpObjects const& b) {
    return message_of<Error>([&] { heapprof::check_comparable(a, b); });
}

// Objects 1 to `count`, the first few of another type.
std::vector<DumpObject> numbered(std::uint64_t count, std::uint64_t others = 0) {
    std::vector<DumpObject> all;
    for (std::uint64_t id = 1; id <= count; ++id) all.push_back(object(id, 1, id <= others));
    return all;
}

std::vector<std::pair<std::uint64_t, Numbers>> growth_of(std::vector<DumpObjects> const& dumps) {
    std::vector<std::pair<std::uint64_t, Numbers>> found;
    for (auto const& each : heapprof::growing(dumps)) {
        CHECK(each.last.retained == each.retained.back());  // of the last dump
        found.emplace_back(each.last.id, each.retained);
    }
    return found;
}

}  // namespace

TEST_CASE("heapprof compare: types by growth, then by name, with each dump's bytes and objects", "[unit]") {
    heapprof::TypeNumbers types;
    for (char const* const name : {"same b", "falls", "grows", "same a", "new", "unused"}) types.number(name);
    std::vector<DumpObjects> const dumps{
        dump_of({object(1, 5, 0), object(2, 50, 1), object(3, 10, 2), object(4, 6, 3), object(7, 8, 2)}),
        dump_of({object(1, 5, 0), object(2, 60, 1), object(3, 12, 2), object(4, 9, 3), object(5, 1, 4)}),
        dump_of({object(1, 5, 0), object(3, 20, 2), object(4, 6, 3), object(5, 1, 4), object(6, 30, 2),
                 object(8, 2, 2)})};
    auto const changes = heapprof::changes(dumps, types);
    Types names;
    for (auto const& each : changes) names.push_back(types[each.type]);
    CHECK(names == Types{"grows", "new", "same a", "same b", "unused", "falls"});
    auto const& grows = changes[0];
    CHECK(grows.growth() == 34);
    CHECK(grows.created == trav::Amount{32, 2});
    CHECK(grows.gone == trav::Amount{8, 1});
    CHECK(grows.survived == trav::Amount{20, 1});
    CHECK(grows.bytes == Numbers{18, 12, 52});
    CHECK(grows.objects == Numbers{2, 1, 3});
    CHECK(grows.grew == 1);
    CHECK(changes[1].objects == Numbers{0, 1, 1});
    CHECK(changes[1].grew == 1);
    CHECK(changes[1].created == trav::Amount{1, 1});
    CHECK(changes[2].grew == 1);
    CHECK(changes[3].grew == 0);
    CHECK(changes[4].bytes == Numbers{0, 0, 0});
    CHECK(changes[5].growth() == -50);
    CHECK(changes[5].gone == trav::Amount{50, 1});

    std::vector<DumpObjects> by_path = dumps;
    for (DumpObjects& each : by_path) each.ids = IdLife::dump;
    auto const unknown = heapprof::changes(by_path, types)[0];
    CHECK(unknown.bytes == grows.bytes);
    CHECK((unknown.created + unknown.gone + unknown.survived).objects == 0);
}

TEST_CASE("heapprof compare: objects left behind, and growing ones, largest first, then by id", "[unit]") {
    std::vector<DumpObjects> const dumps{dump_of({object(2, 1), object(3, 10), object(5, 10), object(8, 1)}),
                                         dump_of({object(1, 7), object(2, 2), object(3, 20), object(4, 7),
                                                  object(5, 11), object(6, 9), object(7, 3), object(8, 1)}),
                                         dump_of({object(1, 8), object(2, 3), object(3, 30), object(4, 8),
                                                  object(5, 12), object(6, 90), object(8, 5), object(9, 4)})};
    Numbers left;
    for (auto const& each : heapprof::left_behind(dumps)) {
        left.push_back(each.id);
        CHECK(each.retained >= 8);  // as in the last dump
    }
    CHECK(left == Numbers{6, 1, 4});
    using Growth = std::vector<std::pair<std::uint64_t, Numbers>>;
    CHECK(growth_of(dumps) == Growth{{3, {10, 20, 30}}, {2, {1, 2, 3}}, {5, {10, 11, 12}}});
    CHECK(growth_of({dumps[0], dumps[2]}) == Growth{{3, {10, 30}}, {8, {1, 5}}, {2, {1, 3}}, {5, {10, 12}}});

    // a path may lead to an object of another type
    CHECK(growth_of({placed({object(1, 1), object(2, 1)}), placed({object(1, 9, 1), object(2, 3)})}) ==
          Growth{{2, {1, 3}}});
    CHECK(growth_of({dump_of({object(1, 1)}), dump_of({object(1, 9, 1)})}) == Growth{{1, {1, 9}}});
}

TEST_CASE("heapprof compare: random objects left behind or growing", "[property]") {
    std::mt19937 random(3);
    for (int round = 0; round != 100; ++round) {
        std::vector<std::map<std::uint64_t, DumpObject>> maps(2 + random() % 3);
        std::vector<DumpObjects> dumps;
        for (auto& objects : maps) {
            for (int i = 0; i != 150; ++i) {
                std::uint64_t const id = random() % 100;
                objects[id] = object(id, random() % 9);
            }
            std::vector<DumpObject> sorted;
            for (auto const& each : objects) sorted.push_back(each.second);
            dumps.push_back(dump_of(sorted));
        }
        std::vector<std::pair<std::int64_t, std::uint64_t>> left, grew;  // by size or growth, and id
        for (std::uint64_t id = 0; id != 100; ++id) {
            auto const in = [&](std::size_t d) { return maps[d].contains(id); };
            std::size_t const last = maps.size() - 1;
            auto const retained = [&](std::size_t d) {
                return static_cast<std::int64_t>(maps[d].at(id).retained);
            };
            if (!in(0) && in(1) && in(last)) left.emplace_back(-retained(last), id);
            bool always = in(0);
            for (std::size_t d = 1; d <= last; ++d) always = always && in(d) && retained(d) > retained(d - 1);
            if (always) grew.emplace_back(retained(0) - retained(last), id);
        }
        auto const ids = [](auto& expected) {
            std::ranges::sort(expected);
            Numbers all;
            for (auto const& each : expected) all.push_back(each.second);
            return all;
        };
        Numbers found;
        for (auto const& each : heapprof::left_behind(dumps)) found.push_back(each.id);
        CHECK(found == ids(left));
        found.clear();
        for (auto const& each : heapprof::growing(dumps)) found.push_back(each.last.id);
        CHECK(found == ids(grew));
    }
}

TEST_CASE("heapprof compare: the amounts of several new, gone and surviving objects of a type", "[unit]") {
    heapprof::TypeNumbers types;
    types.number("T");
    std::vector<DumpObjects> const dumps{
        dump_of({object(2, 10), object(3, 20), object(5, 1), object(7, 2), object(9, 4)}),
        dump_of({object(1, 100), object(2, 11), object(3, 22), object(6, 200)})};
    auto const change = heapprof::changes(dumps, types).at(0);
    CHECK(change.created == trav::Amount{300, 2});
    CHECK(change.gone == trav::Amount{7, 3});  // the last ids of all, too
    CHECK(change.survived == trav::Amount{33, 2});
}

TEST_CASE("heapprof compare: the earlier retained sizes of random objects", "[property]") {
    std::mt19937 random(5);
    for (int round = 0; round != 50; ++round) {
        std::map<std::uint64_t, DumpObject> first, last;
        for (int i = 0; i != 40; ++i)
            for (auto* const objects : {&first, &last}) {
                std::uint64_t const id = random() % 60;
                (*objects)[id] = object(id, 1 + random() % 9, random() % 4 == 0);
            }
        auto const sorted = [](auto const& objects) {
            std::vector<DumpObject> all;
            for (auto const& each : objects) all.push_back(each.second);
            return all;
        };
        for (bool const by_path : {false, true}) {
            std::vector<heapprof::Node> nodes;
            Numbers expected;
            for (std::uint64_t id = 60; id-- != 0;) {
                nodes.push_back(static_cast<heapprof::Node>(100 + id));
                if (!last.contains(id)) expected.push_back(heapprof::not_known);
                else if (!first.contains(id)) expected.push_back(by_path ? heapprof::not_known : 0);
                else if (first[id].type != last[id].type) expected.push_back(heapprof::not_known);
                else expected.push_back(first[id].retained);
            }
            auto const dump = [&](auto const& objects) {
                return by_path ? placed(sorted(objects)) : dump_of(sorted(objects));
            };
            CHECK(heapprof::retained_before(dump(first), dump(last), nodes) == expected);
        }
    }
}

TEST_CASE("heapprof compare: programs have half of the types of one of them in common", "[unit]") {
    auto const check = [](Types const& a, Types const& b) {
        return message_of<Error>([&] { heapprof::check_program("1", a, "2", b); });
    };
    CHECK(check({}, {}).empty());
    CHECK(check({"A"}, {}).empty());
    CHECK(check({"A", "B"}, {"B", "C", "D", "E"}).empty());
    CHECK(check({"A", "B", "C", "D"}, {"B", "X"}).empty());
    CHECK(check({"A", "B", "C"}, {"B", "X", "Y", "Z"}) ==
          "2: is of another program than 1: of the 3 types that one of them defines, 1 are in both");
    CHECK(check({"A"}, {"B"}) ==
          "2: is of another program than 1: of the 1 types that one of them defines, 0 are in both");
}

TEST_CASE("heapprof compare: the same process has ids and names in common", "[unit]") {
    DumpObjects const a = dump_of(numbered(20), "1");
    CHECK(error_of(a, dump_of(numbered(20), "2")).empty());
    CHECK(error_of(a, dump_of(numbered(20, 1), "2")).empty());
    CHECK(error_of(a, dump_of(numbered(19, 1), "2")) ==
          "2: of 19 ids that are in 1 as well, 1 are of another type: ids were given anew in between");
    CHECK(error_of(dump_of(numbered(19, 1), "1"), dump_of(numbered(25), "2")) ==
          "2: of 19 ids that are in 1 as well, 1 are of another type: ids were given anew in between");
    CHECK(error_of(a, dump_of({object(21, 1), object(30, 1)}, "2")) == "2: has no object in common with 1");
    CHECK(error_of(a, dump_of({object(20, 1), object(30, 1)}, "2")).empty());
    CHECK(error_of(a, dump_of({}, "2")) == "2: has no object in common with 1");

    DumpObjects other = dump_of(numbered(20), "2");
    other.ids = IdLife::object;
    CHECK(error_of(a, other) == "2: is of another runtime than 1: they cannot be compared");
    DumpObjects path = placed({}), second = placed({});  // has no ids to compare
    CHECK(error_of(path, second).empty());
    path.own_types = {"A"}, second.own_types = {"B"};
    CHECK(error_of(path, second).starts_with("x: is of another program than x: of the 1 types"));

    auto const named = [](std::vector<std::pair<std::uint64_t, std::uint64_t>> const& names,
                          char const* file) {
        DumpObjects dump = dump_of(numbered(3), file);
        dump.named = names;
        return dump;
    };
    // of names 1 to 3 and 9, some have the same id; two objects each have the names 4 and 5 in one dump
    DumpObjects const first = named({{1, 10}, {2, 20}, {3, 30}, {4, 40}, {4, 41}, {5, 50}, {9, 90}}, "1");
    CHECK(error_of(first, named({{1, 10}, {2, 20}, {3, 31}, {9, 91}}, "2")).empty());
    CHECK(error_of(first,
                   named({{1, 10}, {2, 21}, {3, 31}, {4, 40}, {5, 50}, {5, 51}, {6, 60}, {9, 91}}, "2")) ==
          "2: is of another process than 1: of 4 names of one object in both, 1 have the same address");
    CHECK(error_of(named({{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}}, "1"),
                   named({{1, 10}, {2, 20}, {3, 31}, {4, 41}, {5, 51}}, "2")) ==
          "2: is of another process than 1: of 5 names of one object in both, 2 have the same address");
    CHECK(error_of(first, named({{7, 10}}, "2")).empty());
    CHECK(error_of(first, named({}, "2")).empty());
}
