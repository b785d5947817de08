// test/dump/any_dump.cpp: what a dump answers as an AnyDump is what it answers itself, for every format and
// for dumps of users.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "dump/small_dump.hpp"
#include "dump/written_v8.hpp"
#include "support/folder.hpp"
#include "support/random_graph.hpp"

#include <trav/dump/any_dump.hpp>
#include <trav/dump/csr/writer.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/dump/graph/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace trav::dump;

namespace {

// AnyDump is a Dump, but is made by any_dump() alone, and only from a dump.
template <class T>
concept Erasable = requires(T dump) { any_dump(std::move(dump)); };
static_assert(Dump<AnyDump> && !MappedDump<AnyDump> && std::is_abstract_v<AnyDump>);
static_assert(Erasable<SmallDump> && !Erasable<int> && !Erasable<std::string>);
static_assert(std::same_as<decltype(any_dump(SmallDump())), std::unique_ptr<AnyDump const>>);
static_assert(!std::is_copy_constructible_v<AnyRetention>);
static_assert(AnyDump::batch == 128);

// FullDump, but its names are kept, so that they can be referred to.
struct KeptNames : FullDump {
    std::string name(Edge const& edge) const { return FullDump::name(edge); }
    std::string_view name(Node n) const { return n == 3 ? "Ann" : ""; }
};

// A dump with only the required members and these targets. Its edges have no default constructor.
struct Plain {
    struct Edge {
        Edge(Node of, Node target) : from(of), to(target) {}
        Node const from, to;
    };
    std::vector<std::vector<Node>> targets;

