// Lists of children beside vectors: their kinds, their growth, and the depth of parts.
#include <trav/graph/detail/child_list.hpp>

#include "catch.hpp"

#include <cstddef>
#include <vector>

using trav::EdgeKind;
using trav::EdgeKinds;
using trav::Object;
using trav::Type;
using trav::detail::ChildList;

namespace {

Type const one, other;
char objects[1000];

std::vector<Object> listed(ChildList const& list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("child list: it keeps any number of children in order", "[unit]") {
    for (std::size_t const count : {0u, 1u, 31u, 32u, 33u, 64u, 65u, 128u, 1000u}) {
        CAPTURE(count);
        ChildList list(EdgeKind::owns);
        std::vector<Object> expected;
        for (std::size_t i = 0; i != count; ++i) {
            expected.push_back({&objects[i], i % 3 == 0 ? &one : &other});
            list.push(expected.back());
            if (i % 29 == 0) CHECK(listed(list) == expected);
        }
        CHECK(listed(list) == expected);
    }
}

TEST_CASE("child list: it has the children of some kinds", "[unit]") {
    for (EdgeKinds const kinds :
         {EdgeKinds(), EdgeKinds(EdgeKind::refers), EdgeKind::owns | EdgeKind::weak | EdgeKind::opaque}) {
        ChildList list(kinds);
        std::vector<Object> expected;
        for (std::size_t i = 0; i != 200; ++i) {
            auto const kind = static_cast<EdgeKind>(i % 4);
            list.add(kind, &objects[i], i % 2 == 0 ? one : other);
            if (kinds.contains(kind)) expected.push_back({&objects[i], i % 2 == 0 ? &one : &other});
        }
        CHECK(listed(list) == expected);
    }
}

TEST_CASE("child list: a part in 64 others is an object of its own", "[unit]") {
    ChildList list(EdgeKind::owns), other_kinds(EdgeKind::refers);
    for (int round = 0; round != 2; ++round) {
        list.enter_object();
        for (int depth = 1; depth != 64; ++depth) CHECK(list.enter(&objects[0], one));
        CHECK(list.begin() + round == list.end());
        CHECK_FALSE(list.enter(&objects[round + 5], other));
        for (int depth = 0; depth != 64; ++depth) list.leave();
    }
    CHECK(listed(list) == std::vector<Object>{{&objects[5], &other}, {&objects[6], &other}});
    for (int depth = 0; depth != 64; ++depth) CHECK(other_kinds.enter(&objects[0], one));
    CHECK_FALSE(other_kinds.enter(&objects[0], one));
    CHECK(listed(other_kinds).empty());
}
