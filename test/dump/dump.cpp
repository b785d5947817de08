#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/dump.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace trav::dump;

namespace {

// Each of these lacks one required member of a dump.
struct NoEdge {};
struct NoSource : SmallDump {
    void source() const = delete;
};
struct NoNodeCount : SmallDump {
    void node_count() const = delete;
};
struct NoEdgeCount : SmallDump {
    void edge_count() const = delete;
};
struct NoSize : SmallDump {
    void size(Node) const = delete;
};
struct TypeIsText : SmallDump {
    std::string type(Node) const { return ""; }
};
struct NoTypeName : SmallDump {
    void type_name(int) const = delete;
};
struct NoRoots : SmallDump {
    void for_each_root(auto) const = delete;
};
struct NoEdges : SmallDump {
    void for_each_edge(Node, auto) const = delete;
};
struct EdgeWithoutTarget : SmallDump {
    struct Edge {
        Node from;
    };
    void for_each_edge(Node, auto f) const { f(Edge{}); }
};
static_assert(!Dump<int> && !Dump<NoEdge> && !Dump<NoSource> && !Dump<NoNodeCount> && !Dump<NoEdgeCount>);
static_assert(!Dump<NoSize> && !Dump<TypeIsText> && !Dump<NoTypeName> && !Dump<NoRoots> && !Dump<NoEdges>);
static_assert(!Dump<EdgeWithoutTarget>);
static_assert(Dump<SmallDump> && Dump<FullDump>);

SmallDump const small;
FullDump const full;

}  // namespace

TEST_CASE("dump: the required members", "[unit]") {
    CHECK(roots(small) == std::vector<Node>{0, 3});
    CHECK(total_size(small) == 100 + 10 + 20 + 30);
    CHECK(type_name(small, 0) == "Game");
    CHECK(type_name(small, 2) == "Level");
}

TEST_CASE("dump: optional members have a default", "[unit]") {
    auto const edge = SmallDump::edges[3];
    CHECK(name(small, edge).empty());
    CHECK(name(small, 3).empty());
    CHECK(name_kind(small, edge) == NameKind::unnamed);
    CHECK(strong(small, edge));
    CHECK_FALSE(machinery(small)(edge));
    CHECK(id(small, 3) == 3);
    CHECK_FALSE(is_runtime(small, 0));
    CHECK(default_retainers<SmallDump>() == "roots");
    CHECK(breakdowns<SmallDump>().empty());

    struct Named : SmallDump {
        std::string name(Edge const& of) const { return of.from == 3 ? "level" : ""; }
    } const named;
    CHECK(name_kind(named, edge) == NameKind::field);
    CHECK(name_kind(named, SmallDump::edges[0]) == NameKind::unnamed);
    CHECK(name(named, 3).empty());
}

TEST_CASE("dump: optional members replace the default", "[unit]") {
    auto const edge = SmallDump::edges[2];
    CHECK(name(full, edge) == "next");
    CHECK(name(full, 3) == "Ann");
    CHECK(name_kind(full, edge) == NameKind::internal);
    CHECK_FALSE(strong(full, edge));
    CHECK(strong(full, SmallDump::edges[0]));
    CHECK(machinery(full)(SmallDump::edges[0]));
    CHECK_FALSE(machinery(full)(edge));
    CHECK(id(full, 3) == "0x3");
    CHECK(is_runtime(full, 0));
    CHECK_FALSE(is_runtime(full, 3));
    CHECK(default_retainers<FullDump>() == "thing");
    CHECK(breakdowns<FullDump>().size() == 2);
    CHECK(breakdowns<FullDump>()[1].name == "colour");
    CHECK(breakdowns<FullDump>()[1].grouping(full).band_of[3] == 1);
}

TEST_CASE("dump: a reader's answers about a whole dump", "[unit]") {
    CHECK_FALSE(lists_roots(small, 0));
    CHECK(lists_roots(full, 0));  // as it stands for the runtime
    CHECK_FALSE(lists_roots(full, 3));
    CHECK_FALSE(has_pairs(small, 0));
    CHECK_FALSE(has_globals(small));
    CHECK_FALSE(has_groups(small));
    CHECK(retainer_rule(small) == "roots");
    CHECK(retainer_rule(full) == "thing");
    CHECK(remark(small).empty());

    struct Telling : FullDump {
        bool yes = true;
        bool lists_roots(Node n) const { return n == 3; }
        bool has_pairs(Node n) const { return n == 2; }
        bool has_globals() const { return yes; }
        bool has_groups() const { return yes; }
        std::string_view retainer_rule() const { return yes ? "mine" : ""; }
        std::string remark() const { return "half of it"; }
    } telling;
    CHECK_FALSE(lists_roots(telling, 0));
    CHECK(lists_roots(telling, 3));
    CHECK(has_pairs(telling, 2));
    CHECK_FALSE(has_pairs(telling, 0));
    CHECK(has_globals(telling));
    CHECK(has_groups(telling));
    CHECK(retainer_rule(telling) == "mine");
    CHECK(remark(telling) == "half of it");
    telling.yes = false;
    CHECK_FALSE(has_globals(telling));
    CHECK_FALSE(has_groups(telling));
    CHECK(retainer_rule(telling) == "thing");

    struct Grouped : SmallDump {
        int globals() const { return 0; }
        int group(Node) const { return 0; }
    } const grouped;
    CHECK(has_globals(grouped));
    CHECK(has_groups(grouped));
}