    std::string source() const { return "plain"; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(targets.size()); }
    std::uint32_t edge_count() const {
        std::size_t count = 0;
        for (auto const& each : targets) count += each.size();
        return static_cast<std::uint32_t>(count);
    }
    std::uint64_t size(Node n) const { return 8 * std::uint64_t{n}; }
    short type(Node n) const { return static_cast<short>(1 - static_cast<short>(n % 3)); }  // 1, 0 or -1
    std::string type_name(short type) const { return "T" + std::to_string(type); }
    void for_each_root(auto f) const { f(Node{0}, "root"); }
    void for_each_edge(Node n, auto f) const {
        for (Node const to : targets[n]) f(Edge(n, to));
    }
};
// The same; an edge knows its position in its row.
struct Placed : Plain {
    struct Edge {
        Node from, to;
        std::uint32_t at;
    };
    void for_each_edge(Node n, auto f) const {
        for (std::uint32_t i = 0; i != targets[n].size(); ++i) f(Edge{n, targets[n][i], i});
    }
};
// The same with rows.
struct WithRows : Placed {
    explicit WithRows(std::vector<std::vector<Node>> const& all) : Placed{{all}} {
        for (auto const& each : all) {
            row_targets.insert(row_targets.end(), each.begin(), each.end());
            begins.push_back(static_cast<std::uint32_t>(row_targets.size()));
        }
    }
    Rows rows() const { return {row_targets.data(), begins.data(), nullptr}; }
    auto machinery() const {
        return [](Edge const& edge) { return edge.at % 3 == 1; };
    }
    std::vector<Node> row_targets;
    std::vector<std::uint32_t> begins{0};
};

EdgeList random_list(std::mt19937& random) {
    auto const node = [&] { return "n" + std::to_string(random() % 20); };
    std::string text = "ROOT n0 app\nROOT " + node() + " \"the log\"\n";
    for (auto objects = random() % 20; objects != 0; --objects)
        text += "NODE n" + std::to_string(objects) + " T" + std::to_string(random() % 4) + ' ' +
                std::to_string(random() % 99) +
                (random() % 3 == 0 ? " name" + std::to_string(random() % 9) : "") + '\n';
    for (auto edges = random() % 60; edges != 0; --edges)
        text += (random() % 4 == 0 ? "WEAK " : "") + node() + ' ' + node() +
                (random() % 3 != 0 ? " f" + std::to_string(random() % 5) : "") + '\n';
    std::istringstream stream(text);
    Input input(stream, "random.graph");
    EdgeList list = read_edge_list(input);
    if (random() % 2 == 0)
        for (std::size_t e = 0; e != list.edge_count(); ++e) list.edge_runtime.push_back(random() % 3 == 0);
    auto const any = [&] { return static_cast<std::uint32_t>(random() % list.strings.size()); };
    for (auto values = random() % 9; values != 0; --values)
        list.values.push_back({static_cast<Node>(random() % list.node_count()), any(), any(),
                               random() % 2 == 0 ? ValueKind::text : ValueKind::number});
    list.ids_live = random() % 2 == 0 ? IdLife::dump : IdLife::object;
    return list;
}

V8Dump random_v8(std::mt19937& random) {
    using enum V8EdgeKind;
    Written v8;
    auto const nodes = 2 + random() % 20;
    for (std::size_t n = 0; n != nodes; ++n) {
        std::vector<Written::Edge> edges;
        for (auto count = n == 0 ? 3 : random() % 5; count != 0; --count) {
            V8EdgeKind const kinds[] = {context, element, property, internal, hidden, shortcut, weak};
            edges.push_back({kinds[random() % 7], static_cast<Node>(random() % nodes),
                             "e" + std::to_string(random() % 4)});
        }
        char const* const types[] = {"hidden", "array", "object", "closure", "string", "code"};
        v8.node(n == 0 ? "synthetic" : types[random() % 6], random() % 200, edges,
                random() % 9 == 0 ? "system / NativeContext" : "N" + std::to_string(random() % 5));
    }
    return V8Dump(v8.snapshot);
}

JvmDump random_jvm(std::mt19937& random) {
    enum : std::uint64_t { object = 0x100, pair = 0x108, sub = 0x110, array = 0x118, reference = 0x120 };
    WrittenHprof file;
    auto const at = [&] { return random() % 4 == 0 ? 0 : 0x1000 + 8 * (random() % 20); };
    file.class_(object, "java/lang/Object", 0, {}, {{"instance", at()}});
    file.class_(pair, "shop/Pair", object, {{"a", java_object}, {"n", java_int}, {"b", java_object}});
    file.class_(sub, "shop/Sub", pair, {{"c", java_object}});
    file.class_(array, "[Ljava/lang/Object;", object, {});
    file.class_(reference, "java/lang/ref/Reference", object, {{"referent", java_object}});
    for (std::uint64_t id = 0x1000; id != 0x1000 + 8 * 20; id += 8) {
        auto const kind = random() % 5;
        if (kind == 0) file.instance(id, sub, file.data().id(at()).id(at()).u(4, 5).id(at()));
        else if (kind == 1) file.instance(id, reference, file.data().id(at()));
        else if (kind == 2) file.primitives(id, java_int, 2, std::string(8, 'x'));
        else {
            std::vector<std::uint64_t> elements(random() % 6);
            for (auto& each : elements) each = at();
            file.objects(id, array, elements);
        }
    }
    return JvmDump(file.read());
}

// The dump as text, by the functions that take a Dump. `groupings(out)` adds its own breakdowns.
template <Dump D>
std::string said(D const& dump, auto const& groupings) {
    std::ostringstream out;
    auto const machine = machinery(dump);
    auto const place = places(dump);
    auto const retained = retention(dump);
    Groups<D> const groups(dump);
    out << std::string(dump.source()) << ": " << dump.node_count() << " nodes, " << dump.edge_count()
        << " edges, " << total_size(dump) << " bytes; rule " << retainer_rule(dump) << "; remark "
        << remark(dump) << "; numbers " << ids_are_numbers(dump) << "; globals " << has_globals(dump)
        << "; groups " << has_groups(dump) << ' ' << groups.count() << "; note " << retained.note << '\n';
    for (Node n = 0; n != dump.node_count(); ++n) {
        out << n << ' ' << type_name(dump, n) << " '" << name(dump, n) << "' @" << id_text(dump, n) << ", "
            << dump.size(n) << " and " << retained.size(n) << " bytes, group " << groups.of(n) << ' '
            << groups.name(groups.of(n)) << ", place " << place(n) << (is_runtime(dump, n) ? " runtime" : "")
            << (lists_roots(dump, n) ? " lists" : "") << '\n';
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            out << "  " << edge.from << "->" << edge.to << " '" << name(dump, edge) << "' "
                << static_cast<int>(name_kind(dump, edge)) << strong(dump, edge) << machine(edge)
                << retained.holds(edge) << '\n';
        });
    }
    dump.for_each_root([&](Node n, std::string_view name) { out << "root " << n << ' ' << name << '\n'; });
    if constexpr (requires { dump.globals(); })
        for (Node const n : dump.globals()) out << "global " << n << '\n';
    if constexpr (requires { dump.global_names; })
        for (auto const& name : dump.global_names) out << "global name " << name << '\n';
    for (unsigned const every : {1U, 2U, 3U})
        for (Node const n : retained.more_roots([&](Node of) { return of % every == 0; }))
            out << "more roots " << n << '\n';
    if constexpr (HasStrings<D>)
        dump.for_each_string([&](DumpString const& string) {
            out << "string " << string.node << ' ' << string.characters << ' ' << string.known << ' '
                << string.text << ' ' << string.rest_hash << '\n';
        });
    groupings(out);
    return out.str();
}

void add_grouping(std::ostringstream& out, std::string_view name, auto const& make) {
    out << name << ':';
    try {
        Grouping const grouping = make();
        for (auto const band : grouping.band_of) out << ' ' << band << ' ' << grouping.bands[band];
    } catch (Error const& error) { out << error.what(); }
    out << '\n';
}
template <Dump D>
std::string said_by_dump(D const& dump) {
    return said(dump, [&](std::ostringstream& out) {
        for (auto const& each : breakdowns<D>())
            add_grouping(out, each.name, [&] { return each.grouping(dump); });
    });
}
std::string said_by_any(AnyDump const& dump) {
    return said(dump, [&](std::ostringstream& out) {
        for (auto const name : dump.breakdown_names())
            add_grouping(out, name, [&] { return dump.grouping(name); });
    });
}

// The first lines that differ; nothing if none do.
std::string difference(std::string const& a, std::string const& b) {
    std::istringstream of_a(a), of_b(b);
    std::string in_a, in_b;
    while (true) {
        bool const more_a = static_cast<bool>(std::getline(of_a, in_a)),
                   more_b = static_cast<bool>(std::getline(of_b, in_b));
        if (!more_a && !more_b) return "";
        if (!more_a || !more_b || in_a != in_b)
            return (more_a ? in_a : "(end)") + " / " + (more_b ? in_b : "(end)");
    }
}

using Children = std::vector<std::vector<Node>>;

template <class D>
Children children(DumpGraph<D> const& graph, Node first, Node last) {
    Children all;
    for (Node n = first; n != last; ++n) {
        auto const each = graph.children(n);
        all.emplace_back(each.begin(), each.end());
        if (auto const row = graph.row(n); row.data() != nullptr)
            REQUIRE(std::vector<Node>(row.begin(), row.end()) == all.back());
    }
    return all;
}

// Numbers differ, sets are what their predicates say, and graphs have the same children.
template <Dump D>
void check_edges(D const& dump, AnyDump const& any) {
    std::vector<typename D::Edge> own;
    for (Node n = 0; n != dump.node_count(); ++n)
        dump.for_each_edge(n, [&](typename D::Edge const& edge) { own.push_back(edge); });

    std::vector<AnyDump::Edge> erased;
    any.for_each_edge(0, any.node_count(), [&](AnyDump::Edge const& edge) { erased.push_back(edge); });
    REQUIRE(erased.size() == own.size());
    std::set<std::uint64_t> numbers;
    EdgeSet const strong_edges = any.strong(), machine = any.machinery();
    AnyRetention const retained = any.retention();
    auto const own_machine = machinery(dump);
    auto const own_retained = retention(dump);
    Rows const rows = any.rows();
    std::size_t i = 0;
    for (AnyDump::Edge const& edge : erased) {
        typename D::Edge const& its = own[i++];
        REQUIRE(edge.from == its.from);
        REQUIRE(edge.to == its.to);
        REQUIRE(name_kind(any, edge) == name_kind(dump, its));
        REQUIRE(strong(any, edge) == strong(dump, its));
        REQUIRE(any.name(edge) == std::string(name(dump, its)));
        REQUIRE(numbers.insert(edge.number).second);
        REQUIRE(strong_edges.contains(edge.number) == strong(dump, its));
        REQUIRE(machine(edge) == static_cast<bool>(own_machine(its)));
        REQUIRE(retained.holds.contains(edge.number) == static_cast<bool>(own_retained.holds(its)));
        REQUIRE(rows.targets[edge.number] == edge.to);
    }
    std::vector<AnyDump::Link> links;
    any.for_each_link(0, any.node_count(), [&](AnyDump::Link const& link) { links.push_back(link); });
    REQUIRE(links.size() == erased.size());
    for (i = 0; i != links.size(); ++i) {
        REQUIRE(links[i].from == erased[i].from);
        REQUIRE(links[i].to == erased[i].to);
        REQUIRE(links[i].number == erased[i].number);
    }

    auto const rule = [](auto const& of, auto const& edge) {
        return (7 * edge.from + 5 * edge.to + std::string(name(of, edge)).size()) % 3 != 0;
    };
    auto const own_rule = [&](auto const& edge) { return rule(dump, edge); };
    auto const any_rule = [&](auto const& edge) { return rule(any, edge); };
    auto const program = [&](auto const& edge) {
        return strong(dump, edge) && !static_cast<bool>(own_machine(edge));
    };
    auto const by_ends = [&](auto const& edge) { return (7 * edge.from + 5 * edge.to) % 3 != 0; };
    auto const by_link = [&](AnyDump::Link const& link) {
        REQUIRE(rows.targets[link.number] == link.to);
        return by_ends(link);
    };
    EdgeSet const ruled = edges_where(any, any_rule), of_program = without(strong_edges, machine);
    Node const count = dump.node_count();
    for (auto const& range : {std::pair{Node{0}, count},
                              {Node{0}, count / 2},
                              {count / 2, count},
                              {count / 3, count / 3 * 2},
                              {count, count}}) {
        Node const first = range.first, last = range.second;  // clang 14 captures no structured bindings
        Children const expected = children(DumpGraph(dump, own_rule, first, last), first, last);
        CHECK(children(DumpGraph(any, any_rule, first, last), first, last) == expected);
        CHECK(children(DumpGraph(any, ruled, first, last), first, last) == expected);
        CHECK(children(DumpGraph(any, LinkRule(by_link), first, last), first, last) ==
              children(DumpGraph(dump, by_ends, first, last), first, last));
        CHECK(children(DumpGraph(any, of_program, first, last), first, last) ==
              children(DumpGraph(dump, program, first, last), first, last));
        CHECK(children(DumpGraph(any, EdgeSet(), first, last), first, last) == Children(last - first));
        std::size_t next = 0;
        any.for_each_edge(first, last, [&](AnyDump::Edge const& edge) {
            while (own[next].from < first) ++next;
            REQUIRE(edge.to == own[next++].to);
        });
    }
    DumpGraph const held(any);
    DumpGraph const own_held(dump);
    CHECK(children(held, 0, count) == children(own_held, 0, count));
    CHECK(held.count() == own_held.count());
    CHECK(&held.dump() == &any);
    for (Node n = 0; n != count; ++n) {
        REQUIRE(held.size(n) == own_held.size(n));
        REQUIRE(held.label(n) == own_held.label(n));
    }
}

template <Dump D>
void check_ids(D const& dump, AnyDump const& any) {
    Node const count = dump.node_count();
    for (Node n = 0; n < count; n += 1 + count / 50) {
        std::string const text = id_text(dump, n);
        REQUIRE(any.id(n) == text);
        for (auto const& [first, last] :
             {std::pair{Node{0}, count}, {n, count}, {n + 1, count}, {Node{0}, n}, {n, n + 1}})
            REQUIRE(any.find_id(text, first, last) == find_id(dump, text, first, last));
        if constexpr (std::is_arithmetic_v<decltype(id(dump, n))>)
            REQUIRE(any.id_number(n) == trav::dump::id(dump, n));
        else REQUIRE(any.id_number(n) == n);
    }
    CHECK(any.find_id("no such id", 0, count) == std::nullopt);
    CHECK(any.find_id("", 0, count) == find_id(dump, "", 0, count));
}

// The values in every other object, or the reason why there are none.
template <Dump D>
std::string values(D const& dump) {
    std::ostringstream out;
    std::vector<bool> wanted(dump.node_count());
    for (Node n = 0; n < dump.node_count(); n += 2) wanted[n] = true;
    try {
        for_each_value(dump, wanted, [&](DumpValue const& value) {
            out << value.node << '.' << value.field << ' ' << static_cast<int>(value.kind) << ' '
                << value.text << '\n';
        });
    } catch (Error const& error) { out << error.what(); }
    return out.str();
}

template <Dump D>
void check_members(D const& dump, AnyDump const& any) {
    CHECK(any.id_life() == id_life(dump));
    CHECK(any.own_types() == own_types(dump));
    CHECK(any.no_values() == no_values(dump));
    CHECK(values(any) == values(dump));
    CHECK(any.has_strings() == HasStrings<D>);
    CHECK(any.has_globals() == has_globals(dump));
    CHECK(any.has_groups() == has_groups(dump));
    CHECK(any.remark() == remark(dump));
    CHECK(any.retainer_rule() == retainer_rule(dump));
    for (Node n = 0; n != dump.node_count(); ++n) {
        REQUIRE(any.name(n) == std::string_view(name(dump, n)));
        REQUIRE(any.type_name(any.type(n)) == type_name(dump, n));
        REQUIRE(any.is_runtime(n) == is_runtime(dump, n));
        REQUIRE(any.lists_roots(n) == lists_roots(dump, n));
        REQUIRE(any.has_pairs(n) == has_pairs(dump, n));
        for (Node m = 0; m < n && n < 20; ++m)
            REQUIRE((any.type(n) == any.type(m)) == (dump.type(n) == dump.type(m)));
    }
    REQUIRE(any.get_if<D>() != nullptr);
    CHECK(any.get_if<D>()->node_count() == dump.node_count());
    struct Other : SmallDump {};
    CHECK(any.get_if<Other>() == nullptr);
}

template <Dump D>
void check(D const& dump, AnyDump const& any) {
    INFO(std::string(dump.source()));
    CHECK(difference(said_by_dump(dump), said_by_any(any)).empty());
    check_members(dump, any);
    check_edges(dump, any);
    check_ids(dump, any);
}
template <Dump D>
void check(D const& dump) {
    check(dump, *any_dump(dump));
}
// A dump written as .csr and mapped, which cannot be copied.
void check_csr(auto const& dump) {
    Folder const folder;
    write_csr_dump(folder / "x.csr", dump);
    check(CsrDump(folder / "x.csr"), *any_dump(CsrDump(folder / "x.csr")));
    // A dump of any format is written as the dump itself is.
    write_csr_dump(folder / "any.csr", *any_dump(dump));
    std::string const of_any = said_by_dump(CsrDump(folder / "any.csr"));
    std::string const of_dump = said_by_dump(CsrDump(folder / "x.csr"));
    CHECK(difference(of_any.substr(of_any.find(": ")), of_dump.substr(of_dump.find(": "))).empty());
}

// Nodes with these numbers of edges, each to another node.
std::vector<std::vector<Node>> fans(std::vector<std::size_t> const& sizes) {
    std::vector<std::vector<Node>> targets(sizes.size());
    for (std::size_t n = 0; n != sizes.size(); ++n)
        for (std::size_t i = 0; i != sizes[n]; ++i)
            targets[n].push_back(static_cast<Node>((n + i * i) % sizes.size()));
    return targets;
}

}  // namespace

TEST_CASE("any dump: a snapshot of V8 answers as itself", "[unit]") {
    check(V8Dump(read_text(minimal_v8)));
    check(read_text(minimal_v8));  // without machinery
    for (std::string const file : {"deno", "bun"}) {
        Input input("test/data/v8/" + file + ".heapsnapshot.gz");
        check(read_v8_dump(input));
    }
}

TEST_CASE("any dump: random snapshots of V8 answer as themselves", "[property]") {
    std::mt19937 random(11);
    for (int round = 0; round != 60; ++round) check(random_v8(random));
}

TEST_CASE("any dump: random heaps of a JVM answer as themselves", "[property]") {
    std::mt19937 random(12);
    for (int round = 0; round != 60; ++round) check(random_jvm(random));
}

TEST_CASE("any dump: a heap of Ruby answers as itself", "[unit]") {
    check(ruby_heap(small_ruby));
    check_csr(ruby_heap(small_ruby));
}

TEST_CASE("any dump: random lists of edges answer as themselves, also if mapped", "[property]") {
    std::mt19937 random(13);
    for (int round = 0; round != 60; ++round) {
        EdgeList const list = random_list(random);
        check(list);
        check_csr(list);
    }
}

TEST_CASE("any dump: a user's dump with all optional members answers as itself", "[unit]") {
    KeptNames const dump;
    check(dump);
    auto const any = any_dump(dump);
    CHECK(any->has_groups());
    CHECK(any->group_name(any->group(0)) == "runtime");
    CHECK(any->global_names == std::vector<std::string>{"globals"});
    CHECK(any->retention().note == "as small tools do");
    CHECK(any->retention().more_roots([](Node) { return false; }) == std::vector<Node>{2});
    CHECK(any->retention().more_roots([](Node) { return true; }).empty());
}

TEST_CASE("any dump: random dumps with only the required members answer as themselves", "[property]") {
    check(SmallDump());
    test::RandomGraphs random(14);
    for (int kind = 0; kind != test::RandomGraphs::kinds; ++kind) {
        test::Shape const shape = random.graph(kind, 50);
        INFO(shape.name);
        std::vector<std::vector<Node>> targets(shape.children.size());
        for (std::size_t n = 0; n != targets.size(); ++n)
            for (int const to : shape.children[n])
                if (to >= 0) targets[n].push_back(static_cast<Node>(to));
        check(Plain{targets});
        check(Placed{{targets}});
        check(WithRows(targets));
    }
}

TEST_CASE("any dump: optional members have the default of dump.hpp", "[unit]") {
    auto const any = any_dump(Plain{{{1, 1}, {0}, {}}});
    CHECK(any->name(Node{0}).empty());
    CHECK(any->id(2) == "2");
    CHECK(any->id_number(2) == 2);
    CHECK(any->find_id("2", 0, 3) == Node{2});
    CHECK(any->find_id("2", 0, 2) == std::nullopt);
    CHECK_FALSE(any->has_globals());
    CHECK(any->globals().empty());
    CHECK(any->global_names.empty());
    CHECK_FALSE(any->is_runtime(0));
    CHECK_FALSE(any->has_groups());
    CHECK(any->retainer_rule() == "roots");
    CHECK(any->remark().empty());
    CHECK(any->places()(0).empty());
    CHECK_FALSE(any->has_strings());
    CHECK(any->breakdown_names().empty());
    CHECK(any->type_name(any->type(2)) == "T-1");
    any->for_each_edge(0, [&](AnyDump::Edge const& edge) {
        CHECK(edge.name_kind == NameKind::unnamed);
        CHECK(any->name(edge).empty());
        CHECK(any->strong().contains(edge.number));
        CHECK_FALSE(any->machinery().contains(edge.number));
    });
}

TEST_CASE("any dump: ids are none, numbers or texts", "[unit]") {
    CHECK(any_dump(SmallDump())->ids() == AnyDump::Ids::none);
    CHECK(any_dump(KeptNames())->ids() == AnyDump::Ids::texts);
    auto const v8 = any_dump(read_text(minimal_v8));
    CHECK(v8->ids() == AnyDump::Ids::numbers);
    CHECK(v8->id_number(2) == 5);
    CHECK(v8->find_id("5", 0, 6) == Node{2});
    CHECK(v8->find_id("0x5", 0, 6) == std::nullopt);
    CHECK(any_dump(KeptNames())->find_id("0x2", 0, 4) == Node{2});
    CHECK(any_dump(KeptNames())->find_id("2", 0, 4) == std::nullopt);
}

TEST_CASE("any dump: without groups, types are the groups", "[unit]") {
    auto const any = any_dump(SmallDump());
    CHECK_FALSE(any->has_groups());
    CHECK(any->group_count() == 3);
    CHECK(any->group(1) == any->group(2));
    CHECK(any->group_name(any->group(0)) == "Game");
    CHECK(any->group_name(any->group(3)) == "Player");
}

TEST_CASE("any dump: a breakdown that the format does not have is an error", "[unit]") {
    auto const any = any_dump(KeptNames());
    CHECK(any->breakdown_names() == std::vector<std::string_view>{"floor", "colour"});
    CHECK(any->grouping("colour").band_of == std::vector<std::uint32_t>{0, 1, 0, 1});
    CHECK(any->grouping("floor").bands == std::vector<std::string>{"ground"});
    auto const error_of_taste = [](AnyDump const& dump) {
        try {
            dump.grouping("taste");
        } catch (Error const& error) { return std::string(error.what()); }
        return std::string();
    };
    CHECK(error_of_taste(*any) == "small: dumps of this format do not say the 'taste' of objects");
    CHECK(error_of_taste(*any_dump(Plain{{{}}})) ==
          "plain: dumps of this format do not say the 'taste' of objects");
}

TEST_CASE("any dump: edges come in the order of the dump, whatever their numbers are", "[unit]") {
    std::vector<std::size_t> sizes{0, 1, 127, 128, 129, 300, 0};
    std::ranges::sort(sizes);
    std::mt19937 random(15);
    for (int round = 0; round != 8; ++round) {
        auto const targets = fans(sizes);
        INFO("round " << round);
        check(Plain{targets});
        check(Placed{{targets}});
        check(WithRows(targets));
        auto const any = any_dump(Plain{targets});
        std::set<std::uint64_t> numbers;
        for (Node first = 0; first != sizes.size(); ++first)
            for (Node last = first; last <= sizes.size(); ++last) {
                std::vector<std::vector<Node>> found(sizes.size());
                any->for_each_edge(first, last, [&](AnyDump::Edge const& edge) {
                    found[edge.from].push_back(edge.to);
                    numbers.insert(edge.number);
                });
                for (Node n = 0; n != sizes.size(); ++n)
                    REQUIRE(found[n] == (first <= n && n < last ? targets[n] : std::vector<Node>()));
            }
        CHECK(numbers.size() == 0 + 1 + 127 + 128 + 129 + 300);
        std::ranges::shuffle(sizes, random);
    }
}

TEST_CASE("any dump: an edge has the same number whichever call it comes from", "[unit]") {
    auto const check_numbers = [](auto dump) {
        auto const any = any_dump(std::move(dump));
        std::vector<std::uint64_t> together, each;
        any->for_each_edge(0, any->node_count(),
                           [&](AnyDump::Edge const& edge) { together.push_back(edge.number); });
        for (Node n = 0; n != any->node_count(); ++n)
            any->for_each_edge(n, [&](AnyDump::Edge const& edge) { each.push_back(edge.number); });
        CHECK(together == each);
    };
    auto const targets = fans({3, 0, 200, 1});
    check_numbers(Plain{targets});
    check_numbers(Placed{{targets}});
    check_numbers(WithRows(targets));
    std::mt19937 random(16);
    check_numbers(random_jvm(random));
    check_numbers(random_list(random));
}

TEST_CASE("any dump: functions for roots and strings may return anything", "[unit]") {
    auto const any = any_dump(read_text(minimal_v8));
    std::vector<Node> roots, strings;
    any->for_each_root([&](Node n, std::string_view) { return roots.emplace_back(n); });
    any->for_each_string([&](DumpString const& string) { return strings.emplace_back(string.node); });
    CHECK(roots == std::vector<Node>{0});
    CHECK(strings == std::vector<Node>{5});
}

TEST_CASE("any dump: retention outlives moves", "[unit]") {
    auto const any = any_dump(KeptNames());
    AnyRetention first = any->retention();
    AnyRetention const second = std::move(first);
    CHECK(second.size(2) == 2);
    CHECK(second.note == "as small tools do");
}

TEST_CASE("any dump: an exception of the caller's function ends the pass", "[unit]") {
    auto const any = any_dump(Plain{fans({300})});
    std::size_t calls = 0;
    CHECK_THROWS_AS(any->for_each_edge(0,
                                       [&](AnyDump::Edge const&) {
                                           if (++calls == 129) throw std::runtime_error("enough");
                                       }),
                    std::runtime_error);
    CHECK(calls == 129);
}
